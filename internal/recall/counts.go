package recall

import (
	"context"
	"slices"
	"strings"
	"time"

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

// CountsByAgent counts as Counts does, and parts the counts by agent, in the spelling by which names are compared. What is on a pull
// request counts once for each category, as learn.Once has it, and what a program found not at all.
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
	q.Where = append(q.Where, byPeople)
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
	categoryOf := func(texts [][]string) decision.Category { // by category and stems
		if category := decision.Category(strings.Join(texts[0], "")); category != "" {
			return category
		}
		return g.Categorizer.CategorizeStems(texts[1]).Category
	}
	if f.Limit > 0 {
		rows, err := x.Rows(ctx, q, f.Limit, chainColumns...)
		var chained []decision.Summary
		for i := range rows {
			chained = append(chained, chainRow(&rows[i], spell, categoryOf))
		}
		for _, r := range learn.Once(chained) {
			add(r.Agent, r.Category, 1)
		}
		return all, err
	}
	if err := chains(ctx, x, f, categoryOf, func(r *decision.Summary) { add(r.Agent, r.Category, 1) }); err != nil {
		return nil, err
	}
	q.Where = append(q.Where, index.Condition{Column: "pr", Any: []string{""}})
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
	judge := func(r *index.Row) { add(strings.Join(r.Texts[2], ""), categoryOf(r.Texts), 1) }
	return all, x.Each(ctx, q, judge, records.CategoryColumn, records.StemsColumn, "agent")
}

// byPeople leaves out what a program found.
var byPeople = index.Condition{Column: "source", Any: []string{string(decision.Validator)}, Not: true}

// chainColumns are what is asked for of a rejection on a pull request, the category and the stems first.
var chainColumns = []string{records.CategoryColumn, records.StemsColumn, "agent", "pr", records.SaidColumn}

// chainRow makes a rejection of a row of chainColumns.
func chainRow(r *index.Row, spell func(string) string, categoryOf func([][]string) decision.Category) decision.Summary {
	return decision.Summary{Key: r.Key, At: r.At, Verdict: decision.Rejected, Agent: spell(strings.Join(r.Texts[2], "")), PR: strings.Join(r.Texts[3], ""),
		Said: strings.Join(r.Texts[4], "") != "", Category: categoryOf(r.Texts)}
}

// chains tells of the rejections on pull requests that count. A chain is looked at whole: words that came before the time that is asked for
// speak for a close within it, and a rejection that names no agent is of the agent whom the other decisions name, approvals too.
func chains(ctx context.Context, x *index.Index, f Filter, categoryOf func([][]string) decision.Category, tell func(*decision.Summary)) error {
	since, agent, spell := f.Since, f.Agent, speller()
	f.Since, f.Agent = time.Time{}, ""
	q := f.query()
	q.Where = append(q.Where, byPeople, index.Condition{Column: "pr", Any: []string{""}, Not: true})
	if agent != "" {
		wanted := spell(agent)
		q.Where = append(q.Where, index.Condition{Column: "agent", Fits: func(text string) bool { return spell(text) == wanted || spell(text) == decision.Unknown }})
	}
	var rows []decision.Summary
	unnamed := map[string]bool{} // pull requests with rejections that name no agent
	err := x.Each(ctx, q, func(r *index.Row) {
		row := chainRow(r, spell, categoryOf)
		if rows = append(rows, row); row.Agent == decision.Unknown {
			unnamed[strings.ToLower(row.PR)] = true
		}
	}, chainColumns...)
	if err == nil && len(unnamed) > 0 {
		named := index.Query{Until: f.Until, Where: []index.Condition{
			{Column: "agent", Fits: func(text string) bool { return spell(text) != decision.Unknown }},
			{Column: "pr", Fits: func(text string) bool { return unnamed[strings.ToLower(text)] }},
		}}
		err = x.Each(ctx, named, func(r *index.Row) { // this one says whose the others are, and counts nowhere itself
			rows = append(rows, decision.Summary{Key: r.Key, At: r.At, Source: decision.Validator, Agent: spell(strings.Join(r.Texts[0], "")), PR: strings.Join(r.Texts[1], "")})
		}, "agent", "pr")
	}
	if err != nil {
		return err
	}
	for _, row := range learn.Once(rows) {
		if !row.At.Before(since) && (agent == "" || row.Agent == spell(agent)) {
			tell(&row)
		}
	}
	return nil
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
