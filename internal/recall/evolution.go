package recall

import (
	"context"
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store/index"
)

// evolutionColumns are those of the index that a report asks for; the stems of reasons stand at stemsAt.
var evolutionColumns = []string{records.StemsColumn, "verdict", "agent", "artifact.type", "artifact.name", records.CategoryColumn, "issues", "quality_score", "review_seconds", "source", "pr", records.SaidColumn}

const stemsAt = 0

// Evolution reports on the decisions of a time, beside those of the time of equal length before it.
func Evolution(ctx context.Context, l *ledger.Ledger, w evolution.Window) (*evolution.Evolution, error) {
	if !w.Since.Before(w.Until) {
		return nil, hint.Misuse("--since comes before --until", "the time of the report begins on %s and ends on %s", w.Since.Format(time.DateOnly), w.Until.Format(time.DateOnly))
	}
	x, err := l.Index(ctx, index.Always)
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
	older, err := x.Rows(ctx, index.Query{Until: w.Before().Since}, 1)
	if err != nil {
		return nil, err
	}
	q := evolution.Request{Window: w, Place: l.Place(), Threshold: Threshold(l.Config), Gate: aboutGate, Older: len(older) > 0}
	if q.Unread, q.Undated, err = unreadTimes(ctx, x); err != nil {
		return nil, err
	}
	e := evolution.Of(learn.Once(evolutionRows(g, found)), q)
	return e, addLessons(ctx, l, x, g, e.Artifacts)
}

// aboutGate tells of a gate what a report says of it; nothing of a tag that no gate has.
func aboutGate(tag string) (title, fix string) {
	if g, ok := gate.BuiltIn.Find(tag); ok {
		return g.Title, g.Fix
	}
	return "", ""
}

// evolutionRows gives a summary of each record. A rejection that nobody has put into a category has the one that its reason tells.
func evolutionRows(g *records.Learning, found []index.Row) []decision.Summary {
	rows, read := make([]decision.Summary, len(found)), reader(evolutionColumns...)
	for i := range found {
		rows[i] = *read(&found[i])
		if rows[i].Verdict == decision.Rejected && rows[i].Category == "" {
			rows[i].Category = g.Categorizer.CategorizeStems(found[i].Texts[stemsAt]).Category
		}
	}
	return rows
}

// addLessons adds to artifacts what the last rejection said.
func addLessons(ctx context.Context, l *ledger.Ledger, x *index.Index, g *records.Learning, artifacts []evolution.Artifact) error {
	var last []index.Row
	place := map[string]int{}
	for i, a := range artifacts {
		if key, ok := decision.Key(a.LastID); ok {
			last, place[a.LastID] = append(last, index.Row{Key: key}), i
		}
	}
	decisions, err := decisionsOf(ctx, l, x, last)
	for _, d := range decisions {
		if slices.Contains(d.Redacted, "reason") {
			continue
		}
		action := ""
		if !slices.Contains(d.Redacted, "learned_action") {
			action = g.Action(d)
		}
		artifacts[place[d.ID]].Tell(d.Reason, action)
	}
	return err
}

// unreadTimes are the times of the records that cannot be read, as their ids have them, and how many more there are, which have none.
func unreadTimes(ctx context.Context, x *index.Index) (times []time.Time, undated int, err error) {
	unread, err := x.Rows(ctx, index.Query{Unreadable: true}, 0)
	for _, r := range unread {
		if at, ok := decision.IDTime(records.IDOf(r.Path)); ok && decision.KindAt(r.Path) == decision.Decisions {
			times = append(times, at)
		} else {
			undated++
		}
	}
	return times, undated, err
}
