package decide

import (
	"context"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
)

// Categorized is what became of setting the category of a decision.
type Categorized struct {
	ID            string              `json:"id"`
	Category      decision.Category   `json:"category"`
	Was           decision.Category   `json:"was"`
	WasBy         decision.CategoryBy `json:"was_by"`
	LearnedAction string              `json:"learned_action"`
	Amendment     string              `json:"amendment,omitempty"` // the id of the record that says so; none was made where it was so already
}

// Categorize sets the category of a decision, unless a person has already set the same one. The id may be a part of one, as for
// recall.Find. The ledger learns from it.
func Categorize(ctx context.Context, l *ledger.Ledger, id string, category decision.Category, by, why string, now time.Time) (*Categorized, error) {
	found, err := recall.Find(ctx, l, id)
	if err != nil {
		return nil, err
	}
	d := found.Decision
	const wayOut = "`kbgate log --verdict rejected` lists what was rejected"
	switch {
	case d == nil:
		return nil, hint.Misuse(wayOut, "%s is no decision", found.ID())
	case d.Verdict == decision.Approved:
		return nil, hint.Misuse(wayOut, "%s is an approval; only what speaks against something has a category", d.ID)
	}
	before, err := l.Learning(ctx)
	if err != nil {
		return nil, err
	}
	was := before.Assess(d)
	done := &Categorized{ID: d.ID, Category: category, Was: was.Category, WasBy: was.Basis}
	if was.Category != category || was.Basis != decision.ByReviewer {
		a := &decision.Amendment{Of: d.ID, Field: "category", Value: decision.TextValue(string(category)), By: by, Why: why}
		if err := Amend(ctx, l, a, now); err != nil {
			return nil, err
		}
		done.Amendment = a.ID
		if found, err = recall.Find(ctx, l, d.ID); err != nil {
			return nil, err
		}
	}
	done.LearnedAction = before.Action(found.Decision) // it has a category now, so that no model is asked
	return done, nil
}
