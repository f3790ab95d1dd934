package main

import (
	"cmp"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/grant"
	"github.com/kbgate/kbgate/internal/learn/worth"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/stats"
	"github.com/kbgate/kbgate/internal/text"
)

func newGates() cli.Command {
	var since time.Time
	return cli.Command{
		Use:   "gates",
		Short: "Say what each gate is worth here",
		Long: `Count, for each gate and certainty, in how many proposals it found something, and what became of that:
mended before anybody reviewed it (a later state of the proposal is without it), upheld (a reviewer
rejected the proposal with that tag), let pass (the proposal was approved while the gate found it, or
kbgate allow let it through), or open. A proposal is a pull request, or what was staged upon one commit.
It counts once for each gate. Beside each share stands where it lies with 95 % confidence.

What gates found is known of proposals whose verdicts are recorded (kbgate record --findings, or the
setting kbgate.hooks.record of git). Of fewer than 20 findings whose outcome is known, no advice
follows. docs/store.md tells more.`,
		Example: `  kbgate gates
  kbgate gates --since 6m
  kbgate gates --format json | jq '.gates[] | select(.advice == "warn").gate'`,
		Run: func(c *cli.Call) error {
			l, err := c.Ledger("")
			if err != nil {
				return err
			}
			w, err := worthOf(c, l, since)
			if err == nil {
				err = sayUnreadable(c, l)
			}
			if err != nil {
				return err
			}
			if l.Spool().Waits() {
				cli.Say(c, "verdicts of hooks wait for the next write of the store, and do not count yet; `kbgate sync` takes them in")
			}
			if w.Proposals == 0 && !cli.AsJSON(c) {
				cli.Say(c, "no verdict of the gates is in %s; the workflow of docs/github.md records those of pull requests, and `git config %s true` has the hooks of this clone keep those of what is staged", l.Place(), git.RecordSetting)
			}
			return cli.PrintResult(c, printedWorth(w), worthText(w))
		},
		Options: []cli.Option{cli.Flag(cli.Parsed(&since, "", fromNow(moment)), "since", "only proposals that were judged at or after this `TIME`: "+timeForms)},
		Formats: []string{"text", "json"},
	}
}

// worthOf tells what the gates are worth, by the allowances that count.
func worthOf(c *cli.Call, l *ledger.Ledger, since time.Time) (*worth.Worth, error) {
	listed, isAll, err := grant.List(c.Ctx, l)
	if err != nil {
		return nil, err
	}
	if !isAll {
		cli.Say(c, "the store has more allowances than are read; the newest count")
	}
	var allowed []*decision.Allowance
	for _, a := range listed {
		if a.Counts {
			allowed = append(allowed, a.Allowance)
		}
	}
	return recall.Worth(c.Ctx, l, since, allowed)
}

// gatesSchema names the JSON of `kbgate gates`.
const gatesSchema = "kbgate.gates/1"

// printedGates is the JSON of `kbgate gates` (contracts.md#gates).
type printedGates struct {
	Schema    string        `json:"schema"`
	Since     *time.Time    `json:"since"`
	Proposals int           `json:"proposals"`
	Needed    int           `json:"needed"`
	Gates     []printedGate `json:"gates"`
}

type printedGate struct {
	Gate      string      `json:"gate"`
	Certainty string      `json:"certainty"`
	Severity  string      `json:"severity"`
	Fired     stats.Share `json:"fired"`
	Mended    stats.Share `json:"mended"`
	Upheld    stats.Share `json:"upheld"`
	LetPass   stats.Share `json:"let_pass"`
	Open      int         `json:"open"`
	Held      stats.Share `json:"held"`
	Advice    *string     `json:"advice"`
}

func printedWorth(w *worth.Worth) printedGates {
	p := printedGates{Schema: gatesSchema, Proposals: w.Proposals, Needed: worth.Enough, Gates: []printedGate{}}
	if !w.Since.IsZero() {
		p.Since = &w.Since
	}
	for _, g := range w.Gates {
		one := printedGate{Gate: g.Gate, Certainty: certaintyOf(g), Severity: cmp.Or(g.Severity, "unknown"), Fired: g.Fired, Mended: g.Mended, Upheld: g.Upheld, LetPass: g.LetPass, Open: g.Open, Held: g.Held}
		if g.Advice != worth.None {
			advice := string(g.Advice)
			one.Advice = &advice
		}
		p.Gates = append(p.Gates, one)
	}
	return p
}

func certaintyOf(g worth.Gate) string {
	if g.IsPossible {
		return finding.Possible
	}
	return finding.Certain
}

// worthText is the table for people.
func worthText(w *worth.Worth) string {
	if len(w.Gates) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s judged", text.Count(w.Proposals, "proposal was", "proposals were"))
	if !w.Since.IsZero() {
		fmt.Fprintf(&b, " since %s", w.Since.Format(time.DateOnly))
	}
	b.WriteString("\n\n")
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.StripEscape)
	fmt.Fprintln(table, "gate\tcertainty\tnow\tfired\tmended\tupheld\tlet pass\topen\tadvice")
	for _, g := range w.Gates {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\n", cli.OneLine(g.Gate), certaintyOf(g), cmp.Or(g.Severity, "unknown"),
			shareText(g.Fired), shareText(g.Mended), shareText(g.Upheld), shareText(g.LetPass), g.Open, adviceText(g))
	}
	_ = table.Flush() // into memory
	return b.String()
}

// shareText tells a share with its interval.
func shareText(s stats.Share) string {
	if s.Count == 0 {
		return "0"
	}
	i := s.Interval()
	return fmt.Sprintf("%d (%s%%, %.0f to %.0f)", s.Count, s.Percent(), float64(i.Low), float64(i.High))
}

// adviceText tells what follows, and how it is set.
func adviceText(g worth.Gate) string {
	switch {
	case g.Advice == worth.TooFew:
		return fmt.Sprintf("none yet: %d of %d needed", g.Held.Of, worth.Enough)
	case g.Advice == worth.Warn && g.IsPossible:
		return "make it a warning: possible: warning (for all gates)"
	case g.Advice == worth.Warn:
		return fmt.Sprintf("make it a warning: gates.%s.severity: warning", cli.OneLine(g.Gate))
	case g.Advice == worth.MayBlock && g.IsPossible:
		return "it may block: possible: blocking (for all gates)"
	case g.Advice == worth.MayBlock:
		return fmt.Sprintf("it may block: gates.%s.severity: blocking", cli.OneLine(g.Gate))
	}
	return "none"
}
