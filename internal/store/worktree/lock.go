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

// How the names of kbgate's files below the git directory begin: of a lock, and of files that become the index or a file of the work tree.
// Only the holder of the index lock makes the latter, so killed processes left those that the next holder finds.
const (
	lockPrefix = "kbgate-lock-"
	tempPrefix = "kbgate-index-"
)

// indexLock is git's own lock on the index.
type indexLock struct {
	name string // of the lock
	file *os.File
}

// lockIndex takes the lock that every git program takes before it writes the index. The lock has a second name, by which the next run knows
// that kbgate made it.
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

// clearDeadLock removes the lock of a killed kbgate, and reports whether there is no lock any more. Such a lock has a second name, and no
// process holds it.
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

// clear removes what killed processes left below the git directory. The index must be locked.
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

// release releases the lock, if it was taken.
func (l *indexLock) release() error {
	ours, err := l.file.Stat()
	if there, failed := os.Stat(l.name); err == nil && failed == nil && os.SameFile(ours, there) {
		err = os.Remove(l.name)
	}
	return errors.Join(err, os.Remove(l.file.Name()), l.file.Close())
}
