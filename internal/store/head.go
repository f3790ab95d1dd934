package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
)

// lay puts files into work tree and index, and gives the branch that is checked out, which is to be moved next. In this
// order nothing is lost wherever it ends: files that are staged and not committed go into the next commit, whoever makes
// it, while files that were committed and not staged would be taken out again by it.
func (s *Store) lay(ctx context.Context, tip string, leaves []leaf) (branch string, err error) {
	if branch, err = s.mayLay(ctx, tip); err != nil {
		return "", err
	}
	top, err := git.Toplevel(ctx, s.dir)
	if err != nil {
		return "", err
	}
	lock, err := lockIndex(ctx, s.place.Dir)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, lock.release()) }()
	for _, l := range leaves {
		if err := s.layFile(top, l); err != nil {
			return "", err
		}
	}
	return branch, s.stage(ctx, leaves)
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
func (s *Store) mayLay(ctx context.Context, tip string) (branch string, err error) {
	if s.place.Bare {
		return "", &Refusal{"a bare repository has no branch that is checked out", "set store.ref to a branch, such as refs/heads/feedback"}
	}
	if branch, err = git.HeadBranch(ctx, s.dir); err != nil {
		return "", err
	}
	switch {
	case branch == "":
		return "", &Refusal{"no branch is checked out, so nothing would hold the record", "check out a branch with `git switch`, or set store.ref to one"}
	case tip == "":
		return "", &Refusal{"the branch " + branch + " has no commit yet", "make the first commit, or set store.ref to another branch"}
	}
	for _, b := range busy {
		if _, err := os.Lstat(filepath.Join(s.place.Dir, b.name)); err == nil {
			return "", &Refusal{b.what + " is going on in this work tree", "end it, for example with `" + b.end + "`, and record again"}
		}
	}
	if open, err := git.CommitIsOpen(s.place.Dir); err != nil {
		return "", err
	} else if open {
		return "", &Refusal{"a `git commit` is waiting for its message, and would fail if the branch moved", "finish it or give it up, and record again"}
	}
	return branch, nil
}

// layFile writes a file into the work tree. A file that is there must be the same one.
func (s *Store) layFile(top string, l leaf) error {
	name := filepath.Join(top, filepath.FromSlash(l.path))
	blob, err := s.objects.Read(l.blob, maxObject)
	if err != nil {
		return err
	}
	there, err := os.ReadFile(name)
	switch {
	case err == nil && bytes.Equal(there, blob.Data):
		return nil
	case err == nil:
		return &Refusal{l.path + " stands in the work tree with other content", "move it away, and record again"}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".kbgate-")
	if err != nil {
		return err
	}
	_, err = f.Write(blob.Data)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// stage adds files to the index, which is locked. The new index is made beside it, and takes its place whole.
func (s *Store) stage(ctx context.Context, leaves []leaf) error {
	index := filepath.Join(s.place.Dir, "index")
	made := filepath.Join(s.place.Dir, fmt.Sprintf("kbgate-index-%d", os.Getpid()))
	defer os.Remove(made)
	data, err := os.ReadFile(index)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.WriteFile(made, data, 0o666); err != nil {
		return err
	}
	var info strings.Builder
	for _, l := range leaves {
		fmt.Fprintf(&info, "%s %s 0\t%s\x00", modeFile, l.blob, l.path)
	}
	if err := git.UpdateIndex(ctx, s.dir, made, strings.NewReader(info.String())); err != nil {
		return err
	}
	return os.Rename(made, index)
}
