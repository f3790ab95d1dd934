package main

import (
	"context"
	"fmt"
	"time"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/store"
)

// runGitHubEvent records what an event of GitHub says.
func runGitHubEvent(ctx context.Context, flags recordFlags, std streams) error {
	event, err := readInput([]string{flags.event}, std)
	if err != nil {
		return err
	}
	var comments []byte
	if flags.comments != "" {
		if comments, err = readInput([]string{flags.comments}, std); err != nil {
			return err
		}
	}
	return withLedger(ctx, std, "", func(l *ledger.Ledger) error {
		heard, err := decide.FromGitHub(ctx, l, event, comments, flags.author)
		if err != nil {
			return err
		}
		var tally decide.Tally
		for _, notice := range heard.Notices {
			say(std.err, "%s", notice)
		}
		if heard.LeftOut != "" {
			say(std.err, "%s", heard.LeftOut)
			tally.LeftOut = 1
		}
		d := heard.Decision
		if d != nil {
			outcome, err := decide.Decide(ctx, l, d, time.Now())
			if err != nil {
				return err
			}
			switch outcome {
			case store.Added:
				tally.Added = 1
			case store.Known:
				tally.Known = 1
			default:
				tally.Differ = 1
				if err := sayDiffer(ctx, l, d, std); err != nil {
					return err
				}
			}
		}
		switch {
		case flags.format == "json":
			err = printJSON(std.out, tally)
		case tally.LeftOut > 0:
			_, err = fmt.Fprintf(std.out, "nothing to record: 1 %s is left out\n", heard.Kind)
		case d == nil:
			_, err = fmt.Fprintln(std.out, "nothing to record: the event is no decision")
		case tally.Added > 0:
			_, err = fmt.Fprintln(std.out, visibleLines(recorded(d)))
		default:
			_, err = fmt.Fprintln(std.out, tallied(tally))
		}
		if err == nil && !tally.Whole() {
			return errFindings
		}
		return err
	})
}

// sayDiffer says that the id of an event is that of another record.
func sayDiffer(ctx context.Context, l *ledger.Ledger, d *decision.Decision, std streams) error {
	kept, err := decide.KeepBeside(ctx, l, d, time.Now())
	said := "the event was recorded before as something else, which stays: " + d.Path()
	if kept != "" {
		said += "; this one is kept beside it, as " + kept
	}
	say(std.err, "%s", said)
	return err
}
