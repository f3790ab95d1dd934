package store

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
)

// A refusal says in words what is wrong, and to programs by its cause, whether the system said so or git did.
func TestCauses(t *testing.T) {
	p := &location{Options: Options{Ref: "refs/heads/feedback"}}
	write := func(err error) error {
		return fmt.Errorf("writing to the repository's objects: %w", &fs.PathError{Op: "write", Path: "x", Err: err})
	}
	for _, test := range []struct {
		err, is      error
		reason, hint string
	}{
		{write(syscall.ENOSPC), syscall.ENOSPC, "the disk is full: ", "make room"},
		{errors.New("git index-pack: exit status 128: fatal: write error: No space left on device"), syscall.ENOSPC, "the disk is full: ", "make room"},
		{write(syscall.EACCES), fs.ErrPermission, "you may not write to the repository: ", "write access"},
		{errors.New("git hash-object: error: insufficient permission for adding an object"), fs.ErrPermission, "you may not write", "write access"},
		{write(syscall.EROFS), syscall.EROFS, "read-only", "in a clone"},
		{fmt.Errorf("%w: Unable to create 'x.lock': File exists", git.ErrLocked), git.ErrLocked, "another git program has locked the branch", "remove the lock"},
	} {
		err := p.explain(fmt.Errorf("recording: %w", test.err))
		var refusal *hint.Error
		if !errors.As(err, &refusal) || refusal.Status != hint.Usage || !strings.Contains(refusal.Error(), test.reason) || !strings.Contains(refusal.Hint, test.hint) {
			t.Errorf("%v is refused as %v", test.err, err)
			continue
		}
		if !errors.Is(err, test.is) || !errors.Is(err, test.err) || err.Error() != refusal.Error() {
			t.Errorf("%v: the cause is not %v", err, test.is)
		}
		if again := p.explain(err); again != err {
			t.Errorf("%v is refused again as %v", err, again)
		}
	}
	if err := errors.New("anything else"); p.explain(err) != err || p.explain(nil) != nil {
		t.Error("what has no way out is another error")
	}
}
