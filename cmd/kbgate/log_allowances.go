package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/grant"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
)

// listedAllowance is an allowance as `kbgate log --allowances` gives it.
type listedAllowance struct {
	*decision.Allowance
	counts    bool
	why       string
	withdrawn *decision.Amendment
}

// MarshalJSON gives the record, whether it counts, and why not.
func (a listedAllowance) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Allowance *decision.Allowance `json:"allowance"`
		Counts    bool                `json:"counts"`
		Why       string              `json:"why,omitempty"`
		Withdrawn *decision.Amendment `json:"withdrawn,omitempty"`
	}{a.Allowance, a.counts, a.why, a.withdrawn})
}

// runLogAllowances lists what reviewers let through.
func runLogAllowances(c *cli.Call, l *ledger.Ledger, f recall.Filter) error {
	if !reflect.DeepEqual(f, recall.Filter{Artifact: f.Artifact, Since: f.Since, Until: f.Until, Limit: f.Limit}) {
		return hint.Misuse("--artifact, --since, --until and --limit do", "the other filters choose decisions, and --allowances lists none")
	}
	all, isAll, err := grant.List(c.Ctx, l)
	if err != nil {
		return err
	}
	var shown []listedAllowance
	for _, a := range all {
		if (f.Artifact == "" || strings.EqualFold(a.NotePath, f.Artifact) || strings.EqualFold(path.Base(a.NotePath), f.Artifact)) &&
			(f.Since.IsZero() || !a.At.Before(f.Since)) && (f.Until.IsZero() || a.At.Before(f.Until)) {
			shown = append(shown, listedAllowance{a.View, a.Counts, a.Why, a.Withdrawn})
		}
	}
	slices.SortStableFunc(shown, func(a, b listedAllowance) int { return b.At.Compare(a.At) })
	if f.Limit > 0 {
		shown = shown[:min(f.Limit, len(shown))]
	}
	if !isAll {
		cli.Say(c, "the store has more allowances than are read; the newest count")
	}
	switch c.Format() {
	case "json":
		return cli.PrintJSON(cli.Machine(c.Out), struct {
			Schema     string            `json:"schema"`
			Allowances []listedAllowance `json:"allowances"`
		}{"kbgate.log/1", append([]listedAllowance{}, shown...)})
	case "jsonl":
		for _, a := range shown {
			if err := cli.PrintJSON(cli.Machine(c.Out), a); err != nil {
				return err
			}
		}
		return nil
	case "csv":
		return allowanceTable(c.Out, shown)
	}
	for _, a := range shown {
		state := "counts"
		if !a.counts {
			state = "does not count: " + a.why
		}
		reason, _, _ := strings.Cut(strings.TrimSpace(a.Reason), "\n")
		if a.Reason == "" && len(a.Redacted) > 0 {
			reason = "(redacted)"
		}
		line := fmt.Sprintf("%s  %s  %s of %s in %s  by %s  %s  %s", a.ID, a.At.UTC().Format("2006-01-02 15:04"), a.Fingerprint, a.Gate, a.NotePath, a.By, state, reason)
		if err := cli.Show(c, "%s\n", strings.ReplaceAll(strings.TrimRight(line, " "), "\n", " ")); err != nil {
			return err
		}
	}
	if len(shown) == 0 {
		cli.Say(c, "no allowances fit in %s", l.Place())
	}
	return nil
}

// allowanceTable writes allowances as rows.
func allowanceTable(w io.Writer, all []listedAllowance) error {
	table := csv.NewWriter(w)
	table.UseCRLF = true // RFC 4180
	err := table.Write([]string{"id", "at", "counts", "why", "by", "gate", "path", "fingerprint", "reason", "pr_repo", "pr_number", "source", "source_id"})
	for _, a := range all {
		number := ""
		if a.PR.Number > 0 {
			number = strconv.Itoa(a.PR.Number)
		}
		row := []string{a.ID, a.At.UTC().Format(time.RFC3339), strconv.FormatBool(a.counts), a.why, a.By, a.Gate, a.NotePath, a.Fingerprint, a.Reason, a.PR.Repo, number,
			string(a.Source), a.SourceID}
		if cli.IsShown(w) {
			for i := range row {
				row[i] = cli.VisibleLines(row[i])
			}
		}
		err = errors.Join(err, table.Write(row))
	}
	table.Flush()
	return errors.Join(err, table.Error())
}
