// Command kbgate is the gate and the memory of a knowledge base that lives in git.
//
// Each command stands in a file of its own: it parses flags, calls a use case, prints, and leaves it to exitStatus to
// say how it went.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/kbgate/kbgate/internal/hint"
)

// The exit statuses (contracts.md#exit-status).
const (
	exitOK       = 0
	exitBlocking = 1
	exitUsage    = 2
	exitFailure  = 3
)

// delay is how long after a signal a command may take to end by itself. It may wait for a pipe that nobody writes to.
const delay = 3 * time.Second

func main() {
	boundMemory()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal asks for an end, which comes by force where it takes too long. A second one takes its usual effect.
	context.AfterFunc(ctx, func() {
		stop()
		time.Sleep(delay)
		complain(os.Stderr, errors.New("interrupted"), "")
		os.Exit(exitFailure)
	})
	status := run(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
	stop()
	os.Exit(status)
}

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// run executes the command line and gives the exit status.
func run(ctx context.Context, args []string, io streams) (status int) {
	root := newRoot(io)
	if cmd, _, err := root.Find(args); err == nil && cmd.Annotations[speaksToAgents] != "" {
		defer func() { status = agentStatus(status) }()
	}
	defer func() {
		if p := recover(); p != nil {
			complain(io.err, fmt.Errorf("internal: %v\n%s", p, debug.Stack()),
				"this is a mistake in kbgate, not in your notes; please report it with the lines above")
			status = exitFailure
		}
	}()
	root.SetArgs(args)
	return exitStatus(root.ExecuteContext(ctx), io.err)
}

// errFindings ends a command whose work is done, but whose verdict is no.
var errFindings = errors.New("there are findings")

// exitStatus says what an error means, to people and to the calling program.
func exitStatus(err error, w io.Writer) int {
	known, isKnown := hint.Find(err)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFindings):
		return exitBlocking
	case isKnown:
		if known.Status == hint.Usage { // whoever called it knows what for
			err = known
		}
		complain(w, err, known.Hint)
		return int(known.Status)
	case errors.Is(err, context.Canceled):
		complain(w, errors.New("interrupted"), "")
		return exitFailure
	}
	complain(w, err, "")
	return exitFailure
}

// complain prints an error, and the way out where there is one.
func complain(w io.Writer, err error, hint string) {
	say(w, "error: %s", strings.ReplaceAll(err.Error(), "\n", "\n  "))
	if hint != "" {
		say(w, "hint: %s", hint)
	}
}
