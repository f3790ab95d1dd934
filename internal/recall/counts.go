package recall

import (
	"context"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store/index"
)

// Threshold is from which share on a category is a pattern by a configuration.
func Threshold(c *config.Config) learn.Threshold {
	return learn.Threshold{Percent: c.Learn.PatternPercent, Min: c.Learn.MinRejections}
}

// rejections are the decisions that reject.
var rejections = index.Condition{Column: "verdict", Any: []string{string(decision.Rejected)}}

// Counts counts the rejections that fit by their category; where none was recorded, by that which their reasons tell. It
// reads the index alone, and must not be called while a Log goes on.
func Counts(ctx context.Context, l *ledger.Ledger, f Filter) (learn.Counts, error) {
	all := learn.Counts{}
	byAgent, err := CountsByAgent(ctx, l, f)
	for _, counts := range byAgent {
		for category, n := range counts {
			all[category] += n
		}
	}
	return all, err
}

// CountsByAgent counts as Counts does, and parts the counts by agent, in the spelling by which names are compared.
func CountsByAgent(ctx context.Context, l *ledger.Ledger, f Filter) (map[string]learn.Counts, error) {
	g, err := l.Learning(ctx)
	if err != nil {
		return nil, err
	}
	x, err := l.Index(ctx, index.Always)
	if err != nil {
		return nil, err
	}
	only := f.Category
	f.Verdict, f.Category = decision.Rejected, ""
	q, spell, all := f.query(), speller(), map[string]learn.Counts{}
	add := func(agent string, category decision.Category, n int) {
		if !slices.Contains(decision.Categories, category) {
			category = decision.OtherReason // a newer version may know more
		}
		if only != "" && only != category {
			return
		}
		if agent = spell(agent); all[agent] == nil {
			all[agent] = learn.Counts{}
		}
		all[agent][category] += n
	}
	judge := func(r *index.Row) {
		category := decision.Category(strings.Join(r.Texts[0], ""))
		if category == "" {
			category = g.Categorizer.CategorizeStems(r.Texts[1]).Category
		}
		add(strings.Join(r.Texts[2], ""), category, 1)
	}
	columns := []string{records.CategoryColumn, records.StemsColumn, "agent"}
	if f.Limit > 0 {
		rows, err := x.Rows(ctx, q, f.Limit, columns...)
		for i := range rows {
			judge(&rows[i])
		}
		return all, err
	}
	// What has a category need not be looked at one by one.
	isOpen := index.Condition{Column: records.CategoryColumn, Any: []string{""}}
	hasOne := isOpen
	hasOne.Not = true
	fit := q.Where
	q.Where = append(slices.Clip(fit), hasOne)
	known, err := x.Count(ctx, q, records.CategoryColumn, "agent")
	if err != nil {
		return nil, err
	}
	for _, t := range known {
		add(t.Texts[1], decision.Category(t.Texts[0]), t.Count)
	}
	q.Where = append(slices.Clip(fit), isOpen)
	return all, x.Each(ctx, q, judge, columns...)
}

// Unreadable is how much of the ledger cannot be read, so that nothing counts it, beside the records that disagree.
func Unreadable(ctx context.Context, l *ledger.Ledger) (int, error) {
	x, err := l.Index(ctx, index.Always)
	if err != nil {
		return 0, err
	}
	all, err := x.Count(ctx, index.Query{Unreadable: true})
	if err != nil || len(all) == 0 {
		return 0, err
	}
	open, err := l.Disputes(ctx)
	n := all[0].Count
	for _, c := range open {
		if c.Choice == nil {
			n--
		}
	}
	return max(0, n), err // of those beyond what is judged nobody knows whether they disagree
}
