package decide

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/forge/event"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/records"
)

// Where decisions of pull requests are made.
const (
	reviewPoint = "pr-review"
	closePoint  = "pr-close"
)

// Heard is what an event of a pull request comes to.
type Heard struct {
	Decision *decision.Decision // of the event's own fields alone; nil: none, as with a review that only comments
	Kind     string             // review or close; "" where the event is no decision
	LeftOut  string             // why the decision of one who decides nothing here is left out; "": none is
	Notices  []string           // what of it could be kept in part only
	learned  []learnedField     // what else is known of it
}

// Beside is what is at hand beside an event.
type Beside struct {
	// Comments is the page of comments on the pull request, as comment.Find takes it; nil: none is at hand.
	Comments []byte
	// Author is the account whose comments count there; "": nobody says.
	Author string
	// Seen is what the run found out of other events; nil: nothing is kept.
	Seen *Seen
}

// Hear gives the decision that an event stands for, where it is of one who may decide, and what can be learned of it here. A pull request
// is one artifact: a review is about all of it. The decision holds what the event says and nothing else, so that every machine which
// records the event writes the same file. All else becomes amendments: whose work it is, the notes that it brings, the tags of the last
// rejection block, the remarks at lines where the review has no other words.
func Hear(ctx context.Context, l *ledger.Ledger, e event.Event, beside Beside) (Heard, error) {
	d := decided(e)
	if d == nil {
		return Heard{}, nil
	}
	heard := Heard{Kind: "close", LeftOut: doubtOf(e, &l.Config.Store)}
	if e.Review != nil {
		heard.Kind = "review"
	}
	if heard.LeftOut != "" {
		return heard, nil
	}
	if kept := cut(d.Reason, decision.MaxReason); kept != d.Reason {
		heard.tell("the review's text has %d bytes; the first %d are kept", len(d.Reason), len(kept))
		d.Reason = kept
	}
	// The author of the change chooses these: they are kept as far as they can be, and never keep a decision out.
	heard.Notices = append(heard.Notices, d.DropWrong("draft.title", "tags", "pr.author", "pr.branch")...)
	d.ID = decision.DerivedID(d.At, string(d.Source), d.SourceID)
	heard.Decision = d
	return heard, heard.learn(ctx, l, e, beside)
}

func (h *Heard) tell(format string, args ...any) {
	h.Notices = append(h.Notices, fmt.Sprintf(format, args...))
}

// decided gives the decision that an event stands for by itself, nil where it is none.
func decided(e event.Event) *decision.Decision {
	pr := &e.PullRequest
	d := &decision.Decision{
		Schema: decision.Schema, Source: sourceOf(e.Forge), Agent: decision.Unknown,
		Artifact: decision.Artifact{Type: decision.Claim, Name: fmt.Sprintf("%s#%d", pr.Repo, pr.Number)},
		Draft:    decision.Draft{Title: pr.Title}, Tags: pr.Labels,
		PR: decision.PullRequest{Repo: pr.Repo, Number: pr.Number, HeadSHA: pr.Head.SHA, State: pr.State, BaseSHA: pr.Base.SHA, Branch: pr.Head.Ref, Author: pr.Author.Login},
	}
	switch {
	case e.Review != nil && (e.Review.State == event.Approved || e.Review.State == event.ChangesRequested):
		r := e.Review
		if d.Verdict = decision.Approved; r.State == event.ChangesRequested {
			d.Verdict = decision.Rejected
		}
		d.SourceID = sourceID(e, fmt.Sprintf("review/%d", r.ID))
		d.At, d.ReviewPoint, d.Reviewer, d.Reason = r.At.UTC(), reviewPoint, r.By.Login, r.Body
		d.PR.HeadSHA = cmp.Or(r.Commit, d.PR.HeadSHA)
	case e.Close != nil:
		c := e.Close
		if d.Verdict, d.PR.State = decision.Rejected, "closed"; c.Merged {
			d.Verdict, d.PR.State = decision.Approved, "merged"
		}
		d.At, d.ReviewPoint, d.Reviewer = c.At.UTC(), closePoint, c.By.Login
		// A pull request may be closed, opened and closed again.
		d.SourceID = sourceID(e, d.PR.State+"/"+d.At.Format(time.RFC3339))
	default:
		return nil
	}
	return d
}

// sourceOf is the source of records of a forge's events: the contract has one of its own for GitHub alone.
func sourceOf(forge string) decision.Source {
	if forge == string(decision.GitHub) {
		return decision.GitHub
	}
	return decision.FromEvent
}

// sourceID is the id of something on a pull request. Two forges may have a repository of one name.
func sourceID(e event.Event, what string) string {
	id := fmt.Sprintf("%s#%d/%s", e.PullRequest.Repo, e.PullRequest.Number, what)
	if sourceOf(e.Forge) == decision.GitHub {
		return id
	}
	return e.Forge + ":" + id
}

// doubtOf says why an event is no decision of somebody who may decide, "" where it is one. Only who may write can merge. Anybody can
// close their own pull request, which takes it back and decides nothing, unless the configuration lists them.
func doubtOf(e event.Event, store *config.Store) string {
	proposer := e.PullRequest.Author
	what, did, by, association := "close", "closed", event.Account{}, proposer.Association
	switch {
	case e.Review != nil:
		what, did, by, association = "review", "reviewed", e.Review.By, e.Review.By.Association
	case e.Close.Merged:
		if e.Close.By.Login == "" {
			return "left out: the close: nothing says who merged the change"
		}
		return ""
	default:
		by = e.Close.By
	}
	isOwn, why := listed([]string{proposer.Login}, by.Login), doubt(store, what, by, association)
	switch {
	case by.Login == "" || proposer.Login == "":
		return fmt.Sprintf("left out: the %s: nothing says who proposes the change, or who %s it", what, did)
	case isOwn && (e.Review != nil || why != ""):
		return fmt.Sprintf("left out: the %s by %s, who proposes the change", what, by.Login)
	case e.Review != nil || by.Program():
		return why
	}
	return ""
}

// learn finds out what the event does not say itself.
func (h *Heard) learn(ctx context.Context, l *ledger.Ledger, e event.Event, beside Beside) error {
	d := h.Decision
	if d.Reason == "" && e.Review != nil {
		h.add(inlineField(e.Review.Inline))
	}
	agent, brief, rank, err := behindChange(ctx, l, e.PullRequest, beside.Seen)
	if err != nil {
		return err
	}
	if brief != "" {
		h.add(learnedField{field: "brief", value: decision.TextValue(brief), rank: rank})
	}
	block, notice := lastBlock(l.Config.Comment.PublicKeys, d.Reason, beside, d)
	if notice != "" {
		h.tell("%s", notice)
	}
	view := *d
	if block != nil {
		view.Issues, _ = block.Of(d.PR.HeadSHA)
		if !block.IsOf(d.PR.HeadSHA) {
			block.Agent = "" // of another commit
		}
		if rank < fromBlock && block.Agent != "" && !e.PullRequest.IsFork {
			agent, rank = block.Agent, fromBlock
		}
	}
	view.Agent = cmp.Or(agent, decision.Unknown)
	left, err := notesOfChange(ctx, l, e, &view, beside.Seen)
	if err != nil {
		return err
	}
	if left != "" {
		h.tell("%s", left)
	}
	named := len(view.Paths)
	h.Notices = append(h.Notices, view.DropWrong("agent", "issues", "paths")...)
	view.PathsLeftOut += named - len(view.Paths)
	if view.Agent != "" && view.Agent != decision.Unknown {
		h.add(learnedField{field: "agent", value: decision.TextValue(view.Agent), rank: rank})
	}
	if d.Verdict == decision.Approved {
		if err := h.correct(ctx, l, &view, beside.Seen); err != nil {
			return err
		}
	}
	for _, name := range []string{"issues", "paths", "paths_left_out", "draft.fingerprint", "draft.sketch"} {
		if value, ok := view.ValueOf(name); ok {
			h.add(learnedField{field: name, value: value})
		}
	}
	return nil
}

func (h *Heard) add(f learnedField) {
	if f.field != "" {
		h.learned = append(h.learned, f)
	}
}

// correct keeps what was changed between the last rejection of a pull request and its approval, where there was one. A text that is gone
// leaves that changes had been asked for.
func (h *Heard) correct(ctx context.Context, l *ledger.Ledger, d *decision.Decision, seen *Seen) error {
	rejected, known, err := lastSentBack(ctx, l, d)
	if rejected == nil || err != nil {
		return err
	}
	diff, notice, err := CorrectionOf(ctx, l, rejected.PR.HeadSHA, d.PR.HeadSHA, d.Paths, slices.Concat(rejected.Issues, d.Issues), seen)
	if err != nil {
		return err
	}
	if notice != "" {
		h.tell("%s", notice)
	}
	f := learnedField{field: "correction", value: decision.TextValue(diff), why: "changes had been asked for before"}
	switch {
	case notice == withTerms:
		f.rank = fromCommits + mostSentBack + 1
	case diff != "" || notice == "": // whoever knew more rejections knew which was the last
		f.rank = fromCommits + rank(known)
	}
	h.add(f)
	return nil
}

// mostSentBack is how many rejections of one pull request are told apart by what is learned of them.
const mostSentBack = 100

// lastSentBack gives the last rejection of a review of the pull request before a decision on it, and how many the store has; nil where it
// has none.
func lastSentBack(ctx context.Context, l *ledger.Ledger, d *decision.Decision) (last *decision.Decision, known int, err error) {
	filter := recall.Filter{Repo: d.PR.Repo, PR: d.PR.Number, Verdict: decision.Rejected, ReviewPoint: reviewPoint, Until: d.At, Limit: mostSentBack}
	for rejected, err := range recall.Log(ctx, l, filter) {
		if bad := (*records.BadRecord)(nil); errors.As(err, &bad) {
			continue
		} else if err != nil {
			return nil, 0, err
		}
		if known++; last == nil {
			last = rejected
		}
	}
	return last, known, nil
}

// mostInline is how many remarks at lines stand for the words of a review that has no others.
const mostInline = 50

// inlineField makes the words of a review of its remarks at lines: each with its place, as it was typed.
func inlineField(remarks []event.Inline) learnedField {
	var words []string
	for _, r := range remarks[:min(len(remarks), mostInline)] {
		if body := strings.TrimSpace(r.Body); body != "" {
			words = append(words, body)
		}
	}
	if len(words) == 0 {
		return learnedField{}
	}
	return learnedField{field: "reason", value: decision.TextValue(cut(strings.Join(words, "\n\n"), decision.MaxReason)), why: "the remarks at lines of the review, which has no other words"}
}

// cut gives the beginning of a text, of at most so many bytes and of whole characters.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// lastBlock is the rejection block about the pull request: that of the review, else the last of the comments. Anybody may write
// one, and the author of a change may upload what a program posts as unverified. So only a verified block counts that tells of the decision's
// commit: where the configuration knows keys, one that one of them has signed for this pull request; and where it knows
// none, of the comments only those by the author that was named, and the notice says so where none was.
func lastBlock(listed []string, said string, beside Beside, d *decision.Decision) (block *comment.Signed, notice string) {
	isAbout := func(s *comment.Signed) bool {
		_, isOf := s.Of(d.PR.HeadSHA)
		return !s.Unverified && isOf
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
	if beside.Author != "" {
		conditions = append(conditions, comment.From(beside.Author))
	}
	s, err := comment.FindTrusted(beside.Comments, keys, want, conditions...) // anybody may post a signed one again
	switch {
	case err != nil:
		return nil, ""
	case len(keys) == 0 && beside.Author == "":
		return nil, "the blocks of the comments do not count: nothing says whose do; give --author ACCOUNT, or the base comment.public_keys"
	}
	return s, ""
}

// mostCommits is how many commits of a pull request, the newest, are asked for their agent.
const mostCommits = 1000

// behindChange is who is behind a pull request, and which brief the agent had: by its commits, where this clone has them, else by what the
// event says of it; "" where nothing tells. The rank says on what it stands.
func behindChange(ctx context.Context, l *ledger.Ledger, pr event.PullRequest, seen *Seen) (agent, brief string, on rank, err error) {
	from, authors := l.Config.Agents.From, l.Config.Agents.Authors
	change := identity.Change{Branch: pr.Head.Ref}
	if pr.IsFork { // whoever may fork may call a branch anything, and write any trailer
		from = []string{identity.Author}
	}
	if git.IsObjectID(pr.Base.SHA) && git.IsObjectID(pr.Head.SHA) {
		commits, err := seen.authors(ctx, l, pr.Base.SHA, pr.Head.SHA)
		if ctx.Err() != nil {
			return "", "", 0, ctx.Err()
		}
		if err == nil && len(commits) > 0 { // else this clone has not fetched them
			change.Commits, on = commits, fromCommits
		}
	}
	return identity.Of(change, from, authors), identity.BriefOf(change.Commits), on, nil
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

// Misread says what is wrong with a payload, and what to do.
func Misread(err error) error {
	switch {
	case errors.Is(err, event.ErrNoJSON):
		return hint.Misuse("in a job, $GITHUB_EVENT_PATH names the file", "%w", err)
	case errors.Is(err, event.ErrNoPullRequest):
		return hint.Misuse("the events pull_request_review, pull_request and issue_comment are", "%w", err)
	}
	return err
}
