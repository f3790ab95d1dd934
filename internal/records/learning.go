package records

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/store/index"
)

// Learning is what a ledger had taught when it was asked for: categories by the built-in keywords, by those of the
// configuration, and by a model of the reasons whose category people have set. It stays as it is, and several goroutines
// may use it.
type Learning struct {
	Categorizer *learn.Categorizer // puts reasons into categories
	Tree        string             // of the store that taught it; "" for none
}

// Learn gives what the decisions of an index teach, with further keywords by category.
func Learn(ctx context.Context, x *index.Index, keywords map[string][]string) (*Learning, error) {
	tree := x.Tree()
	model, err := modelOf(ctx, x)
	if err != nil {
		return nil, err
	}
	return &Learning{learn.NewCategorizer(keywords, model), tree}, nil
}

// NewUntrained is what a store teaches in which nobody has set a category.
func NewUntrained(keywords map[string][]string) *Learning {
	return &Learning{Categorizer: learn.NewCategorizer(keywords, new(learn.Model))}
}

// modelOf learns from all reasons whose category a person has set. It counts, so that their order changes nothing.
func modelOf(ctx context.Context, x *index.Index) (*learn.Model, error) {
	isTaught := index.Query{Where: []index.Condition{{Column: TaughtColumn, Any: []string{""}, Not: true}}}
	model := new(learn.Model)
	err := x.Each(ctx, isTaught, func(r *index.Row) {
		model.LearnStems(r.Texts[1], decision.Category(strings.Join(r.Texts[0], "")))
	}, TaughtColumn, StemsColumn)
	return model, err
}

// Assess gives the category of a decision with its amendments folded in: the one that it has, else of a rejection the one
// that its reason tells. Other decisions have none.
func (g *Learning) Assess(d *decision.Decision) learn.Assignment {
	switch {
	case d.Category != "":
		return learn.Assignment{Category: d.Category, Also: d.Also, Basis: cmp.Or(d.CategoryBy, learn.ByRecord)}
	case d.Verdict != decision.Rejected:
		return learn.Assignment{Basis: learn.ByNothing}
	}
	return g.Categorizer.Categorize(d.Reason)
}

// Action gives what is learned from a rejection with its amendments folded in: what it says itself, else what follows from
// its tags or its category. From other decisions nothing is.
func (g *Learning) Action(d *decision.Decision) string {
	if d.LearnedAction != "" || d.Verdict != decision.Rejected {
		return d.LearnedAction
	}
	return learn.Action(decision.Summary{Type: d.Artifact.Type, Name: d.Artifact.Name, Reason: d.Reason, Category: g.Assess(d).Category, Issues: d.Issues}, gate.BuiltIn.Advice)
}

// FillIn gives a decision, with its amendments folded in, as people see it: a rejection has the category that its reason tells
// and what is learned from it, where it has none of its own; what gates found has neither. What is hidden stays so.
func (g *Learning) FillIn(d *decision.Decision) *decision.Decision {
	if d.Verdict != decision.Rejected || d.Category != "" && d.LearnedAction != "" || d.IsOfGates() {
		return d
	}
	view := *d
	if d.Category == "" {
		a := g.Assess(d)
		view.Category, view.Also = a.Category, a.Also
		if a.Basis == decision.ByKeyword || a.Basis == decision.ByModel {
			view.CategoryBy = a.Basis
		}
	}
	if !slices.Contains(d.Redacted, "learned_action") && !slices.Contains(d.Redacted, "reason") {
		view.LearnedAction = g.Action(&view)
	}
	return &view
}
