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

	"github.com/kbgate/kbgate/internal/git"
)

var (
	// turnPatience is for how long a process waits for its turn. Then it goes on without: what it writes is as safe, for
	// git moves a branch only from where it is thought to be.
	turnPatience = 20 * time.Second
	// deadAfter is how old an empty lock file has to be before it may be that of a dead process of ours.
	deadAfter = 10 * time.Second
)

// turn is a process's turn to move the branch. The kernel ends it with the last program that has the file open: our own,
// the git that it runs, and the hooks of that git. While the branch moves, the file says which lock files git may leave
// behind, and so whoever has the next turn, and finds that said, knows that those who made them are dead.
type turn struct{ file *os.File }

// inTurn does something while it is this process's turn.
func inTurn[T any](ctx context.Context, s *Store, do func(turn) (T, error)) (T, error) {
	name := filepath.Join(s.repo.Common, "kbgate", "store.lock")
	if err := s.makeShared(ctx, name); err != nil {
		return *new(T), err
	}
	t, err := takeTurn(ctx, name)
	if err != nil {
		return *new(T), err
	}
	if t.file == nil {
		return do(t)
	}
	defer t.file.Close()
	if err := t.clearDeadLocks(ctx); err != nil {
		return *new(T), err
	}
	return do(t)
}

// takeTurn waits for a turn, but not for ever: the file is nil where none came.
func takeTurn(ctx context.Context, name string) (turn, error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return turn{}, err
	}
	for deadline := time.Now().Add(turnPatience); ; {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return turn{}, err
		}
		if holdFile(file) == nil && isNamed(file, name) {
			return turn{file}, nil
		}
		file.Close()
		if time.Now().After(deadline) {
			return turn{}, nil
		}
		reached("wait")
		if err := sleep(ctx, time.Millisecond+rand.N(2*time.Millisecond)); err != nil {
			return turn{}, err
		}
	}
}

// isNamed reports whether a name still means the file, which anybody may have deleted.
func isNamed(file *os.File, name string) bool {
	mine, err := file.Stat()
	there, failed := os.Stat(name)
	return err == nil && failed == nil && os.SameFile(mine, there)
}

// move moves a branch, and puts the move on the disk.
func (s *Store) move(ctx context.Context, t turn, branch, to, from, reason string) error {
	if s.Ref != Head {
		if err := s.mayMove(ctx); err != nil {
			return err
		}
	}
	name := filepath.Join(s.repo.Common, filepath.FromSlash(branch))
	if err := t.say(to, name+".lock", filepath.Join(s.repo.GitDir, "HEAD.lock")); err != nil {
		return err
	}
	reached("turn")
	// Not to be broken off: it is short, and git in the middle of it would leave its lock behind.
	err := git.UpdateRef(context.WithoutCancel(ctx), s.repo, branch, to, from, reason, t.file)
	reached("reference")
	if err == nil || errors.Is(err, git.ErrMoved) || errors.Is(err, git.ErrLocked) {
		err = errors.Join(err, t.say()) // git has come to its end, and cleans up after itself
	}
	if err == nil {
		// Git syncs what the file says, but not its name. Where references are not files, it syncs all by itself.
		if err = syncFile(filepath.Dir(name)); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	if err == nil && s.writer != nil {
		err, s.writer = s.writer.restore(context.WithoutCancel(ctx)), nil
	}
	return err
}

// say writes into the file which commit a branch is moved to, and which lock files git may make meanwhile; nothing when
// that is done.
func (t turn) say(lines ...string) error {
	if t.file == nil {
		return nil
	}
	if len(lines) == 0 {
		return t.file.Truncate(0)
	}
	_, err := t.file.WriteAt([]byte(strings.Join(lines, "\n")), 0)
	return errors.Join(err, t.file.Sync())
}

// clearDeadLocks takes away the locks that a dead process's git left. It is sure of one that holds the commit which that
// process made, for nobody else knows it. Git leaves that of HEAD empty, and any for a moment; such a one must have been
// made since, and be old. Where the branch's own lock is somebody else's, that of HEAD may be too.
func (t turn) clearDeadLocks(ctx context.Context) error {
	info, err := t.file.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	said, err := io.ReadAll(io.NewSectionReader(t.file, 0, info.Size()))
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
	return t.say()
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
		if err := sleep(ctx, 20*time.Millisecond); err != nil {
			return false, err
		}
	}
}

// reached tells the tests how far a write has come.
func reached(step string) {
	if onStep != nil {
		onStep(step)
	}
}

// onStep is nil outside of tests.
var onStep func(step string)
