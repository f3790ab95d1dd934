package learn

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/kbgate/kbgate/internal/decision"
)

// Counts are how many rejections there are of each category.
type Counts map[decision.Category]int

// Count counts rejections by their category. One that has none, or none that is known, counts as `other`.
func Count(categories iter.Seq[decision.Category]) Counts {
	var n [6]int
	for c := range categories {
		n[indexOf(c)]++
	}
	counts := Counts{}
	for i, c := range decision.Categories {
		if n[i] > 0 {
			counts[c] = n[i]
		}
	}
	return counts
}

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

// DefaultThreshold is the contract's: above 30 % (FR-006), of three rejections or more (its edge case 5).
var DefaultThreshold = Threshold{Percent: 30, Min: 3}

// Pattern is a category that keeps coming back.
type Pattern struct {
	Category   decision.Category `json:"category"`
	Count      int               `json:"occurrence_count"`
	Total      int               `json:"total_rejections"`
	Percentage Percent           `json:"percentage"`
	Interval   Interval          `json:"interval"`             // of the percentage
	Correction string            `json:"suggested_correction"` // what to do about it
}

// Interval is where a percentage lies with 95 % confidence.
type Interval struct {
	Low  Percent `json:"low"`
	High Percent `json:"high"`
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
			found = append(found, Pattern{c, n, total, share(n, total), Wilson(n, total), Correction(c)})
		}
	}
	slices.SortStableFunc(found, func(a, b Pattern) int { return cmp.Compare(b.Count, a.Count) })
	return found
}

func share(n, total int) Percent { return Percent(100 * float64(n) / float64(total)) }

// Wilson gives the 95 % score interval of n out of total, in percent (E. B. Wilson, Probable inference, the law of
// succession, and statistical inference, Journal of the American Statistical Association 22, 1927, 209-212). It holds for
// small logs, where the usual interval leaves 0 to 100.
func Wilson(n, total int) Interval {
	return WilsonAt(n, total, 1.959963984540054) // the normal distribution's 97.5th percentile
}

// WilsonAt is Wilson's interval at another confidence, given as standard errors.
func WilsonAt(n, total int, z float64) Interval {
	if total <= 0 {
		return Interval{0, 100}
	}
	size, p := float64(total), float64(n)/float64(total)
	middle := p + z*z/(2*size)
	half := z * math.Sqrt(p*(1-p)/size+z*z/(4*size*size))
	scale := 100 / (1 + z*z/size)
	return Interval{Percent(max(0, (middle-half)*scale)), Percent(min(100, (middle+half)*scale))}
}
