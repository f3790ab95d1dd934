package loop

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/store"
)

// NoReason is the reason of a rejection for which nobody gave one: the words of the user's documents.
const NoReason = learn.NoReason

// Decide completes one decision, records it, and says what became of it. A rejection that is made here gets a category, unless
// its reviewer has set one, and what is to be learned from it, by what the ledger teaches at that moment. A pull request of which
// only the number is given is one of the repository of origin.
func (l *Ledger) Decide(ctx context.Context, d *decision.Decision, now time.Time) (store.Outcome, error) {
	l.complete(d, now)
	if err := refuse(d, now); err != nil {
		return 0, err
	}
	begins := d.SourceID == "" && !d.Newer()
	if begins && d.PR.Number > 0 && d.PR.Repo == "" {
		var err error
		if d.PR.Repo, err = l.repositoryOfOrigin(ctx); err != nil {
			return 0, err
		}
	}
	if begins && d.Verdict == decision.Rejected {
		if err := l.conclude(ctx, d); err != nil {
			return 0, err
		}
	}
	outcomes, err := l.append(ctx, now, "Record a decision", d)
	if err != nil {
		return 0, err
	}
	return outcomes[0], nil
}

// Check says why Decide would refuse a decision; nil where it would not.
func (l *Ledger) Check(d decision.Decision, now time.Time) error {
	l.complete(&d, now)
	return refuse(&d, now)
}

// conclude says what follows from the reason of a rejection.
func (l *Ledger) conclude(ctx context.Context, d *decision.Decision) error {
	d.Reason = cmp.Or(d.Reason, NoReason)
	if d.Category != "" {
		d.CategoryBy = cmp.Or(d.CategoryBy, decision.ByReviewer)
	} else {
		g, err := l.Learning(ctx)
		if err != nil {
			return err
		}
		a := g.categorizer.Categorize(d.Reason)
		d.Category, d.Also = a.Category, a.Also
		if a.Basis != learn.ByNothing {
			d.CategoryBy = decision.CategoryBy(a.Basis)
		}
	}
	d.LearnedAction = cmp.Or(d.LearnedAction, actionOf(d, d.Category))
	return nil
}

// complete sets what a record may leave out. What the id of a record from elsewhere follows from is not made up: recording it
// again has to give the same record.
func (l *Ledger) complete(d *decision.Decision, now time.Time) {
	d.Schema = cmp.Or(d.Schema, decision.Schema)
	if d.Newer() {
		return
	}
	if d.Source == "" {
		if d.Source = decision.Human; d.SourceID != "" {
			d.Source = decision.FromEvent
		}
	}
	if d.At.IsZero() && d.SourceID == "" {
		if made, ok := decision.IDTime(d.ID); ok {
			d.At = made
		} else {
			d.At = now.UTC().Truncate(time.Millisecond)
		}
	}
	if d.ID == "" && d.SourceID == "" {
		d.ID = l.newID(d.At)
	}
	d.Agent = cmp.Or(d.Agent, decision.Unknown)
	if name, ok := identity.Name(d.Agent); ok {
		d.Agent = name // one agent has one name; what is none is refused as such
	}
	d.Artifact.Type = cmp.Or(d.Artifact.Type, decision.OtherType)
	if l.Config.Store.Subjects != "plain" {
		d.Subject = decision.Subject(d.Subject, l.SubjectKey)
	}
}

// record is what decisions and amendments have in common.
type record interface {
	Validate(now time.Time) error
	Secrets() []*decision.SecretError
	Encode() ([]byte, error)
	Path() string
}

// refuse says why a record is not taken; nil where it is.
func refuse(r record, now time.Time) error {
	wrong := []error{r.Validate(now)}
	hint := "nothing was recorded; mend what is named and record again"
	for _, secret := range r.Secrets() {
		wrong, hint = append(wrong, secret), secret.Hint()
	}
	if err := errors.Join(wrong...); err != nil {
		return &UsageError{Err: err, Hint: hint}
	}
	return nil
}

// append stores records in one commit.
func (l *Ledger) append(ctx context.Context, now time.Time, message string, records ...record) ([]store.Outcome, error) {
	files := make([]store.File, len(records))
	logged := false
	for i, r := range records {
		d, isDecision := r.(*decision.Decision)
		logged = logged || !isDecision || d.Verdict == decision.Rejected
		data, err := r.Encode()
		if err != nil {
			return nil, &UsageError{Err: err, Hint: "a record takes at most 256 KiB"}
		}
		files[i] = store.File{Path: r.Path(), Data: data}
	}
	return l.commit(ctx, now, message, logged, files...)
}

// nameOf is the name in "Name <address>".
func nameOf(ident string) string {
	name, _, _ := strings.Cut(ident, "<")
	return strings.TrimSpace(name)
}
