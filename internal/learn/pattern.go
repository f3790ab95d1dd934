package learn

import (
	"cmp"
	"slices"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/stats"
)

// Counts are how many rejections there are of each category.
type Counts map[decision.Category]int

// Add counts one more rejection. One that has no category, or none that is known, counts as `other`.
func (c Counts) Add(category decision.Category) { c[decision.Categories[indexOf(category)]]++ }

// Total is how many rejections there are in all.
func (c Counts) Total() int {
	total := 0
	for _, category := range decision.Categories {
		total += c[category]
	}
	return total
}

// Threshold says when a category is a pattern.
type Threshold struct {
	Percent int // above this share of the rejections
	Min     int // fewer rejections than this, of all categories, make no pattern
}

// DefaultThreshold is that of contracts.md#patterns: above 30 %, of three rejections or more.
var DefaultThreshold = Threshold{Percent: 30, Min: 3}

// Pattern is a category that keeps coming back.
type Pattern struct {
	Category   decision.Category `json:"category"`
	Count      int               `json:"occurrence_count"`
	Total      int               `json:"total_rejections"`
	Percentage stats.Percent     `json:"percentage"`
	Interval   stats.Interval    `json:"interval"`             // of the percentage
	Correction string            `json:"suggested_correction"` // what to do about it

	Type decision.ArtifactType `json:"-"` // in whose words Correction and the sentences speak; "": in the contract's
}

// Patterns gives the categories above the threshold, the strongest first; of equal ones, the first in the contract's
// order. `other` is never a pattern: there is nothing to be done about it.
func Patterns(counts Counts, t Threshold) []Pattern {
	total := counts.Total()
	if total == 0 || total < t.Min {
		return nil
	}
	var found []Pattern
	for _, c := range decision.Categories {
		if n := counts[c]; c != decision.OtherReason && n*100 > t.Percent*total {
			of := stats.Share{Count: n, Of: total}
			found = append(found, Pattern{c, n, total, of.Percent(), of.Interval(), Correction(c), ""})
		}
	}
	slices.SortStableFunc(found, func(a, b Pattern) int { return cmp.Compare(b.Count, a.Count) })
	return found
}
