package main

import (
	"fmt"
	"io"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/recall"
	reports "github.com/kbgate/kbgate/internal/report/evolution"
)

// evolutionFormats are the forms of the report, by the names of --format.
var evolutionFormats = map[string]func(io.Writer, *evolution.Evolution) error{"markdown": reports.Markdown, "html": reports.HTML, "json": reports.JSON}

func newReport() cli.Command {
	since := "30d"
	var until time.Time
	var output string
	return cli.Command{
		Use:   "report",
		Short: "Report how decisions went over a time, and what changed",
		Long: `Report on the decisions of a time: how approval went, what work was rejected for and what to do about
it, by category, gate, agent and artifact, and what differs from the time of equal length before it by
more than chance makes. Shares come with the interval in which they lie with 95 % confidence; of few
decisions nothing is concluded.

The html page stands alone: one file with plots, without scripts, that loads nothing and prints well.
docs/report.md tells how to read it, and what --format json holds.`,
		Example: `  kbgate report
  kbgate report --since 1y --format html --output report.html
  kbgate report --since 2026-10-01 --until 2026-10-31 --format json | jq .approval`,
		Run: func(c *cli.Call) error {
			window, err := reportWindow(since, until, time.Now())
			if err != nil {
				return cli.WrongFlag("since", err)
			}
			l, err := c.Ledger("")
			if err != nil {
				return err
			}
			e, err := recall.Evolution(c.Ctx, l, window)
			if err == nil {
				_, err = sayDisputes(c, l)
			}
			if err != nil {
				return err
			}
			return writeOutput(c, output, func(w io.Writer) error {
				if err := evolutionFormats[c.Format()](w, e); err != nil {
					return fmt.Errorf("writing the report: %w", err)
				}
				return nil
			})
		},
		Options: []cli.Option{
			cli.Flag(&since, "since", "from this `TIME` on: 2026-11-01, 2026-11-01T10:00:00Z, or a length of time before --until: 30d, 2w,\n6m (months), 1y in whole days, or 12h; without a zone it is UTC"),
			cli.Flag(cli.Parsed(&until, "", fromNow(end)), "until", "up to `TIME` (default: now); a day is meant whole"),
			cli.Flag(&output, "output", "write to this `FILE` instead of printing"),
		},
		Formats: []string{"markdown", "html", "json"},
	}
}

// reportWindow gives the time from since, a time or a length of time, to until, or to now. A length counts back from the end to the
// beginning of a day.
func reportWindow(since string, until, now time.Time) (w evolution.Window, err error) {
	if w.Until = until.UTC(); until.IsZero() {
		w.Until = now.UTC()
	}
	if l, ok := parseLength(since); ok {
		w.Since = back(l, w.Until)
		if w.Since.Year() > 0 {
			return w, nil
		}
	}
	if w.Since, err = moment(since, now); err == nil && since == "" {
		err = cli.UnknownValue(since, "leave it out for the last 30 days")
	}
	return w, err
}

// back goes a length of time back from the last day of a time that ends before until, and gives the beginning of the day
// after: seven days are seven days of the calendar. Hours are counted from until itself.
func back(l length, until time.Time) time.Time {
	if l.unit == 'h' {
		return l.before(until)
	}
	return l.before(evolution.Day1(until.Add(-1)).AddDate(0, 0, 1))
}
