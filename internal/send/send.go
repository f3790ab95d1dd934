// Package send sends what a clone has recorded to the remote of its store without anybody there: beside a command that recorded
// something, and with a push of the user's. It asks for nothing, takes a bounded time, and one program of a clone sends at a time.
package send

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/atomicfile"
	"github.com/kbgate/kbgate/internal/audit"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/filelock"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/wait"
)

// How long sending may take, with all that it waits for.
const (
	besideBound = 2 * time.Minute
	pushBound   = 20 * time.Second
)

// IsWanted reports whether a clone sends by itself: git's configuration says so, which no file of the repository can, and there is a
// remote for a branch of the store's own.
func IsWanted(l *ledger.Ledger) bool {
	return l.Config.Store.Sync == config.SyncAuto && l.Remote != "" && l.Ref != store.Head
}

// Beside sends what is unsent. Why it could not is noted for the next command, as Noted gives it.
func Beside(ctx context.Context, l *ledger.Ledger, now time.Time) error {
	if !IsWanted(l) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, besideBound)
	defer cancel()
	err := alone(ctx, l, func() error { return send(ctx, l, now) })
	if err == nil {
		return nil
	}
	return note(l, fmt.Sprintf("what was recorded here was not sent to %s (%s): %s; it is safe here, and `kbgate sync` sends it",
		l.Remote, now.UTC().Format("2006-01-02 15:04 MST"), said(ctx, err, besideBound)))
}

// AtPush sends what is unsent with a push of the user's to one of some addresses, if that is where the store goes. The push of what it sends
// calls it again, and then it does nothing.
func AtPush(ctx context.Context, l *ledger.Ledger, address string, now time.Time) error {
	if !IsWanted(l) || IsSending() || address == "" {
		return nil
	}
	own, err := git.PushURLs(ctx, l.Repository, l.Remote)
	if err != nil || !slices.Contains(own, address) {
		return err
	}
	if shared, err := l.Store.IsShared(l.Remote); shared || err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, pushBound)
	defer cancel()
	if err := alone(ctx, l, func() error { return send(ctx, l, now) }); err != nil {
		return errors.New(said(ctx, err, pushBound))
	}
	return nil
}

// IsSending reports whether this program was started by a push of what is sent.
func IsSending() bool { return os.Getenv(git.SendingVariable) != "" }

// send sends what is unsent. What a sync would say is noted.
func send(ctx context.Context, l *ledger.Ledger, now time.Time) error {
	if shared, err := l.Store.IsShared(l.Remote); shared || err != nil {
		return err
	}
	done, _, err := audit.Sync(git.Unattended(ctx), l, l.Remote, now)
	switch {
	case err != nil:
		return err
	case done.Restored+done.RestoredHere > 0:
		return note(l, fmt.Sprintf("as records were sent to %s, %s had been changed or taken away, and are as they were; `kbgate verify` names the commits that did it",
			l.Remote, text.Count(done.Restored+done.RestoredHere, "record", "records")))
	}
	return Forget(l)
}

// said is why something was not sent, in a line.
func said(ctx context.Context, err error, bound time.Duration) string {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Sprintf("it took longer than %s", bound)
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return text.Shorten(line, maxWhy)
}

// maxWhy is how many letters of a reason are kept.
const maxWhy = 300

// alone calls a function while no other program of the clone sends. One program waits for the one that sends, and one that comes while
// another waits has nothing to do, for what it would send is there when that one's turn comes.
func alone(ctx context.Context, l *ledger.Ledger, do func() error) error {
	next, err := open(ctx, l, "send.next")
	if err != nil {
		return err
	}
	defer next.Close()
	if filelock.Try(next) != nil {
		return nil
	}
	own, err := open(ctx, l, "send.lock")
	if err != nil {
		return err
	}
	defer own.Close()
	for filelock.Try(own) != nil {
		if err := wait.For(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
	if err := next.Close(); err != nil { // from now on another one may wait
		return err
	}
	return do()
}

// open opens a file below the git directory, and makes it where it is not there.
func open(ctx context.Context, l *ledger.Ledger, name string) (*os.File, error) {
	name = placed(l, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, err
	}
	_, gone := os.Lstat(name)
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err == nil && gone != nil {
		err = l.Store.Share(ctx, filepath.Dir(name), name)
	}
	return file, err
}

func placed(l *ledger.Ledger, name string) string {
	return filepath.Join(l.Repository.Common, "kbgate", name)
}

// maxNote is the size in bytes above which a note is none.
const maxNote = 16 << 10

// note keeps a sentence for the next command.
func note(l *ledger.Ledger, sentence string) error {
	return atomicfile.Write(placed(l, noteName), []byte(sentence), 0o666, func(f *os.File) error { return l.Store.Share(context.Background(), f.Name()) })
}

const noteName = "unsent.txt"

// Forget forgets what is noted.
func Forget(l *ledger.Ledger) error {
	if err := os.Remove(placed(l, noteName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Noted says what became of sending, and forgets it; "" where there is nothing to say.
func Noted(l *ledger.Ledger) string {
	if !IsWanted(l) {
		return ""
	}
	data, err := regular.ReadFile(placed(l, noteName), false, maxNote)
	if err != nil || Forget(l) != nil {
		return ""
	}
	return string(data)
}
