package loop

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// Found is one record of the ledger, and what became of it.
type Found struct {
	Path string
	Raw  []byte // as it is stored
	// Decision has its amendments folded in; nil where the record is an amendment, and then Amendment is it.
	Decision  *decision.Decision
	Amendment *decision.Amendment
	Stored    *decision.Decision // as it is stored, without what is hidden; nil likewise
	// Amendments are about the record, or about those that are; texts that were hidden later are not in them.
	Amendments []*decision.Amendment
	// Twins are other records of the same id, and Files all those of a decision, with their amendments folded in, if there are such.
	Twins []string
	Files []Twin
	// Dispute says in what they disagree; nil where they do not, or a reviewer has chosen one.
	Dispute *Dispute
}

// IsRedacted reports whether some text of the record is hidden.
func (f *Found) IsRedacted() bool {
	return f.Decision != nil && len(f.Decision.Redacted) > 0 || f.Amendment != nil && len(f.Amendment.Redacted) > 0
}

// mostNamed is how many records are named where an id may mean several.
const mostNamed = 5

// Find gives the record that an id names, or the beginning or the end of one that no other shares. Case does not matter.
func (l *Ledger) Find(ctx context.Context, id string) (*Found, error) {
	full, err := l.complement(ctx, strings.ToUpper(strings.TrimSpace(id)))
	if err != nil {
		return nil, err
	}
	file, twins, err := l.file(ctx, full)
	if err != nil {
		return nil, err
	}
	about, err := l.about(ctx, full)
	if err != nil {
		return nil, err
	}
	found := &Found{Path: file.Path, Raw: file.Data, Twins: twins, Amendments: decision.FoldAmendments(about)}
	if folder, _, _, _ := decision.ParsePath(file.Path); folder == decision.AmendmentsFolder {
		var a *decision.Amendment
		if a, err = readAmendment(file.Path, file.Data); err == nil {
			var ofRecord []*decision.Amendment // what hides its texts may hide those of its amendments
			if ofRecord, err = l.about(ctx, a.Of); err != nil {
				return nil, err
			}
			found.Amendment = decision.FoldAmendment(a, append(ofRecord, about...)...)
		}
	} else {
		err = l.findDecision(ctx, full, found, about)
	}
	if err != nil {
		return nil, &UsageError{Err: &BadRecord{file.Path, err}, Hint: "`kbgate verify` tells which commit brought it"}
	}
	return found, nil
}

// findDecision reads the decision of an id: of several records that which counts, else that which bears the name.
func (l *Ledger) findDecision(ctx context.Context, id string, found *Found, about []*decision.Amendment) error {
	if len(found.Twins) > 0 {
		if err := l.findTwins(ctx, id, found, about); err != nil {
			return err
		}
	}
	d, err := readDecision(found.Path, found.Raw)
	if err == nil {
		found.Decision = decision.Fold(d, about...)
		found.Stored = decision.Hide(d, about...)
		found.Decision.Disputed = found.Dispute != nil
	}
	return err
}

func (l *Ledger) findTwins(ctx context.Context, id string, found *Found, about []*decision.Amendment) error {
	files, err := l.filesOf(ctx, id)
	if err != nil || len(files) < 2 {
		return err
	}
	kept, err := l.kept()
	if err != nil {
		return err
	}
	d, err := l.disputeOf(ctx, id, files, about, kept)
	if err != nil {
		return err
	}
	for _, f := range files {
		if d != nil && d.Choice != nil && d.Choice.Blob == f.Blob {
			found.Path, found.Raw = f.Path, f.raw
		}
		if f.Decision != nil {
			f.Decision = decision.Fold(f.Decision, about...)
		}
		found.Files = append(found.Files, f)
	}
	if !d.isSettled() {
		found.Dispute = d
	}
	return nil
}

// complement gives the one id that begins or ends with a part of it.
func (l *Ledger) complement(ctx context.Context, part string) (string, error) {
	if part == "" {
		return "", &UsageError{Err: errors.New("no id is given"), Hint: "`kbgate log` lists them"}
	}
	if decision.IsID(part) {
		return part, nil
	}
	ids, err := l.idsWith(ctx, part)
	switch {
	case err != nil:
		return "", err
	case len(ids) == 0:
		return "", noSuchID(part)
	case len(ids) > 1:
		return "", &UsageError{Err: fmt.Errorf("%d records have an id that begins or ends with %q", len(ids), part),
			Hint: "give more of it: " + strings.Join(ids[:min(len(ids), mostNamed)], ", ")}
	}
	return ids[0], nil
}

func noSuchID(part string) error {
	return &UsageError{Err: fmt.Errorf("no record has the id %q", part), Hint: "`kbgate log` lists them; the beginning or the end of an id is enough"}
}

// idsWith gives the ids that begin or end with a part: those of decisions, and then those of amendments.
func (l *Ledger) idsWith(ctx context.Context, part string) ([]string, error) {
	x, err := l.indexIf(ctx, index.Never)
	if errors.Is(err, index.ErrNone) {
		return l.plainIDs(ctx, part)
	} else if err != nil {
		return nil, err
	}
	var decisions, amendments []string
	for _, holding := range []func(string) (key, mask [16]byte, ok bool){decision.BeginsWith, decision.EndsWith} {
		key, mask, ok := holding(part)
		if !ok {
			continue
		}
		rows, err := x.Find(ctx, key, mask, 0)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			decisions = append(decisions, decision.KeyID(row.Key))
		}
		keys, err := x.FindAmendments(ctx, key, mask)
		if err != nil {
			return nil, err
		}
		for _, key := range keys {
			amendments = append(amendments, decision.KeyID(key))
		}
	}
	bad, err := x.Rows(ctx, index.Query{Unread: true}, 0)
	if err != nil {
		return nil, err
	}
	for _, row := range bad {
		if folder, id, ok := named(row.Path, part); ok && folder == decision.AmendmentsFolder {
			amendments = append(amendments, id)
		}
	}
	return append(distinct(decisions), distinct(amendments)...), nil
}

func distinct(ids []string) []string {
	slices.Sort(ids)
	return slices.Compact(ids)
}

// named reports whether a file is named for a record whose id begins or ends with a part, and which.
func named(path, part string) (folder, id string, ok bool) {
	folder, id, twin, ok := decision.ParsePath(path)
	return folder, id, ok && twin == "" && (strings.HasPrefix(id, part) || strings.HasSuffix(id, part))
}

// plainIDs does the same without an index.
func (l *Ledger) plainIDs(ctx context.Context, part string) (ids []string, err error) {
	for _, folder := range []string{decision.DecisionsFolder, decision.AmendmentsFolder} {
		names, _, err := l.store.Names(ctx, folder, "")
		if err != nil {
			return nil, err
		}
		for _, n := range names {
			if _, id, ok := named(n.Path, part); ok {
				ids = append(ids, id)
			}
		}
	}
	return ids, nil
}

// file reads the file of an id, and names those of that id which hold something else.
func (l *Ledger) file(ctx context.Context, id string) (file store.File, differ []string, err error) {
	var fits, others []store.Name
	for _, own := range []string{(&decision.Decision{ID: id}).Path(), (&decision.Amendment{ID: id}).Path()} {
		names, _, err := l.store.Names(ctx, path.Dir(own), "")
		if err != nil {
			return file, nil, err
		}
		for _, n := range names {
			switch _, other, twin, ok := decision.ParsePath(n.Path); {
			case !ok || other != id:
			case twin != "":
				others = append(others, n)
			default:
				fits = append(fits, n)
			}
		}
	}
	if len(fits) == 0 {
		return file, nil, noSuchID(id)
	}
	var twins []string
	for _, n := range others {
		if n.Blob != fits[0].Blob {
			twins = append(twins, n.Path)
		}
	}
	for file, err := range l.store.Contents(ctx, fits[:1], decision.MaxRecord) {
		if err != nil {
			return file, nil, &UsageError{Err: err, Hint: "`kbgate verify` tells which commit brought it"}
		}
		return file, twins, nil
	}
	return file, nil, fmt.Errorf("%s: %w", fits[0].Path, store.ErrNotFound)
}

// about gives the amendments of a record, and those of these amendments.
func (l *Ledger) about(ctx context.Context, id string) ([]*decision.Amendment, error) {
	x, err := l.indexIf(ctx, index.Never)
	if errors.Is(err, index.ErrNone) {
		all, _, err := l.amendments(ctx) // verify tells of those that cannot be read
		return all.about(id), err
	} else if err != nil {
		return nil, err
	}
	key, _ := decision.Key(id)
	blobs, err := x.Amendments(ctx, key)
	if err != nil {
		return nil, err
	}
	var names []store.Name
	for _, blob := range blobs[0] {
		names = append(names, store.Name{Path: "an amendment of " + id, Blob: blob})
	}
	kept := newShelf()
	for file, err := range l.store.Contents(ctx, names, decision.MaxRecord) {
		if file.Path == "" {
			return nil, err
		}
		if a, failed := decision.DecodeAmendment(file.Data); err == nil && failed == nil {
			kept.put(a, len(file.Data))
		}
	}
	return kept.all.about(id), nil
}
