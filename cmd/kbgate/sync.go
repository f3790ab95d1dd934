package main

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/audit"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/store"
)

func newSync(std streams) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "sync [REMOTE]",
		Short: "Bring the store and that of a remote to the same state",
		Long: `Fetch the records of a remote (default: origin), merge them with those here, and push; again, where
somebody else was first. Records never conflict: the store only ever grows. One that the remote had
changed or taken away is put back as it was, here and there, and what it was changed to stays beside it.
Where several records of one id disagree, that is said until a reviewer chooses one (kbgate amend --keep).

Exit status: 0 done, 1 done, and such records were put back or some disagree, 2 wrong use or configuration,
3 the remote cannot be reached or kbgate itself failed; what was recorded here is safe.`,
		Example: `  kbgate sync
  kbgate sync upstream`,
		Args: takes(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			remote := "origin"
			if len(args) > 0 {
				remote = args[0]
			}
			return withLedger(cmd.Context(), std, "", func(l *ledger.Ledger) error {
				done, open, err := audit.Sync(cmd.Context(), l, remote, time.Now())
				if err != nil {
					return err
				}
				if err = tellSync(std, remote, done, len(open), format); err == nil || errors.Is(err, errFindings) {
					n, failed := sayDisputes(cmd.Context(), l, std)
					if err = cmp.Or(failed, err); err == nil && n > 0 {
						err = errFindings
					}
				}
				return err
			})
		},
	}
	addFormat(cmd, &format, "text", "json")
	return cmd
}

// recordsOf says how many decisions and other records there are.
func recordsOf(counts store.Counts) string {
	decisions := counts[decision.DecisionsFolder]
	said := plural(decisions, "decision", "decisions")
	if others := counts.Total() - decisions; others > 0 {
		said += " and " + plural(others, "other record", "other records")
	}
	return said
}

// mostTakenOut is how many records are named of which texts were taken out of the history.
const mostTakenOut = 20

// tellSync prints what a sync did.
func tellSync(std streams, remote string, done store.Synced, disputed int, format string) error {
	var err error
	if format == "json" {
		said := map[string]any{"got": done.Got.Total(), "gave": done.Gave.Total(), "tip": done.Tip, "restored": done.Restored, "restored_here": done.RestoredHere}
		if len(done.TakenOut) > 0 {
			said["taken_out"] = done.TakenOut
		}
		if disputed > 0 {
			said["disputed"] = disputed
		}
		err = printJSON(std.out, said)
	} else {
		_, err = fmt.Fprintf(std.out, "got %s, gave %s\n", recordsOf(done.Got), recordsOf(done.Gave))
	}
	for _, name := range done.TakenOut[:min(len(done.TakenOut), mostTakenOut)] {
		say(std.err, "texts of %s were taken out of the history, as a redaction of it says, and nothing else of it was changed", strings.TrimSuffix(path.Base(name), ".yaml"))
	}
	if more := len(done.TakenOut) - mostTakenOut; more > 0 {
		say(std.err, "so were texts of %s", plural(more, "further record", "further records"))
	}
	if err != nil || done.Restored+done.RestoredHere == 0 {
		return err
	}
	for _, who := range []struct {
		name string
		n    int
	}{{remote, done.Restored}, {"this clone", done.RestoredHere}} {
		switch {
		case who.n == 1:
			say(std.err, "1 record that %s had changed or taken away is as it was", who.name)
		case who.n > 1:
			say(std.err, "%d records that %s had changed or taken away are as they were", who.n, who.name)
		}
	}
	say(std.err, "hint: `kbgate verify` names the commits that did it")
	return errFindings
}
