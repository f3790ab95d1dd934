package main

import (
	"cmp"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/audit"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/send"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/text"
)

func newSync() cli.Command {
	var background bool
	return cli.Command{
		Use:   "sync [REMOTE]",
		Meant: []string{"push", "pull", "fetch", "send"},
		Short: "Bring the store and that of a remote to the same state",
		Long: `Fetch the records of a remote (default: origin, or the only one), merge them with the records here, and push. Where
somebody else pushed meanwhile, this is done again. Records never conflict: the store only ever grows.
A record that was changed or taken away is put back as it was, here and on the remote; what it was
changed to is kept beside it. Where several records of one id disagree, sync says so each time, until a
reviewer chooses one of them (kbgate amend --keep).

Where ` + "`git config kbgate.store.sync auto`" + ` is set, each command that records something starts
` + "`kbgate sync --background`" + `, which takes at most two minutes; what it could not send the next command says.

Exit status: 0 done; 1 done, but records were put back or some disagree; 2 wrong use or configuration;
3 the remote cannot be reached or kbgate itself failed. What was recorded here is safe in any case.`,
		Example: `  kbgate sync
  kbgate sync upstream`,
		Run: func(c *cli.Call) error {
			l, err := c.OwnLedger("")
			if err != nil {
				return err
			}
			if background {
				if len(c.Args) > 0 {
					return hint.Misuse("leave the remote out", "--background sends to the remote that kbgate sync takes by itself")
				}
				return send.Beside(c.Ctx, l, time.Now())
			}
			remote := cmp.Or(l.Remote, "origin")
			if len(c.Args) > 0 {
				remote = c.Args[0]
			}
			done, open, err := audit.Sync(c.Ctx, l, remote, time.Now())
			if err != nil {
				return err
			}
			if err := send.Forget(l); err != nil {
				return err
			}
			if err := tellSync(c, remote, done, len(open)); err != nil {
				return err
			}
			disputed, err := sayDisputes(c, l)
			if err == nil && done.Restored+done.RestoredHere+disputed > 0 {
				return errFindings
			}
			return err
		},
		Options: []cli.Option{
			cli.Flag(&background, "background", "send what kbgate.store.sync of git's configuration allows to be sent by itself; ask nothing, say nothing"),
		},
		Formats: []string{"text", "json"},
	}
}

// recordsOf says how many decisions and other records there are.
func recordsOf(counts store.Counts) string {
	decisions := counts[decision.Decisions.Folder]
	said := text.Count(decisions, "decision", "decisions")
	if others := counts.Total() - decisions; others > 0 {
		said += " and " + text.Count(others, "other record", "other records")
	}
	return said
}

// mostTakenOut is how many records are named of which texts were taken out of the history.
const mostTakenOut = 20

// tellSync prints what a sync did.
func tellSync(c *cli.Call, remote string, done store.Synced, disputed int) error {
	result := map[string]any{"got": done.Got.Total(), "gave": done.Gave.Total(), "tip": done.Tip, "restored": done.Restored, "restored_here": done.RestoredHere}
	if len(done.TakenOut) > 0 {
		result["taken_out"] = done.TakenOut
	}
	if disputed > 0 {
		result["disputed"] = disputed
	}
	if err := cli.PrintResult(c, result, fmt.Sprintf("got %s, gave %s\n", recordsOf(done.Got), recordsOf(done.Gave))); err != nil {
		return err
	}
	for _, name := range done.TakenOut[:min(len(done.TakenOut), mostTakenOut)] {
		cli.Say(c, "texts of %s were taken out of the history, as a redaction of it says, and nothing else of it was changed", strings.TrimSuffix(path.Base(name), ".yaml"))
	}
	if more := len(done.TakenOut) - mostTakenOut; more > 0 {
		cli.Say(c, "so were texts of %s", text.Count(more, "further record", "further records"))
	}
	restored := func(n int, who string) {
		switch {
		case n == 1:
			cli.Say(c, "1 record that %s had changed or taken away is as it was", who)
		case n > 1:
			cli.Say(c, "%d records that %s had changed or taken away are as they were", n, who)
		}
	}
	restored(done.Restored, remote)
	restored(done.RestoredHere, "this clone")
	if done.Restored+done.RestoredHere > 0 {
		cli.Say(c, "hint: `kbgate verify` names the commits that did it")
	}
	return nil
}
