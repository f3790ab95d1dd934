// Package stats says how much of a share is more than chance: intervals of shares and of their differences, by formulas that
// hold for small numbers.
package stats

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// Percent is a share in percent. As JSON it has one decimal, as the rejection learning contract has it: 40.0.
type Percent float64

// MarshalJSON writes one decimal.
func (p Percent) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(p), 'f', 1, 64), nil
}

// String writes at most one decimal: 40, 33.3.
func (p Percent) String() string {
	return strings.TrimSuffix(strconv.FormatFloat(float64(p), 'f', 1, 64), ".0")
}

// Interval is where a percentage lies with 95 % confidence.
type Interval struct {
	Low  Percent `json:"low"`
	High Percent `json:"high"`
}

// Share is how many of some there are.
type Share struct {
	Count int `json:"count"`
	Of    int `json:"of"`
}

// Percent is the share in percent; of none it is 0.
func (s Share) Percent() Percent {
	return Percent(100 * float64(s.Count) / float64(max(s.Of, 1)))
}

// Interval is where the share lies with 95 % confidence; of none it may be any.
func (s Share) Interval() Interval { return s.Among(1) }

// Among is the interval of the share, wide enough to be one of so many that hold together with 95 % confidence. It is the
// score interval (E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the
// American Statistical Association 22, 1927, 209-212), which holds for small numbers, where the usual interval leaves 0 to
// 100.
func (s Share) Among(comparisons int) Interval {
	if s.Of <= 0 {
		return Interval{0, 100}
	}
	z := Confidence(comparisons)
	size, p := float64(s.Of), float64(s.Count)/float64(s.Of)
	middle := p + z*z/(2*size)
	half := z * math.Sqrt(p*(1-p)/size+z*z/(4*size*size))
	scale := 100 / (1 + z*z/size)
	return Interval{Percent(max(0, (middle-half)*scale)), Percent(min(100, (middle+half)*scale))}
}

// MarshalJSON writes the counts, the share and its interval, null where it is of none.
func (s Share) MarshalJSON() ([]byte, error) {
	type counts Share
	return json.Marshal(struct {
		counts
		Known
	}{counts(s), s.Known()})
}

// Known is a share in percent and its interval, as JSON has them beside its counts; nil where it is of none.
type Known struct {
	Percent  *Percent  `json:"percent"`
	Interval *Interval `json:"interval"`
}

// Known gives what is known of the share.
func (s Share) Known() Known {
	if s.Of == 0 {
		return Known{}
	}
	p, i := s.Percent(), s.Interval()
	return Known{&p, &i}
}

// Confidence is how many standard errors an interval takes on both sides so that so many of them hold all together in 95
// of 100 reports (C. E. Bonferroni's inequality): whoever looks at thirty differences finds one by chance alone.
func Confidence(comparisons int) float64 {
	return math.Sqrt2 * math.Erfinv(1-0.05/float64(max(1, comparisons)))
}

// Difference is by how many percent points one share is above another, and where that lies.
type Difference struct {
	Points   Percent  `json:"points"`
	Interval Interval `json:"interval"`
}

// Compare gives by how much a share is above what it was before, with an interval that is one of so many that hold together:
// the hybrid score interval (R. G. Newcombe, Interval estimation for the difference between independent proportions:
// comparison of eleven methods, Statistics in Medicine 17, 1998, 873-890, method 10).
func Compare(before, now Share, comparisons int) Difference {
	p, q := before.middle(), now.middle()
	was, is := before.Among(comparisons), now.Among(comparisons)
	root := func(x, y Percent) Percent { return Percent(math.Hypot(float64(x), float64(y))) }
	return Difference{q - p, Interval{q - p - root(q-is.Low, was.High-p), q - p + root(is.High-q, p-was.Low)}}
}

// middle is the share in percent; of none, it may be any.
func (s Share) middle() Percent {
	if s.Of == 0 {
		return 50
	}
	return s.Percent()
}

// IsReal reports whether the difference is more than chance makes.
func (d Difference) IsReal() bool { return d.Interval.Low > 0 || d.Interval.High < 0 }

// Trend is where a share of what is good went between the two halves of a time.
type Trend string

// A trend is one only where the difference is not chance; in small numbers nearly everything is. Where too little is known of
// a half there is nothing to compare.
const (
	Improving Trend = "improving"
	Worsening Trend = "worsening"
	Steady    Trend = "steady"
	NoData    Trend = "no_data"
)

// Trend says whether a share of what is good has risen or fallen by more than chance makes.
func (d Difference) Trend() Trend {
	switch {
	case d.Interval.Low > 0:
		return Improving
	case d.Interval.High < 0:
		return Worsening
	}
	return Steady
}
