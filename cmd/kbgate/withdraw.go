package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/grant"
	"github.com/kbgate/kbgate/internal/hint"
)

func newWithdraw() cli.Command {
	var who sayer
	return cli.Command{
		Use:   "withdraw ID",
		Short: "Let a finding through no longer, as a reviewer",
		Long: `Take back what ` + "`kbgate allow`" + ` or a comment on a pull request let through, and record who did so and why. From
then on every check has the finding again. Any reviewer may whom rules.reviewers lists, and git has to be set
up to sign the commit that brings the record, with a key that rules.reviewer_keys lists for the reviewer.

The ID is that of the allowance, or the beginning or the end of it; a finding's FINGERPRINT stands for all
allowances of that finding. ` + "`kbgate log --allowances`" + ` lists both. ` + "`kbgate redact`" + ` hides the reason of an
allowance, and takes nothing back.`,
		Example: `  kbgate withdraw 01KAJ7M3W0 --why "the group need not be finite"
  kbgate withdraw 5dc7d79754114cf7 --why "the source was retracted"`,
		Run: func(c *cli.Call) error {
			if strings.TrimSpace(who.why) == "" {
				return hint.Misuse("say it with --why TEXT", "nothing says why it is withdrawn")
			}
			l, err := c.Ledger("")
			if err != nil {
				return err
			}
			done, err := grant.Withdraw(c.Ctx, l, c.Args[0], who.by, who.why, time.Now())
			if err != nil {
				return err
			}
			var said strings.Builder
			for _, a := range done {
				said.WriteString(withdrawn(a) + "\n")
			}
			if err := cli.PrintResult(c, struct {
				Withdrawn []*decision.Amendment `json:"withdrawn"`
			}{done}, said.String()); err != nil {
				return err
			}
			cli.Say(c, "%s", spread(l))
			return nil
		},
		Options: who.options("the `REASON`"),
		Formats: []string{"text", "json"},
	}
}

// withdrawn says what was taken back.
func withdrawn(a *decision.Amendment) string {
	return fmt.Sprintf("%s: lets nothing through any more, by %s with the amendment %s", a.Of, a.By, a.ID)
}
