package evolution

import (
	"encoding/json"
	"math"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
)

// Rate counts decisions by what was decided.
type Rate struct {
	Decisions   int
	Approved    int // as they were
	WithChanges int
	Rejected    int
}

func rateOf(rows []*Row) (r Rate) {
	for _, row := range rows {
		r.add(row)
	}
	return r
}

func (r *Rate) add(row *Row) {
	r.Decisions++
	switch row.Verdict {
	case decision.Rejected:
		r.Rejected++
	case decision.ApprovedWithChanges:
		r.WithChanges++
	default:
		r.Approved++
	}
}

// Approval is the share of decisions that approved, with changes or without.
func (r Rate) Approval() Share { return Share{r.Approved + r.WithChanges, r.Decisions} }

// MarshalJSON writes the counts, and the share that was approved.
func (r Rate) MarshalJSON() ([]byte, error) {
	share := r.Approval()
	return json.Marshal(struct {
		Decisions   int             `json:"decisions"`
		Approved    int             `json:"approved"`
		WithChanges int             `json:"approved_with_changes"`
		Rejected    int             `json:"rejected"`
		Percent     *learn.Percent  `json:"percent"`
		Interval    *learn.Interval `json:"interval"`
	}{r.Decisions, r.Approved, r.WithChanges, r.Rejected, share.percent(), share.interval()})
}

// Share is how many of some there are.
type Share struct{ Count, Of int }

// Percent is the share in percent; of none it is 0.
func (s Share) Percent() learn.Percent {
	if s.Of == 0 {
		return 0
	}
	return learn.Percent(100 * float64(s.Count) / float64(s.Of))
}

// Interval is where the share lies with 95 % confidence.
func (s Share) Interval() learn.Interval { return learn.Wilson(s.Count, s.Of) }

// High is the upper end of the interval of the share, wide enough to be one of so many that hold together.
func (s Share) High(among int) learn.Percent {
	return learn.WilsonAt(s.Count, s.Of, confidence(among)).High
}

func (s Share) percent() *learn.Percent {
	if p := s.Percent(); s.Of > 0 {
		return &p
	}
	return nil
}

func (s Share) interval() *learn.Interval {
	if i := s.Interval(); s.Of > 0 {
		return &i
	}
	return nil
}

// MarshalJSON writes the counts, the share and its interval, null where it is of none.
func (s Share) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Count    int             `json:"count"`
		Of       int             `json:"of"`
		Percent  *learn.Percent  `json:"percent"`
		Interval *learn.Interval `json:"interval"`
	}{s.Count, s.Of, s.percent(), s.interval()})
}

// Enough is how many decisions both sides of a comparison need: of fewer, chance makes anything.
const Enough = 10

// Difference is by how many percent points one share is above another, and where that lies.
type Difference struct {
	Points   learn.Percent  `json:"points"`
	Interval learn.Interval `json:"interval"`
}

// IsReal reports whether the difference is more than chance makes.
func (d Difference) IsReal() bool { return d.Interval.Low > 0 || d.Interval.High < 0 }

// compare gives the difference between two shares, with the hybrid score interval (R. G. Newcombe, Interval estimation for
// the difference between independent proportions, Statistics in Medicine 17, 1998, 873-890, method 10).
func compare(before, now Share, z float64) Difference {
	p, q := float64(before.Percent()), float64(now.Percent())
	was, is := learn.WilsonAt(before.Count, before.Of, z), learn.WilsonAt(now.Count, now.Of, z)
	d := q - p
	return Difference{learn.Percent(d), learn.Interval{
		Low:  learn.Percent(d - math.Hypot(q-float64(is.Low), float64(was.High)-p)),
		High: learn.Percent(d + math.Hypot(float64(is.High)-q, p-float64(was.Low))),
	}}
}

// confidence is how many standard errors an interval takes on both sides so that so many of them hold all together in 95
// of 100 reports (C. E. Bonferroni's inequality): whoever looks at thirty differences finds one by chance alone.
func confidence(comparisons int) float64 {
	return math.Sqrt2 * math.Erfinv(1-0.05/float64(max(1, comparisons)))
}

// Trend is where a rate went between the two halves of the window.
type Trend string

// The trends of the design's section 9.
const (
	Improving Trend = "improving"
	Worsening Trend = "worsening"
	Steady    Trend = "steady"
	NoData    Trend = "no_data"
)

// trend compares the halves of a window; nil where one of them has too few decisions.
func trend(w Window, rows []*Row) (Trend, *Difference) {
	middle := w.Since.Add(w.length() / 2)
	var halves [2]Rate
	for _, r := range rows {
		half := 0
		if !r.At.Before(middle) {
			half = 1
		}
		halves[half].add(r)
	}
	if halves[0].Decisions < Enough || halves[1].Decisions < Enough {
		return NoData, nil
	}
	d := compare(halves[0].Approval(), halves[1].Approval(), confidence(1))
	switch {
	case d.Interval.Low > 0:
		return Improving, &d
	case d.Interval.High < 0:
		return Worsening, &d
	}
	return Steady, &d
}
