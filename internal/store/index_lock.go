package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// indexPatience is for how long another program's lock on the index is waited for: that of a commit is short, that of a
// person who writes a message is not.
var indexPatience = 10 * time.Second

// indexLock is git's own lock on the index.
type indexLock struct {
	name string // of the lock
	mine string // another name of the same file: so the next run knows whose it was
	file *os.File
}

// lockIndex takes the lock that every git program takes before it writes the index.
func (s *Store) lockIndex(ctx context.Context) (*indexLock, error) {
	gitDir := s.repo.GitDir
	name := filepath.Join(gitDir, "index.lock")
	file, err := createTemp(gitDir, ownLock, 0o666)
	if err != nil {
		return nil, err
	}
	lock := &indexLock{name: name, mine: file.Name(), file: file}
	if err := errors.Join(holdFile(file), s.Share(ctx, lock.mine)); err != nil {
		return nil, errors.Join(err, lock.release())
	}
	deadline := time.Now().Add(indexPatience)
	for {
		err := os.Link(lock.mine, name)
		if err == nil {
			lock.clearRest(gitDir)
			return lock, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, errors.Join(fmt.Errorf("locking the index: %w", err), lock.release())
		}
		if clearDeadLock(gitDir, name) {
			continue
		}
		if time.Now().After(deadline) {
			err := &Refusal{"another git program has locked the index of this work tree", "let it end; where none is at work, remove " + name}
			return nil, errors.Join(err, lock.release())
		}
		if err := sleep(ctx, 2*time.Millisecond); err != nil {
			return nil, errors.Join(err, lock.release())
		}
	}
}

// ownLock is how our names of the lock begin.
const ownLock = "kbgate-lock-"

// clearDeadLock takes away a lock of ours whose process died with it, and reports whether it is gone: it has another
// name by which it is ours, and nobody holds it any more.
func clearDeadLock(gitDir, name string) bool {
	lock, err := os.Stat(name)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	mine, _ := filepath.Glob(filepath.Join(gitDir, ownLock+"*")) // fails by its pattern alone
	for _, other := range mine {
		if info, err := os.Stat(other); err != nil || !os.SameFile(info, lock) {
			continue
		}
		file, err := os.Open(other)
		if err != nil {
			return false
		}
		defer file.Close()
		if holdFile(file) != nil {
			return false
		}
		return errors.Join(os.Remove(name), os.Remove(other)) == nil
	}
	return false
}

// clearRest takes away what the dead left below the git directory: nobody else may write the index now.
func (l *indexLock) clearRest(gitDir string) {
	for _, pattern := range []string{ownFile + "*", ownLock + "*"} {
		names, _ := filepath.Glob(filepath.Join(gitDir, pattern)) // fails by its pattern alone
		for _, name := range names {
			if file, err := os.Open(name); err == nil {
				if name != l.mine && holdFile(file) == nil {
					os.Remove(name) // if not now, then next time
				}
				file.Close()
			}
		}
	}
}

// release gives the lock back, if it was had.
func (l *indexLock) release() error {
	mine, err := l.file.Stat()
	if err == nil {
		if there, failed := os.Stat(l.name); failed == nil && os.SameFile(mine, there) {
			err = os.Remove(l.name)
		}
	}
	return errors.Join(err, os.Remove(l.mine), l.file.Close())
}
