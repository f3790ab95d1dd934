package loop

import (
	"context"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/store/index"
)

// Threshold is from which share on a category is a pattern here.
func (l *Ledger) Threshold() learn.Threshold {
	return learn.Threshold{Percent: l.Config.Learn.PatternPercent, Min: l.Config.Learn.MinRejections}
}

// Counts counts the rejections that fit by their category; where none was recorded, by that which their reasons tell. It
// reads the index alone, and must not be called while a Log goes on.
func (l *Ledger) Counts(ctx context.Context, f Filter) (learn.Counts, error) {
	all, err := l.countBy(ctx, f)
	if err != nil {
		return nil, err
	}
	if all[""] == nil {
		return learn.Counts{}, nil
	}
	return all[""], nil
}

// CountsByAgent counts as Counts does, and parts the counts by agent, in the spelling by which names are compared.
func (l *Ledger) CountsByAgent(ctx context.Context, f Filter) (map[string]learn.Counts, error) {
	spelled, err := l.countBy(ctx, f, "agent")
	if err != nil {
		return nil, err
	}
	all := map[string]learn.Counts{}
	for spelling, counts := range spelled {
		agent := AgentName(spelling)
		if all[agent] == nil {
			all[agent] = learn.Counts{}
		}
		for category, n := range counts {
			all[agent][category] += n
		}
	}
	return all, nil
}

// countBy counts rejections by category, and parts the counts by the text of a column.
func (l *Ledger) countBy(ctx context.Context, f Filter, by ...string) (map[string]learn.Counts, error) {
	g, err := l.Learning(ctx)
	if err != nil {
		return nil, err
	}
	x, err := l.Index(ctx)
	if err != nil {
		return nil, err
	}
	sums := tally{of: map[string]learn.Counts{}, only: f.Category}
	f.Verdict, f.Category = decision.Rejected, ""
	q := f.query()
	if f.Repo != "" && f.PR == 0 {
		q.Where = append(q.Where, index.Condition{Column: "pr", Fits: func(pr string) bool {
			at := strings.LastIndexByte(pr, '#')
			return at >= 0 && strings.EqualFold(f.Repo, pr[:at])
		}})
	}
	judge := func(texts [][]string) {
		category := decision.Category(strings.Join(texts[0], ""))
		if category == "" {
			category = g.categorizer.CategorizeStems(texts[1]).Category
		}
		sums.add(texts[2:], category, 1)
	}
	columns := append([]string{categoryColumn, stemsColumn}, by...)
	if f.Limit > 0 {
		rows, err := x.Rows(ctx, q, f.Limit, columns...)
		for _, r := range rows {
			judge(r.Texts)
		}
		return sums.of, err
	}
	// What has a category need not be looked at one by one.
	known, err := x.Count(ctx, with(q, categoryColumn, true), append([]string{categoryColumn}, by...)...)
	if err != nil {
		return nil, err
	}
	for _, t := range known {
		sums.add([][]string{t.Texts[1:]}, decision.Category(t.Texts[0]), t.Count)
	}
	return sums.of, x.Each(ctx, with(q, categoryColumn, false), func(r *index.Row) { judge(r.Texts) }, columns...)
}

// tally adds up counts.
type tally struct {
	of   map[string]learn.Counts
	only decision.Category // "" for all
}

func (t *tally) add(of [][]string, category decision.Category, n int) {
	if !slices.Contains(decision.Categories, category) {
		category = decision.OtherReason // a newer version may know more
	}
	if t.only != "" && t.only != category {
		return
	}
	key := strings.Join(slices.Concat(of...), "")
	if t.of[key] == nil {
		t.of[key] = learn.Counts{}
	}
	t.of[key][category] += n
}

// with narrows a query to the records that have some text in a column, or to those that have none.
func with(q index.Query, column string, some bool) index.Query {
	q.Where = append(slices.Clip(q.Where), index.Condition{Column: column, Any: []string{""}, Not: some})
	return q
}

// Unreadable is how much of the ledger cannot be read, so that nothing counts it, beside the records that disagree (Disputes).
func (l *Ledger) Unreadable(ctx context.Context) (int, error) {
	x, err := l.Index(ctx)
	if err != nil {
		return 0, err
	}
	all, err := x.Count(ctx, index.Query{Unread: true})
	if err != nil || len(all) == 0 {
		return 0, err
	}
	open, err := l.Disputes(ctx)
	return max(0, all[0].Count-undecided(open)), err // of those beyond what is judged nobody knows whether they disagree
}
