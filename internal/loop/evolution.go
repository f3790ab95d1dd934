package loop

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/store/index"
)

// evolutionColumns are those of the index that a report asks for, in this order.
var evolutionColumns = []string{"verdict", "agent", "artifact.type", "artifact.name", categoryColumn, stemsColumn, "issues", "quality_score", "review_seconds"}

// Evolution reports on the decisions of a time, beside those of the time of equal length before it.
func (l *Ledger) Evolution(ctx context.Context, w evolution.Window) (*evolution.Evolution, error) {
	if !w.Since.Before(w.Until) {
		return nil, &UsageError{Err: fmt.Errorf("the time of the report begins on %s and ends on %s", w.Since.Format(time.DateOnly), w.Until.Format(time.DateOnly)), Hint: "--since comes before --until"}
	}
	x, err := l.Index(ctx)
	if err != nil {
		return nil, err
	}
	found, err := x.Rows(ctx, index.Query{Since: w.Before().Since, Until: w.Until}, 0, evolutionColumns...)
	if err != nil {
		return nil, err
	}
	g, err := l.Learning(ctx)
	if err != nil {
		return nil, err
	}
	q := evolution.Request{Window: w, Place: l.Place(), Threshold: l.Threshold(), Gate: aboutGate}
	older, err := x.Rows(ctx, index.Query{Until: w.Before().Since}, 1)
	if err != nil {
		return nil, err
	}
	q.Older = len(older) > 0
	if q.Unread, q.Undated, err = unreadTimes(ctx, x); err != nil {
		return nil, err
	}
	e := evolution.Of(g.evolutionRows(found), q)
	return e, l.tell(ctx, x, e.Artifacts)
}

// aboutGate tells of a gate what a report says of it; nothing of a tag that no gate has.
func aboutGate(tag string) (title, fix string) {
	if g, ok := gate.BuiltIn.Find(tag); ok {
		return g.Title, g.Fix
	}
	return "", ""
}

// evolutionRows gives a row for each record. A rejection that nobody has put into a category has the one that its reason tells.
func (g *Learning) evolutionRows(found []index.Row) []decision.Summary {
	rows, read := make([]decision.Summary, len(found)), reader(evolutionColumns)
	for i := range found {
		rows[i] = *read(&found[i])
		rows[i].Category = decision.Category(strings.Join(found[i].Texts[4], ""))
		if rows[i].Verdict == decision.Rejected && rows[i].Category == "" {
			rows[i].Category = g.categorizer.CategorizeStems(found[i].Texts[5]).Category
		}
	}
	return rows
}

// tell adds to artifacts what the last rejection said.
func (l *Ledger) tell(ctx context.Context, x *index.Index, artifacts []evolution.Artifact) error {
	var last []index.Key
	place := map[string]int{}
	for i, a := range artifacts {
		if key, ok := decision.Key(a.LastID); ok {
			last, place[a.LastID] = append(last, key), i
		}
	}
	decisions, err := l.decisionsOf(ctx, x, last)
	for _, d := range decisions {
		if slices.Contains(d.Redacted, "reason") {
			continue
		}
		action := ""
		if !slices.Contains(d.Redacted, "learned_action") {
			action = l.Action(ctx, d)
		}
		artifacts[place[d.ID]].Tell(d.Reason, action)
	}
	return err
}

// unreadTimes are the times of the records that cannot be read, as their ids have them, and how many more there are, which have none.
func unreadTimes(ctx context.Context, x *index.Index) (times []time.Time, undated int, err error) {
	unread, err := x.Rows(ctx, index.Query{Unread: true}, 0)
	for _, r := range unread {
		_, id, _, isRecord := decision.ParsePath(r.Path)
		if at, ok := decision.IDTime(id); ok && isRecord && strings.HasPrefix(r.Path, decision.DecisionsFolder+"/") {
			times = append(times, at)
		} else {
			undated++
		}
	}
	return times, undated, err
}
