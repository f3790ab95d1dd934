package event

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// giteaPayload is the part that is read of what Gitea and Forgejo start a job with: their payloads of pull_request, pull_request_review,
// issue_comment and pull_request_comment (PullRequestPayload and IssueCommentPayload in Gitea's modules/structs/hook.go).
type giteaPayload struct {
	Action  string         `json:"action"`
	Review  *giteaReview   `json:"review"`
	Comment *giteaComment  `json:"comment"`
	Issue   *giteaIssue    `json:"issue"`
	IsPull  bool           `json:"is_pull"` // the issue is a pull request
	Request *giteaProposal `json:"pull_request"`

	Repository struct {
		FullName string       `json:"full_name"`
		Owner    giteaAccount `json:"owner"`
	} `json:"repository"`
	Sender giteaAccount `json:"sender"`
}

// giteaReview is a review. A payload has Type and Content alone: neither id, time nor commit. The API has all but these two.
type giteaReview struct {
	Type    string `json:"type"`
	Content string `json:"content"`

	ID          int64        `json:"id"`
	State       string       `json:"state"`
	Body        string       `json:"body"`
	CommitID    string       `json:"commit_id"`
	SubmittedAt time.Time    `json:"submitted_at"`
	User        giteaAccount `json:"user"`
	// Official says that it counts for the approvals that the branch needs, so that its author may write or was chosen for this. It is
	// false again once the author hands in another review. There is a field `dismissed` too, and nothing follows from it: it is true of a
	// review that another one of its author has followed, as of one that somebody took back. The timeline tells the two apart.
	Official bool `json:"official"`
}

type giteaComment struct {
	ID        int64        `json:"id"`
	Body      string       `json:"body"`
	CreatedAt time.Time    `json:"created_at"`
	User      giteaAccount `json:"user"`
	// OriginalAuthor wrote it where it was brought from elsewhere: User then is who brought it.
	OriginalAuthor string `json:"original_author"`
}

type giteaIssue struct {
	Number  int             `json:"number"`
	Title   string          `json:"title"`
	User    giteaAccount    `json:"user"`
	Request json.RawMessage `json:"pull_request"`
}

type giteaProposal struct {
	Number   int           `json:"number"`
	Title    string        `json:"title"`
	State    string        `json:"state"`
	Merged   bool          `json:"merged"`
	MergedAt time.Time     `json:"merged_at"`
	ClosedAt time.Time     `json:"closed_at"`
	MergedBy giteaAccount  `json:"merged_by"`
	Commit   string        `json:"merge_commit_sha"`
	Head     giteaEndpoint `json:"head"`
	Base     giteaEndpoint `json:"base"`
	// Forked is the commit at which the proposal left the base's branch. Of one that was merged, Base is the branch as it is now.
	Forked string `json:"merge_base"`
	Labels []struct {
		Name string `json:"name"`
	} `json:"labels"`
	CreatedAt time.Time    `json:"created_at"`
	User      giteaAccount `json:"user"`
}

type giteaEndpoint struct {
	Ref, SHA string
	RepoID   int64 `json:"repo_id"`
}

// giteaAccount is an account. Those of the forge itself, as that of the Actions, have negative numbers; -1 is one that is gone.
type giteaAccount struct {
	ID    int64  `json:"id"`
	Login string `json:"login"`
}

const giteaGone = -1

// account is an account without what only the API tells. That it owns the repository is told by its name.
func (p *giteaPayload) account(a giteaAccount) Account {
	if a.ID == giteaGone {
		return Account{}
	}
	account := Account{Login: a.Login, IsProgram: a.ID < 0}
	if a.Login != "" && strings.EqualFold(a.Login, p.Repository.Owner.Login) {
		account.Association = Owner
	}
	return account
}

// ParseGitea reads the payload with which Gitea and Forgejo start a job; forge is the name of the one that sent it. A review of a payload
// has no ID, no At and no Commit: the API tells them. That somebody took a review back is told by the timeline alone. What ties an account to the repository is known of its owner alone, and of the
// author of a review that the API calls official. Of a comment's event a pull request has no ends. ErrNoJSON and ErrNoPullRequest say what
// is wrong with a payload.
func ParseGitea(forge string, payload []byte) (Event, error) {
	var p giteaPayload
	if err := json.Unmarshal(bytes.TrimPrefix(payload, []byte("\ufeff")), &p); err != nil {
		return Event{}, fmt.Errorf("%w of Gitea: %w", ErrNoJSON, err)
	}
	e := Event{Forge: forge, PullRequest: p.pullRequest()}
	if e.PullRequest.Number <= 0 || e.PullRequest.Repo == "" {
		return Event{}, ErrNoPullRequest
	}
	switch {
	case p.Review != nil && p.Action == "reviewed":
		e.Review = p.review()
	case p.Comment != nil && p.Action == "created" && p.Comment.OriginalAuthor == "":
		e.Comment = &Comment{ID: p.Comment.ID, At: p.Comment.CreatedAt.UTC(), By: p.account(p.Comment.User), Body: p.Comment.Body}
	case p.Action == "closed" && p.Request != nil:
		e.Close = p.end()
	}
	return e, nil
}

func (p *giteaPayload) pullRequest() PullRequest {
	pr := PullRequest{Repo: p.Repository.FullName}
	switch of, issue := p.Request, p.Issue; {
	case of != nil:
		pr.Number, pr.Title, pr.State, pr.Created, pr.Author = of.Number, of.Title, of.State, of.CreatedAt.UTC(), p.account(of.User)
		pr.Head, pr.Base = Endpoint{of.Head.Ref, of.Head.SHA}, Endpoint{of.Base.Ref, of.Base.SHA}
		pr.IsFork = of.Head.RepoID != of.Base.RepoID
		if of.Merged {
			pr.State, pr.Base.SHA = "merged", cmp.Or(of.Forked, pr.Base.SHA) // the branch holds the proposal by now
		}
		for _, l := range of.Labels {
			pr.Labels = append(pr.Labels, l.Name)
		}
	case issue != nil && (p.IsPull || len(issue.Request) > 0 && string(issue.Request) != "null"):
		pr.Number, pr.Title, pr.Author = issue.Number, issue.Title, p.account(issue.User)
	}
	return pr
}

// giteaStates are the kinds of reviews, by the word of payloads (older versions leave out "review") and by that of the API.
var giteaStates = map[string]State{
	"pull_request_review_approved": Approved, "pull_request_approved": Approved, "approved": Approved,
	"pull_request_review_rejected": ChangesRequested, "pull_request_rejected": ChangesRequested, "request_changes": ChangesRequested,
	"pull_request_review_comment": Commented, "pull_request_comment": Commented, "comment": Commented,
}

// review is the review of an event, nil where it is none that was handed in.
func (p *giteaPayload) review() *Review {
	r := p.Review
	state, ok := giteaStates[strings.ToLower(cmp.Or(r.State, r.Type))]
	if !ok {
		return nil
	}
	by := r.User
	if r.ID == 0 { // of a payload
		by = p.Sender
	}
	review := &Review{ID: r.ID, By: p.account(by), State: state, Body: cmp.Or(r.Body, r.Content), Commit: r.CommitID}
	if !r.SubmittedAt.IsZero() {
		review.At = r.SubmittedAt.UTC()
	}
	if r.Official && review.By.Association == "" && review.By.Login != "" {
		review.By.Association = Collaborator
	}
	return review
}

// end is the end of a pull request: that of a merge is told apart from the moment in which it was closed.
func (p *giteaPayload) end() *Close {
	of := p.Request
	c := &Close{At: of.ClosedAt.UTC(), By: p.account(p.Sender), Merged: of.Merged}
	if !of.Merged {
		return c
	}
	if of.MergedBy.Login != "" {
		c.By = p.account(of.MergedBy)
	}
	if !of.MergedAt.IsZero() {
		c.At = of.MergedAt.UTC()
	}
	c.Commit = of.Commit
	return c
}
