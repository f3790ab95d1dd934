package cli

import (
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
)

// mostWait is how long the shell waits for what a ledger proposes. Beyond it nothing is proposed, for who types has gone on.
const mostWait = time.Second

// fromLedger proposes what the ledger of the folder knows; without one, nothing. What goes wrong is said by the command itself, once it is
// called.
func fromLedger(ask func(context.Context, *ledger.Ledger, string) ([]string, error)) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		proposed := propose(cmd.Context(), ask, typed)
		if strings.ToUpper(typed) != typed { // the shell takes only what begins as it was typed
			for i := range proposed {
				proposed[i] = strings.ToLower(proposed[i])
			}
		}
		return proposed, cobra.ShellCompDirectiveNoFileComp
	}
}

func propose(ctx context.Context, ask func(context.Context, *ledger.Ledger, string) ([]string, error), typed string) []string {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithTimeout(ctx, mostWait)
	defer cancel()
	dir, err := os.Getwd()
	if err != nil {
		return nil
	}
	l, err := ledger.OpenAt(ctx, dir, ledger.Options{Conflicts: ledger.Remembered, Warn: func(string) {}})
	if err != nil {
		return nil
	}
	proposed, err := ask(ctx, l, typed)
	if l.Close() != nil || err != nil {
		return nil
	}
	return proposed
}

// completeArgs proposes the arguments of a command: fixed ones, and for an ID the newest of the ledger.
func (d Command) completeArgs() cobra.CompletionFunc {
	usage, _, _ := strings.Cut(d.Use, " --")
	id := slices.Index(strings.Fields(usage), "ID") - 1
	ids := fromLedger(recall.IDsWith)
	return func(cmd *cobra.Command, args []string, typed string) (proposed []string, _ cobra.ShellCompDirective) {
		if len(args) == id {
			return ids(cmd, args, typed)
		}
		if len(args) < len(d.Arguments) {
			proposed = d.Arguments[len(args)]
		}
		return proposed, cobra.ShellCompDirectiveNoFileComp
	}
}
