package loop

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/store"
)

// Found is one record of the ledger, and what became of it.
type Found struct {
	Path string
	Raw  []byte // as it is stored
	// Decision has its amendments folded in; nil where the record is an amendment, and then Amendment is it.
	Decision  *decision.Decision
	Amendment *decision.Amendment
	// Amendments are about the record, or about those that are; texts that were hidden later are not in them.
	Amendments []*decision.Amendment
	// Twins are other records of the same id, which another version of the program wrote.
	Twins []string
}

// IsRedacted reports whether some text of the record is hidden.
func (f *Found) IsRedacted() bool {
	return f.Decision != nil && len(f.Decision.Redacted) > 0 || f.Amendment != nil && len(f.Amendment.Redacted) > 0
}

// mostNamed is how many records are named where an id may mean several.
const mostNamed = 5

// Find gives the record that an id names, or the beginning or the end of one that no other shares. Case does not matter.
func (l *Ledger) Find(ctx context.Context, id string) (*Found, error) {
	file, twins, err := l.pick(ctx, strings.ToUpper(strings.TrimSpace(id)))
	if err != nil {
		return nil, err
	}
	amended, _, err := l.amendments(ctx) // verify tells of those that cannot be read
	if err != nil {
		return nil, err
	}
	found := &Found{Path: file.Path, Raw: file.Data, Twins: twins}
	folder, full, _, _ := decision.ParsePath(file.Path)
	about := amended.about(full)
	for _, a := range about {
		found.Amendments = append(found.Amendments, decision.FoldAmendment(a, about...))
	}
	if folder == decision.AmendmentsFolder {
		var a *decision.Amendment
		if a, err = decision.DecodeAmendment(file.Data); err == nil {
			found.Amendment = decision.FoldAmendment(a, about...)
		}
	} else {
		var d *decision.Decision
		if d, err = decision.Decode(file.Data); err == nil {
			found.Decision = decision.Fold(d, about...)
		}
	}
	if err != nil {
		return nil, &UsageError{Err: &BadRecord{file.Path, err}, Hint: "`kbgate verify` tells which commit brought it"}
	}
	return found, nil
}

// pick reads the one record that a part of an id means.
func (l *Ledger) pick(ctx context.Context, part string) (file store.File, twins []string, err error) {
	if part == "" {
		return file, nil, &UsageError{Err: errors.New("no id is given"), Hint: "`kbgate log` lists them"}
	}
	var fits []store.Name
	for _, folder := range []string{decision.DecisionsFolder, decision.AmendmentsFolder} {
		names, _, err := l.store.Names(ctx, folder, "")
		if err != nil {
			return file, nil, err
		}
		for _, n := range names {
			_, id, twin, ok := decision.ParsePath(n.Path)
			switch {
			case !ok || !strings.HasPrefix(id, part) && !strings.HasSuffix(id, part):
			case twin != "":
				twins = append(twins, n.Path)
			default:
				fits = append(fits, n)
			}
		}
	}
	switch len(fits) {
	case 0:
		return file, nil, &UsageError{Err: fmt.Errorf("no record has the id %q", part), Hint: "`kbgate log` lists them; the beginning or the end of an id is enough"}
	case 1:
	default:
		var named []string
		for _, n := range fits[:min(len(fits), mostNamed)] {
			_, id, _, _ := decision.ParsePath(n.Path)
			named = append(named, id)
		}
		return file, nil, &UsageError{Err: fmt.Errorf("%d records have an id that begins or ends with %q", len(fits), part), Hint: "give more of it: " + strings.Join(named, ", ")}
	}
	for file, err := range l.store.Contents(ctx, fits, decision.MaxRecord) {
		if err != nil {
			return file, nil, &UsageError{Err: err, Hint: "`kbgate verify` tells which commit brought it"}
		}
		return file, twins, nil
	}
	return file, nil, fmt.Errorf("%s: %w", fits[0].Path, store.ErrNotFound)
}
