package evolution

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/stats"
)

// Category is what a part of the rejections was for.
type Category struct {
	Category   decision.Category `json:"category"`
	Share      stats.Share       `json:"rejections"`
	Before     *stats.Share      `json:"before"` // nil where nothing was rejected
	Pattern    bool              `json:"pattern"`
	Correction string            `json:"suggested_correction,omitempty"` // of a pattern
}

// counts are the rejections by category.
func counts(rows []*decision.Summary) learn.Counts {
	all := learn.Counts{}
	for _, r := range rows {
		if r.Verdict == decision.Rejected {
			all.Add(r.Category)
		}
	}
	return all
}

// kinds are the rejections by category and type of artifact, which tell in which words to speak.
func kinds(rows []*decision.Summary) learn.Kinds {
	all := learn.Kinds{}
	for _, r := range rows {
		if r.Verdict == decision.Rejected {
			all.Add(r.Category, r.Type, 1)
		}
	}
	return all
}

// categories are those that there were, the most frequent first; of equal ones, the first in the contract's order.
func categories(now, before []*decision.Summary, t learn.Threshold) []Category {
	have, had := counts(now), counts(before)
	total, earlier := have.Total(), had.Total()
	all := []Category{}
	for _, c := range decision.Categories {
		if have[c]+had[c] == 0 {
			continue
		}
		all = append(all, Category{Category: c, Share: stats.Share{Count: have[c], Of: total}, Before: shareBefore(had[c], earlier)})
	}
	for _, p := range kinds(now).Word(learn.Patterns(have, t)) {
		i := slices.IndexFunc(all, func(c Category) bool { return c.Category == p.Category })
		all[i].Pattern, all[i].Correction = true, p.Correction
	}
	slices.SortStableFunc(all, func(a, b Category) int { return cmp.Compare(b.Share.Count, a.Share.Count) })
	return all
}

// shareBefore is a share in the period before; nil where it is of none.
func shareBefore(count, of int) *stats.Share {
	if of == 0 {
		return nil
	}
	return &stats.Share{Count: count, Of: of}
}

// Gate is a tag that decisions of the window or of the period before named as an issue.
type Gate struct {
	Tag    string       `json:"tag"`
	Title  string       `json:"title"`
	Share  stats.Share  `json:"decisions"`
	Before *stats.Share `json:"before"`
	Fix    string       `json:"fix,omitempty"`

	key string // the tag in full
}

func gates(now, before []*decision.Summary, named func(string) (title, fix string)) (all []Gate, left int) {
	have, had := tags(now), tags(before)
	every := maps.Clone(had) // that a gate is not named any more is good news
	maps.Copy(every, have)
	for tag := range every {
		g := Gate{Tag: name(tag), Share: stats.Share{Count: have[tag], Of: len(now)}, Before: shareBefore(had[tag], len(before)), key: tag}
		if named != nil {
			g.Title, g.Fix = named(tag)
		}
		g.Title = cmp.Or(g.Title, g.Tag)
		all = append(all, g)
	}
	slices.SortFunc(all, func(a, b Gate) int {
		return cmp.Or(cmp.Compare(b.Share.Count, a.Share.Count), cmp.Compare(had[b.key], had[a.key]), cmp.Compare(a.key, b.key))
	})
	return firstOf(all, MaxGates)
}

// tags counts the decisions that name a tag.
func tags(rows []*decision.Summary) map[string]int {
	counts := map[string]int{}
	for _, r := range rows {
		for i, tag := range r.Issues {
			if !slices.Contains(r.Issues[:i], tag) {
				counts[tag]++
			}
		}
	}
	return counts
}

// Agent is whose work was decided on.
type Agent struct {
	Name       string            `json:"name"`
	Approval   Rate              `json:"approval"`
	Before     *Rate             `json:"before"`
	Trend      stats.Trend       `json:"trend"`
	Difference *stats.Difference `json:"trend_difference"` // between the halves of the window
	Top        *Top              `json:"top_category"`     // nil where nothing was rejected
	Course     []Period          `json:"course"`           // in equal parts of the window; none where decisions are too few

	key     string
	rejects learn.Counts
	kinds   learn.Kinds
}

// Top is the category of most rejections.
type Top struct {
	Category decision.Category `json:"category"`
	Share    stats.Share       `json:"rejections"`
}

func agents(now, before []*decision.Summary, w Window) (all []Agent) {
	have, had := byAgent(now), byAgent(before)
	for key, rows := range have {
		a := Agent{Name: name(key), Approval: rateOf(rows), key: key, rejects: counts(rows), kinds: kinds(rows), Course: course(w, rows)}
		a.Trend, a.Difference = trend(w, rows)
		if earlier := had[key]; len(earlier) > 0 {
			rate := rateOf(earlier)
			a.Before = &rate
		}
		a.Top = top(a.rejects)
		all = append(all, a)
	}
	slices.SortFunc(all, func(a, b Agent) int {
		return cmp.Or(cmp.Compare(b.Approval.Decisions, a.Approval.Decisions), cmp.Compare(a.key, b.key))
	})
	return all
}

func byAgent(rows []*decision.Summary) map[string][]*decision.Summary {
	groups := map[string][]*decision.Summary{}
	for _, r := range rows {
		groups[r.Agent] = append(groups[r.Agent], r)
	}
	return groups
}

func top(counts learn.Counts) *Top {
	var best *Top
	total := counts.Total()
	for _, c := range decision.Categories {
		if n := counts[c]; n > 0 && (best == nil || n > best.Share.Count) {
			best = &Top{c, stats.Share{Count: n, Of: total}}
		}
	}
	return best
}

// An agent's course has at most so many parts, at least so many, and so many decisions to a part.
const (
	mostParts   = 12
	fewestParts = 4
	richPart    = 8
)

// course cuts the window into equal parts of enough decisions on average.
func course(w Window, rows []*decision.Summary) []Period {
	n := min(mostParts, len(rows)/richPart)
	if n < fewestParts {
		return []Period{}
	}
	parts := make([]Window, n)
	bound := func(i int) time.Time {
		return w.Since.Add(time.Duration(float64(w.length()) * float64(i) / float64(n)))
	}
	for i := range parts {
		parts[i] = Window{bound(i), bound(i + 1)}
	}
	parts[n-1].Until = w.Until
	return fill(parts, rows)
}

// Suggestion is what to do about a pattern.
type Suggestion struct {
	Agent      string            `json:"agent,omitempty"` // "" for all of them together
	Category   decision.Category `json:"category"`
	Share      stats.Share       `json:"rejections"`
	Correction string            `json:"suggested_correction"`
}

// suggested are the corrections of all agents together, then those of single agents, of whom the most rejected come first.
func suggested(categories []Category, agents []Agent, t learn.Threshold) []Suggestion {
	all := []Suggestion{}
	total := 0
	for _, c := range categories {
		total = c.Share.Of
		if c.Pattern {
			all = append(all, Suggestion{"", c.Category, c.Share, c.Correction})
		}
	}
	var single []Suggestion
	for _, a := range agents {
		for _, p := range a.kinds.Word(learn.Patterns(a.rejects, t)) {
			if p.Total < total { // else it is the pattern of all, which stands there already
				single = append(single, Suggestion{a.Name, p.Category, stats.Share{Count: p.Count, Of: p.Total}, p.Correction})
			}
		}
	}
	slices.SortStableFunc(single, func(a, b Suggestion) int { return cmp.Compare(b.Share.Count, a.Share.Count) })
	all, _ = firstOf(append(all, single...), MaxSuggested)
	return all
}
