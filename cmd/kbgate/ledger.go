package main

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/text"
)

// here gives a command the folder in which it is called.
func here(run func(cmd *cobra.Command, dir string, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		dir, err := os.Getwd()
		if err != nil {
			return err
		}
		return run(cmd, dir, args)
	}
}

// onLedger gives a command the ledger of the knowledge base around the folder of the call.
func onLedger(run func(cmd *cobra.Command, l *ledger.Ledger, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		return withLedger(cmd, "", func(l *ledger.Ledger) error { return run(cmd, l, args) })
	}
}

// withLedger opens that ledger, on the branch of its configuration unless another is named, and closes it.
func withLedger(cmd *cobra.Command, ref string, do func(*ledger.Ledger) error) error {
	return here(func(cmd *cobra.Command, dir string, _ []string) error {
		l, err := ledger.OpenAt(cmd.Context(), dir, ledger.Options{Ref: ref, Warn: warner(cmd)})
		if err != nil {
			return err
		}
		return errors.Join(do(l), l.Close())
	})(cmd, nil)
}

// warner tells people what a ledger has to say.
func warner(cmd *cobra.Command) func(message string) {
	return func(message string) { say(cmd, "%s", message) }
}

// sayUnreadable says how much of the store cannot be read, so that nothing counts it.
func sayUnreadable(cmd *cobra.Command, l *ledger.Ledger) error {
	n, err := recall.Unreadable(cmd.Context(), l)
	if n > 0 {
		say(cmd, "%s cannot be read; `kbgate verify` names them", text.Count(n, "record", "records"))
	}
	if err == nil {
		_, err = sayDisputes(cmd, l)
	}
	return err
}

// sayDisputes says of how many decisions there are records that disagree, and gives that; 0 where the clone lacks the part of the
// history that may tell which was first.
func sayDisputes(cmd *cobra.Command, l *ledger.Ledger) (int, error) {
	open, err := l.Disputes(cmd.Context())
	if err != nil || len(open) == 0 {
		return len(open), err
	}
	have := func(n int) string { return text.Count(n, "decision has", "decisions have") }
	if cut, err := l.IsCutOff(cmd.Context()); cut || err != nil {
		say(cmd, "%s twins, and this clone holds only a part of the history, which does not tell which was first; `git fetch --unshallow` gets the rest", have(len(open)))
		return 0, err
	}
	more := 0
	for _, d := range open {
		if d.Beyond {
			more++
		}
	}
	if n := len(open) - more; n > 0 {
		say(cmd, "%s twins that disagree; `kbgate verify` names them", have(n))
	}
	if more > 0 {
		say(cmd, "and %s twins, beyond what is judged: only what this clone had first counts of them", text.Count(more, "more decision has", "more decisions have"))
	}
	return len(open), nil
}
