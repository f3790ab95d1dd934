package main

import (
	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
)

func newApprove() cli.Command {
	var flags decideFlags
	var withChanges bool
	return cli.Command{
		Use:   "approve ARTIFACT",
		Short: "Record that a reviewer approved something",
		Long: `Record that a reviewer approved an artifact: a file, or anything that has a name. What the flags leave
open is looked up as ` + "`kbgate reject -h`" + ` tells; nothing is asked. --with-changes keeps what was changed since the artifact
was rejected, where this clone still has the text that was.`,
		Example: `  kbgate approve skills/redis-cache.md
  kbgate approve claims/foam-is-protein.md --with-changes --reason "added the second source" --pr 12
  kbgate approve welcome-mail --type email --subject ana@example.org --agent rio --review-point HITL-1`,
		Run: func(c *cli.Call) error {
			verdict := decision.Approved
			if withChanges {
				verdict = decision.ApprovedWithChanges
			}
			if flags.Category != "" && !withChanges {
				return hint.Misuse("leave it out; --with-changes takes one", "--category is for what speaks against something, and this is an approval")
			}
			return flags.decide(c, verdict, nil)
		},
		Options: append([]cli.Option{
			cli.Flag(&withChanges, "with-changes", "it was approved after it had been changed"),
		}, flags.options()...),
		Formats: []string{"text", "json"},
	}
}
