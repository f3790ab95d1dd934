// Package effect tells which action helped after which signal, over the sessions that were recorded. It does no I/O.
package effect

import (
	"cmp"
	"slices"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/refine"
	"github.com/kbgate/kbgate/internal/refine/signal"
	"github.com/kbgate/kbgate/internal/stats"
)

// Row is how often an action was taken after a signal, and how often it helped. A session counts once.
type Row struct {
	Type    signal.Type
	Action  string
	Tried   int // sessions
	Known   int // sessions of which it is known whether they helped
	Helped  int
	Percent stats.Percent
	Range   stats.Interval // in which the share lies with a confidence of 95 %
}

// Of counts refinements. The rows have the order of the user's document; what was never tried has none.
func Of(all []*decision.Refinement) []Row {
	type key struct {
		of     signal.Type
		action string
	}
	sessions := map[key]map[string]decision.Outcome{}
	for _, r := range all {
		for _, action := range r.ActionsApplied {
			k := key{r.FeedbackType, action}
			if sessions[k] == nil {
				sessions[k] = map[string]decision.Outcome{}
			}
			session := cmp.Or(r.Session, r.ID)
			if sessions[k][session] == "" {
				sessions[k][session] = r.Success
			}
		}
	}
	var rows []Row
	for _, a := range refine.Actions {
		row := Row{Type: a.Type, Action: a.Name}
		for _, outcome := range sessions[key{a.Type, a.Name}] {
			row.Tried++
			switch outcome {
			case decision.Helped:
				row.Helped++
				row.Known++
			case decision.DidNot:
				row.Known++
			}
		}
		if row.Tried == 0 {
			continue
		}
		share := stats.Share{Count: row.Helped, Of: row.Known}
		row.Percent, row.Range = share.Percent(), share.Interval()
		rows = append(rows, row)
	}
	return rows
}

// Enough is how many sessions of known outcome an action needs before it may move.
const Enough = 5

// Suggest gives an order of actions where what is known bears one: an action comes before another of its type only if its whole interval
// lies above that of the other; else the order of the user's document stays. A type whose order stays is left out.
func Suggest(rows []Row) refine.Order {
	order := refine.Order{}
	for _, t := range signal.Types {
		names := []string{}
		for _, a := range refine.ActionsOf(t) {
			names = append(names, a.Name)
		}
		was := slices.Clone(names)
		at := map[string]*Row{}
		for i := range rows {
			if rows[i].Type == t {
				at[rows[i].Action] = &rows[i]
			}
		}
		for range names { // so often that the last may become the first
			for i := 1; i < len(names); i++ {
				if a, b := at[names[i-1]], at[names[i]]; a != nil && b != nil && a.Known >= Enough && b.Known >= Enough && b.Range.Low > a.Range.High {
					names[i-1], names[i] = names[i], names[i-1]
				}
			}
		}
		if !slices.Equal(names, was) {
			order[t] = names
		}
	}
	return order
}
