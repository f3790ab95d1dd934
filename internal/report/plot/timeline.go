package plot

import (
	"cmp"
	"html/template"
	"slices"
	"strconv"
	"time"

	"github.com/kbgate/kbgate/internal/stats"
)

// Point is a share of a part of the time. One of none leaves a gap.
type Point struct {
	Since, Until time.Time
	stats.Share
	Note string // what is said at the point itself; "" for most
}

// Level is a rate across the whole time.
type Level struct {
	Rate  stats.Percent
	Label string
	Faint bool
}

// Timeline is a rate over time with its band of confidence, and below it of how many it is.
type Timeline struct {
	About
	Width   float64
	Points  []Point
	Levels  []Level
	Yes, No string // what is counted
	Per     string // in which unit of time
}

// The measures of a timeline, in pixels.
const (
	timelineLeft   = 38.0
	timelineTop    = 14.0
	rateHeight     = 208.0
	panelGap       = 30.0
	countHeight    = 56.0
	tickHeight     = 22.0
	labelDistance  = 15.0
	timelineHeight = timelineTop + rateHeight + panelGap + countHeight + tickHeight
)

// frame is a timeline that is being drawn, and where its values stand.
type frame struct {
	*Timeline
	*drawing
	since, until      time.Time
	left, right       float64
	lowRate, highRate stats.Percent
	most              int
}

func (f *frame) x(at time.Time) float64 {
	return f.left + (f.right-f.left)*float64(at.Sub(f.since))/float64(max(1, f.until.Sub(f.since)))
}

func (f *frame) y(rate stats.Percent) float64 {
	rate = min(max(rate, f.lowRate), f.highRate)
	return timelineTop + rateHeight*float64(f.highRate-rate)/float64(f.highRate-f.lowRate)
}

func (f *frame) middle(p *Point) float64 { return (f.x(p.Since) + f.x(p.Until)) / 2 }

// SVG draws the timeline; of no points at all it is nothing.
func (t *Timeline) SVG() template.HTML {
	if len(t.Points) == 0 {
		return ""
	}
	f := t.frame()
	f.grid()
	f.rates()
	f.counts()
	f.ticks()
	return f.end()
}

func (t *Timeline) frame() *frame {
	f := &frame{Timeline: t, drawing: begin("timeline", t.Width, timelineHeight, t.About),
		since: t.Points[0].Since, until: t.Points[len(t.Points)-1].Until, left: timelineLeft, right: t.Width - 84, lowRate: 100}
	reach := func(rate stats.Percent) {
		f.lowRate, f.highRate = min(f.lowRate, rate), max(f.highRate, rate)
	}
	for i := range t.Points {
		if p := &t.Points[i]; p.Of > 0 {
			reach(p.Percent())
			f.most = max(f.most, p.Of)
		}
	}
	for _, l := range t.Levels {
		reach(l.Rate)
	}
	// The band may leave the frame, the rates do not; and the frame is never so narrow that noise looks like news.
	f.lowRate, f.highRate = Below(f.lowRate, 10)-10, Above(f.highRate, 10)+10
	if missing := 50 - (f.highRate - f.lowRate); missing > 0 {
		f.lowRate -= Above(missing, 20) / 2
		f.highRate = max(f.highRate, f.lowRate+50)
	}
	if f.highRate > 100 {
		f.lowRate, f.highRate = f.lowRate-(f.highRate-100), 100
	}
	f.lowRate = max(0, f.lowRate)
	f.highRate = max(f.highRate, f.lowRate+50)
	return f
}

func (f *frame) grid() {
	step := stats.Percent(10)
	if f.highRate-f.lowRate > 60 {
		step = 20
	}
	for rate := Above(f.lowRate, step); rate <= f.highRate; rate += step {
		f.line("grid", f.left, f.y(rate), f.right, f.y(rate))
		f.text("tick", end, f.left-6, f.y(rate)+4, whole(rate))
	}
}

// rates draws the band, the levels, the line and the labels at its right.
func (f *frame) rates() {
	runs := f.runs()
	var courses [][]point
	for _, run := range runs {
		if len(run) > 1 {
			courses = append(courses, f.band(run, f.x(run[0].Since), f.x(run[len(run)-1].Until), f.y))
			continue
		}
		x, i := run[0].x, run[0].Interval()
		f.line("whisker", x, f.y(i.Low), x, f.y(i.High))
		courses = append(courses, []point{{x, f.y(run[0].Percent())}})
	}
	var labels []label
	for _, l := range f.Levels {
		class := "level"
		if l.Faint {
			class = "level faint"
		}
		f.line(class, f.left, f.y(l.Rate), f.right, f.y(l.Rate))
		labels = append(labels, label{class: "tick", y: f.y(l.Rate), text: l.Label})
	}
	for _, course := range courses {
		f.path("line", course, false)
		if len(f.Points) <= 35 || len(course) == 1 {
			for _, p := range course {
				f.circle("dot", p.x, p.y, 2.4)
			}
		}
	}
	f.notes()
	if len(runs) > 0 {
		last := runs[len(runs)-1]
		p := last[len(last)-1]
		f.circle("dot last", p.x, f.y(p.Percent()), 4)
		labels = append(labels, label{class: "value", y: f.y(p.Percent()), text: whole(p.Percent())})
	}
	for _, l := range apart(labels) {
		f.text(l.class, start, f.right+8, l.y+4, l.text)
	}
}

// runs are the points without gaps between them.
func (f *frame) runs() (runs [][]placed) {
	gap := true
	for i := range f.Points {
		p := &f.Points[i]
		switch {
		case p.Of == 0:
			gap = true
			continue
		case gap:
			runs, gap = append(runs, nil), false
		}
		runs[len(runs)-1] = append(runs[len(runs)-1], placed{p, f.middle(p)})
	}
	return runs
}

func (f *frame) notes() {
	for i := range f.Points {
		p := &f.Points[i]
		if p.Note == "" || p.Of == 0 {
			continue
		}
		x, y := f.middle(p), f.y(p.Percent())
		f.circle("dot noted", x, y, 3.4)
		f.label("note", x, min(y+19, timelineTop+rateHeight+12), 3.1*float64(len(p.Note)), f.left, f.right, p.Note)
	}
}

// label is a text at the right of a panel.
type label struct {
	class, text string
	y           float64
}

// apart moves labels so that none covers another, and keeps their order.
func apart(labels []label) []label {
	slices.SortStableFunc(labels, func(a, b label) int { return cmp.Compare(a.y, b.y) })
	for range 2 * len(labels) {
		for i := 1; i < len(labels); i++ {
			if over := labelDistance - (labels[i].y - labels[i-1].y); over > 0 {
				labels[i-1].y -= over / 2
				labels[i].y += over / 2
			}
		}
	}
	return labels
}

// counts draws of how many each rate is, those of no at the bottom.
func (f *frame) counts() {
	ground := timelineTop + rateHeight + panelGap + countHeight
	height := func(n int) float64 { return countHeight * float64(n) / float64(max(1, f.most)) }
	for i := range f.Points {
		p := &f.Points[i]
		if p.Of == 0 {
			continue
		}
		x, width := f.x(p.Since), f.x(p.Until)-f.x(p.Since)
		gap := min(2, width/4)
		x, width = x+gap/2, width-gap
		if width > 26 { // few parts need no walls
			x, width = x+(width-26)/2, 26
		}
		no, yes := height(p.Of-p.Count), height(p.Count)
		f.rect("no", x, ground-no, width, no)
		f.rect("yes", x, ground-no-yes, width, yes)
	}
	f.line("axis", f.left, ground, f.right, ground)
	f.text("tick", end, f.left-6, ground-countHeight+8, strconv.Itoa(f.most))
	f.text("tick", start, f.left, ground-countHeight-7, "decisions a "+f.Per)
	f.text("tick yes", start, f.right+8, ground-countHeight/2-3, f.Yes)
	f.text("tick no", start, f.right+8, ground-2, f.No)
}

func (f *frame) ticks() {
	ground := timelineTop + rateHeight + panelGap + countHeight
	for _, tick := range ticks(f.since, f.until, int((f.right-f.left)/56)) {
		x := f.x(tick.at)
		if x > f.right-12 {
			continue
		}
		f.line("axis", x, ground, x, ground+4)
		f.text("tick", start, x, ground+17, tick.text)
	}
}
