package evolution

import (
	"fmt"
	"html/template"
	"slices"

	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/report/plot"
	"github.com/kbgate/kbgate/internal/stats"
)

// correction is what to do about a category: on the whole, of some agents, or both.
type correction struct {
	Text   string
	Whole  *evolution.Suggestion // nil where it is no pattern on the whole
	Agents []evolution.Suggestion
}

// corrections are suggestions, put together by what is to be done.
func corrections(e *evolution.Evolution) (all []correction) {
	for _, s := range e.Suggested {
		at := slices.IndexFunc(all, func(c correction) bool { return c.Text == s.Correction })
		if at < 0 {
			at, all = len(all), append(all, correction{Text: s.Correction})
		}
		if c := &all[at]; s.Agent == "" {
			c.Whole = &s
		} else {
			c.Agents = append(c.Agents, s)
		}
	}
	return all
}

// The most that is shown.
const (
	mostAgents = 3 // agents of an artifact
	mostFixes  = 3 // gates with what to do; of one that is seldom named, `kbgate explain` tells it
)

func firstAgents(a evolution.Artifact) []string { return a.Agents[:min(len(a.Agents), mostAgents)] }

// others says how many agents an artifact has beyond the first.
func others(a evolution.Artifact) string {
	if n := len(a.Agents) - mostAgents; n > 0 {
		return fmt.Sprintf("and %d more", n)
	}
	return ""
}

// fix is what to do about the gate of a row.
func fix(row int, g evolution.Gate) string {
	if row < mostFixes {
		return g.Fix
	}
	return ""
}

// tone is the class of a change for the better or for the worse.
func tone(c evolution.Difference) string {
	switch good, known := c.IsGood(); {
	case !known:
		return ""
	case good:
		return tones[stats.Improving]
	}
	return tones[stats.Worsening]
}

// tones are the classes of trends.
var tones = map[stats.Trend]string{stats.Improving: "good", stats.Worsening: "bad"}

// categoryScale is where the scale of the categories ends, in tens.
func categoryScale(e *evolution.Evolution) stats.Percent {
	most := stats.Percent(e.Threshold.Percent)
	for _, c := range e.Categories {
		most = max(most, c.Share.Interval().High)
	}
	return min(100, plot.Below(most, 10)+10)
}

func axis(e *evolution.Evolution, width float64, label string) template.HTML {
	return plot.Axis{Width: width, Max: categoryScale(e), Line: stats.Percent(e.Threshold.Percent), Label: label}.SVG()
}

func whisker(e *evolution.Evolution, c evolution.Category, width float64) template.HTML {
	return plot.Whisker{Width: width, Max: categoryScale(e), Share: c.Share, Before: c.Before, Line: stats.Percent(e.Threshold.Percent), Strong: c.Pattern}.SVG()
}

// was is the share of the period before; below 0 where there is none.
func was(s *stats.Share) stats.Percent {
	if s == nil {
		return -1
	}
	return s.Percent()
}

// gateScale is the greatest share of a gate.
func gateScale(e *evolution.Evolution) (most stats.Percent) {
	for _, g := range e.Gates {
		most = max(most, g.Share.Percent(), was(g.Before))
	}
	return most
}

func bar(width float64, p, most, before stats.Percent) template.HTML {
	return plot.Bar{Width: width, Rate: p, Most: most, Before: before}.SVG()
}

func scoreBar(s evolution.Scored) template.HTML { return bar(90, s.Score, 100, evolution.LowScore) }

func spark(e *evolution.Evolution, a evolution.Agent, width float64) template.HTML {
	if len(a.Course) == 0 {
		return ""
	}
	from, to := courseScale(e)
	return plot.Spark{Width: width, Points: plotted(a.Course), Level: e.Approval.Approval().Percent(), From: from, To: to}.SVG()
}

// courseScale is that of the agents' courses: from the lowest share to the highest, in tens.
func courseScale(e *evolution.Evolution) (from, to stats.Percent) {
	low := e.Approval.Approval().Percent()
	high := low
	for _, a := range e.Agents {
		for _, p := range a.Course {
			if s := p.Approval.Approval(); s.Of > 0 {
				low, high = min(low, s.Percent()), max(high, s.Percent())
			}
		}
	}
	return plot.Below(low, 10), plot.Above(high, 10)
}

// courses says on what scale the agents' courses are; "" where there are none.
func courses(e *evolution.Evolution) string {
	if !slices.ContainsFunc(e.Agents, func(a evolution.Agent) bool { return len(a.Course) > 0 }) {
		return ""
	}
	from, to := courseScale(e)
	return fmt.Sprintf("%s to %s%%", from, to)
}

// hadAgents reports whether an agent that is shown had decisions in the period before.
func hadAgents(e *evolution.Evolution) bool {
	return slices.ContainsFunc(e.Agents, func(a evolution.Agent) bool { return a.Before != nil })
}
