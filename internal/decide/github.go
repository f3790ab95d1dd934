package decide

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
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/records"
)

// githubEvent is the part that is read of the payloads of pull_request_review, pull_request and issue_comment
// (https://docs.github.com/en/webhooks/webhook-events-and-payloads).
type githubEvent struct {
	Action string `json:"action"`
	Review *struct {
		ID          int64     `json:"id"`
		State       string    `json:"state"`
		Body        string    `json:"body"`
		CommitID    string    `json:"commit_id"`
		SubmittedAt time.Time `json:"submitted_at"`
		User        account   `json:"user"`
		Association string    `json:"author_association"` // of the review's author
	} `json:"review"`
	// Comment is one on the issue that a pull request is.
	Comment *struct {
		ID          int64     `json:"id"`
		Body        string    `json:"body"`
		CreatedAt   time.Time `json:"created_at"`
		User        account   `json:"user"`
		Association string    `json:"author_association"` // of the comment's author
	} `json:"comment"`
	Issue *struct {
		Number      int             `json:"number"`
		User        account         `json:"user"` // who proposes it
		PullRequest json.RawMessage `json:"pull_request"`
	} `json:"issue"`
	PullRequest *struct {
		Number    int       `json:"number"`
		Title     string    `json:"title"`
		Merged    bool      `json:"merged"`
		MergedAt  time.Time `json:"merged_at"`
		ClosedAt  time.Time `json:"closed_at"`
		MergedBy  account   `json:"merged_by"`
		State     string    `json:"state"`
		Head      endpoint  `json:"head"`
		Base      endpoint  `json:"base"`
		Labels    []label   `json:"labels"`
		CreatedAt time.Time `json:"created_at"`
		User      account   `json:"user"` // who proposes it
		// Association is that of who proposes it.
		Association string `json:"author_association"`
	} `json:"pull_request"`
	Repository struct {
		FullName string `json:"full_name"`
	} `json:"repository"`
	Sender account `json:"sender"`
}

type (
	account  struct{ Login, Type string }
	label    struct{ Name string }
	endpoint struct{ Ref, SHA string }
)

// Where decisions of pull requests are made.
const (
	reviewPoint = "pr-review"
	closePoint  = "pr-close"
)

// Heard is what an event of GitHub comes to.
type Heard struct {
	Decision *decision.Decision // nil: none, as with a review that only comments
	Kind     string             // review or close; "" where the event is no decision
	LeftOut  string             // why the decision of one who decides nothing here is left out; "": none is
	Notices  []string           // what of it could be kept in part only
}

// FromGitHub gives the decision that an event of GitHub stands for, where it is of one who may decide. A pull request is one
// artifact: a review is about all of it. Its issues are those of the last rejection block, in the review itself or on the page of
// comments, which may be nil; there a block counts that is signed, or of the account author.
func FromGitHub(ctx context.Context, l *ledger.Ledger, event, comments []byte, author string) (Heard, error) {
	var e githubEvent
	if err := json.Unmarshal(bytes.TrimPrefix(event, []byte("\ufeff")), &e); err != nil {
		return Heard{}, hint.Misuse("in a job, $GITHUB_EVENT_PATH names the file", "the event is no JSON of GitHub: %w", err)
	}
	if e.Comment != nil && e.Review == nil {
		return Heard{}, nil // it may let findings through, and is no decision
	}
	if e.PullRequest == nil || e.PullRequest.Number <= 0 || e.Repository.FullName == "" {
		return Heard{}, hint.Misuse("the events pull_request_review and pull_request are", "the event is about no pull request")
	}
	d := e.decided()
	if d == nil {
		return Heard{}, nil
	}
	heard := Heard{Kind: "close", LeftOut: e.doubt(&l.Config.Store)}
	if e.Review != nil {
		heard.Kind = "review"
	}
	if heard.LeftOut != "" {
		return heard, nil
	}
	heard.Decision = d
	err := fillIn(ctx, l, &e, &heard, comments, author)
	return heard, err
}

// decided gives the decision that an event stands for by itself, nil where it is none.
func (e *githubEvent) decided() *decision.Decision {
	pr := e.PullRequest
	d := &decision.Decision{
		Schema: decision.Schema, Source: decision.GitHub,
		Artifact: decision.Artifact{Type: decision.Claim, Name: fmt.Sprintf("%s#%d", e.Repository.FullName, pr.Number)},
		Draft:    decision.Draft{Title: pr.Title},
		PR:       decision.PullRequest{Repo: e.Repository.FullName, Number: pr.Number, HeadSHA: pr.Head.SHA, State: pr.State},
	}
	if pr.Merged {
		d.PR.State = "merged"
	}
	for _, l := range pr.Labels {
		d.Tags = append(d.Tags, l.Name)
	}
	switch {
	case e.Review != nil && e.review(d):
		return d
	case e.Review == nil && e.Action == "closed":
		e.closed(d)
		return d
	}
	return nil
}

// doubt says why an event is no decision of somebody who may decide, "" where it is one. Only who may write can merge. Anybody can
// close their own pull request, which takes it back and decides nothing, unless the configuration lists them.
func (e *githubEvent) doubt(store *config.Store) string {
	pr := e.PullRequest
	what, did, by, association := "close", "closed", e.Sender, pr.Association
	if e.Review != nil {
		what, did, by, association = "review", "reviewed", e.Review.User, e.Review.Association
	} else if pr.Merged {
		if pr.MergedBy.Login == "" && by.Login == "" {
			return "left out: the close: nothing says who merged the change"
		}
		return ""
	}
	isOwn, why := listed([]string{pr.User.Login}, by.Login), doubt(store, what, by, association)
	switch {
	case by.Login == "" || pr.User.Login == "":
		return fmt.Sprintf("left out: the %s: nothing says who proposes the change, or who %s it", what, did)
	case isOwn && (e.Review != nil || why != ""):
		return fmt.Sprintf("left out: the %s by %s, who proposes the change", what, by)
	case e.Review != nil || by.isProgram():
		return why
	}
	return ""
}

// fillIn adds what the event does not say itself: whether changes had been asked for, whose work it is, what it brought, and the issues.
func fillIn(ctx context.Context, l *ledger.Ledger, e *githubEvent, heard *Heard, comments []byte, author string) (err error) {
	d, said := heard.Decision, heard.Decision.Reason // of a review its text; to close says nothing
	if e.Review != nil && d.Verdict == decision.Approved {
		changed, err := askedForChanges(ctx, l, d)
		if err != nil {
			return err
		}
		if changed {
			d.Verdict = decision.ApprovedWithChanges
		}
	}
	if kept := cut(d.Reason, decision.MaxReason); kept != d.Reason {
		heard.Notices = []string{fmt.Sprintf("the review's text has %d bytes; the first %d are kept", len(d.Reason), len(kept))}
		d.Reason = kept
	}
	if d.Agent, err = agentOfChange(ctx, l, e.PullRequest.Base.SHA, e.PullRequest.Head); err != nil {
		return err
	}
	left, err := notesOfChange(ctx, l, e.PullRequest.Base.SHA, d.PR.HeadSHA, d)
	if err != nil {
		return err
	}
	if left != "" {
		heard.Notices = append(heard.Notices, left)
	}
	block, notice := lastBlock(l.Config.Comment.PublicKeys, said, comments, author, d)
	if block != nil {
		d.Issues = block.Issues
		d.Agent = cmp.Or(d.Agent, block.Agent)
	}
	if notice != "" {
		heard.Notices = append(heard.Notices, notice)
	}
	// The author of the change chooses these: they are kept as far as they can be, and never keep a decision out.
	heard.Notices = append(heard.Notices, d.DropWrong("draft.title", "tags", "agent", "issues", "paths")...)
	d.Agent = cmp.Or(d.Agent, decision.Unknown)
	d.ID = decision.DerivedID(d.At, string(d.Source), d.SourceID)
	return nil
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

// cut gives the beginning of a text, of at most so many bytes and of whole characters.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// askedForChanges reports whether the pull request was rejected before, by a decision of the store.
func askedForChanges(ctx context.Context, l *ledger.Ledger, d *decision.Decision) (bool, error) {
	for _, err := range recall.Log(ctx, l, recall.Filter{Repo: d.PR.Repo, PR: d.PR.Number, Verdict: decision.Rejected, ReviewPoint: reviewPoint, Until: d.At, Limit: 1}) {
		if bad := (*records.BadRecord)(nil); errors.As(err, &bad) {
			continue
		}
		return err == nil, err
	}
	return false, nil
}

// lastBlock is the rejection block about the pull request: that of the review, else the last of the comments. Anybody may write
// one, and the author of a change may upload what a program posts as unverified. So only a verified block about the decision's
// commit counts: where the configuration knows keys, one that one of them has signed for this pull request; and where it knows
// none, of the comments only those by the author that was named, and the notice says so where none was.
func lastBlock(listed []string, said string, comments []byte, author string, d *decision.Decision) (block *comment.Signed, notice string) {
	isAbout := func(s *comment.Signed) bool {
		return !s.Unverified && (s.HeadSHA == "" || strings.EqualFold(s.HeadSHA, d.PR.HeadSHA))
	}
	counts := func(s *comment.Signed) bool {
		return isAbout(s) && (s.Repo == "" || strings.EqualFold(s.Repo, d.PR.Repo)) && (s.PR == 0 || s.PR == d.PR.Number)
	}
	keys, want := publicKeys(listed), comment.Expect{Repo: d.PR.Repo, PR: d.PR.Number}
	if len(keys) > 0 {
		counts = func(s *comment.Signed) bool { return isAbout(s) && s.Verify(keys, want) == nil }
	}
	if s, err := comment.Parse(said); err == nil && counts(s) {
		return s, ""
	}
	conditions := []comment.Condition{counts}
	if author != "" {
		conditions = append(conditions, comment.From(author))
	}
	s, err := comment.FindTrusted(comments, keys, want, conditions...) // anybody may post a signed one again
	switch {
	case err != nil:
		return nil, ""
	case len(keys) == 0 && author == "":
		return nil, "the blocks of the comments do not count: nothing says whose do; give --author ACCOUNT, or the base comment.public_keys"
	}
	return s, ""
}

// mostCommits is how many commits of a pull request, the newest, are asked for their agent.
const mostCommits = 1000

// agentOfChange is who is behind a pull request: by its commits, where this clone has them, or its branch; "" where nothing tells.
func agentOfChange(ctx context.Context, l *ledger.Ledger, base string, head endpoint) (string, error) {
	change := identity.Change{Branch: head.Ref}
	if git.IsObjectID(base) && git.IsObjectID(head.SHA) {
		commits, err := git.Authors(ctx, l.Repository, base, head.SHA, mostCommits)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err == nil { // else this clone has not fetched them
			change.Commits = commits
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
