package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kbgate/kbgate/internal/git"
)

// Synced says what Sync did.
type Synced struct {
	Got, Gave int    // files that came from the remote, and that it has now
	Tip       string // where both stand
}

// attempts is how often Sync begins anew because somebody else was first.
const attempts = 10

// Sync brings the store and that of a remote to the same state: it fetches, merges by union, and pushes, again where
// somebody else pushed meanwhile. Records never conflict: each has a name of its own, and where two of one name differ,
// both stay (beside).
func (s *Store) Sync(ctx context.Context, remote string, at time.Time) (done Synced, err error) {
	defer func() { err = s.wayOut(err) }()
	if s.Ref == Head {
		return done, &Refusal{"the store lies on the branch that is checked out, which is yours to merge", "run `git pull` and `git push`; records never conflict"}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.whoCommits(ctx); err != nil {
		return done, err
	}
	for range attempts {
		theirs, err := git.Fetch(ctx, s.dir, remote, s.Ref)
		if err != nil {
			return done, err
		}
		ours, err := inTurn(ctx, s, func(t turn) (string, error) { return s.meet(ctx, t, theirs, at, remote, &done) })
		if errors.Is(err, git.ErrMoved) || errors.Is(err, git.ErrLocked) {
			continue
		}
		if err != nil || ours == "" || ours == theirs {
			return done, err
		}
		if err = git.Push(ctx, s.dir, remote, ours, s.Ref); err == nil || !errors.Is(err, git.ErrMoved) {
			if err == nil {
				done.Gave, err = s.countAdded(ctx, theirs, ours)
			}
			return done, err
		}
	}
	return done, fmt.Errorf("others were first %d times; run `kbgate sync` again", attempts)
}

// meet moves the store to where it has all that another commit has, and gives where that is.
func (s *Store) meet(ctx context.Context, t turn, theirs string, at time.Time, remote string, done *Synced) (string, error) {
	tip, err := s.tip()
	if err != nil {
		return "", err
	}
	ours := tip.ID
	if theirs == "" || theirs == ours {
		done.Tip = ours
		return ours, nil
	}
	to := theirs
	if ours != "" {
		switch base, err := git.MergeBase(ctx, s.dir, ours, theirs); {
		case err != nil && !errors.Is(err, git.ErrNoCommit): // two that began apart have none
			return "", err
		case base == theirs:
			to = ours
		case base != ours:
			if to, err = s.merge(ctx, base, ours, theirs, commit{ident: s.ident, at: at, message: "Merge the records of " + remote}); err != nil {
				return "", err
			}
		}
	}
	done.Tip = to
	if to == ours {
		return ours, nil
	}
	if err := s.move(ctx, t, s.Ref, to, ours, "sync with "+remote); err != nil {
		return "", err
	}
	n, err := s.countAdded(ctx, ours, to)
	done.Got += n
	return to, err
}

// countAdded is how many files of the store a commit has that another, "" for none, has not.
func (s *Store) countAdded(ctx context.Context, from, to string) (n int, err error) {
	old := ""
	if from != "" {
		if old, err = s.folderAt(from, ""); err != nil {
			return 0, err
		}
	}
	now, err := s.folderAt(to, "")
	if err != nil {
		return 0, err
	}
	return n, s.added(ctx, old, now, "", func(Name) { n++ })
}
