package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	reports "github.com/kbgate/kbgate/internal/report/evolution"
)

// evolutionFormats are the forms of the report, by the names of --format.
var evolutionFormats = map[string]func(io.Writer, *evolution.Evolution) error{"markdown": reports.Markdown, "html": reports.HTML, "json": reports.JSON}

func newReport(std streams) *cobra.Command {
	since := "30d"
	var until, format, output string
	cmd := &cobra.Command{
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
		Args:              takes(0, 0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			window, err := reportWindow(since, until, time.Now())
			if err != nil {
				return err
			}
			return withLedger(cmd.Context(), std, "", func(l *ledger.Ledger) error {
				e, err := recall.Evolution(cmd.Context(), l, window)
				if err == nil {
					_, err = sayDisputes(cmd.Context(), l, std)
				}
				if err != nil {
					return err
				}
				print := func(w io.Writer) error {
					if err := evolutionFormats[format](w, e); err != nil {
						return fmt.Errorf("writing the report: %w", err)
					}
					return nil
				}
				if output == "" {
					return print(std.out)
				}
				return writeOutput(output, std, print)
			})
		},
	}
	addTexts(cmd, textFlag{&since, "since", "from `TIME` on: 2026-11-01, 2026-11-01T10:00:00Z, or 12h, 30d, 2w, 6m (months), 1y before the end, in whole\ndays but for hours; without a zone it is UTC"},
		textFlag{&until, "until", "up to `TIME` (default: now); a day is meant whole"})
	cmd.Flags().StringVar(&output, "output", "", "write to this `FILE` instead of printing")
	addFormat(cmd, &format, "markdown", "html", "json")
	return cmd
}

// reportWindow gives the time that two flags mean. A length of time counts back from the end to the beginning of a day.
func reportWindow(since, until string, now time.Time) (w evolution.Window, err error) {
	if w.Until, err = end("--until", until, now.UTC()); err != nil {
		return w, err
	}
	if until == "" {
		w.Until = now.UTC()
	}
	if l, ok := parseLength(since); ok {
		w.Since = back(l, w.Until)
		if w.Since.Year() > 0 {
			return w, nil
		}
	}
	if w.Since, err = moment("--since", since, now); err == nil && since == "" {
		err = wrongFlag("--since", since, "leave it out for the last 30 days")
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
