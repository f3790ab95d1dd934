package loop

import (
	"context"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/store/index"
)

// Learning is what a ledger had taught when it was asked for: categories by the contract's keywords, by those of the
// configuration, and by a model of the reasons whose category people have set. It stays as it is, and several goroutines
// may use it.
type Learning struct {
	categorizer *learn.Categorizer
	tree        string // of the store that taught it
}

// Learning gives what the ledger teaches now. It must not be called while a Log goes on.
func (l *Ledger) Learning(ctx context.Context) (*Learning, error) {
	x, err := l.Index(ctx)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.learning != nil && l.learning.tree == x.Tree() {
		return l.learning, nil
	}
	tree := x.Tree()
	model, err := modelOf(ctx, x)
	if err != nil {
		return nil, err
	}
	l.learning = &Learning{learn.NewCategorizer(l.Config.Learn.Keywords, model), tree}
	return l.learning, nil
}

// modelOf learns from all reasons whose category a person has set. It counts, so that their order changes nothing.
func modelOf(ctx context.Context, x *index.Index) (*learn.Model, error) {
	isTaught := index.Query{Where: []index.Condition{{Column: taughtColumn, Any: []string{""}, Not: true}}}
	model := new(learn.Model)
	err := x.Each(ctx, isTaught, func(r *index.Row) {
		model.LearnStems(r.Texts[1], decision.Category(strings.Join(r.Texts[0], "")))
	}, taughtColumn, stemsColumn)
	return model, err
}

// Categorizer puts reasons into categories.
func (g *Learning) Categorizer() *learn.Categorizer { return g.categorizer }

// Assess gives the category of a decision with its amendments folded in: the one that it has, else of a rejection the one
// that its reason tells. Other decisions have none.
func (g *Learning) Assess(d *decision.Decision) learn.Assignment {
	switch {
	case d.Category != "":
		return learn.Assignment{Category: d.Category, Also: d.Also, Basis: basisOf(d)}
	case d.Verdict != decision.Rejected:
		return learn.Assignment{Basis: learn.ByNothing}
	}
	return g.categorizer.Categorize(d.Reason)
}

func basisOf(d *decision.Decision) learn.Basis {
	if d.CategoryBy == "" {
		return learn.ByRecord
	}
	return learn.Basis(d.CategoryBy)
}

// Action gives what is learned from a rejection with its amendments folded in: what it says itself, else what follows from
// its category. From other decisions nothing is.
func (g *Learning) Action(d *decision.Decision) string {
	if d.LearnedAction != "" || d.Verdict != decision.Rejected {
		return d.LearnedAction
	}
	return actionOf(d, g.Assess(d).Category)
}

func actionOf(d *decision.Decision, category decision.Category) string {
	return learn.Action(decision.Summary{Type: d.Artifact.Type, Name: d.Artifact.Name, Reason: d.Reason, Category: category})
}

// View gives a decision, with its amendments folded in, as people see it: a rejection has the category that its reason tells
// and what is learned from it, where it has none of its own. What is hidden stays so.
func (g *Learning) View(d *decision.Decision) *decision.Decision {
	if d.Verdict != decision.Rejected || d.Category != "" && d.LearnedAction != "" {
		return d
	}
	view := *d
	if d.Category == "" {
		a := g.Assess(d)
		view.Category, view.Also = a.Category, a.Also
		if a.Basis == learn.ByKeyword || a.Basis == learn.ByModel {
			view.CategoryBy = decision.CategoryBy(a.Basis)
		}
	}
	if !slices.Contains(d.Redacted, "learned_action") && !slices.Contains(d.Redacted, "reason") {
		view.LearnedAction = g.Action(&view)
	}
	return &view
}

// View is that of what the ledger teaches. Where it has no index, none is made: then it is that of a store which has taught
// nothing.
func (l *Ledger) View(ctx context.Context, d *decision.Decision) *decision.Decision {
	return l.learned(ctx).View(d)
}

// learned gives what the ledger teaches if that is known without reading every record.
func (l *Ledger) learned(ctx context.Context) *Learning {
	if _, err := l.indexIf(ctx, index.Never); err == nil {
		if g, err := l.Learning(ctx); err == nil {
			return g
		}
	}
	return l.untaught()
}

// Assess is that of what the ledger has taught so far; where the store cannot be read, that of one which has taught nothing.
// While a Log goes on, Learning must have been asked before.
func (l *Ledger) Assess(ctx context.Context, d *decision.Decision) learn.Assignment {
	return l.taught(ctx).Assess(d)
}

// Action is that of what the ledger has taught so far, as Assess is.
func (l *Ledger) Action(ctx context.Context, d *decision.Decision) string {
	return l.taught(ctx).Action(d)
}

// taught gives what was learned last, without asking the store again.
func (l *Ledger) taught(ctx context.Context) *Learning {
	l.mu.Lock()
	known := l.learning
	l.mu.Unlock()
	if known != nil {
		return known
	}
	if g, err := l.Learning(ctx); err == nil {
		return g
	}
	return l.untaught()
}

// untaught is what a store teaches in which nobody has set a category.
func (l *Ledger) untaught() *Learning {
	return &Learning{categorizer: learn.NewCategorizer(l.Config.Learn.Keywords, new(learn.Model))}
}
