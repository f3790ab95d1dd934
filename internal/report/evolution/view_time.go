package evolution

import (
	"fmt"
	"html/template"
	"strconv"

	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/report/plot"
)

type courseView struct {
	Wide, Narrow template.HTML
	Rows         []periodView
}

type periodView struct {
	Since               string
	Decisions, Rejected int
	Share, Interval     string
}

type calendarView struct {
	Wide, Narrow template.HTML
	Rows         []weekView
}

type weekView struct {
	Week string
	Days [7]string
}

// The widths of what goes over the whole column, in pixels: on a screen, and on a small one.
const (
	wideWidth, narrowWidth = 860, 364
	wideWeeks, narrowWeeks = 54, 27
)

func newCourse(e *evolution.Evolution) *courseView {
	if !hasCourse(e) {
		return nil
	}
	v := new(courseView)
	for _, p := range e.Periods {
		s := p.Approval.Approval()
		v.Rows = append(v.Rows, periodView{day(p.Since), s.Of, p.Approval.Rejected, shareOrNone(s), intervalOrNone(s)})
	}
	t := timeline(e)
	v.Wide = drawn(t.SVG())
	t.ID, t.Width = "course-small", narrowWidth
	v.Narrow = drawn(t.SVG())
	return v
}

func timeline(e *evolution.Evolution) *plot.Timeline {
	all := e.Approval.Approval()
	t := &plot.Timeline{
		About:  plot.About{ID: "course-plot", Title: "Approval over time, " + dates(e.Window), Text: told(e)},
		Width:  wideWidth,
		Points: plotted(e.Periods),
		Levels: []plot.Level{{Rate: float64(all.Percent()), Label: "average " + rounded(all.Percent())}},
		Yes:    "approved", No: "rejected", Per: string(e.Step),
	}
	if e.Earlier != nil && e.Earlier.Approval.Decisions >= evolution.Enough {
		was := e.Earlier.Approval.Approval().Percent()
		t.Levels = append(t.Levels, plot.Level{Rate: float64(was), Label: "before " + rounded(was), Faint: true})
	}
	if at := worst(e); at >= 0 {
		t.Points[at].Note = period(e.Periods[at].Window, e.Step) + ": " + rounded(e.Periods[at].Approval.Approval().Percent())
	}
	return t
}

// told is the timeline in words.
func told(e *evolution.Evolution) string {
	low, high := -1, -1
	rate := func(i int) float64 { return float64(e.Periods[i].Approval.Approval().Percent()) }
	for i, p := range e.Periods {
		if p.Approval.Decisions == 0 {
			continue
		}
		if low < 0 || rate(i) < rate(low) {
			low = i
		}
		if high < 0 || rate(i) > rate(high) {
			high = i
		}
	}
	say := func(i int) string {
		return rounded(e.Periods[i].Approval.Approval().Percent()) + " in " + period(e.Periods[i].Window, e.Step)
	}
	return fmt.Sprintf("%s of all decisions approved. By %s the lowest share is %s, the highest %s. The table below has all of them.",
		rounded(e.Approval.Approval().Percent()), e.Step, say(low), say(high))
}

func plotted(periods []evolution.Period) []plot.Point {
	all := make([]plot.Point, len(periods))
	for i, p := range periods {
		s := p.Approval.Approval()
		interval := s.Interval()
		all[i] = plot.Point{Since: p.Since, Until: p.Until, Rate: float64(s.Percent()), Low: float64(interval.Low), High: float64(interval.High), Yes: s.Count, No: s.Of - s.Count}
	}
	return all
}

// fewestDays make a calendar.
const fewestDays = 14

func newCalendar(e *evolution.Evolution) *calendarView {
	if len(e.Days) < fewestDays || e.Approval.Decisions < evolution.Enough {
		return nil
	}
	v := new(calendarView)
	var days []plot.Day
	most := 0
	for i, d := range e.Days {
		days = append(days, plot.Day{At: d.Day, Count: d.Rejected, None: d.Decisions == 0, Text: fmt.Sprintf("%s: %d of %d rejected", d.Day.Format("2 January"), d.Rejected, d.Decisions)})
		if d.Rejected > e.Days[most].Rejected {
			most = i
		}
		at := (int(d.Day.Weekday()) + 6) % 7
		if at == 0 || i == 0 {
			v.Rows = append(v.Rows, weekView{Week: day(d.Day.AddDate(0, 0, -at))})
		}
		if d.Decisions > 0 {
			v.Rows[len(v.Rows)-1].Days[at] = strconv.Itoa(d.Rejected) + " (" + strconv.Itoa(d.Decisions) + ")"
		}
	}
	c := plot.Calendar{
		About: plot.About{ID: "days-plot", Title: "Rejections by day", Text: fmt.Sprintf("The most were %d, on %s. The table below has all days.", e.Days[most].Rejected, e.Days[most].Day.Format("2 January 2006"))},
		Days:  days, Weeks: wideWeeks, Cell: 13, Unit: "rejections a day",
	}
	v.Wide = drawn(c.SVG())
	for i := range days {
		days[i].Text = "" // where the screen is small, nobody points
	}
	c.ID, c.Weeks, c.Cell = "days-small", narrowWeeks, 10
	v.Narrow = drawn(c.SVG())
	return v
}
