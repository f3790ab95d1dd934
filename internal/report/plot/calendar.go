package plot

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Day is a day of a calendar.
type Day struct {
	At    time.Time
	Count int
	None  bool   // nothing happened at all
	Text  string // what is said where one points at it; "" for nothing
}

// Calendar shows days as squares, a column a week from Monday, the darker the more. It goes on in a further row after so
// many weeks.
type Calendar struct {
	About
	Days  []Day // one after the other
	Weeks int   // in a row
	Cell  float64
	Unit  string // what is counted
}

// The measures of a calendar, in pixels.
const (
	calendarLeft = 30.0
	calendarTop  = 16.0
	calendarGap  = 2.0
	legendHeight = 26.0
)

// levels is how dark a square may be, beside that of none.
const levels = 4

// SVG draws the calendar; of no days it is nothing.
func (c *Calendar) SVG() template.HTML {
	if len(c.Days) == 0 {
		return ""
	}
	first := c.Days[0].At.AddDate(0, 0, -weekday(c.Days[0].At))
	weeks := int(c.Days[len(c.Days)-1].At.Sub(first)/(7*24*time.Hour)) + 1
	across := min(weeks, c.Weeks)
	rows := (weeks + c.Weeks - 1) / c.Weeks
	step := c.Cell + calendarGap
	height := calendarTop + 7*step + 6
	width := max(calendarLeft+float64(across)*step, calendarLeft+260)
	d := begin("calendar", width, float64(rows)*height+legendHeight, c.About)
	for row := range rows {
		for i, name := range []string{"Mon", "Wed", "Fri"} {
			d.text("tick", end, calendarLeft-6, float64(row)*height+calendarTop+float64(2*i)*step+c.Cell-1.5, name)
		}
	}
	bounds := c.bounds()
	var silent [levels + 1]strings.Builder // squares that say nothing, those of a level as one
	labelled := time.Month(0)
	for _, day := range c.Days {
		week := int(day.At.Sub(first) / (7 * 24 * time.Hour))
		x, y := calendarLeft+float64(week%c.Weeks)*step, float64(week/c.Weeks)*height+calendarTop
		if day.At.Month() != labelled && day.At.Day() <= 10 { // what is left of a month at the beginning has no room for a name
			if room := float64(c.Weeks-week%c.Weeks) * step; room > 20 {
				d.text("tick", start, x, y-5, day.At.Format("Jan"))
			}
			labelled = day.At.Month()
		}
		y += float64(weekday(day.At)) * step
		if day.None {
			d.circle("nothing", x+c.Cell/2, y+c.Cell/2, 1)
			continue
		}
		at := level(bounds, day.Count)
		if day.Text == "" {
			fmt.Fprintf(&silent[at], "M%s %sh%sv%sh-%sz", short(x), short(y), short(c.Cell), short(c.Cell), short(c.Cell))
			continue
		}
		fmt.Fprintf(d, `<rect class="l%d" x="%s" y="%s" width="%s" height="%s"><title>%s</title></rect>`,
			at, short(x), short(y), short(c.Cell), short(c.Cell), escaped(day.Text))
	}
	for at := range silent {
		if silent[at].Len() > 0 {
			fmt.Fprintf(d, `<path class="l%d" d="%s"/>`, at, silent[at].String())
		}
	}
	c.legend(d, bounds, float64(rows)*height+8)
	return d.end()
}

// weekday counts the days of a week from Monday, which is 0.
func weekday(at time.Time) int { return (int(at.Weekday()) + 6) % 7 }

// bounds are the least count of each level. Half of the days that count anything are on the first level, a quarter on the
// second, and so on.
func (c *Calendar) bounds() (bounds []int) {
	var some []int
	for _, d := range c.Days {
		if d.Count > 0 {
			some = append(some, d.Count)
		}
	}
	if len(some) == 0 {
		return nil
	}
	slices.Sort(some)
	bounds = []int{1}
	for _, share := range []float64{0.5, 0.75, 0.9} {
		if bound := some[int(share*float64(len(some)))]; bound > bounds[len(bounds)-1] {
			bounds = append(bounds, bound)
		}
	}
	return bounds
}

// level is how dark a count is: 0 below all bounds, and at the highest bound the darkest, however few bounds there are.
func level(bounds []int, count int) int {
	n := len(bounds)
	for n > 0 && count < bounds[n-1] {
		n--
	}
	if n == 0 {
		return 0
	}
	return n + levels - len(bounds)
}

func (c *Calendar) legend(d *drawing, bounds []int, y float64) {
	x := calendarLeft
	d.text("tick", start, x, y+10, c.Unit)
	x += 5.8*float64(utf8.RuneCountInString(c.Unit)) + 10
	show := func(level int, text string) {
		d.rect(fmt.Sprint("l", level), x, y, 11, 11)
		d.text("tick", start, x+15, y+10, text)
		x += 15 + 6.7*float64(utf8.RuneCountInString(text)) + 11
	}
	show(0, "0")
	for i, bound := range bounds {
		text := fmt.Sprint(bound)
		switch {
		case i == len(bounds)-1:
			text += "+"
		case bounds[i+1] > bound+1:
			text += fmt.Sprint("–", bounds[i+1]-1)
		}
		show(level(bounds, bound), text)
	}
}
