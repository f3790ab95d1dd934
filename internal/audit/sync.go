package audit

import (
	"context"
	"time"

	"github.com/kbgate/kbgate/internal/conflict"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/store"
)

// Sync brings the ledger and that of a remote to the same state, and gives the conflicts that nobody has settled then. The memory that
// machines share gets what it lacks.
func Sync(ctx context.Context, l *ledger.Ledger, remote string, now time.Time) (done store.Synced, open []*conflict.Case, err error) {
	known, err := git.IsRemote(ctx, l.Repository, remote)
	if err != nil {
		return done, nil, err
	}
	if !known {
		return done, nil, hint.Misuse("`git remote -v` lists the remotes, `git remote add origin URL` makes one", "there is no remote %q", remote)
	}
	if err = l.Inform(ctx); err != nil {
		return done, nil, err
	}
	if err = l.TakeIn(ctx, now); err != nil {
		return done, nil, err
	}
	if done, err = l.Store.Sync(ctx, remote, now); err == nil {
		open, err = l.Disputes(ctx)
	}
	if err == nil {
		l.Note(recall.PutBack(ctx, l, now))
	}
	return done, open, err
}
