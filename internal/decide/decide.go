// Package decide writes what reviewers decide into a ledger: decisions, one by one or from streams, events and logs; amendments,
// redactions and choices among conflict copies. It completes what a record may leave out, and refuses what no record may be. Time comes
// in as an argument.
package decide

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/store"
)

// Decide completes one decision, records it, and says what became of it. A rejection that is made here gets a category, unless
// its reviewer has set one, and what is to be learned from it, by what the ledger teaches at that moment. A pull request of which
// only the number is given is one of the repository of origin.
func Decide(ctx context.Context, l *ledger.Ledger, d *decision.Decision, now time.Time) (store.Outcome, error) {
	setDefaults(l, d, now)
	if err := Refuse(d, now); err != nil {
		return 0, err
	}
	if d.SourceID == "" && !d.Newer() { // it begins here
		if err := deriveLearning(ctx, l, d); err != nil {
			return 0, err
		}
	}
	outcomes, err := appendRecords(ctx, l, now, messageOf(d), d)
	if err != nil {
		return 0, err
	}
	return outcomes[0], nil
}

// Check says why Decide would refuse a decision; nil where it would not.
func Check(l *ledger.Ledger, d decision.Decision, now time.Time) error {
	setDefaults(l, &d, now)
	return Refuse(&d, now)
}

// deriveLearning says what follows from what is said of a decision.
func deriveLearning(ctx context.Context, l *ledger.Ledger, d *decision.Decision) (err error) {
	if d.PR.Number > 0 && d.PR.Repo == "" {
		if d.PR.Repo, err = repositoryOfOrigin(ctx, l.Repository); err != nil {
			return err
		}
	}
	if d.Verdict != decision.Rejected {
		return nil
	}
	d.Reason = cmp.Or(d.Reason, learn.NoReason)
	switch {
	case d.Source == decision.Validator: // its reason is a program's text, of which no category is learned, and none guessed
		d.Category = cmp.Or(d.Category, decision.OtherReason)
	case d.Category != "":
		d.CategoryBy = cmp.Or(d.CategoryBy, decision.ByReviewer)
	default:
		g, err := l.Learning(ctx)
		if err != nil {
			return err
		}
		a := g.Assess(d)
		d.Category, d.Also = a.Category, a.Also
		if a.Basis != learn.ByNothing {
			d.CategoryBy = a.Basis
		}
	}
	d.LearnedAction = cmp.Or(d.LearnedAction, learn.Action(d.Summary(), gate.BuiltIn.Advice))
	return nil
}

// setDefaults sets what a record may leave out. What the id of a record from elsewhere follows from is not made up: recording it
// again has to give the same record.
func setDefaults(l *ledger.Ledger, d *decision.Decision, now time.Time) {
	d.Schema = cmp.Or(d.Schema, decision.Schema)
	if d.Newer() {
		return
	}
	if d.SourceID != "" {
		d.Source = cmp.Or(d.Source, decision.FromEvent)
	} else {
		d.Source = cmp.Or(d.Source, decision.Human)
		if made, ok := decision.IDTime(d.ID); ok && d.At.IsZero() {
			d.At = made
		} else if d.At.IsZero() {
			d.At = now.UTC().Truncate(time.Millisecond)
		}
		if d.ID == "" {
			d.ID = l.NewID(d.At)
		}
	}
	d.Agent = cmp.Or(d.Agent, decision.Unknown)
	if name, ok := identity.Name(d.Agent); ok {
		d.Agent = name // one agent has one name; what is none is refused as such
	}
	d.Artifact.Type = cmp.Or(d.Artifact.Type, decision.OtherType)
	keepText(d)
	if l.Config.Store.Subjects != "plain" {
		hashed := decision.Subject(d.Subject, l.SubjectKey)
		if hashed != strings.TrimSpace(d.Subject) { // one that was hashed elsewhere has the key of elsewhere
			d.SubjectKey = decision.SubjectKey(l.SubjectKey)
		}
		d.Subject = hashed
	}
}

// Refuse says why a record is not taken; nil where it is.
func Refuse(r decision.Record, now time.Time) error {
	wrong := []error{r.Validate(now)}
	way := "nothing was recorded; mend what is named and record again"
	for _, secret := range r.Secrets() {
		wrong = append(wrong, secret)
		way, _ = hint.Of(secret)
	}
	if err := errors.Join(wrong...); err != nil {
		return hint.Misuse(way, "%w", err)
	}
	return nil
}

// appendRecords stores records in one commit.
func appendRecords(ctx context.Context, l *ledger.Ledger, now time.Time, message string, records ...decision.Record) ([]store.Outcome, error) {
	files := make([]store.File, len(records))
	logged := false
	for i, r := range records {
		d, isDecision := r.(*decision.Decision)
		logged = logged || !isDecision || d.Verdict == decision.Rejected
		data, err := r.Encode()
		if err != nil {
			return nil, hint.Misuse("a record takes at most 256 KiB", "%w", err)
		}
		files[i] = store.File{Path: r.Path(), Data: data}
	}
	outcomes, err := l.Append(ctx, now, message, logged, files...)
	if err == nil && !slices.Contains(outcomes, store.Differ) {
		recall.Share(ctx, l, now, records...)
	}
	return outcomes, err
}
