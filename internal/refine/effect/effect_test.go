package effect

import (
	"fmt"
	"slices"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/refine/signal"
)

func refined(session, action string, outcome decision.Outcome) *decision.Refinement {
	return &decision.Refinement{Session: session, FeedbackType: decision.RuntimeError, ActionsApplied: []string{action}, Success: outcome}
}

func TestOf(t *testing.T) {
	rows := Of([]*decision.Refinement{refined("a", "add_context", decision.Helped), refined("a", "add_context", decision.Helped), refined("b", "add_context", decision.DidNot),
		refined("c", "add_context", ""), refined("a", "request_approach", decision.Helped), refined("a", "no_such", decision.Helped)})
	if len(rows) != 2 || rows[0].Action != "add_context" || rows[0].Tried != 3 || rows[0].Known != 2 || rows[0].Helped != 1 || rows[1].Action != "request_approach" {
		t.Errorf("%+v", rows)
	}
}

// An order is suggested only where the intervals do not touch.
func TestSuggest(t *testing.T) {
	var all []*decision.Refinement
	add := func(action string, helped, not int) {
		for i := range helped + not {
			outcome := decision.Helped
			if i >= helped {
				outcome = decision.DidNot
			}
			all = append(all, refined(fmt.Sprint(action, i), action, outcome))
		}
	}
	add("add_context", 3, 3)
	add("add_constraint", 6, 0)
	if order := Suggest(Of(all)); len(order) != 0 {
		t.Errorf("few sessions suggest %v", order)
	}
	add("add_context", 0, 30)
	add("request_approach", 40, 0)
	want := []string{"add_constraint", "request_approach", "add_context"} // the intervals of the first two touch
	if order := Suggest(Of(all)); len(order) != 1 || !slices.Equal(order[signal.RuntimeError], want) {
		t.Errorf("%v, want %v", order, want)
	}
}
