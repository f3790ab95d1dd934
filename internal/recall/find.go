package recall

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/conflict"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// Found is one record of the ledger, and what became of it.
type Found struct {
	Path string
	Raw  []byte // as it is stored
	// Decision has its amendments folded in. Where the record is an amendment, an allowance or a refinement, that one is set instead.
	Decision   *decision.Decision
	Amendment  *decision.Amendment
	Allowance  *decision.Allowance
	Refinement *decision.Refinement
	Stored     *decision.Decision // as it is stored, without what is hidden; nil likewise
	// Amendments are about the record, or about those that are; texts that were hidden later are not in them.
	Amendments []*decision.Amendment
	// Copies are the paths of other records of the same id. If a decision has any, Files are all of them and itself, with amendments
	// folded in.
	Copies []string
	Files  []conflict.Copy
	// Dispute says in what they disagree; nil where they do not, or a reviewer has chosen one.
	Dispute *conflict.Case
}

// Redacted names what of the record is hidden.
func (f *Found) Redacted() []string {
	switch {
	case f.Decision != nil:
		return f.Decision.Redacted
	case f.Allowance != nil:
		return f.Allowance.Redacted
	case f.Refinement != nil:
		return f.Refinement.Redacted
	}
	return f.Amendment.Redacted
}

// ID is that of the record.
func (f *Found) ID() string {
	switch {
	case f.Decision != nil:
		return f.Decision.ID
	case f.Allowance != nil:
		return f.Allowance.ID
	case f.Refinement != nil:
		return f.Refinement.ID
	}
	return f.Amendment.ID
}

// ErrUnreadable gives the error of a record that cannot be read.
func ErrUnreadable(path string, err error) error {
	return hint.Misuse("`kbgate verify` tells which commit brought it", "%w", &records.BadRecord{Path: path, Err: err})
}

// Find gives the record that an id names, or the beginning or the end of one that no other shares. Case does not matter.
func Find(ctx context.Context, l *ledger.Ledger, id string) (*Found, error) {
	id, err := complement(ctx, l, strings.ToUpper(strings.TrimSpace(id)))
	if err != nil {
		return nil, err
	}
	file, copies, err := fileOf(ctx, l, id)
	if err != nil {
		return nil, err
	}
	about, err := amendmentsOf(ctx, l, id)
	if err != nil {
		return nil, err
	}
	found := &Found{Path: file.Path, Raw: file.Data, Copies: copies, Amendments: decision.FoldAmendments(about)}
	if decision.KindAt(file.Path) != decision.Decisions {
		r, err := records.ReadFile(file.Path, file.Data)
		if err != nil {
			return nil, ErrUnreadable(file.Path, err)
		}
		switch r := r.(type) {
		case *decision.Allowance:
			found.Allowance = decision.FoldAllowance(r, about...)
			return found, nil
		case *decision.Refinement:
			found.Refinement = decision.FoldRefinement(r, about...)
			return found, nil
		}
		a := r.(*decision.Amendment)
		ofRecord, err := amendmentsOf(ctx, l, a.Of) // what hides its texts may hide those of its amendments
		found.Amendment = decision.FoldAmendment(a, append(ofRecord, about...)...)
		return found, err
	}
	if len(copies) > 0 {
		if err := found.choose(ctx, l, id, about); err != nil {
			return nil, err
		}
	}
	r, err := records.ReadFile(found.Path, found.Raw)
	if err != nil {
		return nil, ErrUnreadable(file.Path, err)
	}
	d := r.(*decision.Decision)
	found.Decision, found.Stored = decision.Fold(d, about...), decision.Hide(d, about...)
	found.Decision.Disputed = found.Dispute != nil
	return found, nil
}

// choose takes that which counts of several files of an id, if any does.
func (f *Found) choose(ctx context.Context, l *ledger.Ledger, id string, about []*decision.Amendment) error {
	cases, err := l.Judge.Cases(ctx, records.Amendments{id: about})
	if err != nil || len(cases[0].Files) < 2 {
		return err
	}
	c := cases[0]
	for _, copied := range c.Files {
		if c.Choice != nil && c.Choice.Blob == copied.Blob {
			f.Path, f.Raw = copied.Path, copied.Raw
		}
		if copied.Decision != nil {
			copied.Decision = decision.Fold(copied.Decision, about...)
		}
		f.Files = append(f.Files, copied)
	}
	if !c.IsSettled() {
		f.Dispute = c
	}
	return nil
}

// complement gives the one id that begins or ends with a part of it.
func complement(ctx context.Context, l *ledger.Ledger, part string) (string, error) {
	const mostNamed = 5 // where an id may mean several
	if part == "" {
		return "", hint.Misuse("`kbgate log` lists them", "no id is given")
	}
	if decision.IsID(part) {
		return part, nil
	}
	ids, err := idsWith(ctx, l, part)
	switch {
	case err != nil:
		return "", err
	case len(ids) == 0:
		return "", noSuchID(part)
	case len(ids) > 1:
		return "", hint.Misuse("give more of it: "+strings.Join(ids[:min(len(ids), mostNamed)], ", "), "%d records have an id that begins or ends with %q", len(ids), part)
	}
	return ids[0], nil
}

// ErrNoRecord says that no record has an id.
var ErrNoRecord = errors.New("no record has the id")

func noSuchID(part string) error {
	if decision.IsID(part) {
		return hint.Misuse("`kbgate sync` brings those of other machines; `kbgate log` lists those that are here", "%w %q", ErrNoRecord, part)
	}
	return hint.Misuse("`kbgate log` lists them; the beginning or the end of an id is enough", "%w %q", ErrNoRecord, part)
}

// idsWith gives the ids that begin or end with a part: those of decisions, and then those of other records.
func idsWith(ctx context.Context, l *ledger.Ledger, part string) ([]string, error) {
	of := map[*decision.Kind][]string{}
	add := func(name string) {
		if kind, id, copied, ok := decision.ParsePath(name); ok && copied == "" && (strings.HasPrefix(id, part) || strings.HasSuffix(id, part)) {
			of[kind] = append(of[kind], id)
		}
	}
	x, err := l.Index(ctx, index.Never)
	switch {
	case errors.Is(err, index.ErrNone):
		for _, kind := range decision.Kinds {
			names, err := l.Store.Names(ctx, kind.Folder)
			if err != nil {
				return nil, err
			}
			for _, n := range names {
				add(n.Path)
			}
		}
	case err != nil:
		return nil, err
	default:
		for _, holding := range []func(string) (key, mask [16]byte, ok bool){decision.BeginsWith, decision.EndsWith} {
			key, mask, ok := holding(part)
			if !ok {
				continue
			}
			keys, err := x.Find(ctx, key, mask)
			if err != nil {
				return nil, err
			}
			for _, key := range keys {
				add(decision.Decisions.Path(decision.KeyID(key)))
			}
			keys, err = x.FindAmendments(ctx, key, mask)
			if err != nil {
				return nil, err
			}
			for _, key := range keys {
				add(decision.Amendments.Path(decision.KeyID(key)))
			}
		}
		for _, kind := range []*decision.Kind{decision.Allowances, decision.Refinements} { // of which the index knows nothing
			names, err := l.Store.Names(ctx, kind.Folder)
			if err != nil {
				return nil, err
			}
			for _, n := range names {
				add(n.Path)
			}
		}
		bad, err := x.Rows(ctx, index.Query{Unreadable: true}, 0)
		if err != nil {
			return nil, err
		}
		for _, row := range bad {
			add(row.Path)
		}
	}
	var ids []string
	for _, kind := range decision.Kinds {
		slices.Sort(of[kind])
		ids = append(ids, slices.Compact(of[kind])...)
	}
	return ids, nil
}

// Known tells which of some ids the files of the store have, of whatever kind, copies too.
func Known(ctx context.Context, l *ledger.Ledger, ids []string) (map[string]bool, error) {
	wanted, looked, known := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, id := range ids {
		wanted[id] = true
	}
	for _, id := range ids {
		for _, kind := range decision.Kinds {
			folder := path.Dir(kind.Path(id))
			if looked[folder] {
				continue
			}
			looked[folder] = true
			names, err := l.Store.Names(ctx, folder)
			if err != nil {
				return nil, err
			}
			for _, n := range names {
				if _, other, _, _ := decision.ParsePath(n.Path); wanted[other] {
					known[other] = true
				}
			}
		}
	}
	return known, nil
}

// fileOf reads the file of an id, and names those of that id which hold something else.
func fileOf(ctx context.Context, l *ledger.Ledger, id string) (file store.File, differ []string, err error) {
	var fits, others []store.Name
	for _, kind := range decision.Kinds {
		names, err := l.Store.Names(ctx, path.Dir(kind.Path(id)))
		if err != nil {
			return file, nil, err
		}
		for _, n := range names {
			switch _, other, copied, _ := decision.ParsePath(n.Path); {
			case other != id:
			case copied != "":
				others = append(others, n)
			default:
				fits = append(fits, n)
			}
		}
	}
	if len(fits) == 0 {
		return file, nil, noSuchID(id)
	}
	for _, n := range others {
		if n.Blob != fits[0].Blob {
			differ = append(differ, n.Path)
		}
	}
	for file, err = range l.Store.Contents(ctx, fits[:1], decision.MaxRecord) {
		if err != nil {
			err = hint.Misuse("`kbgate verify` tells which commit brought it", "%w", err)
		}
		return file, differ, err
	}
	return file, nil, fmt.Errorf("%s: %w", fits[0].Path, store.ErrNotFound)
}

// amendmentsOf gives the amendments of a record, and those of these amendments.
func amendmentsOf(ctx context.Context, l *ledger.Ledger, id string) ([]*decision.Amendment, error) {
	x, err := l.Index(ctx, index.Never)
	if errors.Is(err, index.ErrNone) {
		all, _, err := records.ReadAmendments(ctx, l.Store) // verify tells of those that cannot be read
		return all.About(id), err
	} else if err != nil {
		return nil, err
	}
	key, _ := decision.Key(id)
	blobs, err := x.Amendments(ctx, key)
	if err != nil {
		return nil, err
	}
	var names []store.Name
	for _, blob := range blobs {
		names = append(names, store.Name{Path: "an amendment of " + id, Blob: blob})
	}
	all, held := records.Amendments{}, 0
	for file, err := range l.Store.Contents(ctx, names, decision.MaxRecord) {
		if file.Path == "" {
			return nil, err
		}
		if a, failed := decision.DecodeAmendment(file.Data); err == nil && failed == nil {
			held += len(file.Data)
			all.Put(a, held)
		}
	}
	return all.About(id), nil
}
