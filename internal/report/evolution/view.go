package evolution

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"

	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/report/plot"
	"github.com/kbgate/kbgate/internal/stats"
)

// view is the report as the page shows it: what is text is escaped by the template, and what is a drawing was made here.
type view struct {
	Policy     string
	Style      template.CSS
	Dates      string
	Place      string
	Empty      [][]span
	Summary    string
	Comparison string
	Figures    []figureView
	Compared   string
	Changes    []changeView
	Threshold  learn.Threshold
	Suggested  []suggestedView
	NoPattern  string
	Course     *courseView
	Categories *tableView[categoryView]
	Gates      *tableView[gateView]
	Agents     *tableView[agentView]
	Artifacts  []artifactView
	Unnamed    string
	Scores     *scoresView
	Calendar   *calendarView
	Review     string
	Counted    string
	Unread     []span
}

type figureView struct{ Value, Name, Note string }

type changeView struct{ Class, Before, Name, Tag, Text string }

// suggestedView is what to do about a category: on the whole, of some agents, or both.
type suggestedView struct {
	Pattern, Basis, Correction string // the first two are "" where it is no pattern on the whole
	Agents                     []suggestedAgent
}

type suggestedAgent struct{ Name, Text string }

// tableView is a table of which each row has a mark.
type tableView[T any] struct {
	Axis, NarrowAxis template.HTML
	Before           bool   // there is a period before
	Scale            string // of the courses; "" where there are none
	Rows             []T
	Left             string
}

type categoryView struct {
	Name                    string
	Pattern                 bool
	Mark, NarrowMark        template.HTML
	Share, Interval, Before string
	Count                   int
}

type gateView struct {
	Title, Tag       string
	Fix              []span
	Mark, NarrowMark template.HTML
	Count            int
	Share, Before    string
}

type agentView struct {
	Name, Decisions         string
	Mark, NarrowMark        template.HTML
	Share, Interval, Before string
	Class, Trend            string
	Difference              string
	Top, TopShare           string
}

type artifactView struct {
	Name, Type                          string
	Agents                              []string
	Others                              string // more agents than those
	Rejected, Now, Last, Reason, Action string
	NoReason                            bool // nobody gave one
}

type scoresView struct {
	Text string
	Rows []scoreView
}

type scoreView struct {
	Score, Name, Type, Agent, Now, Day string
	Mark                               template.HTML
}

func newView(e *evolution.Evolution) *view {
	v := &view{Policy: policy(), Style: template.CSS(style), Dates: dates(e.Window), Place: e.Place, Threshold: e.Threshold} //nolint:gosec // our own
	if e.Approval.Decisions == 0 {
		for _, line := range empty(e) {
			v.Empty = append(v.Empty, spans(line))
		}
		return v
	}
	v.Summary, v.Comparison = summary(e), comparison(e)
	v.Figures = figures(e)
	v.changes(e)
	v.Suggested = suggestions(e.Suggested)
	v.NoPattern = noPattern(e)
	v.Course = newCourse(e)
	v.Categories = newCategories(e)
	v.Gates = newGates(e)
	v.Agents = newAgents(e)
	v.artifacts(e)
	v.Unnamed = unnamed(e.Unnamed)
	v.Scores = newScores(e)
	v.Calendar = newCalendar(e)
	if e.Review != nil {
		v.Review = reviewed(e.Review)
	}
	v.Counted = counted(e)
	v.Unread = spans(unread(e.Unread))
	return v
}

// suggestions are put together by what is to be done.
func suggestions(all []evolution.Suggestion) (views []suggestedView) {
	for _, s := range all {
		at := slices.IndexFunc(views, func(v suggestedView) bool { return v.Correction == s.Correction })
		if at < 0 {
			at, views = len(views), append(views, suggestedView{Correction: s.Correction})
		}
		if v := &views[at]; s.Agent == "" {
			v.Pattern, v.Basis = pattern(s.Category, s.Share), basis(s.Share)
		} else {
			v.Agents = append(v.Agents, suggestedAgent{s.Agent, fmt.Sprintf("%s%% of rejections for %s (%s)", s.Share.Percent(), s.Category, basis(s.Share))})
		}
	}
	return views
}

func figures(e *evolution.Evolution) []figureView {
	a := e.Approval
	was := func(n int) string {
		if e.Earlier == nil {
			return ""
		}
		return grouped(n) + " before"
	}
	var old evolution.Rate
	if e.Earlier != nil {
		old = e.Earlier.Approval
	}
	all := []figureView{
		{share(a.Approval()), "approved", intervalOrNone(a.Approval())},
		{grouped(a.Decisions), map[bool]string{true: "decision", false: "decisions"}[a.Decisions == 1], was(old.Decisions)},
		{grouped(a.Rejected), "rejected", was(old.Rejected)},
	}
	if r := e.Review; r != nil && r.Now.Known >= evolution.Enough {
		f := figureView{duration(r.Now.Median), "for a review", "the median"}
		if r.Before != nil {
			f.Note += "; " + duration(r.Before.Median) + " before"
		}
		all = append(all, f)
	}
	return all
}

func (v *view) changes(e *evolution.Evolution) {
	if e.Earlier == nil || e.Earlier.Compared == 0 {
		return
	}
	v.Compared = changed(e.Earlier)
	for _, c := range e.Earlier.Changes {
		one := changeView{Text: moved(c)}
		if one.Before, one.Name = subject(c); c.Of == evolution.OfGate {
			one.Name, one.Tag = "", one.Name
		}
		if good, known := c.IsGood(); known {
			one.Class = map[bool]string{true: "good", false: "bad"}[good]
		}
		v.Changes = append(v.Changes, one)
	}
}

// drawn is a drawing of package plot, which escapes what it is given.
func drawn(svg string) template.HTML { return template.HTML(svg) } //nolint:gosec // as the comment says

// mostAgents is how many agents are named of an artifact.
const mostAgents = 3

func others(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf("and %d more", n)
}

// mostFixes is of how many gates the page says what to do; of a gate that is seldom named, `kbgate explain` does.
const mostFixes = 3

// The widths of marks, in pixels.
const (
	categoryWidth, narrowCategory = 380, 120
	gateWidth, narrowGate         = 150, 60
	sparkWidth, narrowSpark       = 150, 76
	scoreWidth                    = 90
)

func newCategories(e *evolution.Evolution) *tableView[categoryView] {
	if e.Approval.Rejected == 0 {
		return nil
	}
	most := float64(e.Threshold.Percent)
	for _, c := range e.Categories {
		most = max(most, float64(c.Share.Interval().High))
	}
	most = min(100, float64(int(most/10)+1)*10)
	line := float64(e.Threshold.Percent)
	axis := func(width float64, label string) template.HTML {
		return drawn((&plot.Axis{Width: width, Max: most, Line: line, Label: label}).SVG())
	}
	percent := strconv.Itoa(e.Threshold.Percent) + "%"
	t := &tableView[categoryView]{Axis: axis(categoryWidth, percent+": a pattern"), NarrowAxis: axis(narrowCategory, percent)}
	for _, c := range e.Categories {
		i := c.Share.Interval()
		w := plot.Whisker{Max: most, Rate: float64(c.Share.Percent()), Low: float64(i.Low), High: float64(i.High), Before: -1, Line: line, Strong: c.Pattern}
		if c.Before != nil {
			t.Before, w.Before = true, float64(c.Before.Percent())
		}
		row := categoryView{Name: string(c.Category), Pattern: c.Pattern, Share: share(c.Share), Interval: intervalOrNone(c.Share), Before: beforeOrNone(c.Before), Count: c.Share.Count}
		w.Width = categoryWidth
		row.Mark = drawn(w.SVG())
		w.Width = narrowCategory
		row.NarrowMark = drawn(w.SVG())
		t.Rows = append(t.Rows, row)
	}
	return t
}

func newGates(e *evolution.Evolution) *tableView[gateView] {
	if len(e.Gates) == 0 {
		return nil
	}
	t := new(tableView[gateView])
	most := 0.0
	for _, g := range e.Gates {
		most = max(most, float64(g.Share.Percent()))
		if g.Before != nil {
			most = max(most, float64(g.Before.Percent()))
		}
	}
	for i, g := range e.Gates {
		b := plot.Bar{Count: float64(g.Share.Percent()), Most: most, Before: -1}
		if g.Before != nil {
			t.Before, b.Before = true, float64(g.Before.Percent())
		}
		title := g.Title
		if title == g.Tag { // nothing of ours
			title = ""
		}
		row := gateView{Title: title, Tag: g.Tag, Count: g.Share.Count, Share: fine(g.Share), Before: fineOrNone(g.Before)}
		if i < mostFixes {
			row.Fix = spans(g.Fix)
		}
		b.Width = gateWidth
		row.Mark = drawn(b.SVG())
		b.Width = narrowGate
		row.NarrowMark = drawn(b.SVG())
		t.Rows = append(t.Rows, row)
	}
	if e.GatesLeft > 0 {
		t.Left = "And " + count(e.GatesLeft, "gate", "gates") + " of fewer decisions."
	}
	return t
}

func newAgents(e *evolution.Evolution) *tableView[agentView] {
	t := new(tableView[agentView])
	spark := plot.Spark{Level: float64(e.Approval.Approval().Percent())}
	spark.From, spark.To = scale(e)
	for _, a := range e.Agents {
		s := a.Approval.Approval()
		row := agentView{Name: a.Name, Decisions: count(s.Of, "decision", "decisions"), Share: share(s), Interval: intervalOrNone(s), Trend: trends[a.Trend]}
		if len(a.Course) > 0 {
			spark.Points, spark.Width = plotted(a.Course), sparkWidth
			row.Mark = drawn(spark.SVG())
			spark.Width = narrowSpark
			row.NarrowMark = drawn(spark.SVG())
			t.Scale = fmt.Sprintf("%.0f to %.0f%%", spark.From, spark.To)
		}
		if a.Before != nil {
			t.Before, row.Before = true, share(a.Before.Approval())
		}
		switch a.Trend {
		case stats.Improving:
			row.Class = "good"
		case stats.Worsening:
			row.Class = "bad"
		}
		if row.Class != "" {
			row.Difference = points(a.Difference.Interval)
		}
		if a.Top != nil {
			row.Top, row.TopShare = string(a.Top.Category), fmt.Sprintf("%d of %d", a.Top.Share.Count, a.Top.Share.Of)
		}
		t.Rows = append(t.Rows, row)
	}
	if e.AgentsLeft > 0 {
		t.Left = "And " + count(e.AgentsLeft, "agent", "agents") + " of fewer decisions."
	}
	return t
}

// scale is that of all courses: from the lowest share to the highest, in tens.
func scale(e *evolution.Evolution) (from, to float64) {
	from = float64(e.Approval.Approval().Percent())
	to = from
	for _, a := range e.Agents {
		for _, p := range a.Course {
			if s := p.Approval.Approval(); s.Of > 0 {
				from, to = min(from, float64(s.Percent())), max(to, float64(s.Percent()))
			}
		}
	}
	return math.Floor(from/10) * 10, math.Ceil(to/10) * 10
}

func (v *view) artifacts(e *evolution.Evolution) {
	for _, a := range e.Artifacts {
		v.Artifacts = append(v.Artifacts, artifactView{a.Name, string(a.Type), a.Agents[:min(len(a.Agents), mostAgents)], others(len(a.Agents) - mostAgents), fmt.Sprintf("%d of %d", a.Rejected, a.Decisions), "now " + verdict(a.LastVerdict), day(a.LastReject), a.Reason, a.Action, a.Reason != "" && learn.IsMissing(a.Reason)})
	}
}

func newScores(e *evolution.Evolution) *scoresView {
	if e.Scores == nil || e.Scores.Low == 0 {
		return nil
	}
	v := &scoresView{Text: scored(e.Scores)}
	for _, s := range e.Scores.Lowest {
		b := plot.Bar{Width: scoreWidth, Count: float64(s.Score), Most: 100, Before: evolution.LowScore}
		v.Rows = append(v.Rows, scoreView{s.Score.String(), s.Name, string(s.Type), s.Agent, verdict(s.Verdict), day(s.At), drawn(b.SVG())})
	}
	return v
}
