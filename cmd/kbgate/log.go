package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/records"
)

func newLog() cli.Command {
	var f recall.Filter
	var pr decision.PullRequest
	var isOfAllowances bool
	return cli.Command{
		Use:   "log",
		Meant: []string{"list", "ls", "history"},
		Short: "List decisions or allowances, newest first",
		Long: `List the decisions of the store, newest first, as later amendments have made them: a corrected category
counts, and a redacted text is not shown. Filters that are given together must all fit; the case of
letters does not matter.

--allowances lists the findings that reviewers let through instead, and of each whether that counts by the
configuration of the default branch, or why not. Whether the text still stands in the note a check tells.`,
		Example: `  kbgate log --agent rio --verdict rejected --limit 20
  kbgate log --issue scope_error --since 2026-11-01 --format csv > november.csv
  kbgate log --format jsonl | jq -r .reason
  kbgate log --allowances`,
		Run: func(c *cli.Call) error {
			if f.Limit < 0 {
				return hint.Misuse("leave it out for all", "--limit is below zero")
			}
			f.Repo, f.PR = pr.Repo, pr.Number
			l, err := c.Ledger("")
			if err != nil {
				return err
			}
			if isOfAllowances {
				return runLogAllowances(c, l, f)
			}
			return runLog(c, l, f, c.Format())
		},
		Options: append([]cli.Option{
			cli.Flag(&f.Agent, "agent", "only those on this `AGENT`'s work"),
			cli.Flag(&f.ReviewPoint, "gate", "only those at this review `POINT` (gate_id): HITL-1, pr-review, ..."),
			cli.Flag(&f.Issue, "issue", "only those with this `TAG` among their issues"),
			cli.Flag(cli.Parsed(&pr, "", existingPullRequest), "pr", "only those on this pull request: its `NUMBER`, OWNER/NAME#NUMBER, or its address"),
			cli.Flag(cli.Choice(&f.Verdict, decision.Verdicts...), "verdict", "only this `VERDICT`: approved, rejected, approved_with_changes"),
			cli.Flag(cli.Choice(&f.Category, decision.Categories...), "category", "only this `CATEGORY`: examples, specificity, clarity, completeness, relevance, other"),
			cli.Flag(&f.Limit, "limit", "the newest `N` only (default: all)"),
			cli.Flag(&f.Artifact, "artifact", "only those on the artifact of this `NAME`, or path"),
			cli.Flag(&isOfAllowances, "allowances", "list what reviewers let through: with --artifact, --since, --until and --limit"),
		}, period(&f.Since, &f.Until)...),
		Formats: []string{"text", "json", "jsonl", "csv"},
	}
}

// existingPullRequest reads a pull request that there may be.
func existingPullRequest(s string) (decision.PullRequest, error) {
	pr, err := pullRequest(s)
	if err == nil && s != "" && pr.Number == 0 {
		err = cli.UnknownValue(s, "pull requests are numbered from 1 on")
	}
	return pr, err
}

func runLog(c *cli.Call, l *ledger.Ledger, f recall.Filter, format string) error {
	bar := cli.NewProgress(c, "indexing")
	l.Progress = func(done, of int) {
		if bar.Set(done, of); done == of {
			bar.Done() // the log follows
		}
	}
	to := c.Out
	if format == "json" || format == "jsonl" {
		to = cli.Machine(to)
	}
	out := bufio.NewWriter(to)
	write, finish := logWriter(out, format, cli.ColumnsOf(c.Out), cli.IsShown(c.Out))
	shown := 0
	f.People = !strings.EqualFold(f.ReviewPoint, decision.GatesPoint) // nobody decided what the gates found
	for d, err := range recall.Log(c.Ctx, l, f) {
		if broken := (*records.BadRecord)(nil); errors.As(err, &broken) {
			if id, ok := broken.Disputed(); ok && format == "text" {
				fmt.Fprintf(out, "%s  (its twins disagree, and none of them counts: `kbgate show %s`)\n", id, id)
			}
			continue
		} else if err != nil {
			return errors.Join(err, out.Flush())
		}
		shown++
		if err := write(d); err != nil {
			return err
		}
	}
	if err := errors.Join(finish(), out.Flush()); err != nil {
		return err
	}
	if err := sayUnreadable(c, l); err != nil {
		return err
	}
	if shown == 0 && format == "text" {
		cli.Say(c, "no decisions fit in %s", l.Place())
	}
	if shown == 0 && f.Agent != "" {
		return sayNearAgent(c, l, f.Agent)
	}
	return nil
}

// logWriter gives what writes one decision in a format, and what ends the whole. A table that is shown holds nothing that
// acts; in a file it is to the byte what the records are.
func logWriter(w io.Writer, format string, columns int, shown bool) (write func(*decision.Decision) error, finish func() error) {
	switch format {
	case "json":
		return writeArray(w)
	case "jsonl":
		return func(d *decision.Decision) error { return cli.PrintJSON(w, d) }, func() error { return nil }
	case "csv":
		table := csv.NewWriter(w)
		table.UseCRLF = true // RFC 4180
		header := table.Write(csvColumns)
		return func(d *decision.Decision) error { return errors.Join(header, table.Write(csvCells(d, shown))) },
			func() error { table.Flush(); return errors.Join(header, table.Error()) }
	}
	return func(d *decision.Decision) error {
		_, err := fmt.Fprintln(w, logLine(d, columns))
		return err
	}, func() error { return nil }
}

// writeArray writes decisions as one document, without holding them.
func writeArray(w io.Writer) (write func(*decision.Decision) error, finish func() error) {
	before := `{"schema":"kbgate.log/1","decisions":[`
	write = func(d *decision.Decision) error {
		data, err := json.Marshal(d)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(w, "%s\n%s", before, data)
		before = ","
		return err
	}
	return write, func() error {
		if before == "," {
			before = "\n"
		}
		_, err := fmt.Fprintf(w, "%s]}\n", before)
		return err
	}
}

// logLine is a decision on one line, cut to the terminal's width where there is one.
func logLine(d *decision.Decision, columns int) string {
	reason, rest, _ := strings.Cut(strings.TrimSpace(d.Reason), "\n")
	if strings.TrimSpace(rest) != "" {
		reason += " …"
	}
	if d.Reason == "" && len(d.Redacted) > 0 {
		reason = "(redacted)"
	}
	line := fmt.Sprintf("%s  %s  %-21s  %s  %s %s", d.ID, d.At.UTC().Format("2006-01-02 15:04"), words(d.Verdict), d.Agent, d.Artifact.Type, d.Artifact.Name)
	if len(d.Issues) > 0 {
		line += "  [" + strings.Join(d.Issues, " ") + "]"
	}
	if d.Category != "" {
		line += "  " + string(d.Category)
	}
	if reason != "" {
		line += "  " + reason
	}
	if d.Disputed {
		line += "  (a twin disagrees)"
	}
	line = cli.VisibleLines(strings.ReplaceAll(line, "\n", " "))
	if columns > 1 && utf8.RuneCountInString(line) > columns {
		line = string([]rune(line)[:columns-1]) + "…"
	}
	return line
}

// csvColumns are the columns of --format csv; lists stand in one cell with spaces between them.
var csvColumns = []string{
	"id", "at", "verdict", "review_point", "reviewer", "agent", "artifact_type", "artifact_name", "artifact_path", "category", "issues", "reason",
	"learned_action", "subject", "quality_score", "previous_attempts", "epic", "task", "tags", "pr_repo", "pr_number", "head_sha", "source", "source_id",
}

// csvCells are the cells of a row, safe to be shown if they are.
func csvCells(d *decision.Decision, shown bool) []string {
	row := csvRow(d)
	for i := range row {
		if shown {
			row[i] = cli.VisibleLines(row[i])
		}
	}
	return row
}

func csvRow(d *decision.Decision) []string {
	score, number := "", ""
	if d.QualityScore != nil {
		score = strconv.FormatFloat(*d.QualityScore, 'f', -1, 64)
	}
	if d.PR.Number > 0 {
		number = strconv.Itoa(d.PR.Number)
	}
	return []string{
		d.ID, d.At.UTC().Format(time.RFC3339), string(d.Verdict), d.ReviewPoint, d.Reviewer, d.Agent, string(d.Artifact.Type), d.Artifact.Name,
		d.Artifact.Path, string(d.Category), strings.Join(d.Issues, " "), d.Reason, d.LearnedAction, d.Subject, score, strconv.Itoa(d.PreviousAttempts),
		d.Epic, d.Task, strings.Join(d.Tags, " "), d.PR.Repo, number, d.PR.HeadSHA, string(d.Source), d.SourceID,
	}
}
