package decide

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/forge/event"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store"
)

// NeedsReason reports whether an event is a rejection of a person who decides here and gave no reason: neither in words nor at lines. Of a
// program nobody asks anything.
func NeedsReason(e event.Event, c *config.Config) bool {
	r := e.Review
	return r != nil && r.State == event.ChangesRequested && !r.By.Program() && doubtOf(e, &c.Store) == "" &&
		isSilent(r.Body) && !slices.ContainsFunc(r.Inline, func(remark event.Inline) bool { return !isSilent(remark.Body) })
}

// isSilent reports whether a text says nothing: forges that take no rejection without a text get a point.
func isSilent(reason string) bool {
	return learn.IsMissing(reason) || !strings.ContainsFunc(reason, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// Silent gives the reviews of a pull request, not before a time, whose reviewers are to be asked for a reason: of each reviewer the newest
// decision alone, for by the next they have said what they think. The events are in order.
func Silent(events []event.Event, since time.Time, c *config.Config) (silent []event.Event) {
	isSeen := map[string]bool{}
	for _, e := range slices.Backward(events) {
		r := e.Review
		if r == nil || r.State == event.Commented {
			continue
		}
		name := strings.ToLower(r.By.Login)
		if !isSeen[name] && !r.At.Before(since) && NeedsReason(e, c) {
			silent = append(silent, e)
		}
		isSeen[name] = true
	}
	return silent
}

// Asked is what a question about a review names.
func Asked(r *event.Review) string { return fmt.Sprintf("review/%d", r.ID) }

// longestWait is how long after a question a comment still is the answer.
const longestWait = 30 * 24 * time.Hour

// mostSilent is how many rejections without words of one pull request are looked at, the newest.
const mostSilent = 20

// MayAnswer reports whether an event is a comment that could answer a question for a reason: by somebody who decides here, in words of its
// own.
func MayAnswer(e event.Event, c *config.Config) bool {
	said := e.Comment
	if said == nil || said.By.Login == "" || said.By.Program() || listed([]string{e.PullRequest.Author.Login}, said.By.Login) {
		return false
	}
	isCommand := strings.Contains(said.Body, "<!--")
	for line := range strings.Lines(said.Body) {
		isCommand = isCommand || strings.HasPrefix(strings.TrimLeft(line, " `\t"), "kbgate ")
	}
	return !isCommand && strings.ContainsFunc(said.Body, unicode.IsLetter) && doubt(&c.Store, "comment", said.By, said.By.Association) == ""
}

// Answer gives the amendment by which a comment answers the question why its author rejected a pull request, nil where it answers none. It
// does if the author's newest rejection there has no words, one of the askers asked about that on the page of comments, and the comment is the
// first of its author behind the question.
func Answer(ctx context.Context, l *ledger.Ledger, e event.Event, comments []byte, askers ...string) (*decision.Amendment, error) {
	if !comment.MayHoldQuestion(comments) || !MayAnswer(e, l.Config) {
		return nil, nil
	}
	silent, err := silentRejection(ctx, l, e)
	if err != nil || silent == nil {
		return nil, err
	}
	_, about, _ := strings.Cut(silent.SourceID, "#") // NUMBER/review/ID
	_, about, _ = strings.Cut(about, "/")
	asked, ok := comment.QuestionAt(comments, about, askers...)
	if at := e.Comment.At; !ok || !at.After(asked) || at.After(asked.Add(longestWait)) {
		return nil, nil
	}
	a := &decision.Amendment{Schema: decision.AmendmentSchema, Source: silent.Source, SourceID: sourceID(e, fmt.Sprintf("comment/%d", e.Comment.ID)), At: e.Comment.At,
		Of: silent.ID, Field: "reason", Value: decision.TextValue(cut(e.Comment.Body, decision.MaxReason)), By: e.Comment.By.Login, Why: "the answer to the question for a reason"}
	a.ID = decision.DerivedID(a.At, string(a.Source), a.SourceID)
	return a, nil
}

// silentRejection gives the newest rejection of a pull request by the author of a comment, made before it, if that has no words.
func silentRejection(ctx context.Context, l *ledger.Ledger, e event.Event) (*decision.Decision, error) {
	f := recall.Filter{Repo: e.PullRequest.Repo, PR: e.PullRequest.Number, Verdict: decision.Rejected, ReviewPoint: reviewPoint, Until: e.Comment.At, Limit: mostSilent}
	for d, err := range recall.Log(ctx, l, f) {
		if bad := (*records.BadRecord)(nil); errors.As(err, &bad) {
			continue
		} else if err != nil {
			return nil, err
		}
		if !listed([]string{d.Reviewer}, e.Comment.By.Login) {
			continue
		}
		for _, name := range d.Redacted {
			if name == "reason" {
				return nil, nil
			}
		}
		if isSilent(d.Reason) {
			return d, nil
		}
		return nil, nil
	}
	return nil, nil
}

// RecordAnswers stores what answers questions, in one commit: of several answers to one question the first. It gives how many are new.
func RecordAnswers(ctx context.Context, l *ledger.Ledger, answers []*decision.Amendment, now time.Time) (added int, err error) {
	answered := map[string]bool{}
	var all []decision.Record
	for _, a := range slices.SortedStableFunc(slices.Values(answers), func(a, b *decision.Amendment) int { return a.At.Compare(b.At) }) {
		if answered[a.Of] {
			continue
		}
		if err := Refuse(a, now); err != nil {
			return 0, err
		}
		answered[a.Of] = true
		all = append(all, a)
	}
	if len(all) == 0 {
		return 0, nil
	}
	outcomes, err := appendRecords(ctx, l, now, "Record why changes were rejected", all...)
	for _, outcome := range outcomes {
		if outcome == store.Added {
			added++
		}
	}
	return added, err
}
