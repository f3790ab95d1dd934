package worktree

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/kbgate/kbgate/internal/atomicfile"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/store/filelock"
	"github.com/kbgate/kbgate/internal/wait"
)

// How the names of our files below the git directory begin: those of a lock, and those of files that become the index or a file of the
// work tree. Nobody but who has the index locked makes the latter, so those that are there then were left by the dead.
const (
	lockPrefix = "kbgate-lock-"
	tempPrefix = "kbgate-index-"
)

// indexLock is git's own lock on the index.
type indexLock struct {
	name string // of the lock
	file *os.File
}

// lockIndex takes the lock that every git program takes before it writes the index. The lock has another name too, by which the next
// run knows that it was ours.
func (w *Writer) lockIndex(ctx context.Context) (*indexLock, error) {
	temp, err := atomicfile.Create(w.inGit("index.lock"), lockPrefix, 0o666)
	if err != nil {
		return nil, err
	}
	lock := &indexLock{name: w.inGit("index.lock"), file: temp.File}
	err = errors.Join(filelock.Try(lock.file), w.Adjust(ctx, lock.file.Name()))
	for deadline := time.Now().Add(IndexPatience); err == nil; {
		linked := os.Link(lock.file.Name(), lock.name)
		switch {
		case linked == nil:
			w.clear(lock)
			return lock, nil
		case !errors.Is(linked, fs.ErrExist):
			err = fmt.Errorf("locking the index: %w", linked)
		case w.clearDeadLock(lock.name):
		case time.Now().After(deadline):
			err = hint.Misuse("let it end; where none is at work, remove "+lock.name, "another git program has locked the index of this work tree")
		default:
			err = wait.For(ctx, 2*time.Millisecond)
		}
	}
	return nil, errors.Join(err, lock.release())
}

// inGit is the name of a file of the git directory.
func (w *Writer) inGit(name string) string { return filepath.Join(w.Repo.GitDir, name) }

// clearDeadLock takes away a lock of ours whose process died with it, and reports whether it is gone: it has another
// name by which it is ours, and nobody holds it any more.
func (w *Writer) clearDeadLock(name string) bool {
	lock, err := os.Stat(name)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	ours, _ := filepath.Glob(w.inGit(lockPrefix + "*")) // fails by its pattern alone
	for _, other := range ours {
		if info, err := os.Stat(other); err != nil || !os.SameFile(info, lock) {
			continue
		}
		file, err := os.Open(other)
		if err != nil {
			return false
		}
		defer file.Close()
		return filelock.Try(file) == nil && errors.Join(os.Remove(name), os.Remove(other)) == nil
	}
	return false
}

// clear takes away what the dead left below the git directory: nobody else may write the index now.
func (w *Writer) clear(lock *indexLock) {
	for _, prefix := range []string{tempPrefix, lockPrefix} {
		names, _ := filepath.Glob(w.inGit(prefix + "*")) // fails by its pattern alone
		for _, name := range names {
			if file, err := os.Open(name); err == nil {
				if name != lock.file.Name() && filelock.Try(file) == nil {
					os.Remove(name) // if not now, then next time
				}
				file.Close()
			}
		}
	}
}

// release gives the lock back, if it was had.
func (l *indexLock) release() error {
	ours, err := l.file.Stat()
	if there, failed := os.Stat(l.name); err == nil && failed == nil && os.SameFile(ours, there) {
		err = os.Remove(l.name)
	}
	return errors.Join(err, os.Remove(l.file.Name()), l.file.Close())
}
