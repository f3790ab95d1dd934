package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
)

// Synced says what Sync did.
type Synced struct {
	Got, Gave Counts // files that came from the remote, and that it has now
	Tip       string // where both stand
	// Restored counts the files that the remote had changed or removed, RestoredHere those that this clone had. All are as before.
	Restored, RestoredHere int
	// TakenOut are the files whose texts somebody took out of the history, as the store allows.
	TakenOut []string
}

// Counts are how many files there are in each folder at the top of the store.
type Counts map[string]int

// Total is how many files there are.
func (c Counts) Total() (n int) {
	for _, own := range c {
		n += own
	}
	return n
}

// notReached explains an error of a fetch or push, with the line in which git says why. The store is as before.
func notReached(remote string, err error) error {
	var reason string
	switch {
	case errors.Is(err, git.ErrUnreachable):
		reason = "the remote " + remote + " cannot be reached"
	case errors.Is(err, git.ErrDeclined):
		reason = "the remote " + remote + " declines what is pushed"
	default:
		return err
	}
	for line := range strings.Lines(err.Error()) {
		_, said, ok := strings.Cut(line, "[remote rejected]")
		if at := strings.LastIndex(line, "fatal: "); at >= 0 {
			said, ok = line[at+len("fatal: "):], true
		}
		if ok {
			reason += ": " + withoutPassword(strings.TrimSpace(said))
			break
		}
	}
	return &hint.Error{Err: because{errors.New(reason), err}, Status: hint.Failure,
		Hint: "what was recorded here is safe; see that the address (`git remote -v`), the network and your rights are right, and sync again"}
}

// withoutPassword leaves out the user and password of an address in a text.
func withoutPassword(said string) string {
	before, address, ok := strings.Cut(said, "://")
	if !ok {
		return said
	}
	host := strings.IndexAny(address, "/' ")
	if host < 0 {
		host = len(address)
	}
	return before + "://" + address[strings.LastIndexByte(address[:host], '@')+1:]
}

// attempts is how often Sync starts again because somebody else was faster.
const attempts = 10

// Sync brings the store and that of a remote to the same state: it fetches, merges by union, and pushes. It starts again where
// somebody else pushed meanwhile. Records never conflict: each has its own name, and where two of one name differ, both stay, one of
// them as a conflict copy.
func (s *Store) Sync(ctx context.Context, remote string, at time.Time) (done Synced, err error) {
	defer func() { err = s.explain(err) }()
	if s.Ref == Head {
		return done, hint.Misuse("run `git pull` and `git push`; records never conflict", "the store lies on the branch that is checked out, which is yours to merge")
	}
	if err := s.mayGrow(); err != nil {
		return done, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.kept(); err != nil { // without kept names a merge would defend nothing
		return done, err
	}
	for range attempts {
		w, err := s.newWriting(ctx, at)
		if err != nil {
			return done, err
		}
		far, err := git.Fetch(ctx, s.repo, remote, s.Ref)
		if err != nil {
			return done, notReached(remote, err)
		}
		if err := w.mayStandOn(far, remote); err != nil {
			return done, err
		}
		err = s.locked(ctx, func(lock writeLock) error {
			w.lock = lock
			return w.meet(ctx, far, remote, &done)
		})
		if errors.Is(err, git.ErrMoved) || errors.Is(err, git.ErrLocked) {
			continue
		}
		if err != nil || done.Tip == "" {
			return done, err
		}
		if done.Tip != far.Tip {
			err := git.Push(ctx, s.repo, remote, done.Tip, s.Ref)
			if errors.Is(err, git.ErrMoved) {
				continue
			}
			if err != nil {
				return done, notReached(remote, err)
			}
			done.Gave = Counts{}
			if err := w.countAdded(ctx, far.Tip, done.Tip, done.Gave); err != nil {
				return done, err
			}
		}
		if done.Tip != far.Shared { // remember where both stand
			err = git.Share(ctx, s.repo, remote, s.Ref, done.Tip)
		}
		return done, err
	}
	return done, fmt.Errorf("others were first %d times; run `kbgate sync` again", attempts)
}

// mayStandOn refuses a commit of a remote that is larger than any store makes. Asked for an object by id, git gives its size before it
// reads the object.
func (w *writing) mayStandOn(far git.Fetched, remote string) error {
	if far.Tip == "" {
		return nil
	}
	_, err := w.objects.Read(far.Tip, maxCommit)
	if !errors.Is(err, git.ErrTooLarge) {
		return err
	}
	return hint.Misuse(fmt.Sprintf("`git push --force %s %s:%s` sets the branch there back to the one before it", remote, cmp.Or(far.Shared, far.Tip+"^"), w.Ref),
		"the commit %.12s on which %s of %s stands takes more than %d KiB, which no store makes, so nothing was taken over", far.Tip, w.Ref, remote, maxCommit>>10)
}

// countAdded counts the files of the store that one commit has and an earlier one, "" for none, lacks.
func (w *writing) countAdded(ctx context.Context, from, to string, counts Counts) error {
	return w.compareCommits(ctx, from, to, func(c PathChange) {
		if c.Blob != "" {
			folder, _, _ := strings.Cut(c.Path, "/")
			counts[folder]++
		}
	})
}

// meet moves the store to where it has all that a remote has, and says where that is.
func (w *writing) meet(ctx context.Context, far git.Fetched, remote string, done *Synced) error {
	tip, err := w.tip()
	if err != nil {
		return err
	}
	if done.Tip = tip.ID; far.Tip == tip.ID && (tip.ID == "" || far.Shared == tip.ID) {
		return nil
	}
	kept, err := w.kept()
	if err != nil {
		return err
	}
	to := cmp.Or(tip.ID, far.Tip)
	m := &meeting{writing: w, commits: [2]string{tip.ID, far.Tip}, kept: kept}
	if tip.ID != "" && far.Tip != tip.ID && (far.Tip != "" || far.Shared != "") {
		if to, err = m.unite(ctx, far.Shared, "Merge the records of "+remote); err != nil {
			return err
		}
	}
	again := &meeting{writing: w, commits: [2]string{far.Shared, to}, kept: kept}
	if to, err = again.putBack(ctx, "Put back what was shared with "+remote); err != nil {
		return err
	}
	done.Restored, done.RestoredHere = max(done.Restored, m.restored[theirs]+again.restored[theirs]), max(done.RestoredHere, m.restored[ours])
	for _, name := range slices.Concat(m.lack, again.lack) {
		if !slices.Contains(done.TakenOut, name) {
			done.TakenOut = append(done.TakenOut, name)
		}
	}
	if err := w.keepEarlier(ctx, far.Shared, to); err != nil {
		return err
	}
	if to != tip.ID {
		if err := w.move(ctx, w.Ref, to, tip.ID, "sync with "+remote); err != nil {
			return err
		}
		if done.Got == nil {
			done.Got = Counts{}
		}
		if err := w.countAdded(ctx, tip.ID, to, done.Got); err != nil {
			return err
		}
	}
	done.Tip = to
	if to == "" || far.Shared == to {
		return nil
	}
	if err := w.showSwapped(ctx, far.Shared, to); err != nil {
		return err
	}
	now, err := w.tip()
	done.Tip = now.ID
	return err
}

// putBack merges what was shared last into the result of a sync, where both sides agree to have changed or removed it: the remote did, and
// a plain `git pull` brought that here.
func (m *meeting) putBack(ctx context.Context, message string) (string, error) {
	shared, to := m.commits[ours], m.commits[theirs]
	if shared == "" || to == "" || shared == to {
		return to, nil
	}
	changed, err := m.changedSince(ctx, shared, to)
	switch {
	case errors.Is(err, git.ErrMissing) || err == nil && len(changed) == 0:
		return to, nil
	case err != nil:
		return "", err
	}
	return m.unite(ctx, shared, message)
}

// changedSince gives the files of the store at an earlier commit that another commit lacks or has with other content.
func (b *branch) changedSince(ctx context.Context, earlier, now string) (changed []PathChange, err error) {
	err = b.compareCommits(ctx, earlier, now, func(c PathChange) {
		if c.Was != "" && !isReadme(c.Path) {
			changed = append(changed, c)
		}
	})
	return changed, err
}

// showSwapped puts back, beside their names, the contents that names held first in separate histories and that are gone. Nobody can tell
// which of the contents was recorded first, so people have to see all of them.
func (w *writing) showSwapped(ctx context.Context, since, tip string) error {
	since, err := w.known(since)
	if err != nil {
		return err
	}
	gone, err := w.swapped(ctx, since, tip)
	if err != nil || len(gone) == 0 {
		return err
	}
	var names []string
	for _, f := range gone {
		names = append(names, f.Path)
	}
	earlier, err := w.earlier(ctx, since)
	if err != nil {
		return err
	}
	if err := w.keepNames(ctx, earlier, names); err != nil {
		return err
	}
	w.out.Pack = len(gone) >= manyObjects
	_, err = w.add(ctx, "Show records that others took the names of", nil, gone)
	if hint.IsUsage(err) { // something is in the way, and `kbgate verify` names it
		return nil
	}
	return err
}
