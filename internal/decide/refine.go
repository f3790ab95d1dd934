package decide

import (
	"cmp"
	"context"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
)

// Refine completes the refinements of one run of the loop, and records them in one commit: all of them or none.
func Refine(ctx context.Context, l *ledger.Ledger, run []*decision.Refinement, now time.Time) error {
	if len(run) == 0 {
		return nil
	}
	records := make([]decision.Record, len(run))
	session := ""
	for i, r := range run {
		r.Schema, r.Source = decision.RefinementSchema, cmp.Or(r.Source, decision.Human)
		r.At = now.UTC().Truncate(time.Millisecond)
		r.ID = l.NewID(r.At)
		session = cmp.Or(session, r.ID)
		r.Session = session
		if name, ok := identity.Name(r.Agent); ok {
			r.Agent = name
		}
		if r.Artifact.Name != "" {
			r.Artifact.Type = cmp.Or(r.Artifact.Type, decision.OtherType)
		}
		if err := Refuse(r, now); err != nil {
			return err
		}
		records[i] = r
	}
	_, err := appendRecords(ctx, l, now, "Record a refinement", records...)
	return err
}

// Helped records whether a refinement helped: what a later decision on its artifact says otherwise.
func Helped(ctx context.Context, l *ledger.Ledger, id string, outcome decision.Outcome, by, why string, now time.Time) (*decision.Amendment, error) {
	found, err := recall.Find(ctx, l, id)
	if err != nil {
		return nil, err
	}
	if found.Refinement == nil {
		return nil, hint.Misuse("`kbgate refinements --format jsonl` lists them", "%s is no refinement", found.ID())
	}
	if found.Refinement.Success == outcome {
		return nil, nil
	}
	a := &decision.Amendment{Field: decision.SuccessField, By: by, Why: why}
	if outcome != "" {
		a.Value = decision.TextValue(string(outcome))
	}
	if err := fit(ctx, l, found, a, now); err != nil {
		return nil, err
	}
	_, err = appendRecords(ctx, l, now, "Amend a record: "+a.Field, a)
	return a, err
}
