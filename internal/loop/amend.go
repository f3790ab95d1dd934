package loop

import (
	"cmp"
	"context"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
)

// Amend completes an amendment that is made here, checks that it fits its record, and stores it.
func (l *Ledger) Amend(ctx context.Context, a *decision.Amendment, now time.Time) error {
	found, err := l.Find(ctx, a.Of)
	if err != nil {
		return err
	}
	return l.amend(ctx, found, a, now)
}

// amend is Amend of a record that was found.
func (l *Ledger) amend(ctx context.Context, found *Found, a *decision.Amendment, now time.Time) error {
	a.Schema = decision.AmendmentSchema
	a.At = now.UTC().Truncate(time.Millisecond)
	a.ID = l.newID(a.At)
	a.Source = cmp.Or(a.Source, decision.Human)
	a.By = cmp.Or(a.By, l.Me(ctx))
	if found.Amendment != nil {
		a.Of = found.Amendment.ID
	} else {
		a.Of = found.Decision.ID
		if err := a.Check(found.Decision); err != nil {
			return &UsageError{Err: err, Hint: "`kbgate show " + a.Of + "` shows the fields that the record has"}
		}
	}
	if err := refuse(a, now); err != nil {
		return err
	}
	_, err := l.append(ctx, now, "Amend a record: "+a.Field, a)
	return err
}

// Redact hides texts of a record from every view: the named fields, or with none all that could hold what somebody typed.
// The texts stay in git's history.
func (l *Ledger) Redact(ctx context.Context, id string, fields []string, by, why string, now time.Time) (*decision.Amendment, error) {
	a := &decision.Amendment{Of: id, Field: decision.RedactedField, Value: decision.TextValue(decision.AllTexts), By: by, Why: why}
	if len(fields) > 0 {
		a.Value = decision.ListValue(fields...)
	}
	return a, l.Amend(ctx, a, now)
}
