package ledger

import (
	"context"
	"os"
	"slices"

	"github.com/kbgate/kbgate/internal/guard"
	"github.com/kbgate/kbgate/internal/shared"
)

// Shared gives the memory that machines share of what was rejected; nil where none is configured. It is opened once.
func (l *Ledger) Shared(ctx context.Context) (*shared.Memory, error) {
	l.sharing.Lock()
	defer l.sharing.Unlock()
	if !l.looked {
		l.looked = true
		settings, err := guard.SettingsOf(l.Config.Guard, os.LookupEnv)
		if l.sharedFault = err; err == nil {
			l.shared, l.sharedFault = shared.Of(ctx, os.LookupEnv, l.Repository, shared.Options{
				Prefix: l.Config.Guard.Prefix, TTL: settings.TTL, SubjectKey: l.SubjectKey, Clone: l.Repository.Common})
		}
	}
	return l.shared, l.sharedFault
}

// Later does something beside what its caller does next. Close waits for it, and warns of its error.
func (l *Ledger) Later(do func() error) {
	l.beside.Go(func() { l.Note(do()) })
}

// Last does something when the ledger is closed; of several under one name, one.
func (l *Ledger) Last(name string, do func() error) {
	l.sharing.Lock()
	defer l.sharing.Unlock()
	if l.last == nil {
		l.last = map[string]func() error{}
	}
	l.last[name] = do
}

// Note keeps an error that stops nothing. Close warns of it, once where several say the same.
func (l *Ledger) Note(err error) {
	if err == nil {
		return
	}
	l.sharing.Lock()
	defer l.sharing.Unlock()
	if said := err.Error(); !slices.Contains(l.notes, said) {
		l.notes = append(l.notes, said)
	}
}

// finish does what is left to do, and warns of what is noted.
func (l *Ledger) finish() error {
	l.beside.Wait()
	l.sharing.Lock()
	last := l.last
	l.last = nil
	l.sharing.Unlock()
	for _, do := range last {
		l.Note(do())
	}
	l.sharing.Lock()
	defer l.sharing.Unlock()
	for _, said := range l.notes {
		l.warn(said)
	}
	l.notes = nil
	return l.shared.Close()
}
