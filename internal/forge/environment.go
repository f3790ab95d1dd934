package forge

import (
	"cmp"
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

// Forge is the forge whose CI runs this, or nothing.
func (e Environment) Forge() string {
	for _, f := range slices.Backward(forges) {
		if on := e.Getenv(f.variable); on != "" && on != "false" {
			return f.Name
		}
	}
	return ""
}

// PullRequest fills in what is not given. What neither the environment nor a default tells stays empty. Variables of
// one forge's CI say nothing about another forge.
func (e Environment) PullRequest(given PullRequest) PullRequest {
	given.Forge = cmp.Or(given.Forge, e.Forge())
	if given.Forge == e.Forge() {
		told, _ := e.job()
		given.API = cmp.Or(given.API, told.API)
		given.Repo = cmp.Or(given.Repo, told.Repo)
		given.Number = cmp.Or(given.Number, told.Number)
	}
	if f := find(given.Forge); f != nil {
		given.API = cmp.Or(given.API, f.api)
	}
	return given
}

// job is what the variables of the CI say: those of GitHub, which others set too, where nothing says which CI it is.
func (e Environment) job() (PullRequest, Proposal) {
	if f := find(e.Forge()); f != nil {
		return f.job(e)
	}
	return githubJob(e)
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

// Proposal is what the CI says of the change.
func (e Environment) Proposal() Proposal {
	_, p := e.job()
	return p
}

// gitlabJob reads https://docs.gitlab.com/ci/variables/predefined_variables/.
func gitlabJob(e Environment) (PullRequest, Proposal) {
	number, _ := strconv.Atoi(e.Getenv("CI_MERGE_REQUEST_IID"))
	p := Proposal{
		Head:   e.first("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA", "CI_COMMIT_SHA"),
		Base:   e.first("CI_MERGE_REQUEST_TARGET_BRANCH_SHA", "CI_MERGE_REQUEST_DIFF_BASE_SHA"),
		Branch: e.first("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_COMMIT_BRANCH"),
	}
	if e.Getenv("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA") != "" { // of pipelines on merged results alone
		p.Merge = e.Getenv("CI_COMMIT_SHA")
	}
	// A merge request from a fork belongs to the project that it is for.
	return PullRequest{API: e.Getenv("CI_API_V4_URL"), Repo: e.first("CI_MERGE_REQUEST_PROJECT_PATH", "CI_PROJECT_PATH"), Number: number}, p
}

// githubJob reads https://docs.github.com/actions/reference/workflows-and-actions/variables.
func githubJob(e Environment) (PullRequest, Proposal) {
	by := e.event()
	pr := PullRequest{API: e.Getenv("GITHUB_API_URL"), Repo: e.Getenv("GITHUB_REPOSITORY"), Number: by.number()}
	if ref := pullRef().FindStringSubmatch(e.Getenv("GITHUB_REF")); pr.Number == 0 && ref != nil {
		pr.Number, _ = strconv.Atoi(ref[1])
	}
	proposed := by.PullRequest
	p := Proposal{Head: proposed.Head.SHA, Base: proposed.Base.SHA, Branch: cmp.Or(e.Getenv("GITHUB_HEAD_REF"), proposed.Head.Ref)}
	if e.Getenv("GITHUB_EVENT_NAME") == "pull_request" { // of pull_request_target it is the base
		p.Merge = e.Getenv("GITHUB_SHA")
	}
	return pr, p
}

// started is what a job of GitHub Actions was started by, as far as it tells of a pull request.
type started struct {
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
func (e Environment) event() (told started) {
	name := e.Getenv("GITHUB_EVENT_PATH")
	if name == "" || e.ReadFile == nil {
		return told
	}
	content, err := e.ReadFile(name)
	if err != nil || json.Unmarshal(content, &told) != nil {
		return started{}
	}
	return told
}

// number gives the pull request of an event: of pull_request and its kin, of a comment on one, or of the one for which
// another workflow ran.
func (t *started) number() int {
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
	if f := find(forge); f != nil {
		names = append(names, f.tokens...)
		if e.Forge() == f.Name {
			names = append(names, f.jobTokens...)
		}
	}
	return slices.Compact(names)
}

// Token gives the token for a forge, or nothing.
func (e Environment) Token(forge string) string {
	return strings.TrimSpace(e.first(e.TokenVariables(forge)...))
}
