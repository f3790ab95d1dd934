package verdict

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/store/filelock"
	"github.com/kbgate/kbgate/internal/wait"
)

// MaxSpool is the size in bytes beyond which a spool takes no more: about a thousand verdicts.
const MaxSpool = 256 << 10

// ErrFull says that a spool takes no more before the store is written.
var ErrFull = errors.New("the spool of verdicts is full")

// patience is how long a verdict waits for other writers of the spool.
const patience = time.Second

// Spool keeps verdicts on what was staged in a knowledge base until the store of its repository is written. It lies below the git
// directory that all work trees share. Several processes may use it at once.
//
// Who takes verdicts in first moves the file of them aside, and moves that away when the store has them. A process that ends between
// leaves it there; the next one takes it in again, and the ids of the records are the same.
type Spool struct{ folder, name string }

// SpoolOf gives the spool of the knowledge base in a folder of a repository, which prefix names as git.Folder.Prefix does.
func SpoolOf(repo git.Folder, prefix string) Spool {
	sum := sha256.Sum256([]byte(prefix))
	return Spool{filepath.Join(repo.Common, "kbgate", "verdicts"), hex.EncodeToString(sum[:8])}
}

// The files of a spool.
const (
	waiting = ".jsonl"      // what waits
	taking  = ".taking"     // what is being taken in
	taken   = ".taken"      // what was taken in last
	short   = ".lock"       // held while a file is written or moved
	long    = ".take.lock"  // held by the one process that takes in
	alone   = ".heads.lock" // held by the one process that counts the heads of a pull request, and records one
)

func (s Spool) file(kind string) string { return filepath.Join(s.folder, s.name+kind) }

// Add keeps a verdict, unless the same state waits already or was taken in last: then added is false. ErrFull holds where the spool takes
// no more.
func (s Spool) Add(ctx context.Context, v *Verdict) (added bool, err error) {
	line, err := v.Line()
	if err != nil {
		return false, err
	}
	lock, err := s.lockMade(ctx, short, patience)
	if err != nil {
		return false, err
	}
	defer lock.Close()
	for _, kind := range []string{waiting, taking, taken} {
		data, err := s.read(kind)
		if err != nil {
			return false, err
		}
		if holds(data, v) {
			return false, nil
		}
		if kind != waiting {
			continue
		}
		if len(data) > 0 && data[len(data)-1] != '\n' { // whoever wrote it was killed
			line = append([]byte{'\n'}, line...)
		}
		if len(data)+len(line) > MaxSpool {
			return false, ErrFull
		}
	}
	file, err := open(s.file(waiting), os.O_WRONLY|os.O_APPEND|os.O_CREATE)
	if err != nil {
		return false, err
	}
	_, err = file.Write(line)
	return err == nil, errors.Join(err, file.Close())
}

// holds reports whether lines of verdicts have one on the same state.
func holds(lines []byte, v *Verdict) bool {
	state, policy := fmt.Appendf(nil, `"state":%q`, v.State), fmt.Appendf(nil, `"policy":%q`, v.Policy)
	for line := range bytes.Lines(lines) {
		if bytes.Contains(line, state) && (v.Policy == "" || bytes.Contains(line, policy)) {
			return true
		}
	}
	return false
}

// Batch is what one process takes in.
type Batch struct {
	Decisions []*decision.Decision
	// Unread counts the lines that no verdict stands on.
	Unread int

	spool Spool
	lock  *os.File
}

// Take gives what waits, to be recorded; nil where there is nothing, or another process takes it in. The batch has to be ended by Done
// or by Leave. Of gates that isGate does not know nothing is kept.
func (s Spool) Take(ctx context.Context, isGate func(tag string) bool) (*Batch, error) {
	if !s.Waits() {
		return nil, nil
	}
	lock, err := open(s.file(long), os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, err
	}
	b := &Batch{spool: s, lock: lock}
	if filelock.Try(lock) != nil {
		return nil, lock.Close()
	}
	if err := b.fill(ctx, isGate); err != nil || len(b.Decisions)+b.Unread == 0 {
		return nil, errors.Join(err, lock.Close())
	}
	return b, nil
}

// Waits reports whether anything is to be taken in.
func (s Spool) Waits() bool {
	for _, kind := range []string{waiting, taking} {
		if info, err := os.Lstat(s.file(kind)); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
			return true
		}
	}
	return false
}

// fill moves what waits aside, unless a process that ended has left something there, and reads it.
func (b *Batch) fill(ctx context.Context, isGate func(tag string) bool) error {
	s := b.spool
	if left, err := s.read(taking); err != nil {
		return err
	} else if len(bytes.TrimSpace(left)) == 0 {
		lock, err := s.lock(ctx, short, patience)
		if err != nil {
			return err
		}
		err = os.Rename(s.file(waiting), s.file(taking))
		if err = errors.Join(err, lock.Close()); errors.Is(err, fs.ErrNotExist) {
			return nil // another process was first
		} else if err != nil {
			return err
		}
	}
	data, err := s.read(taking)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		v, _, err := Read(line, isGate)
		if err != nil || v.At.IsZero() {
			b.Unread++
			continue
		}
		if !seen[v.key()] {
			seen[v.key()] = true
			b.Decisions = append(b.Decisions, v.OfStaged())
		}
	}
	return nil
}

// Done says that the store has the batch.
func (b *Batch) Done() error {
	return errors.Join(os.Rename(b.spool.file(taking), b.spool.file(taken)), b.lock.Close())
}

// Leave leaves the batch to the next process.
func (b *Batch) Leave() error { return b.lock.Close() }

// Alone calls do while no other process counts what the store knows of a pull request in order to add to it.
func (s Spool) Alone(ctx context.Context, do func() error) error {
	lock, err := s.lockMade(ctx, alone, time.Minute)
	if err != nil {
		return err
	}
	return errors.Join(do(), lock.Close())
}

// lockMade waits for a lock in the folder, which it makes where it is not there.
func (s Spool) lockMade(ctx context.Context, kind string, patience time.Duration) (*os.File, error) {
	if err := os.MkdirAll(s.folder, 0o777); err != nil {
		return nil, err
	}
	if regular.IsLink(s.folder) {
		return nil, fmt.Errorf("%s is a link, which is not followed", s.folder)
	}
	return s.lock(ctx, kind, patience)
}

// lock waits for a lock, up to patience.
func (s Spool) lock(ctx context.Context, kind string, patience time.Duration) (*os.File, error) {
	file, err := open(s.file(kind), os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(patience); filelock.Try(file) != nil; {
		if time.Now().After(deadline) {
			return nil, errors.Join(fmt.Errorf("others kept %s for %s", s.file(kind), patience), file.Close())
		}
		if err := wait.For(ctx, 200*time.Microsecond); err != nil {
			return nil, errors.Join(err, file.Close())
		}
	}
	return file, nil
}

// read reads a file of the spool; what is not there is empty. It reads no more than a spool may hold.
func (s Spool) read(kind string) ([]byte, error) {
	file, err := open(s.file(kind), os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(file, MaxSpool))
	return data, errors.Join(err, file.Close())
}

// open opens a file of the spool with os.OpenFile's flags. It goes through no link.
func open(name string, flags int) (*os.File, error) {
	switch info, err := os.Lstat(name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file", name)
	}
	return os.OpenFile(name, flags, 0o666)
}
