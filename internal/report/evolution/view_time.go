package evolution

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strconv"

	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/report/plot"
	"github.com/kbgate/kbgate/internal/stats"
)

// calendar is the rejections of each day: as a table and as drawings.
type calendar struct {
	Wide, Narrow template.HTML
	Rows         []week
}

type week struct {
	Week string
	Days [7]string
}

// course is the timeline of a report in a drawing of that name and width.
func course(e *evolution.Evolution, id string, width float64) template.HTML {
	t := timeline(e)
	t.ID, t.Width = id, width
	return t.SVG()
}

func timeline(e *evolution.Evolution) *plot.Timeline {
	all := e.Approval.Approval()
	t := &plot.Timeline{
		About:  plot.About{Title: "Approval over time, " + dates(e.Window), Text: told(e)},
		Points: plotted(e.Periods),
		Levels: []plot.Level{{Rate: all.Percent(), Label: "average " + rounded(all.Percent())}},
		Yes:    "approved", No: "rejected", Per: string(e.Step),
	}
	if e.Earlier != nil && e.Earlier.Approval.Decisions >= evolution.Enough {
		was := e.Earlier.Approval.Approval().Percent()
		t.Levels = append(t.Levels, plot.Level{Rate: was, Label: "before " + rounded(was), Faint: true})
	}
	if at := worst(e); at >= 0 {
		t.Points[at].Note = period(e.Periods[at].Window, e.Step) + ": " + rounded(e.Periods[at].Approval.Approval().Percent())
	}
	return t
}

// told is the timeline in words.
func told(e *evolution.Evolution) string {
	rate := func(p evolution.Period) stats.Percent { return p.Approval.Approval().Percent() }
	byRate := func(a, b evolution.Period) int { return cmp.Compare(rate(a), rate(b)) }
	say := func(p evolution.Period) string { return rounded(rate(p)) + " in " + period(p.Window, e.Step) }
	some := decided(e)
	return fmt.Sprintf("%s of all decisions approved. By %s the lowest share is %s, the highest %s. The table below has all of them.",
		rounded(e.Approval.Approval().Percent()), e.Step, say(slices.MinFunc(some, byRate)), say(slices.MaxFunc(some, byRate)))
}

func plotted(periods []evolution.Period) []plot.Point {
	all := make([]plot.Point, len(periods))
	for i, p := range periods {
		all[i] = plot.Point{Since: p.Since, Until: p.Until, Share: p.Approval.Approval()}
	}
	return all
}

// fewestDays make a calendar.
const fewestDays = 14

func newCalendar(e *evolution.Evolution) *calendar {
	if len(e.Days) < fewestDays || e.Approval.Decisions < evolution.Enough {
		return nil
	}
	v := new(calendar)
	var days []plot.Day
	most := 0
	for i, d := range e.Days {
		days = append(days, plot.Day{At: d.Day, Count: d.Rejected, None: d.Decisions == 0, Text: fmt.Sprintf("%s: %d of %d rejected", d.Day.Format("2 January"), d.Rejected, d.Decisions)})
		if d.Rejected > e.Days[most].Rejected {
			most = i
		}
		at := (int(d.Day.Weekday()) + 6) % 7 // from Monday
		if at == 0 || i == 0 {
			v.Rows = append(v.Rows, week{Week: day(d.Day.AddDate(0, 0, -at))})
		}
		if d.Decisions > 0 {
			v.Rows[len(v.Rows)-1].Days[at] = strconv.Itoa(d.Rejected) + " (" + strconv.Itoa(d.Decisions) + ")"
		}
	}
	c := plot.Calendar{
		About: plot.About{ID: "days-plot", Title: "Rejections by day", Text: fmt.Sprintf("The most were %d, on %s. The table below has all days.", e.Days[most].Rejected, e.Days[most].Day.Format("2 January 2006"))},
		Days:  days, Weeks: 54, Cell: 13, Unit: "rejections a day",
	}
	v.Wide = c.SVG()
	for i := range days {
		days[i].Text = "" // where the screen is small, nobody points
	}
	c.ID, c.Weeks, c.Cell = "days-small", 27, 10
	v.Narrow = c.SVG()
	return v
}
