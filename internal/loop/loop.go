// Package loop owns the use cases of the store: a decision is recorded, amended, redacted, listed, verified and brought to
// other machines. All wiring is here; time comes in as an argument.
package loop

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"path"
	"sync"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// UsageError is a mistake in what was asked for or how it was configured. Hint says what to do.
type UsageError struct {
	Err  error
	Hint string
}

func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap gives the error itself.
func (e *UsageError) Unwrap() error { return e.Err }

// Options say whose ledger is to be opened.
type Options struct {
	Root       string // the folder of the knowledge base, or a repository without a work tree
	Config     *config.Config
	Ref        string        // the branch to look at, where it is not that of the configuration
	Repository git.Folder    // Root in its repository; the zero value: it is looked for
	Reader     *store.Reader // of that repository, which is the ledger's to close from then on; nil: one of its own
	SubjectKey []byte        // for the hashes of e-mail addresses; nil: none
	// Warn hears what is amiss and stops nothing; nil: nobody does.
	Warn func(message string)
	// Progress hears how many records have been read for the index, where that has to be brought up to date; nil: nobody does.
	Progress func(done, of int)
}

// Ledger is the store of one knowledge base as decisions and amendments.
type Ledger struct {
	Options
	store   *store.Store
	folder  string     // of the records, from the top of the repository
	prefix  string     // of the knowledge base, likewise; "" or with a slash at its end
	entropy io.Reader  // for ids
	memory  *memoryLog // nil: none is kept

	keptBroken sync.Once // it is said once that what was kept cannot be read

	mu        sync.Mutex // guards what follows
	index     *index.Index
	learning  *Learning
	judged    string // the tree of the index of which these hold
	chosen    choices
	open      []*Dispute // that are not settled
	hurried   bool       // twins are not judged
	cutShort  bool       // the clone lacks a part of the history
	witnessed witnessed
}

// Open opens the ledger. Nothing is written before the first record. The context ends the programs that it keeps open.
func Open(ctx context.Context, o Options) (*Ledger, error) {
	if o.Repository == (git.Folder{}) {
		o.Repository = git.Find(ctx, o.Root)
	}
	switch err := o.Repository.Err(); {
	case errors.Is(err, git.ErrNoGit):
		return nil, fmt.Errorf("decisions are kept in git: %w", err)
	case errors.Is(err, git.ErrNoRepository):
		return nil, &UsageError{Err: fmt.Errorf("decisions are kept in git, and %s is %w", o.Root, err), Hint: "`git init` makes a repository"}
	case err != nil:
		return nil, err
	}
	l := &Ledger{Options: o, prefix: o.Repository.Prefix, entropy: rand.Reader}
	if l.Ref == "" {
		l.Ref = o.Config.Store.Ref
	}
	l.folder = path.Join(l.prefix, o.Config.Store.Dir)
	where := store.Options{Folder: l.folder, Ref: l.Ref, Reader: o.Reader, MayLack: mayLack}
	var err error
	if l.memory, err = newMemoryLog(l); err != nil {
		return nil, err
	}
	if l.memory != nil {
		where.View, where.LeftOut = l.memory, l.memory.leftOut
	}
	if l.store, err = store.Open(ctx, o.Repository, where); err != nil {
		return nil, &UsageError{Err: err, Hint: "store.dir and store.ref in " + config.FileName + " of the default branch say where records lie; docs/store.md tells what they may be"}
	}
	return l, nil
}

// Prepare looks up beside other work what recording a decision needs; the function that it gives waits for the end of that.
func (l *Ledger) Prepare(ctx context.Context) (wait func()) {
	var preparing sync.WaitGroup
	preparing.Go(func() { l.store.Prepare(ctx) })
	return preparing.Wait
}

// Close ends the programs that the ledger keeps open.
func (l *Ledger) Close() error { return l.store.Close() }

// Place says in words where the records lie.
func (l *Ledger) Place() string { return l.folder + " on " + l.Ref }

// IsHead reports whether records go onto the branch that is checked out, which git itself brings to others.
func (l *Ledger) IsHead() bool { return l.Ref == store.Head }

// Tip is the commit at which the ledger stands, "" before the first record.
func (l *Ledger) Tip() (string, error) { return l.store.Tip() }

// IsCutOff reports whether the clone holds only a part of the ledger's history.
func (l *Ledger) IsCutOff(ctx context.Context) (bool, error) {
	tip, err := l.store.Tip()
	if err != nil || tip == "" {
		return false, err
	}
	cut, err := git.CutOff(ctx, l.Repository, tip)
	return len(cut) > 0, err
}

// Sync brings the ledger and that of a remote to the same state.
func (l *Ledger) Sync(ctx context.Context, remote string, now time.Time) (store.Synced, error) {
	known, err := git.IsRemote(ctx, l.Repository, remote)
	if err != nil {
		return store.Synced{}, err
	}
	if !known {
		return store.Synced{}, &UsageError{Err: fmt.Errorf("there is no remote %q", remote), Hint: "`git remote -v` lists the remotes, `git remote add origin URL` makes one"}
	}
	if err := l.memory.prepare(ctx); err != nil {
		return store.Synced{}, err
	}
	return l.store.Sync(ctx, remote, now)
}

// commit stores files in one commit, in which the memory logs follow where any of them may concern these.
func (l *Ledger) commit(ctx context.Context, now time.Time, message string, logged bool, files ...store.File) ([]store.Outcome, error) {
	if logged {
		if err := l.memory.prepare(ctx); err != nil {
			return nil, err
		}
	}
	return l.store.Append(ctx, now, message, files...)
}

// newID makes the id of a record that begins here.
func (l *Ledger) newID(at time.Time) string { return decision.NewID(at, l.entropy) }

// Me is who the repository's settings say is at work, "" where they do not say.
func (l *Ledger) Me(ctx context.Context) string {
	ident, err := l.store.Ident(ctx)
	if err != nil {
		return ""
	}
	return nameOf(ident)
}
