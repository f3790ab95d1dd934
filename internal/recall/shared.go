package recall

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/guard/memory"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/shared"
	"github.com/kbgate/kbgate/internal/store/index"
)

// Remembered gives what counts of a subject at a moment, of the store and of what other machines share, and puts back what the shared
// memory lacks of it. Where that cannot be asked, Away says why.
func Remembered(ctx context.Context, l *ledger.Ledger, asked Asked, ttl time.Duration, now time.Time) (*memory.Memory, error) {
	var told shared.Answer
	answer, away := askShared(ctx, l, asked, now)
	if answer != nil {
		told = *answer
	}
	m, err := Memory(ctx, l, asked, ttl, now, told)
	if err != nil {
		return nil, err
	}
	if away != nil {
		m.Away = away.Error()
	}
	if answer == nil {
		return m, nil
	}
	var lacking []shared.Entry
	for _, r := range m.Rejections {
		if r.Files == 0 && !answer.Has(r.ID) { // what is shared of a change is told under its name
			lacking = append(lacking, shared.Entry{ID: r.ID, Subjects: subjectsOf(&r, m.Subject), Rejection: &r})
		}
	}
	tell(ctx, l, now, lacking)
	return m, nil
}

func subjectsOf(r *memory.Rejection, asked string) []string {
	if r.Type == decision.Email {
		return []string{asked}
	}
	return []string{asked, r.Artifact}
}

// askShared gives what the shared memory holds; no answer where there is no such memory.
func askShared(ctx context.Context, l *ledger.Ledger, asked Asked, now time.Time) (*shared.Answer, error) {
	m, err := l.Shared(ctx)
	if m == nil {
		l.Note(err)
		return nil, err
	}
	subjects := []string{asked.Key(l)}
	if asked.Type != decision.Email {
		subjects = append(subjects, asked.Artifact)
	}
	answer, err := m.Ask(ctx, now, subjects...)
	if err != nil {
		l.Note(fmt.Errorf("%w; what counts is what the store holds, and `kbgate sync` brings the rest", err))
		return nil, err
	}
	if answer.Foreign > 0 {
		l.Note(errors.New("some values of the shared memory cannot be read, and are passed over"))
	}
	if answer.Lacking {
		putBackLast(ctx, l, now)
	}
	return answer, nil
}

// Share tells other machines at once what was recorded, beside what its caller does next: decisions, and what amendments make of theirs.
func Share(ctx context.Context, l *ledger.Ledger, now time.Time, records ...decision.Record) {
	var entries []shared.Entry
	amended := map[string]bool{}
	for _, r := range records {
		switch r := r.(type) {
		case *decision.Decision:
			if e, ok := shared.EntryOf(r, r); ok {
				entries = append(entries, e)
			}
		case *decision.Amendment:
			if amended[r.Of] {
				continue
			}
			amended[r.Of] = true
			m, err := l.Shared(ctx)
			if err != nil {
				l.Note(err)
			}
			if m == nil {
				return // nobody is told of anything
			}
			e, ok, err := entryOf(ctx, l, r.Of)
			if err != nil {
				l.Note(fmt.Errorf("other machines hear of %s with `kbgate sync` alone: %w", r.ID, err))
			}
			if ok {
				entries = append(entries, e)
			}
		}
	}
	tell(ctx, l, now, entries)
}

// entryOf gives what is shared of a record that was amended: of a decision, or of that which an amendment is about.
func entryOf(ctx context.Context, l *ledger.Ledger, id string) (e shared.Entry, ok bool, err error) {
	found, err := Find(ctx, l, id)
	if err == nil && found.Amendment != nil {
		found, err = Find(ctx, l, found.Amendment.Of)
	}
	if err != nil || found.Decision == nil {
		return e, false, err
	}
	first, err := decision.Decode(found.Raw)
	if err != nil {
		return e, false, err
	}
	e, ok = shared.EntryOf(first, found.Decision)
	return e, ok, nil
}

// tell gives entries to the shared memory beside what its caller does next.
func tell(ctx context.Context, l *ledger.Ledger, now time.Time, entries []shared.Entry) {
	if len(entries) == 0 {
		return
	}
	l.Later(func() error {
		m, err := l.Shared(ctx)
		if m == nil {
			return err
		}
		var counting []shared.Entry
		for _, e := range entries {
			if at, ok := decision.IDTime(e.ID); ok && m.Concerns(at, now) {
				counting = append(counting, e)
			}
		}
		lacking, err := m.Tell(ctx, counting...)
		if lacking {
			putBackLast(ctx, l, now)
		}
		if err != nil {
			return fmt.Errorf("%w; `kbgate sync` tells the other machines", err)
		}
		return nil
	})
}

func putBackLast(ctx context.Context, l *ledger.Ledger, now time.Time) {
	l.Last("put back", func() error { return PutBack(ctx, l, now) })
}

// mostPutBack is how many decisions are put back into a shared memory, the newest.
const mostPutBack = 10_000

// PutBack gives the shared memory what it lacks of the store's window: what a flush took, and what was recorded while it was away.
func PutBack(ctx context.Context, l *ledger.Ledger, now time.Time) error {
	m, err := l.Shared(ctx)
	if m == nil {
		return err
	}
	x, err := l.Index(ctx, index.Always)
	if err != nil {
		return err
	}
	rows, err := x.Rows(ctx, index.Query{Since: now.Add(-m.Window())}, mostPutBack)
	if err != nil {
		return err
	}
	read, err := contents(ctx, x, rows, l.Chosen())
	if err != nil {
		return err
	}
	var entries []shared.Entry
	for _, r := range read {
		if r.err != nil {
			continue // `kbgate verify` names it
		}
		first := r.decision
		if len(r.Amendments) > 0 {
			if first, err = decision.Decode(r.Record); err != nil {
				continue
			}
		}
		if e, ok := shared.EntryOf(first, r.decision); ok {
			entries = append(entries, e)
		}
	}
	return m.PutBack(ctx, entries)
}
