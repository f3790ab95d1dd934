package evolution

import (
	"encoding/json"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/stats"
)

// Rate counts decisions by what was decided.
type Rate struct {
	Decisions   int `json:"decisions"`
	Approved    int `json:"approved"` // as they were
	WithChanges int `json:"approved_with_changes"`
	Rejected    int `json:"rejected"`
}

func rateOf(rows []*decision.Summary) (r Rate) {
	for _, row := range rows {
		r.add(row)
	}
	return r
}

func (r *Rate) add(row *decision.Summary) {
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
func (r Rate) Approval() stats.Share {
	return stats.Share{Count: r.Approved + r.WithChanges, Of: r.Decisions}
}

// MarshalJSON writes the counts, and the share that was approved.
func (r Rate) MarshalJSON() ([]byte, error) {
	type counts Rate
	return json.Marshal(struct {
		counts
		stats.Known
	}{counts(r), r.Approval().Known()})
}

// Enough is how many decisions both sides of a comparison need: of fewer, chance makes anything.
const Enough = 10

// trend compares the halves of a window; nil where one of them has too few decisions.
func trend(w Window, rows []*decision.Summary) (stats.Trend, *stats.Difference) {
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
		return stats.NoData, nil
	}
	d := stats.Compare(halves[0].Approval(), halves[1].Approval(), 1)
	return d.Trend(), &d
}
