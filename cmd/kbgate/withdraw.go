package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/grant"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
)

func newWithdraw() cli.Command {
	var who sayer
	var reason string
	return cli.Command{
		Use:   "withdraw ID",
		Meant: []string{"undo", "revert", "unreject", "delete", "remove"},
		Short: "Take back an allowance, or a decision made by mistake",
		Long: `Take back what ` + "`kbgate allow`" + ` or a comment on a pull request let through, and record who did so and why. From
then on every check has the finding again. Any reviewer may whom rules.reviewers lists, and git has to be set
up to sign the commit that brings the record, with a key that rules.reviewer_keys lists for the reviewer.

The ID is that of the allowance, or the beginning or the end of it; a finding's FINGERPRINT stands for all
allowances of that finding. ` + "`kbgate log --allowances`" + ` lists both. ` + "`kbgate redact`" + ` hides the reason of an
allowance, and takes nothing back.

The ID of a decision takes that back: it was made by mistake. It counts nowhere from then on, no list has it,
and what it rejected is forgotten; ` + "`kbgate show`" + ` still shows it, and who withdrew it. Where rules.reviewers
lists somebody it takes one of them, and a signed commit where rules.reviewer_keys lists keys of theirs.`,
		Example: `  kbgate withdraw 01KAJ7M3W0 --reason "the group need not be finite"
  kbgate withdraw 5dc7d79754114cf7 --reason "the source was retracted"
  kbgate withdraw 01KAJ9Q2V7 --reason "meant for another e-mail"`,
		Run: func(c *cli.Call) error {
			who.why = cmp.Or(reason, who.why)
			if strings.TrimSpace(who.why) == "" {
				return hint.Misuse("say it with --reason TEXT", "nothing says why it is withdrawn")
			}
			l, err := c.Ledger("")
			if err != nil {
				return err
			}
			done, said, err := withdraw(c.Ctx, l, c.Args[0], who)
			if err != nil {
				return err
			}
			if err := cli.PrintResult(c, struct {
				Withdrawn []*decision.Amendment `json:"withdrawn"`
			}{done}, said); err != nil {
				return err
			}
			sayShared(c, l)
			return nil
		},
		Options: append(who.options("the same as --reason"), cli.Flag(&reason, "reason", "the `REASON`")),
		Formats: []string{"text", "json"},
	}
}

// withdraw takes a decision back, or else allowances, and says which.
func withdraw(ctx context.Context, l *ledger.Ledger, name string, who sayer) (done []*decision.Amendment, said string, err error) {
	const fingerprint = 16 // digits
	found, err := recall.Find(ctx, l, name)
	switch {
	case err != nil && len(name) != fingerprint:
		return nil, "", err
	case err == nil && found.Decision != nil:
		a, err := decide.Withdraw(ctx, l, found, who.by, who.why, time.Now())
		if err != nil {
			return nil, "", err
		}
		return []*decision.Amendment{a}, fmt.Sprintf("%s: counts no longer, by %s with the amendment %s\n", a.Of, a.By, a.ID), nil
	}
	done, err = grant.Withdraw(ctx, l, name, who.by, who.why, time.Now())
	for _, a := range done {
		said += withdrawn(a) + "\n"
	}
	return done, said, err
}

// withdrawn says what was taken back.
func withdrawn(a *decision.Amendment) string {
	return fmt.Sprintf("%s: lets nothing through any more, by %s with the amendment %s", a.Of, a.By, a.ID)
}
