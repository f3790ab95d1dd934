package main

import (
	"crypto/ed25519"
	"fmt"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
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
	var heard decide.Heard
	if flags.only != onlyAllowances {
		if heard, err = decide.FromGitHub(c.Ctx, l, event, comments, flags.author); err != nil {
			return err
		}
	}
	for _, notice := range heard.Notices {
		cli.Say(c, "%s", notice)
	}
	var tally decide.Tally
	if heard.Decision != nil {
		if tally, err = recordEvent(c, l, heard.Decision); err != nil {
			return err
		}
	}
	allowances, err := recordAllowances(c, l, event, flags)
	if err != nil {
		return err
	}
	said := "nothing to record: the event is no decision"
	switch d := heard.Decision; {
	case d != nil && tally.Added > 0:
		said = recorded(d)
	case d != nil:
		said = tallied(tally.Plus(allowances))
	case heard.LeftOut != "":
		cli.Say(c, "%s", heard.LeftOut)
		tally.LeftOut++
		said = fmt.Sprintf("nothing to record: 1 %s is left out", heard.Kind)
	case allowances != decide.Tally{} && flags.only != onlyDecisions:
		said = "let through " + text.Count(allowances.Allowed, "finding", "findings")
		if allowances.Withdrawn > 0 {
			said += "; withdrew " + text.Count(allowances.Withdrawn, "allowance", "allowances")
		}
	}
	tally = tally.Plus(allowances)
	if err := cli.PrintResult(c, tally, said+"\n"); err != nil || tally.Whole() {
		return err
	}
	return errFindings
}

// What of an event is recorded, where not all is.
const (
	onlyDecisions  = "decisions"
	onlyAllowances = "allowances"
)

// recordAllowances records what an event lets through or takes back. What cannot be is said, and stops no other.
func recordAllowances(c *cli.Call, l *ledger.Ledger, event []byte, flags recordFlags) (tally decide.Tally, err error) {
	asked, leftOut, err := decide.AllowancesFromGitHub(l.Config, event)
	if err != nil {
		return tally, err
	}
	tally.Asked, tally.LeftOut = len(asked), len(leftOut)
	for _, why := range leftOut {
		cli.Say(c, "%s", why)
	}
	if len(asked) == 0 || flags.only == onlyDecisions {
		return tally, nil
	}
	key, err := signingKey("")
	if err != nil {
		return tally, err
	}
	for _, one := range asked {
		of, err := recordAllowance(c, l, one, key, flags.diff)
		switch known, isKnown := hint.Find(err); {
		case isKnown && known.Status == hint.Usage:
			tally.Bad++
			what := fmt.Sprintf("the finding %s is not let through", one.Fingerprint)
			if one.Withdraws != "" {
				what = one.Withdraws + " is not withdrawn"
			}
			cli.Say(c, "%s: %v", what, err)
			cli.Say(c, "hint: %s", known.Hint)
		case err != nil:
			return tally, err
		}
		tally = tally.Plus(of)
	}
	return tally, nil
}

// recordAllowance records one allowance, or takes some back, and says so.
func recordAllowance(c *cli.Call, l *ledger.Ledger, asked decide.AllowanceAsked, key ed25519.PrivateKey, diff string) (tally decide.Tally, err error) {
	if asked.Withdraws != "" {
		done, err := grant.RecordWithdrawal(c.Ctx, l, asked, key, time.Now())
		for _, a := range done {
			cli.Say(c, "%s", withdrawn(a))
		}
		if len(done) == 0 && err == nil {
			tally.Known++
		}
		tally.Withdrawn = len(done)
		return tally, err
	}
	span, err := spanOf(c, l, diff, asked)
	if err != nil {
		return tally, err
	}
	a, outcome, err := grant.Record(c.Ctx, l, check.Request{Dir: c.Dir, Now: time.Now(), Diff: span}, asked, key, time.Now())
	switch {
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
	return tally, nil
}

// spanOf gives the commits of a pull request: those that were named, and else those of the event. It refuses ones that end elsewhere than
// at the commit that the reviewer has seen, where the event names that.
func spanOf(c *cli.Call, l *ledger.Ledger, diff string, asked decide.AllowanceAsked) (string, error) {
	_, head, _ := strings.Cut(diff, "...")
	switch {
	case diff == "" && (asked.Base == "" || asked.Head == ""):
		return "", hint.Misuse("name the pull request's commits: --diff BASE...HEAD", "the event does not say which commits the pull request has")
	case diff == "":
		return asked.Base + "..." + asked.Head, nil
	case head == "" || asked.Head == "":
		return diff, nil
	}
	at, err := git.Commit(c.Ctx, l.Repository, head)
	if err == nil && at != asked.Head {
		err = hint.Misuse("have the change reviewed as it is now", "the review was of %.12s, and %s is another commit by now", asked.Head, head)
	}
	return diff, err
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
