package forge

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/kbgate/kbgate/internal/lazy"
)

// Environment is what a CI's job tells of the pull request that it runs for, by its variables.
type Environment struct {
	Getenv func(string) string
	// ReadFile reads the event for which the job runs; nil: it is not looked at.
	ReadFile func(name string) ([]byte, error)
}

// Forge is the forge whose CI runs this, or nothing. Forgejo and Gitea also set the variables of GitHub.
func (e Environment) Forge() string {
	for _, ci := range []struct{ variable, forge string }{
		{"FORGEJO_ACTIONS", Forgejo}, {"GITEA_ACTIONS", Gitea}, {"GITHUB_ACTIONS", GitHub}, {"GITLAB_CI", GitLab},
	} {
		if on := e.Getenv(ci.variable); on != "" && on != "false" {
			return ci.forge
		}
	}
	return ""
}

// PullRequest fills in what is not given. What neither the environment nor a default tells stays empty. Variables of
// one forge's CI say nothing about another forge.
func (e Environment) PullRequest(given PullRequest) PullRequest {
	if given.Forge == "" {
		given.Forge = e.Forge()
	}
	told := PullRequest{}
	if given.Forge == e.Forge() {
		told = e.told(given.Forge)
	}
	if given.API == "" {
		given.API = told.API
	}
	if given.API == "" {
		given.API = map[string]string{GitHub: "https://api.github.com", GitLab: "https://gitlab.com/api/v4"}[given.Forge]
	}
	if given.Repo == "" {
		given.Repo = told.Repo
	}
	if given.Number == 0 {
		given.Number = told.Number
	}
	return given
}

func (e Environment) told(forge string) PullRequest {
	if forge == GitLab { // https://docs.gitlab.com/ci/variables/predefined_variables/
		number, _ := strconv.Atoi(e.Getenv("CI_MERGE_REQUEST_IID"))
		// A merge request from a fork belongs to the project that it is for.
		return PullRequest{API: e.Getenv("CI_API_V4_URL"), Repo: e.first("CI_MERGE_REQUEST_PROJECT_PATH", "CI_PROJECT_PATH"), Number: number}
	}
	// https://docs.github.com/actions/reference/workflows-and-actions/variables
	started := e.event()
	pr := PullRequest{API: e.Getenv("GITHUB_API_URL"), Repo: e.Getenv("GITHUB_REPOSITORY"), Number: started.number()}
	if server := e.Getenv("GITHUB_SERVER_URL"); pr.API == "" && server != "" && forge != GitHub {
		pr.API = strings.TrimRight(server, "/") + "/api/v1"
	}
	if ref := pullRef().FindStringSubmatch(e.Getenv("GITHUB_REF")); pr.Number == 0 && ref != nil {
		pr.Number, _ = strconv.Atoi(ref[1])
	}
	return pr
}

var pullRef = lazy.Regexp(`^refs/pull/([0-9]{1,9})/`)

func (e Environment) first(names ...string) string {
	for _, name := range names {
		if value := e.Getenv(name); value != "" {
			return value
		}
	}
	return ""
}

// Proposal is the change for which a CI's job runs; what its environment does not tell is empty.
type Proposal struct {
	Head string // the commit that is proposed
	Base string // the tip of the branch that it is proposed to
	// Merge is the commit that the CI has checked out where that is a merge which the forge made of the two. It is gone
	// with the next push, so whatever is said of it is said of Head.
	Merge  string
	Branch string // the one that is proposed
}

// Proposal reads the variables of GitHub Actions, which Gitea's and Forgejo's are like, and of GitLab CI.
func (e Environment) Proposal() Proposal {
	if e.Forge() == GitLab {
		head := e.Getenv("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA") // of pipelines on merged results alone
		p := Proposal{
			Head:   e.first("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA", "CI_COMMIT_SHA"),
			Base:   e.first("CI_MERGE_REQUEST_TARGET_BRANCH_SHA", "CI_MERGE_REQUEST_DIFF_BASE_SHA"),
			Branch: e.first("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_COMMIT_BRANCH"),
		}
		if head != "" {
			p.Merge = e.Getenv("CI_COMMIT_SHA")
		}
		return p
	}
	pr := e.event().PullRequest
	p := Proposal{Head: pr.Head.SHA, Base: pr.Base.SHA, Branch: e.Getenv("GITHUB_HEAD_REF")}
	if p.Branch == "" {
		p.Branch = pr.Head.Ref
	}
	if e.Getenv("GITHUB_EVENT_NAME") == "pull_request" { // of pull_request_target it is the base
		p.Merge = e.Getenv("GITHUB_SHA")
	}
	return p
}

// event is what a job of GitHub Actions was started by, as far as it tells of a pull request.
type event struct {
	Number      int `json:"number"`
	PullRequest struct {
		Number int    `json:"number"`
		Head   branch `json:"head"`
		Base   branch `json:"base"`
	} `json:"pull_request"`
	Issue struct {
		Number      int       `json:"number"`
		PullRequest *struct{} `json:"pull_request"`
	} `json:"issue"`
	WorkflowRun struct {
		PullRequests []struct {
			Number int `json:"number"`
		} `json:"pull_requests"`
	} `json:"workflow_run"`
}

type branch struct {
	Ref string `json:"ref"`
	SHA string `json:"sha"`
}

// event reads the event for which a job runs. Where there is none that can be read, nothing is known.
func (e Environment) event() (told event) {
	name := e.Getenv("GITHUB_EVENT_PATH")
	if name == "" || e.ReadFile == nil {
		return told
	}
	content, err := e.ReadFile(name)
	if err != nil || json.Unmarshal(content, &told) != nil {
		return event{}
	}
	return told
}

// number gives the pull request of an event: of pull_request and its kin, of a comment on one, or of the one for which
// another workflow ran.
func (t *event) number() int {
	switch runs := t.WorkflowRun.PullRequests; {
	case t.PullRequest.Number > 0:
		return t.PullRequest.Number
	case t.Issue.PullRequest != nil:
		return t.Issue.Number
	case len(runs) == 1:
		return runs[0].Number
	case t.PullRequest.Head.SHA != "":
		return t.Number
	}
	return 0
}

// TokenVariables are the variables in which a forge's token is looked for, in this order. That of GitHub's Actions is
// taken for another forge only in that forge's own CI, which hands out its tokens under GitHub's name.
func (e Environment) TokenVariables(forge string) []string {
	names := []string{"KBGATE_TOKEN"}
	switch forge {
	case GitHub:
		return append(names, "GITHUB_TOKEN")
	case GitLab:
		return append(names, "GITLAB_TOKEN")
	case Forgejo:
		names = append(names, "FORGEJO_TOKEN")
	case Gitea:
		names = append(names, "GITEA_TOKEN")
	}
	if e.Forge() == forge {
		names = append(names, "GITEA_TOKEN", "GITHUB_TOKEN")
	}
	return slices.Compact(names)
}

// Token gives the token for a forge, or nothing.
func (e Environment) Token(forge string) string {
	return strings.TrimSpace(e.first(e.TokenVariables(forge)...))
}
