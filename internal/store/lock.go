package store

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/atomicfile"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/store/filelock"
	"github.com/kbgate/kbgate/internal/wait"
)

var (
	// lockPatience is how long a process waits for the write lock. Then it goes on without the lock. Its write is as safe, because git
	// moves a branch only from the commit that the writer names.
	lockPatience = 20 * time.Second
	// deadAfter is how old an empty lock file has to be before it may be that of a dead process of ours.
	deadAfter = 10 * time.Second
)

// writeLock is held by the one process that may move the branch. The kernel releases it when the last program that has the file open
// ends: kbgate, the git that it runs, and the hooks of that git. While the branch moves, the file names the lock files that git makes.
// If the next holder of the lock finds names in the file, it knows that the programs which made them are dead.
type writeLock struct{ file *os.File }

// locked calls a function while this process has the write lock, or after it has waited in vain.
func (p *location) locked(ctx context.Context, do func(writeLock) error) error {
	name := p.own("store.lock")
	if err := p.makeShared(ctx, name); err != nil {
		return err
	}
	l, err := takeLock(ctx, name)
	if err != nil {
		return err
	}
	if l.file == nil {
		return do(l)
	}
	defer l.file.Close()
	if err := l.clearDeadLocks(ctx); err != nil {
		return err
	}
	return do(l)
}

// makeShared makes an empty file, in a folder below the git directory, if it is not there and the repository is shared. Others must never
// find the file before its mode lets them use it.
func (p *location) makeShared(ctx context.Context, name string) error {
	if _, err := os.Lstat(name); err == nil {
		return nil
	}
	if said, err := p.gitSettings(ctx); err != nil || said.Sharing == (git.Sharing{}) {
		return err
	}
	folder := filepath.Dir(name)
	if err := os.Mkdir(folder, 0o777); err == nil {
		if err := p.Share(ctx, folder); err != nil {
			return err
		}
	} else if !errors.Is(err, fs.ErrExist) {
		return err
	}
	file, err := atomicfile.Create(name, "store.lock.", 0o666)
	if err != nil {
		return err
	}
	if err = p.Share(ctx, file.Name()); err == nil {
		if err = os.Link(file.Name(), name); errors.Is(err, fs.ErrExist) {
			err = nil // another process was first
		}
	}
	return errors.Join(err, file.Discard())
}

// takeLock waits for the write lock up to lockPatience. The file is nil if it waited in vain.
func takeLock(ctx context.Context, name string) (writeLock, error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return writeLock{}, err
	}
	for deadline := time.Now().Add(lockPatience); ; {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return writeLock{}, err
		}
		if filelock.Try(file) == nil && isNamed(file, name) {
			return writeLock{file}, nil
		}
		file.Close()
		if time.Now().After(deadline) {
			return writeLock{}, nil
		}
		reached("wait")
		if err := wait.For(ctx, time.Millisecond+rand.N(2*time.Millisecond)); err != nil {
			return writeLock{}, err
		}
	}
}

// isNamed reports whether a name still means the file. Anybody may have deleted it.
func isNamed(file *os.File, name string) bool {
	ours, err := file.Stat()
	there, failed := os.Stat(name)
	return err == nil && failed == nil && os.SameFile(ours, there)
}

// say writes into the file to which commit a branch moves, and which lock files git may make meanwhile. Without lines it empties the file.
func (l writeLock) say(lines ...string) error {
	if l.file == nil {
		return nil
	}
	if len(lines) == 0 {
		return l.file.Truncate(0)
	}
	_, err := l.file.WriteAt([]byte(strings.Join(lines, "\n")), 0)
	return errors.Join(err, l.file.Sync())
}

// clearDeadLocks removes the locks that the git of a dead process left. A lock that holds the commit of that process is its own, because
// nobody else knows that commit. Git leaves the lock of HEAD empty, and every lock for a moment; an empty lock must have been made
// after the file was written, and at least deadAfter ago. If the lock of the branch belongs to somebody else, the lock of HEAD may too.
func (l writeLock) clearDeadLocks(ctx context.Context) error {
	info, err := l.file.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	said, err := io.ReadAll(io.NewSectionReader(l.file, 0, info.Size()))
	if err != nil {
		return err
	}
	lines := strings.Split(string(said), "\n")
	for _, lock := range lines[1:] {
		if dead, err := isDead(ctx, lock, lines[0], info.ModTime()); err != nil {
			return err
		} else if !dead {
			break
		}
		if err := os.Remove(lock); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return l.say()
}

// isDead reports whether nobody holds a lock file, if it is there at all.
func isDead(ctx context.Context, lock, commit string, since time.Time) (bool, error) {
	for {
		info, err := os.Stat(lock)
		if err != nil {
			return errors.Is(err, fs.ErrNotExist), nil
		}
		holds, err := os.ReadFile(lock)
		switch {
		case err != nil || info.ModTime().Before(since) || !strings.HasPrefix(commit+"\n", string(holds)):
			return false, nil
		case len(holds) > 0 || time.Since(info.ModTime()) > deadAfter:
			return true, nil
		}
		if err := wait.For(ctx, 20*time.Millisecond); err != nil {
			return false, err
		}
	}
}

// reached tells tests how far a write has come.
func reached(step string) {
	if onStep != nil {
		onStep(step)
	}
}

// onStep is nil outside of tests.
var onStep func(step string)
