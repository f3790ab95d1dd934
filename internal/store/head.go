package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/kbgate/kbgate/internal/git"
)

// lay puts files into work tree and index, and then moves the branch that is checked out, all under git's lock of the
// index. Where the branch did not move, they are taken back; where the process dies before, by the next one (settle).
// In this order nothing is lost wherever it ends: files that were committed and not staged would be taken out again by
// the next commit, whoever makes it.
func (l *layer) lay(ctx context.Context, before *State, move func(branch string) error) (err error) {
	s := l.store
	if s.repo.IsBare() {
		return &Refusal{"a bare repository has no branch that is checked out", "set store.ref to a branch, such as refs/heads/feedback"}
	}
	if os.Getenv("GIT_INDEX_FILE") != "" {
		return &Refusal{"git runs this as a hook of a commit, which would fail if the branch moved", "record when the commit is made, or set store.ref to a branch of its own, such as refs/heads/feedback"}
	}
	if s.top == "" {
		if s.top, err = s.repo.Toplevel(); err != nil {
			return err
		}
	}
	if err := s.awaitCommit(ctx, s.top); err != nil {
		return err
	}
	lock, err := s.lockIndex(ctx)
	if err != nil {
		return err
	}
	touched := false // the index holds other entries than before, or did
	defer func() {
		if touched {
			s.outlast(ctx)
		}
		err = errors.Join(err, lock.release())
	}()
	reached("lock")
	branch, err := s.mayLay(ctx, before.root, s.top)
	if err != nil {
		return err
	}
	if l.turn.file != nil { // else what somebody left may be that of a living one
		if touched, err = s.settle(ctx); err != nil {
			return err
		}
	}
	if err := l.plan(ctx, branch); err != nil {
		return err
	}
	touched = true
	if err := l.put(ctx); err != nil {
		return errors.Join(err, l.undo())
	}
	reached("index")
	if err = move(branch); err == nil {
		return l.keep()
	}
	if !errors.Is(err, git.ErrMoved) && !errors.Is(err, git.ErrLocked) && s.mayHave(context.WithoutCancel(ctx), branch, l.commit) {
		return errors.Join(err, l.keep()) // to take them back would be to delete them
	}
	return errors.Join(err, l.undo())
}

// outlast keeps the index locked until each `git commit` that may have read it before has ended. Git reads the index, then
// locks it, and writes what it read: it would take our files out again, or commit what was taken back. While we have the lock, it fails at once.
func (s *Store) outlast(ctx context.Context) {
	for deadline := time.Now().Add(commitPatience); time.Now().Before(deadline); {
		if runs, _ := git.CommitRuns(s.top); !runs || sleep(ctx, time.Millisecond) != nil {
			return
		}
	}
}

// mayHave reports whether a branch leads to a commit, or cannot be asked.
func (s *Store) mayHave(ctx context.Context, branch, id string) bool {
	tip, err := git.RefID(ctx, s.repo, branch)
	if err != nil {
		return true
	}
	has, err := git.IsAncestor(ctx, s.repo, id, tip)
	return has || err != nil
}

// busy are the files and folders by which git remembers that it is in the middle of something, below the git directory
// (git's wt-status.c).
var busy = []struct{ name, what, end string }{
	{"MERGE_HEAD", "a merge", "git merge --continue"},
	{"rebase-merge", "a rebase", "git rebase --continue"},
	{"rebase-apply", "a rebase", "git rebase --continue"},
	{"CHERRY_PICK_HEAD", "a cherry-pick", "git cherry-pick --continue"},
	{"REVERT_HEAD", "a revert", "git revert --continue"},
}

// mayLay refuses to touch a work tree in the middle of something else, and gives the branch that is checked out.
func (s *Store) mayLay(ctx context.Context, tree, top string) (branch string, err error) {
	for _, b := range busy { // in a rebase no branch is checked out
		if _, err := os.Lstat(filepath.Join(s.repo.GitDir, b.name)); err == nil {
			return "", &Refusal{b.what + " is going on in this work tree", "end it, for example with `" + b.end + "`, and record again"}
		}
	}
	if branch, err = git.HeadBranch(ctx, s.repo); err != nil {
		return "", err
	}
	switch {
	case branch == "":
		return "", &Refusal{"no branch is checked out, so nothing would hold the record", "check out a branch with `git switch`, or set store.ref to one"}
	case tree == "":
		return "", &Refusal{"the branch " + branch + " has no commit yet", "make the first commit, or set store.ref to another branch"}
	}
	if _, err := os.Lstat(filepath.Join(s.repo.Common, filepath.FromSlash(branch)) + ".lock"); err == nil {
		return "", git.ErrLocked
	}
	if open, err := git.CommitIsOpen(s.repo.GitDir, top); err != nil {
		return "", err
	} else if open {
		return "", git.ErrLocked // it began just now
	}
	return branch, nil
}

// commitPatience is for how long an open commit is waited for: one without an editor is over soon.
var commitPatience = 2 * time.Second

// awaitCommit waits for the end of an open `git commit`, which would fail if the branch moved.
func (s *Store) awaitCommit(ctx context.Context, top string) error {
	for deadline := time.Now().Add(commitPatience); ; {
		open, err := git.CommitIsOpen(s.repo.GitDir, top)
		if err != nil || !open {
			return err
		}
		if time.Now().After(deadline) {
			return &Refusal{"a `git commit` is waiting for its message, and would fail if the branch moved", "finish it or give it up, and record again"}
		}
		if err := sleep(ctx, 2*time.Millisecond); err != nil {
			return err
		}
	}
}
