package ledger

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/verdict"
)

// IsGate reports whether a tag is that of a gate.
func IsGate(tag string) bool {
	_, known := gate.BuiltIn.Find(tag)
	return known
}

// Spool keeps verdicts on what is staged in the knowledge base until the store is written.
func (l *Ledger) Spool() verdict.Spool { return verdict.SpoolOf(l.Repository, l.Repository.Prefix) }

// TakeIn records what waits of verdicts on staged states.
func (l *Ledger) TakeIn(ctx context.Context, now time.Time) error {
	_, err := l.appendWithSpool(ctx, now, "Record what the gates found in what was staged", nil)
	return err
}

// appendWithSpool stores files, and with them what waits of verdicts. The files are stored even if those cannot be.
func (l *Ledger) appendWithSpool(ctx context.Context, now time.Time, message string, files []store.File) ([]store.Outcome, error) {
	batch, err := l.Spool().Take(ctx, IsGate)
	if err != nil {
		l.warn(fmt.Sprintf("what the gates found in staged states is not recorded yet: %v", err))
	}
	if batch == nil {
		if len(files) == 0 {
			return nil, nil
		}
		return l.Store.Append(ctx, now, message, files...)
	}
	all := slices.Concat(files, l.spooled(batch, now))
	outcomes, err := l.Store.Append(ctx, now, message, all...)
	if err == nil {
		l.Note(batch.Done())
		return outcomes[:len(files)], nil
	}
	l.Note(batch.Leave())
	if len(files) == 0 || len(files) == len(all) || ctx.Err() != nil {
		return nil, err
	}
	if outcomes, err = l.Store.Append(ctx, now, message, files...); err == nil {
		l.warn("what the gates found in staged states is not recorded yet")
	}
	return outcomes, err
}

// spooled gives the files of a batch. What cannot be recorded is said and passed over.
func (l *Ledger) spooled(batch *verdict.Batch, now time.Time) (files []store.File) {
	bad := batch.Unread
	for _, d := range batch.Decisions {
		data, err := d.Encode()
		if err != nil || d.Validate(now) != nil || len(d.Secrets()) > 0 {
			bad++
			continue
		}
		files = append(files, store.File{Path: d.Path(), Data: data})
	}
	if bad > 0 {
		l.warn(fmt.Sprintf("%s of what the gates found in staged states cannot be read, and %s left out", text.Count(bad, "line", "lines"), map[bool]string{true: "is", false: "are"}[bad == 1]))
	}
	return files
}
