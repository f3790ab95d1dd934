package evolution

import (
	"cmp"
	"math"
	"slices"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/stats"
)

// Earlier is the period before the window, of equal length, and what has changed since.
type Earlier struct {
	Window   Window `json:"window"`
	Whole    bool   `json:"whole"` // there are records from before it too, or from its first tenth
	Approval Rate   `json:"approval"`
	// Difference is that of approval, with its own 95 % interval; nil where either side has too few decisions.
	Difference *stats.Difference `json:"approval_difference"`
	Compared   int               `json:"compared"` // how many shares were compared
	Changes    []Difference      `json:"changes"`  // those that chance does not make
}

// Subject says what a change is of.
type Subject string

// What is compared.
const (
	OfApproval Subject = "approval"
	OfCategory Subject = "category"
	OfGate     Subject = "gate"
	OfAgent    Subject = "agent"
)

// Difference is a share that differs between the periods by more than chance makes, all comparisons taken together.
type Difference struct {
	Of     Subject     `json:"of"`
	Name   string      `json:"name,omitempty"`  // of the category, the gate's tag, the agent
	Title  string      `json:"title,omitempty"` // of the gate
	Before stats.Share `json:"before"`
	Now    stats.Share `json:"now"`
	stats.Difference
}

// IsGood reports whether the change is for the better: more approved, or less of what goes wrong. A category is neither,
// for the others have what it has not.
func (c Difference) IsGood() (good, known bool) {
	switch c.Of {
	case OfApproval, OfAgent:
		return c.Points > 0, true
	case OfGate:
		return c.Points < 0, true
	}
	return false, false
}

func earlier(e *Evolution, before []*decision.Summary, q Request) *Earlier {
	w := q.Window.Before()
	first, _ := earliest(before)
	old := &Earlier{Window: w, Whole: q.Older || first.Sub(w.Since) < w.length()/10, Approval: rateOf(before), Changes: []Difference{}}
	candidates := e.candidates(old.Approval.Approval())
	old.Compared = len(candidates)
	for _, c := range candidates {
		if c.Of == OfApproval {
			d := stats.Compare(c.Before, c.Now, 1)
			old.Difference = &d
		}
		if c.Difference = stats.Compare(c.Before, c.Now, old.Compared); c.IsReal() {
			old.Changes = append(old.Changes, c)
		}
	}
	slices.SortStableFunc(old.Changes, func(a, b Difference) int { return cmp.Compare(b.weight(), a.weight()) })
	return old
}

// weight orders changes: approval as a whole comes first, then what changed most.
func (c Difference) weight() float64 {
	if c.Of == OfApproval {
		return math.Inf(1)
	}
	return math.Abs(float64(c.Points))
}

// candidates are all shares that the report shows and both periods have, of enough decisions to compare.
func (e *Evolution) candidates(approval stats.Share) (all []Difference) {
	add := func(of Subject, name, title string, before *stats.Share, now stats.Share) {
		if before != nil && before.Of >= Enough && now.Of >= Enough {
			all = append(all, Difference{Of: of, Name: name, Title: title, Before: *before, Now: now})
		}
	}
	add(OfApproval, "", "", &approval, e.Approval.Approval())
	for _, c := range e.Categories {
		add(OfCategory, string(c.Category), "", c.Before, c.Share)
	}
	for _, g := range e.Gates {
		add(OfGate, g.Tag, g.Title, g.Before, g.Share)
	}
	for _, a := range e.Agents {
		if a.Before != nil && len(e.Agents) > 1 { // with one agent, its approval is that of the whole
			before := a.Before.Approval()
			add(OfAgent, a.Name, "", &before, a.Approval.Approval())
		}
	}
	return all
}

// Review is how long reviews took, where that is known.
type Review struct {
	Now    Times  `json:"now"`
	Before *Times `json:"before"`
	// Changed says that the medians' intervals lie apart.
	Changed bool `json:"changed"`
}

// Times are those of reviews, in seconds.
type Times struct {
	Known    int   `json:"known"`
	Of       int   `json:"of"`
	Median   int   `json:"median_seconds"`
	Interval *Span `json:"interval"` // of the median; nil where too few are known
	Most     int   `json:"p90_seconds"`
}

// Span is from one number of seconds to another.
type Span struct {
	Low  int `json:"low"`
	High int `json:"high"`
}

func review(now, before []*decision.Summary) *Review {
	r := &Review{Now: times(now)}
	if r.Now.Known == 0 {
		return nil
	}
	if old := times(before); old.Known > 0 {
		r.Before = &old
		a, b := old.Interval, r.Now.Interval
		r.Changed = a != nil && b != nil && (a.High < b.Low || b.High < a.Low)
	}
	return r
}

func times(rows []*decision.Summary) Times {
	var all []int
	for _, r := range rows {
		if r.Seconds > 0 {
			all = append(all, r.Seconds)
		}
	}
	t := Times{Known: len(all), Of: len(rows)}
	if len(all) == 0 {
		return t
	}
	slices.Sort(all)
	rank := func(share float64) int { return all[min(len(all)-1, int(share*float64(len(all))))] }
	t.Median, t.Most = all[(len(all)-1)/2], rank(0.9)
	if n := float64(len(all)); len(all) >= Enough {
		// The ranks between which the median lies (W. J. Conover, Practical Nonparametric Statistics, 3rd edition, 1999, 3.2).
		reach := stats.Confidence(1) * math.Sqrt(n) / 2
		low, high := int(math.Floor(n/2-reach)), int(math.Ceil(n/2+reach))
		t.Interval = &Span{all[max(0, low-1)], all[min(len(all)-1, high)]}
	}
	return t
}
