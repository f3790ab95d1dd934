package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/store"
)

// runGitHubEvent records what an event of GitHub says.
func runGitHubEvent(cmd *cobra.Command, flags recordFlags) error {
	event, err := readInput(cmd, flags.event)
	if err != nil {
		return err
	}
	var comments []byte
	if flags.comments != "" {
		if comments, err = readInput(cmd, flags.comments); err != nil {
			return err
		}
	}
	return withLedger(cmd, "", func(l *ledger.Ledger) error {
		heard, err := decide.FromGitHub(cmd.Context(), l, event, comments, flags.author)
		if err != nil {
			return err
		}
		for _, notice := range heard.Notices {
			say(cmd, "%s", notice)
		}
		var tally decide.Tally
		said := "nothing to record: the event is no decision"
		switch d := heard.Decision; {
		case d != nil:
			if tally, err = recordEvent(cmd, l, d); err != nil {
				return err
			}
			if said = tallied(tally); tally.Added > 0 {
				said = recorded(d)
			}
		case heard.LeftOut != "":
			say(cmd, "%s", heard.LeftOut)
			tally.LeftOut = 1
			said = fmt.Sprintf("nothing to record: 1 %s is left out", heard.Kind)
		}
		if err := printResult(cmd, tally, said+"\n"); err != nil || tally.Whole() {
			return err
		}
		return errFindings
	})
}

// recordEvent records the decision of an event.
func recordEvent(cmd *cobra.Command, l *ledger.Ledger, d *decision.Decision) (decide.Tally, error) {
	outcome, err := decide.Decide(cmd.Context(), l, d, time.Now())
	switch {
	case err != nil:
		return decide.Tally{}, err
	case outcome == store.Added:
		return decide.Tally{Added: 1}, nil
	case outcome == store.Known:
		return decide.Tally{Known: 1}, nil
	}
	return decide.Tally{Differ: 1}, sayDiffer(cmd, l, d)
}

// sayDiffer says that the id of an event is that of another record.
func sayDiffer(cmd *cobra.Command, l *ledger.Ledger, d *decision.Decision) error {
	kept, err := decide.KeepBeside(cmd.Context(), l, d, time.Now())
	said := "the event was recorded before as something else, which stays: " + d.Path()
	if kept != "" {
		said += "; this one is kept beside it, as " + kept
	}
	say(cmd, "%s", said)
	return err
}
