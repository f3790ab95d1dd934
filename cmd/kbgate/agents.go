package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/stats"
	"github.com/kbgate/kbgate/internal/text"
)

// Statistics are of a week unless another time is asked for; mostHours is longer than git exists.
const (
	weekHours = 168
	mostHours = 1_000_000
)

func newAgents() cli.Command {
	var hours int
	var since time.Time
	var agent string
	return cli.Command{
		Use:   "agents",
		Meant: []string{"stats", "statistics", "agent"},
		Short: "Count what became of each agent's pull requests, and why",
		Long: `Count the pull requests of each agent that had a decision lately (in the last week, or --since a time), and
how many of them were rejected: closed unmerged, or left dead. An artifact that was decided on without a
pull request counts as one; it is rejected if its last decision rejects it. Below each agent stand the
gates that came up most often, in how many of its pull requests, and what to do about them. The trend
compares the two halves of the time. It is steady where the difference may be chance. docs/agents.md
tells more.`,
		Example: `  kbgate agents
  kbgate agents --agent rio --since 30d
  kbgate agents --format json | jq '.rio.top_issues[0].fix'`,
		Run: func(c *cli.Call) error {
			one := c.Flags().Changed("agent")
			if one && strings.TrimSpace(agent) == "" {
				return hint.Misuse("leave it out for all agents", "--agent names nobody")
			}
			l, err := c.Ledger("")
			if err != nil {
				return err
			}
			now := time.Now()
			if !since.IsZero() {
				if c.Flags().Changed("hours") {
					return hint.Misuse("leave one of them out", "--since and --hours both say how far back")
				}
				if hours = int(math.Ceil(now.Sub(since).Truncate(time.Minute).Hours())); hours < 1 || hours > mostHours {
					return hint.Misuse("name a time before now", "--since: %s is not between 1 and %d hours back", since.Format(time.RFC3339), mostHours)
				}
			}
			all, err := recall.Agents(c.Ctx, l, hours, now)
			if err == nil {
				err = sayUnreadable(c, l)
			}
			switch {
			case err != nil:
				return err
			case one:
				if _, ok := all[recall.AgentName(agent)]; !ok {
					if err := sayNearAgent(c, l, agent); err != nil {
						return err
					}
				}
				return tellAgent(c, all, recall.AgentName(agent), learn.Period{Hours: hours, Until: now})
			}
			return tellAgents(c, all, hours)
		},
		Options: []cli.Option{
			cli.Flag(cli.Parsed(&hours, strconv.Itoa(weekHours), fromNow(parseHours)), "hours", "how many `HOURS` back, or how long: 30d, 2w, 6m (months), 1y"),
			cli.Flag(cli.Parsed(&since, "", fromNow(moment)), "since", "the same as --hours, by the `TIME` from which on: "+timeForms),
			cli.Flag(&agent, "agent", "only this `AGENT`"),
		},
		Formats: []string{"text", "json"},
	}
}

// parseHours reads a number of hours, or a length of time before now.
func parseHours(s string, now time.Time) (int, error) {
	if l, ok := parseLength(s); ok {
		return int(now.Sub(l.before(now)).Round(time.Hour).Hours()), nil
	}
	hours, err := strconv.Atoi(s)
	switch {
	case err != nil:
		return 0, cli.UnknownValue(s, "write a number of hours, 168, or how long, 30d, 2w, 6m (months) or 1y")
	case hours < 1 || hours > mostHours:
		return 0, hint.Misuse("a week has 168, a year 8760", "%d is not between 1 and %d", hours, mostHours)
	}
	return hours, nil
}

// tellAgent prints the statistics of one agent, whether there is anything to count or not.
func tellAgent(c *cli.Call, all map[string]learn.Statistics, agent string, period learn.Period) error {
	s, ok := all[agent]
	if !ok {
		s = learn.NoStatistics(agent, period)
	}
	return cli.PrintResult(c, s, statisticsText(&s))
}

// tellAgents prints those of all agents. What names none is not an agent's.
func tellAgents(c *cli.Call, all map[string]learn.Statistics, hours int) error {
	if nobody, ok := all[decision.Unknown]; ok {
		delete(all, decision.Unknown)
		cli.Say(c, "%s no agent; --agent %s counts them", nobody.Things()+map[bool]string{true: " names", false: " name"}[nobody.TotalPRs == 1], decision.Unknown)
	}
	if len(all) == 0 && !cli.AsJSON(c) {
		cli.Say(c, "no agent had a decision in the last %s", text.Count(hours, "hour", "hours"))
	}
	var b strings.Builder
	for _, agent := range slices.Sorted(maps.Keys(all)) {
		s := all[agent]
		b.WriteString(statisticsText(&s))
	}
	return cli.PrintResult(c, all, b.String())
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

func statisticsText(s *learn.Statistics) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s in the last %s", cli.LineStart(s.Agent), s.Things(), text.Count(s.PeriodHours, "hour", "hours"))
	if s.ApprovalRate != nil {
		fmt.Fprintf(&b, ", %d rejected, approval rate %s%%, %s", s.RejectedPRs, stats.Percent(100**s.ApprovalRate), trendOf(s))
	}
	b.WriteString("\n")
	for _, issue := range s.TopIssues {
		fmt.Fprintf(&b, "  %d (%s%%) %s", issue.Count, issue.Percent, cli.OneLine(issue.Tag))
		if issue.Gate != issue.Tag {
			fmt.Fprintf(&b, ", %s", issue.Gate)
		}
		if issue.AutoFixable {
			b.WriteString(" [--fix]")
		}
		fmt.Fprintf(&b, "\n      %s\n", issue.Fix)
	}
	return b.String()
}
