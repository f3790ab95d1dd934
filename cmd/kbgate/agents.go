package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/stats"
)

// Statistics are of a week unless another time is asked for; mostHours is longer than git exists.
const (
	weekHours = 168
	mostHours = 1_000_000
)

func newAgents(std streams) *cobra.Command {
	past := strconv.Itoa(weekHours)
	var agent, format string
	cmd := &cobra.Command{
		Use:   "agents",
		Short: "Count what became of each agent's pull requests, and why",
		Long: `Count, for each agent that had a decision in the last hours, or for one, the pull requests and how many
of them were rejected: closed unmerged, or left dead. An artifact that was decided on without a pull
request counts as one, and is rejected if its last decision rejects it. Below stand the tags of gates
that came up most, in how many of these, and what to do about them. The trend compares the two
halves of the time; it is steady as long as the difference may be chance. docs/agents.md tells more.`,
		Example: `  kbgate agents
  kbgate agents --agent rio --hours 30d
  kbgate agents --format json | jq '.rio.top_issues[0].fix'`,
		Args:              takes(0, 0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			now := time.Now()
			hours, err := parseHours(past, now)
			if err != nil {
				return err
			}
			one := cmd.Flags().Changed("agent")
			if one && strings.TrimSpace(agent) == "" {
				return hint.Misuse("leave it out for all agents", "--agent names nobody")
			}
			return withLedger(cmd.Context(), std, "", func(l *ledger.Ledger) error {
				all, err := recall.Agents(cmd.Context(), l, hours, now)
				if err == nil {
					err = sayUnreadable(cmd.Context(), l, std)
				}
				switch {
				case err != nil:
					return err
				case one:
					return tellAgent(std.out, all, recall.AgentName(agent), learn.Period{Hours: hours, Until: now}, format)
				}
				return tellAgents(std, all, hours, format)
			})
		},
	}
	addTexts(cmd, textFlag{&past, "hours", "how many `HOURS` back, or how long: 30d, 2w, 6m (months), 1y"}, textFlag{&agent, "agent", "only this `AGENT`"})
	addFormat(cmd, &format, "text", "json")
	return cmd
}

// parseHours reads a number of hours, or a length of time before now.
func parseHours(s string, now time.Time) (int, error) {
	if l, ok := parseLength(s); ok {
		return l.hours(now), nil
	}
	hours, err := strconv.Atoi(s)
	switch {
	case err != nil:
		return 0, wrongFlag("--hours", s, "write a number of hours, 168, or how long, 30d, 2w, 6m (months) or 1y")
	case hours < 1 || hours > mostHours:
		return 0, hint.Misuse("a week has 168, a year 8760", "--hours %d is not between 1 and %d", hours, mostHours)
	}
	return hours, nil
}

// tellAgent prints the statistics of one agent, whether there is anything to count or not.
func tellAgent(w io.Writer, all map[string]learn.Statistics, agent string, period learn.Period, format string) error {
	s, ok := all[agent]
	if !ok {
		s = learn.NoStatistics(agent, period)
	}
	if format == "json" {
		return printJSON(machine(w), s)
	}
	return printStatistics(w, &s)
}

// tellAgents prints those of all agents. What names none is not an agent's.
func tellAgents(std streams, all map[string]learn.Statistics, hours int, format string) error {
	if nobody, ok := all[decision.Unknown]; ok {
		delete(all, decision.Unknown)
		say(std.err, "%s no agent; --agent %s counts them", nobody.Things()+map[bool]string{true: " names", false: " name"}[nobody.TotalPRs == 1], decision.Unknown)
	}
	if format == "json" {
		return printJSON(machine(std.out), all)
	}
	if len(all) == 0 {
		say(std.err, "no agent had a decision in the last %s", plural(hours, "hour", "hours"))
	}
	for _, agent := range slices.Sorted(maps.Keys(all)) {
		s := all[agent]
		if err := printStatistics(std.out, &s); err != nil {
			return err
		}
	}
	return nil
}

// trendOf is how people read a trend. Where there is none, it says why.
func trendOf(s *learn.Statistics) string {
	switch {
	case s.Trend != stats.NoData:
		return string(s.Trend)
	case s.Halves[0] == 0:
		return "no trend, for nothing lies in the first half of the time"
	}
	return "no trend, for nothing lies in the second half of the time"
}

func printStatistics(w io.Writer, s *learn.Statistics) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s in the last %s", lineStart(s.Agent), s.Things(), plural(s.PeriodHours, "hour", "hours"))
	if s.ApprovalRate != nil {
		fmt.Fprintf(&b, ", %d rejected, approval rate %s%%, %s", s.RejectedPRs, stats.Percent(100**s.ApprovalRate), trendOf(s))
	}
	b.WriteString("\n")
	for _, issue := range s.TopIssues {
		fmt.Fprintf(&b, "  %d (%s%%) %s", issue.Count, issue.Percent, oneLine(issue.Tag))
		if issue.Gate != issue.Tag {
			fmt.Fprintf(&b, ", %s", issue.Gate)
		}
		if issue.AutoFixable {
			b.WriteString(" [--fix]")
		}
		fmt.Fprintf(&b, "\n      %s\n", issue.Fix)
	}
	_, err := io.WriteString(w, visibleLines(b.String()))
	return err
}

// oneLine keeps a name from making lines of its own.
func oneLine(s string) string { return strings.ReplaceAll(s, "\n", " ") }
