package decide

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/conflict"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/store"
)

// leastPart is how much of the id of a content names it.
const leastPart = 8

// Choose records that one of several files of an id is the record, by the beginning of its content's id. It takes a reviewer whom
// the configuration lists, and where keys of theirs are listed, a signature by one of them.
func Choose(ctx context.Context, l *ledger.Ledger, id, part, by, why string, now time.Time) (*conflict.Copy, *decision.Amendment, error) {
	found, err := recall.Find(ctx, l, id)
	if err != nil {
		return nil, nil, err
	}
	if found.Decision == nil || len(found.Files) < 2 {
		return nil, nil, hint.Misuse("`kbgate verify` names those of which there are several", "there is one record of this id alone")
	}
	fits := slices.DeleteFunc(slices.Clone(found.Files), func(f conflict.Copy) bool {
		return len(part) < leastPart || !strings.HasPrefix(f.Blob, strings.ToLower(part)) || f.Decision == nil
	})
	if len(fits) != 1 {
		return nil, nil, hint.Misuse("`kbgate show "+id+"` names them", "%.60q is the beginning of the content of %d records of this id", part, len(fits))
	}
	a := &decision.Amendment{Of: found.Decision.ID, Field: decision.KeptField, Value: decision.TextValue(fits[0].Blob), By: by, Why: why}
	if err := fit(ctx, l, found, a, now); err != nil {
		return nil, nil, err
	}
	if err := l.Judge.Refuse(a); err != nil {
		return nil, nil, err
	}
	if judge := l.Judge.Seal(ctx, a); judge == nil {
		_, err = appendRecords(ctx, l, now, conflict.Message(a), a)
	} else {
		var data []byte
		if data, err = a.Encode(); err == nil {
			_, err = l.Store.AppendSigned(ctx, now, conflict.Message(a), judge, store.File{Path: a.Path(), Data: data})
		}
	}
	if err != nil {
		return nil, nil, err
	}
	err = l.Store.RememberFirst(ctx, map[string]store.FirstContent{decision.Decisions.Path(a.Of): {Blob: fits[0].Blob}})
	return &fits[0], a, err
}

// KeepBeside keeps a decision that came from elsewhere beside another one that has its id, and gives its path. It keeps nothing and
// gives "" where the other one is of the same event and does not disagree, or the decision began here.
func KeepBeside(ctx context.Context, l *ledger.Ledger, d *decision.Decision, now time.Time) (string, error) {
	files, err := l.Judge.FilesOf(ctx, d.ID)
	if err != nil || len(files) == 0 || d.SourceID == "" {
		return "", err
	}
	if there := files[0].Decision; there != nil && there.Source == d.Source && there.SourceID == d.SourceID {
		// which artifact an event is about follows from the configuration, which may have changed since
		disagrees := slices.ContainsFunc(decision.Disagree(there, d, nil), func(name string) bool { return !strings.HasPrefix(name, "artifact.") })
		tellsNoMore := d.Agent == decision.Unknown && decision.IsSameEvent(there, d)
		if !disagrees || tellsNoMore {
			return "", nil
		}
	}
	data, err := d.Encode()
	if err != nil {
		return "", err
	}
	name := decision.CopyPath(d, decision.BlobID(data, files[0].Blob))
	_, err = l.Append(ctx, now, "Keep a record whose id another one has", false, store.File{Path: name, Data: data})
	return name, err
}
