package store

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
)

// because is an error with a cause that its text does not show.
type because struct {
	error
	cause error
}

func (b because) Unwrap() []error { return []error{b.error, b.cause} }

// explained are the causes of what the system or git complain of, by their words in any case of letters. Where git was told by the
// system, is is what it was told.
var explained = []struct {
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

// explain gives an error with its reason and the way out, where there is one.
func (p *location) explain(err error) error {
	if already := (*hint.Error)(nil); err == nil || errors.As(err, &already) {
		return err
	}
	said := strings.ToLower(err.Error())
	for _, e := range explained {
		if strings.Contains(said, e.said) {
			return hint.Misuse(e.hint, "%s: %w", e.reason, because{err, e.is})
		}
	}
	if errors.Is(err, git.ErrLocked) {
		lock := filepath.Join(p.repo.Common, filepath.FromSlash(p.Ref)) + ".lock"
		return hint.Misuse("let it end; where none is at work, remove the lock that git names, such as "+lock, "another git program has locked the branch: %w", err)
	}
	return err
}

// hole gives an error about an object that the repository should have as one with a way out.
func hole(what string, err error) error {
	if !errors.Is(err, git.ErrMissing) {
		return err
	}
	return hint.Broken("fetch the branch of the store from the remote once more; `git fsck` tells what is missing", "%s cannot be read: %w", what, err)
}
