package loop

import (
	"bytes"
	"context"
	"slices"

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
	several := map[string]bool{} // ids of which there are several files
	names = slices.DeleteFunc(names, func(n store.Name) bool {
		_, id, twin, ok := decision.ParsePath(n.Path)
		if ok && twin != "" {
			several[id] = true
		}
		return ok && twin != "" || isReadme(n.Path) || !f.fitsDay(n.Path)
	})
	chosen, err := l.chooseOf(ctx, several, amended)
	if err != nil {
		yield(nil, err)
		return
	}
	slices.Reverse(names)
	given := 0
	for file, err := range l.store.Contents(ctx, names, decision.MaxRecord) {
		if file.Path == "" {
			yield(nil, err)
			return
		}
		var d *decision.Decision
		_, id, _, _ := decision.ParsePath(file.Path)
		switch twin := chosen[id]; {
		case twin != nil && twin.Decision == nil:
			err = decision.ErrTwins
		case twin != nil:
			d, err = twin.Decision, nil
		case err == nil:
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
	kept := newShelf()
	names = slices.DeleteFunc(names, func(n store.Name) bool { return isReadme(n.Path) })
	at := 0
	var blob string // of the last file that could not be read, and why
	var why error
	for file, err := range l.store.Contents(ctx, names, decision.MaxRecord) {
		if file.Path == "" {
			return nil, nil, err
		}
		var a *decision.Amendment
		switch of := names[at].Blob; {
		case err != nil:
		case of == blob && (why != errMisnamed || !bytes.Contains(file.Data, idOf(file.Path))):
			err = why // one content under many names
		default:
			if a, err = readAmendment(file.Path, file.Data); err != nil {
				blob, why = of, err
			}
		}
		at++
		if err != nil {
			bad = append(bad, &BadRecord{file.Path, err})
			continue
		}
		kept.put(a, len(file.Data))
	}
	return kept.all, bad, nil
}

// idOf is the id that a file is named for.
func idOf(name string) []byte {
	_, id, _, _ := decision.ParsePath(name)
	return []byte(id)
}

// mostWhole is how many bytes of amendments are kept as they stand; of further ones only what a view needs.
const mostWhole = 16 << 20

// shelf keeps amendments.
type shelf struct {
	all   amendments
	bytes int
}

func newShelf() *shelf { return &shelf{all: amendments{}} }

// put keeps an amendment that was read from so many bytes.
func (s *shelf) put(a *decision.Amendment, bytes int) {
	if s.bytes += bytes; s.bytes > mostWhole {
		a = a.Slim()
	}
	if a != nil {
		s.all[a.Of] = append(s.all[a.Of], a)
	}
}

// about are the amendments of a record, and those of these amendments, in the order of their ids.
func (all amendments) about(id string) []*decision.Amendment {
	direct := all[id]
	if len(direct) == 0 {
		return nil
	}
	found := slices.Clone(direct)
	seen := map[string]bool{id: true} // twins have one id
	for _, a := range direct {
		if !seen[a.ID] {
			seen[a.ID] = true
			found = append(found, all[a.ID]...)
		}
	}
	return decision.InOrder(found)
}

func (all amendments) fold(d *decision.Decision) *decision.Decision {
	return decision.Fold(d, all.about(d.ID)...)
}
