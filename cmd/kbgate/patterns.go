package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/stats"
)

// patternsFlags are the flags of `kbgate patterns`.
type patternsFlags struct {
	agent  string
	period period
	format string
}

func newPatterns(std streams) *cobra.Command {
	var flags patternsFlags
	cmd := &cobra.Command{
		Use:   "patterns",
		Short: "Say which kinds of rejections keep coming back",
		Long: `Count rejections by the category of their reasons, and name the patterns: a category that makes up more
than learn.pattern_percent of an agent's rejections (30), once there are learn.min_rejections of them
(3). Beside each share stands where it lies with 95 % confidence: of few rejections, little follows.
Of a rejection that was recorded without a category, its reason tells. ` + "`other`" + ` is never a pattern.

Without --agent all rejections are counted; the text names each agent's, too. docs/learning.md tells
where categories come from.`,
		Example: `  kbgate patterns --agent rio
  kbgate patterns --since 30d
  kbgate patterns --agent rio --format json | jq -r .suggested_correction`,
		Args:              takes(0, 0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			since, until, err := flags.period.bounds(time.Now())
			if err != nil {
				return err
			}
			f := recall.Filter{Agent: flags.agent, Since: since, Until: until}
			return withLedger(cmd.Context(), std, "", func(l *ledger.Ledger) error {
				return runPatterns(cmd.Context(), l, f, flags.format, std)
			})
		},
	}
	addTexts(cmd, textFlag{&flags.agent, "agent", "only rejections of this `AGENT`'s work"})
	flags.period.add(cmd)
	addFormat(cmd, &flags.format, "text", "json")
	return cmd
}

func runPatterns(ctx context.Context, l *ledger.Ledger, f recall.Filter, format string, std streams) error {
	byAgent, err := recall.CountsByAgent(ctx, l, f)
	if err != nil {
		return err
	}
	all := learn.Counts{}
	for _, counts := range byAgent {
		for category, n := range counts {
			all[category] += n
		}
	}
	if err := sayUnreadable(ctx, l, std); err != nil {
		return err
	}
	if format == "json" {
		return printJSON(machine(std.out), learn.Report(all, recall.Threshold(l.Config)))
	}
	if all.Total() == 0 {
		say(std.err, "no rejections fit in %s", l.Place())
	}
	if f.Agent != "" {
		return writeCounts(std.out, recall.AgentName(f.Agent), all, recall.Threshold(l.Config))
	}
	if err := writeCounts(std.out, "all agents", all, recall.Threshold(l.Config)); err != nil {
		return err
	}
	for _, agent := range slices.SortedFunc(maps.Keys(byAgent), byTotal(byAgent)) {
		if err := writeCounts(std.out, agent, byAgent[agent], recall.Threshold(l.Config)); err != nil {
			return err
		}
	}
	return nil
}

// byTotal sorts agents, those with the most rejections first.
func byTotal(counts map[string]learn.Counts) func(a, b string) int {
	return func(a, b string) int {
		if x, y := counts[a].Total(), counts[b].Total(); x != y {
			return y - x
		}
		return strings.Compare(a, b)
	}
}

// writeCounts writes the rejections of one agent, the most frequent category first, and the patterns among them.
func writeCounts(w io.Writer, of string, counts learn.Counts, t learn.Threshold) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", lineStart(of), plural(counts.Total(), "rejection", "rejections"))
	patterns := learn.Patterns(counts, t)
	categories := slices.Clone(decision.Categories)
	slices.SortStableFunc(categories, func(a, c decision.Category) int { return counts[c] - counts[a] })
	for _, category := range categories {
		n := counts[category]
		if n == 0 {
			continue
		}
		of := stats.Share{Count: n, Of: counts.Total()}
		share, interval := of.Percent(), of.Interval()
		fmt.Fprintf(&b, "  %-12s %5s %%  %d of %d (%.0f to %.0f %%)", category, share, n, counts.Total(), interval.Low, interval.High)
		if slices.ContainsFunc(patterns, func(p learn.Pattern) bool { return p.Category == category }) {
			b.WriteString("  " + learn.Correction(category))
		}
		b.WriteByte('\n')
	}
	if len(patterns) == 0 {
		b.WriteString("  " + learn.NoPatternReason(counts, t) + "\n")
	}
	_, err := io.WriteString(w, visibleLines(b.String()))
	return err
}
