package event

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// What is wrong with a payload that no event can be made of.
var (
	ErrNoJSON        = errors.New("the event is no JSON")
	ErrNoPullRequest = errors.New("the event is about no pull request")
)

// githubPayload is the part that is read of the payloads of pull_request_review, pull_request and issue_comment
// (https://docs.github.com/en/webhooks/webhook-events-and-payloads).
type githubPayload struct {
	Action string `json:"action"`
	Review *struct {
		ID          int64         `json:"id"`
		State       string        `json:"state"`
		Body        string        `json:"body"`
		CommitID    string        `json:"commit_id"`
		SubmittedAt time.Time     `json:"submitted_at"`
		User        githubAccount `json:"user"`
		Association string        `json:"author_association"` // of the review's author
	} `json:"review"`
	Comment *struct {
		ID          int64         `json:"id"`
		Body        string        `json:"body"`
		CreatedAt   time.Time     `json:"created_at"`
		User        githubAccount `json:"user"`
		Association string        `json:"author_association"` // of the comment's author
	} `json:"comment"`
	// Issue is what GitHub calls a pull request where somebody comments on it.
	Issue *struct {
		Number      int             `json:"number"`
		User        githubAccount   `json:"user"`
		Association string          `json:"author_association"`
		PullRequest json.RawMessage `json:"pull_request"`
	} `json:"issue"`
	PullRequest *struct {
		Number      int            `json:"number"`
		Title       string         `json:"title"`
		Merged      bool           `json:"merged"`
		MergedAt    time.Time      `json:"merged_at"`
		ClosedAt    time.Time      `json:"closed_at"`
		MergedBy    githubAccount  `json:"merged_by"`
		MergeCommit string         `json:"merge_commit_sha"`
		State       string         `json:"state"`
		Head        githubEndpoint `json:"head"`
		Base        githubEndpoint `json:"base"`
		Labels      []struct {
			Name string `json:"name"`
		} `json:"labels"`
		CreatedAt   time.Time     `json:"created_at"`
		User        githubAccount `json:"user"`
		Association string        `json:"author_association"`
	} `json:"pull_request"`
	Repository struct {
		FullName string `json:"full_name"`
	} `json:"repository"`
	Sender githubAccount `json:"sender"`
}

type githubAccount struct{ Login, Type string }

func (a githubAccount) account(association string) Account {
	return Account{Login: a.Login, IsProgram: strings.EqualFold(a.Type, "Bot"), Association: association}
}

type githubEndpoint struct {
	Ref, SHA string
	Repo     *struct {
		FullName string `json:"full_name"`
	}
}

func (e githubEndpoint) endpoint() Endpoint { return Endpoint{e.Ref, e.SHA} }

// ParseGitHub reads the payload with which GitHub starts a job. ErrNoJSON and ErrNoPullRequest say what is wrong with one.
func ParseGitHub(payload []byte) (Event, error) {
	var p githubPayload
	if err := json.Unmarshal(bytes.TrimPrefix(payload, []byte("\ufeff")), &p); err != nil {
		return Event{}, fmt.Errorf("%w of GitHub: %w", ErrNoJSON, err)
	}
	e := Event{Forge: "github", PullRequest: p.pullRequest()}
	if e.PullRequest.Number <= 0 || e.PullRequest.Repo == "" {
		return Event{}, ErrNoPullRequest
	}
	switch r, c := p.Review, p.Comment; {
	case r != nil:
		if state, ok := githubStates[strings.ToLower(r.State)]; ok && (p.Action == "submitted" || p.Action == "") {
			e.Review = &Review{ID: r.ID, At: r.SubmittedAt.UTC(), By: r.User.account(r.Association), State: state, Body: r.Body, Commit: r.CommitID}
		}
	case c != nil:
		if p.Action == "created" {
			e.Comment = &Comment{ID: c.ID, At: c.CreatedAt.UTC(), By: c.User.account(c.Association), Body: c.Body}
		}
	case p.Action == "closed" && p.PullRequest != nil:
		e.Close = p.end()
	}
	return e, nil
}

var githubStates = map[string]State{"approved": Approved, "changes_requested": ChangesRequested, "commented": Commented}

func (p *githubPayload) pullRequest() PullRequest {
	pr := PullRequest{Repo: p.Repository.FullName}
	switch of, issue := p.PullRequest, p.Issue; {
	case of != nil:
		pr.Number, pr.Title, pr.State, pr.Created = of.Number, of.Title, of.State, of.CreatedAt.UTC()
		pr.Author, pr.Head, pr.Base = of.User.account(of.Association), of.Head.endpoint(), of.Base.endpoint()
		pr.IsFork = of.Head.Repo != nil && !strings.EqualFold(of.Head.Repo.FullName, pr.Repo)
		if of.Merged {
			pr.State = "merged"
		}
		for _, l := range of.Labels {
			pr.Labels = append(pr.Labels, l.Name)
		}
	case issue != nil && len(issue.PullRequest) > 0:
		pr.Number, pr.Author = issue.Number, issue.User.account(issue.Association)
	}
	return pr
}

// end is the end of a pull request: that of a merge is told apart from the moment in which it was closed.
func (p *githubPayload) end() *Close {
	of := p.PullRequest
	c := &Close{At: of.ClosedAt.UTC(), By: p.Sender.account(""), Merged: of.Merged}
	if !of.Merged {
		return c
	}
	if of.MergedBy.Login != "" {
		c.By = of.MergedBy.account("")
	}
	if !of.MergedAt.IsZero() {
		c.At = of.MergedAt.UTC()
	}
	c.Commit = of.MergeCommit
	return c
}
