package main

import (
	"fmt"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/store"
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
	heard, err := decide.FromGitHub(c.Ctx, l, event, comments, flags.author)
	if err != nil {
		return err
	}
	for _, notice := range heard.Notices {
		cli.Say(c, "%s", notice)
	}
	var tally decide.Tally
	said := "nothing to record: the event is no decision"
	switch d := heard.Decision; {
	case d != nil:
		if tally, err = recordEvent(c, l, d); err != nil {
			return err
		}
		if said = tallied(tally); tally.Added > 0 {
			said = recorded(d)
		}
	case heard.LeftOut != "":
		cli.Say(c, "%s", heard.LeftOut)
		tally.LeftOut = 1
		said = fmt.Sprintf("nothing to record: 1 %s is left out", heard.Kind)
	}
	if err := cli.PrintResult(c, tally, said+"\n"); err != nil || tally.Whole() {
		return err
	}
	return errFindings
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
