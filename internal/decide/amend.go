package decide

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
)

// Amend completes an amendment that is made here, checks that it fits its record, and stores it.
func Amend(ctx context.Context, l *ledger.Ledger, a *decision.Amendment, now time.Time) error {
	found, err := recall.Find(ctx, l, a.Of)
	if err != nil {
		return err
	}
	if err := fit(ctx, l, found, a, now); err != nil {
		return err
	}
	_, err = appendRecords(ctx, l, now, "Amend a record: "+a.Field, a)
	return err
}

// fit completes an amendment, and says why it is not taken.
func fit(ctx context.Context, l *ledger.Ledger, found *recall.Found, a *decision.Amendment, now time.Time) error {
	a.Schema = decision.AmendmentSchema
	a.At = now.UTC().Truncate(time.Millisecond)
	a.ID = l.NewID(a.At)
	a.Source = cmp.Or(a.Source, decision.Human)
	a.By = cmp.Or(a.By, l.Me(ctx))
	a.Of = found.ID()
	if found.Decision != nil {
		if err := a.Check(found.Decision); err != nil {
			return hint.Misuse("`kbgate show "+a.Of+"` shows the fields that the record has", "%w", err)
		}
	}
	return Refuse(a, now)
}

// FieldValue is what a field of a decision is to be; no value takes it away.
type FieldValue struct {
	Field string
	Value decision.Value
}

// AmendedField is a field that was amended.
type AmendedField struct {
	Field     string   `json:"field"`
	Now       []string `json:"now"`
	Was       []string `json:"was"`
	Amendment string   `json:"amendment"` // the id of the record that says so
}

// Correct amends fields of a decision in one commit, but those that are so already. It gives the decision as it is then.
func Correct(ctx context.Context, l *ledger.Ledger, id string, changes []FieldValue, by, why string, now time.Time) (*decision.Decision, []AmendedField, error) {
	found, err := recall.Find(ctx, l, id)
	if err != nil {
		return nil, nil, err
	}
	d := found.Decision
	switch {
	case found.Allowance != nil:
		return nil, nil, hint.Misuse("`kbgate withdraw` takes it back, and `kbgate allow` makes another one", "%s is an allowance, and no decision", found.Allowance.ID)
	case found.Refinement != nil:
		return nil, nil, hint.Misuse("`kbgate amend ID --success true` says whether it helped", "%s is a refinement, and no decision", found.Refinement.ID)
	case d == nil:
		return nil, nil, hint.Misuse("amend the record that it is about: "+found.Amendment.Of, "%s is an amendment, and no decision", found.Amendment.ID)
	}
	var changed []AmendedField
	var amendments []decision.Record
	for _, c := range changes {
		if slices.ContainsFunc(d.Redacted, func(hidden string) bool { return decision.Covers(hidden, c.Field) }) {
			return nil, nil, hint.Misuse("what is hidden stays so, whatever it is amended to; record the decision anew", "%s of %s is hidden", c.Field, d.ID)
		}
		if text, _ := c.Value.Text(); c.Field == "agent" {
			if name, ok := identity.Name(text); ok {
				c.Value = decision.TextValue(name)
			}
		}
		was, texts := d.TextsOf(c.Field), c.Value.Texts()
		if slices.Equal(was, texts) {
			continue
		}
		a := &decision.Amendment{Of: d.ID, Field: c.Field, Value: c.Value, By: by, Why: why}
		if err := fit(ctx, l, found, a, now); err != nil {
			return nil, nil, err
		}
		amendments = append(amendments, a)
		changed = append(changed, AmendedField{c.Field, append([]string{}, texts...), append([]string{}, was...), a.ID})
	}
	if len(amendments) == 0 {
		return d, nil, nil
	}
	message := "Amend a record: " + changed[0].Field
	if len(changed) > 1 {
		message = fmt.Sprintf("Amend a record: %d fields", len(changed))
	}
	if _, err := appendRecords(ctx, l, now, message, amendments...); err != nil {
		return nil, nil, err
	}
	if found, err = recall.Find(ctx, l, d.ID); err != nil {
		return nil, nil, err
	}
	return found.Decision, changed, nil
}
