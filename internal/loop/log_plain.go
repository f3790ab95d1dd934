package loop

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/store"
)

// plainLog gives the same decisions as Log by reading one record after the other, from the newest on. Without an index that is
// the quicker way to the newest few. With a limit, only those bad records come that were met on the way.
func (l *Ledger) plainLog(ctx context.Context, g *Learning, f Filter, yield func(*decision.Decision, error) bool) {
	amended, bad, err := l.amendments(ctx)
	if err != nil {
		yield(nil, err)
		return
	}
	for _, b := range bad {
		if !yield(nil, b) {
			return
		}
	}
	names, _, err := l.store.Names(ctx, decision.DecisionsFolder, "")
	if err != nil {
		yield(nil, err)
		return
	}
	names = slices.DeleteFunc(names, func(n store.Name) bool {
		_, _, twin, ok := decision.ParsePath(n.Path) // a twin is the same event, once more
		return ok && twin != "" || isReadme(n.Path) || !f.fitsDay(n.Path)
	})
	slices.Reverse(names)
	given := 0
	for file, err := range l.store.Contents(ctx, names, decision.MaxRecord) {
		if file.Path == "" {
			yield(nil, err)
			return
		}
		var d *decision.Decision
		if err == nil {
			d, err = readDecision(file.Path, file.Data)
		}
		if err != nil {
			if !yield(nil, &BadRecord{file.Path, err}) {
				return
			}
			continue
		}
		if d = g.View(amended.fold(d)); !f.fits(d) {
			continue
		}
		given++
		if !yield(d, nil) || given == f.Limit {
			return
		}
	}
}

// amendments are all there are, by the id of the record that each is about.
type amendments map[string][]*decision.Amendment

func (l *Ledger) amendments(ctx context.Context) (all amendments, bad []*BadRecord, err error) {
	names, _, err := l.store.Names(ctx, decision.AmendmentsFolder, "")
	if err != nil {
		return nil, nil, err
	}
	all = amendments{}
	names = slices.DeleteFunc(names, func(n store.Name) bool { return isReadme(n.Path) })
	for file, err := range l.store.Contents(ctx, names, decision.MaxRecord) {
		if file.Path == "" {
			return nil, nil, err
		}
		var a *decision.Amendment
		if err == nil {
			a, err = readAmendment(file.Path, file.Data)
		}
		if err != nil {
			bad = append(bad, &BadRecord{file.Path, err})
			continue
		}
		all[a.Of] = append(all[a.Of], a)
	}
	return all, bad, nil
}

// about are the amendments of a record, and those of these amendments, in the order of their ids.
func (all amendments) about(id string) []*decision.Amendment {
	direct := all[id]
	if len(direct) == 0 {
		return nil
	}
	found := slices.Clone(direct)
	for _, a := range direct {
		found = append(found, all[a.ID]...)
	}
	slices.SortFunc(found, func(a, b *decision.Amendment) int {
		if order := strings.Compare(a.ID, b.ID); order != 0 {
			return order
		}
		x, _ := a.Encode() // twins; what was read can be written
		y, _ := b.Encode()
		return bytes.Compare(x, y)
	})
	return found
}

func (all amendments) fold(d *decision.Decision) *decision.Decision {
	return decision.Fold(d, all.about(d.ID)...)
}
