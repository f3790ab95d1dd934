package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/stats"
	"github.com/kbgate/kbgate/internal/text"
)

func newPatterns() cli.Command {
	var f recall.Filter
	return cli.Command{
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
		Run: func(c *cli.Call) error {
			l, err := c.Ledger("")
			if err != nil {
				return err
			}
			byAgent, err := recall.CountsByAgent(c.Ctx, l, f)
			var kindsOf map[string]learn.Kinds
			if err == nil {
				kindsOf, err = recall.Kinds(c.Ctx, l, f)
			}
			if err == nil {
				err = sayUnreadable(c, l)
			}
			if err != nil {
				return err
			}
			all, threshold := learn.Counts{}, recall.Threshold(l.Config)
			for _, counts := range byAgent {
				for category, n := range counts {
					all[category] += n
				}
			}
			kinds := learn.Kinds{}
			for _, some := range kindsOf {
				kinds.Merge(some)
			}
			if all.Total() == 0 && !cli.AsJSON(c) {
				cli.Say(c, "no rejections fit in %s", l.Place())
			}
			if f.Agent != "" {
				if all.Total() == 0 {
					if err := sayNearAgent(c, l, f.Agent); err != nil {
						return err
					}
				}
				return cli.PrintResult(c, learn.Report(all, threshold, kinds), countsText(recall.AgentName(f.Agent), all, threshold, kinds))
			}
			said := countsText("all agents", all, threshold, kinds)
			for _, agent := range slices.SortedFunc(maps.Keys(byAgent), byTotal(byAgent)) {
				said += countsText(agent, byAgent[agent], threshold, kindsOf[agent])
			}
			return cli.PrintResult(c, learn.Report(all, threshold, kinds), said)
		},
		Options: append([]cli.Option{
			cli.Flag(&f.Agent, "agent", "only rejections of this `AGENT`'s work"),
		}, period(&f.Since, &f.Until)...),
		Formats: []string{"text", "json"},
	}
}

// byTotal sorts agents, those with the most rejections first.
func byTotal(counts map[string]learn.Counts) func(a, b string) int {
	return func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b].Total(), counts[a].Total()), cmp.Compare(a, b))
	}
}

// countsText tells the rejections of one agent, the most frequent category first, and the patterns among them.
func countsText(of string, counts learn.Counts, t learn.Threshold, kinds learn.Kinds) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", cli.LineStart(of), text.Count(counts.Total(), "rejection", "rejections"))
	patterns := kinds.Word(learn.Patterns(counts, t))
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
		if i := slices.IndexFunc(patterns, func(p learn.Pattern) bool { return p.Category == category }); i >= 0 {
			b.WriteString("  " + patterns[i].Correction)
		}
		b.WriteByte('\n')
	}
	if len(patterns) == 0 {
		b.WriteString("  " + learn.NoPatternReason(counts, t) + "\n")
	}
	return b.String()
}
