package plot

import (
	"html/template"

	"github.com/kbgate/kbgate/internal/stats"
)

// The height of a mark in a row, in pixels.
const rowHeight = 22.0

// Whisker is a share with its interval, on a scale from 0 that all rows of a table have in common.
type Whisker struct {
	Width  float64
	Max    stats.Percent // where the scale ends
	Share  stats.Share
	Before *stats.Share  // of the period before; nil: none
	Line   stats.Percent // across all rows
	Strong bool
}

// inset keeps a dot at the end of a scale whole.
const inset = 5.0

func scaled(width float64, most, p stats.Percent) float64 {
	return inset + (width-2*inset)*part(most, p)
}

// part is how far along a scale from 0 a percentage lies, from 0 to 1.
func part(most, p stats.Percent) float64 { return float64(min(max(p/max(most, 1), 0), 1)) }

// SVG draws the mark.
func (w Whisker) SVG() template.HTML {
	d := mark("mark", w.Width, rowHeight)
	x := func(p stats.Percent) float64 { return scaled(w.Width, w.Max, p) }
	const y = rowHeight / 2
	d.line("grid", x(0), y, x(w.Max), y)
	d.line("level", x(w.Line), 0, x(w.Line), rowHeight)
	class := "range"
	if w.Strong {
		class = "range strong"
	}
	i := w.Share.Interval()
	d.line(class, x(i.Low), y, x(i.High), y)
	if w.Before != nil {
		d.circle("before", x(w.Before.Percent()), y, 3.6)
	}
	d.circle(class, x(w.Share.Percent()), y, 4)
	return d.end()
}

// Axis is the scale of whiskers, for the head of their column.
type Axis struct {
	Width float64
	Max   stats.Percent
	Line  stats.Percent
	Label string // of the line
}

// SVG draws the axis.
func (a Axis) SVG() template.HTML {
	d, line := mark("mark", a.Width, 16), scaled(a.Width, a.Max, a.Line)
	if line > 60 {
		d.text("tick", start, 0, 12, "0")
	}
	d.label("tick", line, 12, 3.2*float64(len(a.Label)), 0, a.Width, a.Label)
	if a.Width-line > 70 {
		d.text("tick", end, a.Width, 12, whole(a.Max))
	}
	return d.end()
}

// Bar is a percentage beside the largest of its table.
type Bar struct {
	Width      float64
	Rate, Most stats.Percent
	Before     stats.Percent // of the period before, or where the rate should be; below 0: none
}

// SVG draws the bar.
func (b Bar) SVG() template.HTML {
	d := mark("mark", b.Width, rowHeight)
	x := func(p stats.Percent) float64 { return (b.Width - 3) * part(b.Most, p) }
	d.rect("bar", 0, 6, x(b.Rate), 10)
	if b.Before >= 0 {
		d.line("was", x(b.Before)+1, 3, x(b.Before)+1, 19)
	}
	return d.end()
}

// Spark is the course of a rate in the size of a word, with its confidence.
type Spark struct {
	Width    float64
	Points   []Point
	Level    stats.Percent // beside which it is seen
	From, To stats.Percent // the ends of the scale, which all courses of a table have in common
}

// SVG draws the course, each part of the time being as wide as the others.
func (s Spark) SVG() template.HTML {
	const height = 34.0
	d := mark("mark spark", s.Width, height)
	step := (s.Width - 10) / float64(max(1, len(s.Points)))
	y := func(rate stats.Percent) float64 {
		return 3 + (height-6)*float64(s.To-min(max(rate, s.From), s.To))/float64(max(1, s.To-s.From))
	}
	d.line("level faint", 0, y(s.Level), s.Width, y(s.Level))
	var points []placed
	for i := range s.Points {
		if p := &s.Points[i]; p.Of > 0 {
			points = append(points, placed{p, 3 + step*(float64(i)+0.5)})
		}
	}
	if len(points) == 0 {
		return d.end()
	}
	line := d.band(points, points[0].x-step/2, points[len(points)-1].x+step/2, y)
	d.path("line", line, false)
	d.circle("dot", line[len(line)-1].x, line[len(line)-1].y, 2.6)
	return d.end()
}
