package main

import (
	"fmt"
	"time"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/grant"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/text"
)

// runGitHubEvent records what an event of GitHub says.
func runGitHubEvent(c *cli.Call, flags recordFlags) error {
	event, err := readInput(c, flags.event)
	if err != nil {
		return err
	}
	var comments []byte
	if flags.comments != "" {
		if comments, err = readInput(c, flags.comments); err != nil {
			return err
		}
	}
	l, err := c.Ledger("")
	if err != nil {
		return err
	}
	tally, err := recordAllowances(c, l, event, flags.diff)
	if err != nil {
		return err
	}
	heard, err := decide.FromGitHub(c.Ctx, l, event, comments, flags.author)
	if err != nil {
		return err
	}
	for _, notice := range heard.Notices {
		cli.Say(c, "%s", notice)
	}
	said := "nothing to record: the event is no decision"
	if tally.Allowed+tally.Known+tally.Bad+tally.Differ+tally.LeftOut > 0 {
		said = "let through " + text.Count(tally.Allowed, "finding", "findings")
	}
	switch d := heard.Decision; {
	case d != nil:
		allowances := tally
		if tally, err = recordEvent(c, l, d); err != nil {
			return err
		}
		tally = tally.Plus(allowances)
		if said = tallied(tally); tally.Added > 0 {
			said = recorded(d)
		}
	case heard.LeftOut != "":
		cli.Say(c, "%s", heard.LeftOut)
		tally.LeftOut++
		said = fmt.Sprintf("nothing to record: 1 %s is left out", heard.Kind)
	}
	if err := cli.PrintResult(c, tally, said+"\n"); err != nil || tally.Whole() {
		return err
	}
	return errFindings
}

// recordAllowances records what an event lets through. What cannot be is said, and stops no other.
func recordAllowances(c *cli.Call, l *ledger.Ledger, event []byte, diff string) (tally decide.Tally, err error) {
	asked, leftOut, err := decide.AllowancesFromGitHub(l.Config, event)
	if err != nil {
		return tally, err
	}
	tally.LeftOut = len(leftOut)
	for _, why := range leftOut {
		cli.Say(c, "%s", why)
	}
	if len(asked) == 0 {
		return tally, nil
	}
	key, err := signingKey("")
	if err != nil {
		return tally, err
	}
	for _, one := range asked {
		req := check.Request{Dir: c.Dir, Now: time.Now(), Diff: diff}
		if diff == "" {
			if one.Head == "" || one.Base == "" {
				return tally, hint.Misuse("name the pull request's commits: --diff BASE...HEAD", "the event does not say which commits the pull request has")
			}
			req.Diff = one.Base + "..." + one.Head
		}
		a, outcome, err := grant.Record(c.Ctx, l, req, one, key, time.Now())
		switch known, isKnown := hint.Find(err); {
		case isKnown && known.Status == hint.Usage:
			tally.Bad++
			cli.Say(c, "the finding %s is not let through: %v", one.Fingerprint, err)
			cli.Say(c, "hint: %s", known.Hint)
		case err != nil:
			return tally, err
		case outcome == store.Added:
			tally.Allowed++
			cli.Say(c, "%s", allowed(a))
		case outcome == store.Known:
			tally.Known++
		default:
			tally.Differ++
			cli.Say(c, "the allowance was recorded before as something else, which stays: %s", a.Path())
		}
	}
	return tally, nil
}

// recordEvent records the decision of an event.
func recordEvent(c *cli.Call, l *ledger.Ledger, d *decision.Decision) (decide.Tally, error) {
	outcome, err := decide.Decide(c.Ctx, l, d, time.Now())
	switch {
	case err != nil:
		return decide.Tally{}, err
	case outcome == store.Added:
		return decide.Tally{Added: 1}, nil
	case outcome == store.Known:
		return decide.Tally{Known: 1}, nil
	}
	return decide.Tally{Differ: 1}, sayDiffer(c, l, d)
}

// sayDiffer says that the id of an event is that of another record.
func sayDiffer(c *cli.Call, l *ledger.Ledger, d *decision.Decision) error {
	kept, err := decide.KeepBeside(c.Ctx, l, d, time.Now())
	said := "the event was recorded before as something else, which stays: " + d.Path()
	if kept != "" {
		said += "; this one is kept beside it, as " + kept
	}
	cli.Say(c, "%s", said)
	return err
}
