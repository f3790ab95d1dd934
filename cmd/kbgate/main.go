// Command kbgate is the gate and the memory of a knowledge base that lives in git.
//
// Each command stands in a file of its own: it parses flags, calls a use case, prints, and leaves it to exitStatus to
// say how it went.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/spf13/cobra"

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
	boundHeap()
	root := newRoot()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal asks for an end, which comes by force where it takes too long. A second one takes its usual effect.
	context.AfterFunc(ctx, func() {
		stop()
		time.Sleep(delay)
		complain(cli.NewCall(root, nil), errInterrupted, "")
		os.Exit(exitFailure)
	})
	status := run(ctx, root, os.Args[1:])
	stop()
	os.Exit(status)
}

// run executes the command line and gives the exit status.
func run(ctx context.Context, root *cobra.Command, args []string) (status int) {
	if cmd, _, err := root.Find(args); err == nil && cmd.CommandPath() == "kbgate hook agent" {
		defer func() { status = agentStatus(status) }()
	}
	defer func() {
		if p := recover(); p != nil {
			complain(cli.NewCall(root, nil), fmt.Errorf("internal: %v\n%s", p, debug.Stack()),
				"this is a mistake in kbgate, not in your notes; please report it with the lines above")
			status = exitFailure
		}
	}()
	root.SetArgs(args)
	return exitStatus(cli.NewCall(root, nil), root.ExecuteContext(ctx))
}

// errFindings ends a command whose work is done, but whose verdict is no.
var errFindings = errors.New("there are findings")

var errInterrupted = errors.New("interrupted")

// exitStatus says what an error means, to people and to the calling program.
func exitStatus(c *cli.Call, err error) int {
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
		complain(c, err, known.Hint)
		return int(known.Status)
	case errors.Is(err, context.Canceled):
		err = errInterrupted
	}
	complain(c, err, "")
	return exitFailure
}

// complain prints an error, and the way out where there is one.
func complain(c *cli.Call, err error, hint string) {
	cli.Say(c, "error: %s", strings.ReplaceAll(err.Error(), "\n", "\n  "))
	if hint != "" {
		cli.Say(c, "hint: %s", hint)
	}
}
