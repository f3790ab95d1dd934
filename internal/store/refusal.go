package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/kbgate/kbgate/internal/git"
)

// Refusal says why a store cannot be written to now, and what to do about it. Nothing has been written. What brought it about
// stands beside it in the chain of errors: errors.Is finds syscall.ENOSPC on a full disk, and fs.ErrPermission where one may not
// write.
type Refusal struct{ Reason, Hint string }

func (r *Refusal) Error() string { return r.Reason }

// caused is a refusal with what it came from, so that errors.Is tells a full disk from a closed folder.
type caused struct {
	*Refusal
	causes []error
}

func (c *caused) Unwrap() []error { return append([]error{c.Refusal}, c.causes...) }

// waysOut are the ways out of what the system or git complain of, in any case of letters. Where git was told by the system, is
// is what it was told.
var waysOut = []struct {
	said         string
	is           error
	reason, hint string
}{
	{"no space left on device", syscall.ENOSPC, "the disk is full", "make room, and record again"},
	{"out of diskspace", syscall.ENOSPC, "the disk is full", "make room, and record again"},
	{"couldn't write '", syscall.ENOSPC, "the disk is full, or broken", "make room, and record again"},
	{"quota exceeded", syscall.EDQUOT, "the disk quota is used up", "make room, and record again"},
	{"read-only file system", syscall.EROFS, "the repository lies on a file system that is read-only", "record in a clone that you may write to, and sync"},
	{"dubious ownership", fs.ErrPermission, "the repository belongs to another user, so git does not trust it", "if you do, run `git config --global --add safe.directory FOLDER` with the folder that git names"},
	{"permission denied", fs.ErrPermission, "you may not write to the repository", "let its owner give you write access, or record in a clone of your own and sync"},
	{"insufficient permission", fs.ErrPermission, "you may not write to the repository", "let its owner give you write access, or record in a clone of your own and sync"},
	{"aborted by hook", nil, "a reference-transaction hook of this repository forbids to move the branch", "ask who keeps the hook, or set store.ref to a branch that it allows"},
	{"cannot create '", nil, "a branch stands in the way: no branch may lie below another", "rename it with `git branch -m`, or set store.ref to another name"},
	{"reference broken", nil, "the file of the branch is broken", "`git reflog show` of the branch tells where it stood, and `git update-ref` puts it back there"},
	{"data is locked", git.ErrLocked, "another git program has locked the branch", "let it end, and record again"},
}

// wayOut gives an error as a refusal where there is a way out of it.
func (s *Store) wayOut(err error) error {
	if already, far := (*Refusal)(nil), (*Unreachable)(nil); err == nil || errors.As(err, &already) || errors.As(err, &far) {
		return err
	}
	said := strings.ToLower(err.Error())
	for _, w := range waysOut {
		if strings.Contains(said, w.said) {
			refusal := &caused{&Refusal{w.reason + ": " + err.Error(), w.hint}, []error{err}}
			if w.is != nil {
				refusal.causes = append(refusal.causes, w.is)
			}
			return refusal
		}
	}
	if errors.Is(err, git.ErrLocked) {
		lock := filepath.Join(s.repo.Common, filepath.FromSlash(s.Ref)) + ".lock"
		return &caused{&Refusal{"another git program has locked the branch: " + err.Error(), "let it end; where none is at work, remove the lock that git names, such as " + lock}, []error{err}}
	}
	return err
}

// Unreadable says why a store that is there cannot be read, and what to do about it.
type Unreadable struct{ Reason, Hint string }

func (u *Unreadable) Error() string { return u.Reason }

// hole gives an error about an object that the repository should have as one with a way out.
func hole(what string, err error) error {
	if !errors.Is(err, git.ErrMissing) {
		return err
	}
	return &missing{Unreadable{fmt.Sprintf("%s cannot be read: %v", what, err), "fetch the branch of the store from the remote once more; `git fsck` tells what is missing"}, err}
}

// missing is what cannot be read as its object is not there.
type missing struct {
	Unreadable
	err error
}

func (m *missing) Unwrap() []error { return []error{&m.Unreadable, m.err} }

// maxSymbolic is how many references may stand for one another, as with git's own limit.
const maxSymbolic = 5

// mayMove refuses to move a branch that is checked out somewhere, as the files there would be left behind. The question is
// only put to git where a file says that it may be so.
func (s *Store) mayMove(ctx context.Context) error {
	heads, _ := filepath.Glob(filepath.Join(s.repo.Common, "worktrees", "*", "HEAD")) // fails by its pattern alone
	branch := s.Ref
	for range maxSymbolic {
		target, ok := s.symbolic(branch)
		if !ok {
			break
		}
		branch = target
	}
	for _, name := range append(heads, filepath.Join(s.repo.Common, "HEAD")) {
		head, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		if at, ok := strings.CutPrefix(strings.TrimSpace(string(head)), "ref: "); !ok || at != branch && at != s.Ref && at != "refs/heads/.invalid" { // that of reftables
			continue
		}
		if branch == s.Ref { // where references are not files, git alone knows
			if branch, err = git.Symbolic(ctx, s.repo, s.Ref); err != nil {
				return err
			}
		}
		top, err := git.CheckedOut(ctx, s.repo, branch)
		if err != nil || top == "" {
			return err
		}
		name := s.Ref
		if branch != s.Ref {
			name += " stands for " + branch + ", which"
		}
		return &Refusal{fmt.Sprintf("%s is checked out in %s, whose files would be left behind", name, top),
			"check out another branch there; or set store.ref to HEAD, and record there"}
	}
	return nil
}
