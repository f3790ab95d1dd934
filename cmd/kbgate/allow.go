package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/grant"
	"github.com/kbgate/kbgate/internal/hint"
)

func newAllow() cli.Command {
	var by, reason string
	var req check.Request
	return cli.Command{
		Use:   "allow FINGERPRINT",
		Short: "Let a false alarm through, as a reviewer",
		Long: `Let one finding on one text through, and record who did so and why. Only a reviewer may whom
rules.reviewers lists, and nobody on a change of their own. git has to be set up to sign the commit that
brings the record, with a key that rules.reviewer_keys lists for the reviewer. From then on every check
passes over that finding, as long as the paragraph that it stands on stays as it is.

The finding is looked for in the work tree, or with --diff in a change; one of ` + "`kbgate review`" + `, too. What the gates of links, headers,
hidden characters, unreadable notes and deal terms find, nobody lets through.`,
		Example: `  kbgate allow 5dc7d79754114cf7 --reason "the theorem holds for every finite group"
  kbgate allow 5dc7d79754114cf7 --diff main...origin/rio/foam --reason "the source says all of them"`,
		Run: func(c *cli.Call) error {
			if strings.TrimSpace(reason) == "" {
				return hint.Misuse("say it with --reason TEXT", "nothing says why the finding is let through")
			}
			l, err := c.Ledger("")
			if err != nil {
				return err
			}
			a := &decision.Allowance{Fingerprint: strings.ToLower(c.Args[0]), Reason: reason, By: by}
			req.Dir, req.Now = c.Dir, time.Now()
			bar := cli.NewProgress(c, "judging")
			req.Progress = bar.Set
			err = grant.Allow(c.Ctx, l, req, a, time.Now())
			bar.Done()
			if err != nil {
				return err
			}
			if err := cli.PrintResult(c, a, allowed(a)+"\n"); err != nil {
				return err
			}
			sayShared(c, l)
			return nil
		},
		Options: []cli.Option{
			cli.Flag(&reason, "reason", "the `TEXT` that says why it is a false alarm"),
			cli.Flag(&by, "by", "the `NAME` of the reviewer (default: git's user.name)"),
			cli.Flag(&req.Diff, "diff", "look for the finding in what lies between two commits: `BASE...HEAD`"),
		},
		Formats: []string{"text", "json"},
	}
}

// allowed says what was let through.
func allowed(a *decision.Allowance) string {
	return fmt.Sprintf("%s: let through %s of %s in %s, by %s", a.ID, a.Fingerprint, a.Gate, a.NotePath, a.By)
}
