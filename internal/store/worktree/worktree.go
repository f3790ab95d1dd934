// Package worktree adds files to the branch that is checked out: it stages them and writes them into the work tree, and changes nothing
// else in either. It holds git's own lock of the index meanwhile, and keeps a journal, from which the next process undoes what a killed
// one wrote and did not commit.
package worktree

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/store/objects"
	"github.com/kbgate/kbgate/internal/store/tree"
	"github.com/kbgate/kbgate/internal/wait"
)

// Writer writes to one work tree.
type Writer struct {
	Repo    git.Folder
	Objects *git.Objects
	// Adjust gives files below the git directory the modes that git would give them.
	Adjust func(ctx context.Context, names ...string) error
	// LeavesOut reports whether an error says that something else stands in the place of a derived file, and tells people so. Where is
	// "index" or "work tree".
	LeavesOut func(path, where string, err error) bool
	// Committed is the content of a file in the commit that is checked out, "" for none.
	Committed func(path string) (blob string, err error)
	// Reached hears how far a write has come; it is for tests.
	Reached func(step string)

	top string // folder of the work tree, once it is known
}

// Update is what a commit adds to the branch.
type Update struct {
	Commit  string
	Unborn  bool // it is the first of the branch
	Records []tree.Addition
	Derived []Derived
	// Alone says that no other kbgate can be writing, so that killed processes left whatever is there.
	Alone bool
	Blobs *objects.Writer // for new versions of what people have staged or edited
}

// Derived is a file that is made of the records and changes with them.
type Derived struct {
	Path            string
	Apply           func(old []byte) ([]byte, error) // as store.Edit has it
	Was, Is         []byte                           // on the branch, before and after; nil: it is not there
	WasBlob, IsBlob string                           // "" likewise
}

// Write writes files into work tree and index, and then moves the branch that is checked out. If the branch does not move, Write undoes
// the rest; if the process is killed before, the next one does (recover). The branch comes last because the next commit of anybody would
// remove files that were committed and not staged.
func (w *Writer) Write(ctx context.Context, c Update, move func(branch string) error) (err error) {
	if w.Repo.IsBare() {
		return hint.Misuse("set store.ref to a branch, such as refs/heads/feedback", "a bare repository has no branch that is checked out")
	}
	if os.Getenv("GIT_INDEX_FILE") != "" {
		return hint.Misuse("record when the commit is made, or set store.ref to a branch of its own, such as refs/heads/feedback", "git runs this as a hook of a commit, which would fail if the branch moved")
	}
	if w.top == "" {
		if w.top, err = w.Repo.Toplevel(); err != nil {
			return err
		}
	}
	if err := w.awaitCommit(ctx); err != nil {
		return err
	}
	lock, err := w.lockIndex(ctx)
	if err != nil {
		return err
	}
	touched := false // the index has, or for a time had, other entries
	defer func() {
		if touched {
			w.outlast(ctx)
		}
		err = errors.Join(err, lock.release())
	}()
	w.Reached("lock")
	branch, err := w.branch(ctx, c.Unborn)
	if err != nil {
		return err
	}
	if c.Alone {
		if touched, err = w.recover(ctx); err != nil {
			return err
		}
	}
	p := plan{Writer: w, Update: c, journal: journal{Commit: c.Commit, Branch: branch}}
	if err := p.make(ctx); err != nil {
		return err
	}
	touched = true
	if err := p.carryOut(ctx); err != nil {
		return errors.Join(err, p.undo())
	}
	w.Reached("index")
	if err = move(branch); err == nil {
		return p.keep()
	}
	if !errors.Is(err, git.ErrMoved) && !errors.Is(err, git.ErrLocked) && w.mayHave(context.WithoutCancel(ctx), branch, c.Commit) {
		return errors.Join(err, p.keep()) // the files are committed; to undo would delete them
	}
	return errors.Join(err, p.undo())
}

// outlast keeps the index locked until every `git commit` that may have read the old index has ended. Git reads the index, then locks it,
// and writes what it read: it would remove new files again, or commit files that were undone. While the index is locked, git fails at once.
func (w *Writer) outlast(ctx context.Context) {
	for deadline := time.Now().Add(CommitPatience); time.Now().Before(deadline); {
		if runs, _ := git.CommitRuns(w.top); !runs || wait.For(ctx, time.Millisecond) != nil {
			return
		}
	}
}

// mayHave reports whether a branch leads to a commit, or cannot be asked.
func (w *Writer) mayHave(ctx context.Context, branch, id string) bool {
	tip, err := git.RefID(ctx, w.Repo, branch)
	if err != nil {
		return true
	}
	has, err := git.IsAncestor(ctx, w.Repo, id, tip)
	return has || err != nil
}

// busy are the files and folders below the git directory that git has while an operation is unfinished (git's wt-status.c).
var busy = []struct{ name, what, end string }{
	{"MERGE_HEAD", "a merge", "git merge --continue"},
	{"rebase-merge", "a rebase", "git rebase --continue"},
	{"rebase-apply", "a rebase", "git rebase --continue"},
	{"CHERRY_PICK_HEAD", "a cherry-pick", "git cherry-pick --continue"},
	{"REVERT_HEAD", "a revert", "git revert --continue"},
}

// branch gives the branch that is checked out, and refuses a work tree with an unfinished operation.
func (w *Writer) branch(ctx context.Context, isUnborn bool) (branch string, err error) {
	for _, b := range busy { // in a rebase no branch is checked out
		if _, err := os.Lstat(filepath.Join(w.Repo.GitDir, b.name)); err == nil {
			return "", hint.Misuse("end it, for example with `"+b.end+"`, and record again", "%s is going on in this work tree", b.what)
		}
	}
	if branch, err = git.HeadBranch(ctx, w.Repo); err != nil {
		return "", err
	}
	if branch == "" {
		return "", hint.Misuse("check out a branch with `git switch`, or set store.ref to one", "no branch is checked out, so nothing would hold the record")
	}
	if isUnborn {
		return "", hint.Misuse("make the first commit, or set store.ref to another branch", "the branch %s has no commit yet", branch)
	}
	if _, err := os.Lstat(filepath.Join(w.Repo.Common, filepath.FromSlash(branch)) + ".lock"); err == nil {
		return "", git.ErrLocked
	}
	open, err := git.CommitIsOpen(w.Repo.GitDir, w.top)
	if err == nil && open {
		err = git.ErrLocked // it began just now
	}
	return branch, err
}

var (
	// CommitPatience is how long Write waits for an open commit. One without an editor ends soon.
	CommitPatience = 2 * time.Second
	// IndexPatience is how long Write waits for another program's lock on the index. A commit holds it for a short time, unless a person
	// writes its message.
	IndexPatience = 10 * time.Second
)

// awaitCommit waits for the end of an open `git commit`, which would fail if the branch moved.
func (w *Writer) awaitCommit(ctx context.Context) error {
	for deadline := time.Now().Add(CommitPatience); ; {
		open, err := git.CommitIsOpen(w.Repo.GitDir, w.top)
		if err != nil || !open {
			return err
		}
		if time.Now().After(deadline) {
			return hint.Misuse("finish it or give it up, and record again", "a `git commit` is waiting for its message, and would fail if the branch moved")
		}
		if err := wait.For(ctx, 2*time.Millisecond); err != nil {
			return err
		}
	}
}
