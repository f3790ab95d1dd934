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
)

// Synced says what Sync did.
type Synced struct {
	Got, Gave Counts // files that came from the remote, and that it has now
	Tip       string // where both stand
	// Restored are the files that the remote had changed or taken away, and RestoredHere those that this clone had: they are
	// as they were.
	Restored, RestoredHere int
	// TakenOut are the files of which texts were taken out of the history, as the store allows.
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

// Unreachable says that a remote takes no part in a sync. What the store holds is untouched.
type Unreachable struct {
	Reason string
	Err    error // what git says
}

func (u *Unreachable) Error() string { return u.Reason }

// Unwrap gives what git says.
func (u *Unreachable) Unwrap() error { return u.Err }

// notReached says in words that a remote could not be talked to, with the line in which git says why.
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
		line = line[max(0, strings.LastIndex(line, "fatal: ")):]
		if said, ok := strings.CutPrefix(line, "fatal: "); ok {
			reason += ": " + withoutPassword(strings.TrimSpace(said))
			break
		} else if _, said, ok := strings.Cut(line, "[remote rejected]"); ok {
			reason += ": " + withoutPassword(strings.TrimSpace(said))
			break
		}
	}
	return &Unreachable{reason, err}
}

// withoutPassword leaves out of a text what stands in an address before the host.
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
	if _, err := s.kept(); err != nil { // a merge without it would defend nothing
		return done, err
	}
	for range attempts {
		far, err := git.Fetch(ctx, s.repo, remote, s.Ref)
		if err != nil {
			return done, notReached(remote, err)
		}
		if err := s.mayStandOn(far, remote); err != nil {
			return done, err
		}
		tip, err := inTurn(ctx, s, func(t turn) (string, error) { return s.meet(ctx, t, far, at, remote, &done) })
		if errors.Is(err, git.ErrMoved) || errors.Is(err, git.ErrLocked) {
			continue
		}
		if err != nil || tip == "" {
			return done, err
		}
		if tip == far.Tip {
			return done, s.share(ctx, remote, far, tip)
		}
		if err = git.Push(ctx, s.repo, remote, tip, s.Ref); err == nil {
			done.Gave = Counts{}
			return done, errors.Join(s.countAdded(ctx, far.Tip, tip, done.Gave), s.share(ctx, remote, far, tip))
		} else if !errors.Is(err, git.ErrMoved) {
			return done, notReached(remote, err)
		}
	}
	return done, fmt.Errorf("others were first %d times; run `kbgate sync` again", attempts)
}

// mayStandOn refuses a commit of a remote on which no store stands. Git says the size of what it is asked for by its id before it reads it.
func (s *Store) mayStandOn(far git.Fetched, remote string) error {
	if far.Tip == "" {
		return nil
	}
	_, err := s.objects.Read(far.Tip, maxCommit)
	if !errors.Is(err, git.ErrTooLarge) {
		return err
	}
	back := cmp.Or(far.Shared, far.Tip+"^")
	return &Refusal{fmt.Sprintf("the commit %.12s on which %s of %s stands takes more than %d KiB, which no store makes, so nothing was taken over", far.Tip, s.Ref, remote, maxCommit>>10),
		fmt.Sprintf("`git push --force %s %s:%s` sets the branch there back to the one before it", remote, back, s.Ref)}
}

// share remembers where both stand.
func (s *Store) share(ctx context.Context, remote string, far git.Fetched, tip string) error {
	if tip == far.Shared {
		return nil
	}
	return git.Share(ctx, s.repo, remote, s.Ref, tip)
}

// meet moves the store to where it has all that another commit has, and gives where that is.
func (s *Store) meet(ctx context.Context, t turn, far git.Fetched, at time.Time, remote string, done *Synced) (string, error) {
	tip, err := s.tip()
	if err != nil {
		return "", err
	}
	done.Tip = tip.ID
	if far.Tip == tip.ID && (tip.ID == "" || far.Shared == tip.ID) {
		return tip.ID, nil
	}
	kept, err := s.kept()
	if err != nil {
		return "", err
	}
	to := cmp.Or(tip.ID, far.Tip)
	c := commit{ident: s.ident, at: at, message: "Merge the records of " + remote}
	m := &meeting{commits: [2]string{tip.ID, far.Tip}, kept: kept}
	if tip.ID != "" && far.Tip != tip.ID && (far.Tip != "" || far.Shared != "") {
		if to, err = s.unite(ctx, m, far.Shared, c); err != nil {
			return "", err
		}
	}
	c.message = "Put back what was shared with " + remote
	again := &meeting{commits: [2]string{far.Shared, to}, kept: kept}
	if to, err = s.putBack(ctx, again, far.Shared, c); err != nil {
		return "", err
	}
	done.Restored, done.RestoredHere = max(done.Restored, m.restored[theirs]+again.restored[theirs]), max(done.RestoredHere, m.restored[ours])
	for _, name := range slices.Concat(m.out, again.out) {
		if !slices.Contains(done.TakenOut, name) {
			done.TakenOut = append(done.TakenOut, name)
		}
	}
	if err := s.keep(ctx, kept, far.Shared, to); err != nil {
		return "", err
	}
	if to != tip.ID {
		if err := s.move(ctx, t, s.Ref, to, tip.ID, "sync with "+remote); err != nil {
			return "", err
		}
		if done.Got == nil {
			done.Got = Counts{}
		}
		if err := s.countAdded(ctx, tip.ID, to, done.Got); err != nil {
			return "", err
		}
	}
	done.Tip, err = s.showSwapped(ctx, t, far.Shared, to, at)
	return done.Tip, err
}

// putBack meets what was shared once more, where it was changed or taken away and both sides of a sync agree about that: the remote
// changed it, and git itself brought that here.
func (s *Store) putBack(ctx context.Context, m *meeting, shared string, c commit) (string, error) {
	to := m.commits[theirs]
	if shared == "" || to == "" || shared == to {
		return to, nil
	}
	changed, err := s.changedSince(ctx, shared, to)
	if errors.Is(err, git.ErrMissing) || err == nil && len(changed) == 0 {
		return to, nil
	}
	if err != nil {
		return "", err
	}
	return s.unite(ctx, m, shared, c)
}

// changedSince are the files of the store at an earlier commit that another one has not or otherwise.
func (s *Store) changedSince(ctx context.Context, earlier, now string) (changed []Change, err error) {
	var folders [2]string
	for i, commit := range []string{earlier, now} {
		if commit == "" {
			continue
		}
		if folders[i], err = s.folderAt(commit, ""); err != nil {
			return nil, err
		}
	}
	if folders[0] == "" {
		return nil, nil
	}
	return changed, s.compare(ctx, folders[0], folders[1], "", func(c Change) {
		if c.Was != "" && !isReadme(c.Path) {
			changed = append(changed, c)
		}
	})
}

// showSwapped puts beside the names what they held first in histories that came apart, and what is gone: nobody can tell any more
// which of them was recorded, and so both have to be seen. It gives where the store is then.
func (s *Store) showSwapped(ctx context.Context, t turn, since, tip string, at time.Time) (string, error) {
	if tip == "" || since == tip {
		return tip, nil
	}
	if _, err := s.objects.Read(since+"^{commit}", maxObject); since != "" && err != nil {
		if !errors.Is(err, git.ErrMissing) {
			return "", err
		}
		since = ""
	}
	gone, err := s.swapped(ctx, since, tip)
	if err != nil || len(gone) == 0 {
		return tip, err
	}
	if err := s.keepShown(ctx, since, gone); err != nil {
		return "", err
	}
	w := s.newWriter(ctx, len(gone))
	leaves, err := s.putBlobs(w, gone)
	if err != nil {
		return "", err
	}
	leaves, _ = distinct(leaves)
	_, err = s.once(ctx, t, attempt{commit{ident: s.ident, at: at, message: "Show records that others took the names of"}, gone, leaves, w, nil})
	if refused := (*Refusal)(nil); errors.As(err, &refused) { // something is in the way, and a verification names it
		return tip, nil
	}
	if err != nil {
		return "", err
	}
	now, err := s.tip()
	return now.ID, err
}

// keepShown remembers what had the names alone beside which other files are to be put.
func (s *Store) keepShown(ctx context.Context, shared string, gone []File) error {
	kept, err := s.kept()
	if err != nil {
		return err
	}
	earlier, err := s.earlier(ctx, shared)
	if err != nil {
		return err
	}
	var names []string
	for _, f := range gone {
		if own := twinOf(f.Path); own != "" {
			names = append(names, own)
		}
	}
	return s.keepNames(ctx, kept, earlier, names)
}

// unite gives a commit that has all that both sides of a meeting have; that of the remote may be none any more.
func (s *Store) unite(ctx context.Context, m *meeting, shared string, c commit) (string, error) {
	if _, err := s.objects.Read(shared+"^{commit}", maxObject); shared != "" && err != nil {
		if !errors.Is(err, git.ErrMissing) {
			return "", err
		}
		shared = ""
	}
	for side, commit := range m.commits {
		if shared == "" || commit == "" {
			continue
		}
		leads, err := git.IsAncestor(ctx, s.repo, shared, commit)
		if err != nil {
			return "", err
		}
		m.rewritten[side] = !leads
	}
	base := ""
	if m.commits[theirs] != "" {
		var err error
		base, err = git.MergeBase(ctx, s.repo, m.commits[ours], m.commits[theirs])
		if err != nil && !errors.Is(err, git.ErrNoCommit) { // two that began apart have none
			return "", err
		}
	}
	return s.merge(ctx, base, shared, m, c)
}

// countAdded counts the files of the store that a commit has and another, "" for none, has not.
func (s *Store) countAdded(ctx context.Context, from, to string, counts Counts) (err error) {
	old := ""
	if from != "" {
		if old, err = s.folderAt(from, ""); err != nil {
			return err
		}
	}
	now, err := s.folderAt(to, "")
	if err != nil {
		return err
	}
	return s.added(ctx, old, now, "", func(n Name) {
		folder, _, _ := strings.Cut(n.Path, "/")
		counts[folder]++
	})
}
