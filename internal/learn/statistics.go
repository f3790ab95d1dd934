package learn

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/kbgate/kbgate/internal/stats"
	"github.com/kbgate/kbgate/internal/text"
)

// Statistics are what the user's get_agent_error_patterns tells of an agent, with its keys. A submission counts as a pull request.
type Statistics struct {
	Agent          string         `json:"agent"`
	PeriodHours    int            `json:"period_hours"`
	TotalPRs       int            `json:"total_prs"`
	RejectedPRs    int            `json:"rejected_prs"`
	ApprovalRate   *Rate          `json:"approval_rate"` // null where there are none
	TopIssues      []Issue        `json:"top_issues"`    // the most frequent first, at most mostIssues
	IssueBreakdown map[string]int `json:"issue_breakdown"`
	Trend          stats.Trend    `json:"trend"`

	PRs    int    `json:"-"` // of total_prs, those that are pull requests indeed
	Halves [2]int `json:"-"` // how many of total_prs lie in each half of the period
}

// Things says of how many submissions the statistics are, by what they are: "4 pull requests", "4 artifacts", or "4 submissions".
func (s *Statistics) Things() string {
	what := "submission"
	switch s.PRs {
	case s.TotalPRs:
		what = "pull request"
	case 0:
		what = "artifact"
	}
	return text.Count(s.TotalPRs, what, what+"s")
}

// Issue is a tag that came up, and what to do about it.
type Issue struct {
	Tag     string        `json:"tag"`
	Count   int           `json:"count"` // of pull requests that have it
	Percent stats.Percent `json:"pct"`   // of all pull requests
	Guidance
}

// Guidance is what is said of a tag.
type Guidance struct {
	Gate        string `json:"gate"`
	Fix         string `json:"fix"`
	AutoFixable bool   `json:"auto_fixable"`
}

// Guide gives what is said of a tag, whether it is a gate's or not.
type Guide func(tag string) Guidance

// Rate is a share from 0 to 1. As JSON it has three decimals.
type Rate float64

// MarshalJSON writes three decimals.
func (r Rate) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(r), 'f', 3, 64), nil
}

// mostIssues is how many issues are told with guidance: the user's own number.
const mostIssues = 5

// Period is a stretch of time up to now.
type Period struct {
	Hours int
	Until time.Time
}

// Since is when it begins.
func (p Period) Since() time.Time { return p.Until.Add(-time.Duration(p.Hours) * time.Hour) }

// standing counts the submissions of one agent.
type standing struct {
	first, second stats.Share // how many were approved in each half of the period
	prs           int
	tags          map[string]int
}

// Statistics counts the submissions of each agent, those of unknown agents under decision.Unknown. A submission belongs to the
// half of the period in which its newest decision lies.
func (s Submissions) Statistics(p Period, guide Guide) map[string]Statistics {
	standings := map[string]*standing{}
	middle := p.Until.Add(-time.Duration(p.Hours) * time.Hour / 2)
	for h, one := range s {
		t := standings[one.agent.value]
		if t == nil {
			t = &standing{tags: map[string]int{}}
			standings[one.agent.value] = t
		}
		if h.pr != "" {
			t.prs++
		}
		half := &t.second
		if one.verdict.at.Before(middle) {
			half = &t.first
		}
		if half.Of++; !one.rejected() {
			half.Count++
		}
		for _, tag := range one.issues() {
			t.tags[tag]++
		}
	}
	told := make(map[string]Statistics, len(standings))
	for agent, t := range standings {
		told[agent] = t.statistics(agent, p, guide)
	}
	return told
}

// NoStatistics are those of an agent that has handed in nothing.
func NoStatistics(agent string, p Period) Statistics {
	return (&standing{}).statistics(agent, p, nil)
}

func (t *standing) statistics(agent string, p Period, guide Guide) Statistics {
	all := stats.Share{Count: t.first.Count + t.second.Count, Of: t.first.Of + t.second.Of}
	s := Statistics{Agent: agent, PeriodHours: p.Hours, TotalPRs: all.Of, RejectedPRs: all.Of - all.Count,
		TopIssues: []Issue{}, IssueBreakdown: t.tags, Trend: trendOf(t.first, t.second), PRs: t.prs, Halves: [2]int{t.first.Of, t.second.Of}}
	if s.IssueBreakdown == nil {
		s.IssueBreakdown = map[string]int{}
	}
	if all.Of > 0 {
		rate := Rate(float64(all.Count) / float64(all.Of))
		s.ApprovalRate = &rate
	}
	tags := MostFrequent(t.tags)
	for _, tag := range tags[:min(mostIssues, len(tags))] {
		s.TopIssues = append(s.TopIssues, Issue{tag, t.tags[tag], stats.Share{Count: t.tags[tag], Of: all.Of}.Percent(), guide(tag)})
	}
	return s
}

// MostFrequent gives names by how often they were counted, the most frequent first; of equals, the first by name.
func MostFrequent(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) })
}

// fewest is how many a half needs for a trend. Of fewer, even all of one half against none of the other may be chance, which the
// interval takes too lightly there: R. A. Fisher's exact test gives 10 % for three against three, 3 % for four against four.
const fewest = 4

// trendOf compares the shares that were approved in two halves.
func trendOf(first, second stats.Share) stats.Trend {
	switch least := min(first.Of, second.Of); {
	case least == 0:
		return stats.NoData
	case least < fewest:
		return stats.Steady
	}
	return stats.Compare(first, second, 1).Trend()
}
