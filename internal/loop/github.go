package loop

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/identity"
)

// githubEvent is the part that is read of the payloads of pull_request_review and pull_request
// (https://docs.github.com/en/webhooks/webhook-events-and-payloads).
type githubEvent struct {
	Action string `json:"action"`
	Review *struct {
		ID          int64     `json:"id"`
		State       string    `json:"state"`
		Body        string    `json:"body"`
		CommitID    string    `json:"commit_id"`
		SubmittedAt time.Time `json:"submitted_at"`
		User        login     `json:"user"`
	} `json:"review"`
	PullRequest *struct {
		Number    int       `json:"number"`
		Title     string    `json:"title"`
		Merged    bool      `json:"merged"`
		MergedAt  time.Time `json:"merged_at"`
		ClosedAt  time.Time `json:"closed_at"`
		MergedBy  login     `json:"merged_by"`
		State     string    `json:"state"`
		Head      endpoint  `json:"head"`
		Base      endpoint  `json:"base"`
		Labels    []label   `json:"labels"`
		CreatedAt time.Time `json:"created_at"`
	} `json:"pull_request"`
	Repository struct {
		FullName string `json:"full_name"`
	} `json:"repository"`
	Sender login `json:"sender"`
}

type (
	login    struct{ Login string }
	label    struct{ Name string }
	endpoint struct{ Ref, SHA string }
)

// Where decisions of pull requests are made.
const (
	reviewPoint = "pr-review"
	closePoint  = "pr-close"
)

// FromGitHub gives the decision that an event of GitHub stands for, and remarks on what of it could be kept in part only; nil
// where it is none, as with a review that only comments. A pull request is one artifact: a review is about all of it. Its issues
// are those of the last rejection block, in the review itself or on the page of comments, which may be nil.
func (l *Ledger) FromGitHub(ctx context.Context, event, comments []byte, author string) (d *decision.Decision, notices []string, err error) {
	var e githubEvent
	if err := json.Unmarshal(bytes.TrimPrefix(event, []byte("\ufeff")), &e); err != nil {
		return nil, nil, &UsageError{Err: fmt.Errorf("the event is no JSON of GitHub: %w", err), Hint: "in a job, $GITHUB_EVENT_PATH names the file"}
	}
	if e.PullRequest == nil || e.PullRequest.Number <= 0 || e.Repository.FullName == "" {
		return nil, nil, &UsageError{Err: errors.New("the event is about no pull request"), Hint: "the events pull_request_review and pull_request are"}
	}
	pr := e.PullRequest
	d = &decision.Decision{
		Schema: decision.Schema, Source: decision.GitHub,
		Artifact: decision.Artifact{Type: decision.Claim, Name: fmt.Sprintf("%s#%d", e.Repository.FullName, pr.Number)},
		Draft:    decision.Draft{Title: pr.Title},
		PR:       decision.PullRequest{Repo: e.Repository.FullName, Number: pr.Number, HeadSHA: pr.Head.SHA, State: state(pr.State, pr.Merged)},
	}
	for _, l := range pr.Labels {
		d.Tags = append(d.Tags, l.Name)
	}
	said := ""
	switch {
	case e.Review != nil:
		said = e.Review.Body
		if !e.review(d) {
			return nil, nil, nil
		}
		if d.Verdict == decision.Approved {
			changed, err := l.askedForChanges(ctx, d)
			if err != nil {
				return nil, nil, err
			}
			if changed {
				d.Verdict = decision.ApprovedWithChanges
			}
		}
	case e.Action == "closed":
		e.closed(d)
	default:
		return nil, nil, nil
	}
	if d.Reason, notices = shorten(d.Reason); len(notices) > 0 {
		notices = []string{"the review's text " + notices[0]}
	}
	if d.Agent, err = l.agentOfChange(ctx, pr.Base.SHA, pr.Head); err != nil {
		return nil, nil, err
	}
	if block := l.lastBlock(said, comments, author, d); block != nil {
		d.Issues = block.Issues
		d.Agent = cmp.Or(d.Agent, block.Agent)
	}
	d.Agent = cmp.Or(d.Agent, decision.Unknown)
	d.ID = decision.DerivedID(d.At, string(d.Source), d.SourceID)
	return d, notices, nil
}

func state(s string, merged bool) string {
	if merged {
		return "merged"
	}
	return s
}

// review takes over a review; one that only comments, or was taken back, is no decision.
func (e *githubEvent) review(d *decision.Decision) bool {
	switch strings.ToLower(e.Review.State) {
	case "approved":
		d.Verdict = decision.Approved
	case "changes_requested":
		d.Verdict = decision.Rejected
	default:
		return false
	}
	if e.Action != "submitted" && e.Action != "" {
		return false
	}
	d.SourceID = fmt.Sprintf("%s#%d/review/%d", d.PR.Repo, d.PR.Number, e.Review.ID)
	d.At, d.ReviewPoint, d.Reviewer, d.Reason = e.Review.SubmittedAt.UTC(), reviewPoint, e.Review.User.Login, e.Review.Body
	d.PR.HeadSHA = cmp.Or(e.Review.CommitID, d.PR.HeadSHA)
	d.ReviewSeconds = 0 // an event does not tell how long it took
	return true
}

// closed takes over the end of a pull request.
func (e *githubEvent) closed(d *decision.Decision) {
	pr := e.PullRequest
	d.ReviewPoint, d.Reviewer = closePoint, e.Sender.Login
	if d.At, d.Verdict = pr.ClosedAt.UTC(), decision.Rejected; pr.Merged {
		d.Verdict, d.Reviewer = decision.Approved, cmp.Or(pr.MergedBy.Login, d.Reviewer)
		if !pr.MergedAt.IsZero() {
			d.At = pr.MergedAt.UTC()
		}
	}
	// A pull request may be closed, opened and closed again.
	d.SourceID = fmt.Sprintf("%s#%d/%s/%s", d.PR.Repo, d.PR.Number, d.PR.State, d.At.Format(time.RFC3339))
}

// shorten keeps what a reason may hold.
func shorten(s string) (string, []string) {
	if len(s) <= decision.MaxReason {
		return s, nil
	}
	end := decision.MaxReason
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end], []string{fmt.Sprintf("has %d bytes; the first %d are kept", len(s), end)}
}

// askedForChanges reports whether the pull request was rejected before, by a decision of the store.
func (l *Ledger) askedForChanges(ctx context.Context, d *decision.Decision) (bool, error) {
	for _, err := range l.Log(ctx, Filter{Repo: d.PR.Repo, PR: d.PR.Number, Verdict: decision.Rejected, ReviewPoint: reviewPoint, Until: d.At, Limit: 1}) {
		if bad := (*BadRecord)(nil); errors.As(err, &bad) {
			continue
		}
		return err == nil, err
	}
	return false, nil
}

// lastBlock is the rejection block about the pull request: that of the review, else the last of the comments. Where the
// configuration knows keys, only a block counts that one of them has signed; anybody may write the others.
func (l *Ledger) lastBlock(said string, comments []byte, author string, d *decision.Decision) *comment.Signed {
	about := func(s *comment.Signed) bool {
		return (s.Repo == "" || strings.EqualFold(s.Repo, d.PR.Repo)) && (s.PR == 0 || s.PR == d.PR.Number)
	}
	conditions := []comment.Condition{about}
	if keys := publicKeys(l.Config.Comment.PublicKeys); len(keys) > 0 {
		conditions = append(conditions, comment.SignedBy(keys))
	}
	if s, err := comment.Parse(said); err == nil && !isRefused(s, conditions) {
		return s
	}
	if author != "" {
		conditions = append(conditions, comment.From(author))
	}
	if s, err := comment.Find(comments, conditions...); err == nil {
		return s
	}
	return nil
}

func isRefused(s *comment.Signed, conditions []comment.Condition) bool {
	for _, holds := range conditions {
		if !holds(s) {
			return true
		}
	}
	return false
}

// mostCommits is how many commits of a pull request, the newest, are asked for their agent.
const mostCommits = 1000

// agentOfChange is who is behind a pull request: by its commits, where this clone has them, or its branch; "" where nothing tells.
func (l *Ledger) agentOfChange(ctx context.Context, base string, head endpoint) (string, error) {
	change := identity.Change{Branch: head.Ref}
	if git.IsObjectID(base) && git.IsObjectID(head.SHA) {
		commits, err := git.Authors(ctx, l.Repository, base, head.SHA, mostCommits, identity.TrailerKey, identity.CoAuthorKey)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err == nil { // else this clone has not fetched them
			change.Commits = asCommits(commits)
		}
	}
	return identity.Of(change, l.Config.Agents.From, l.Config.Agents.Authors), nil
}

// publicKeys are those of the configuration, which has seen to it that each is one.
func publicKeys(lines []string) []ed25519.PublicKey {
	var keys []ed25519.PublicKey
	for _, line := range lines {
		if key, err := comment.ParsePublicKey(line); err == nil {
			keys = append(keys, key)
		}
	}
	return keys
}
