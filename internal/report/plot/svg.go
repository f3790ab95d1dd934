// Package plot draws values as SVG: a rate over time with its interval, a calendar, and small marks for the rows of a
// table. A drawing has no colours, scripts or links. Its parts have classes, which the style sheet of the page paints, so
// one drawing serves light, dark and paper. It is well-formed XML, whatever its texts are.
package plot

import (
	"encoding/xml"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kbgate/kbgate/internal/stats"
)

// drawing is an SVG that is being written.
type drawing struct{ strings.Builder }

// About is what a drawing says to those who do not see it. ID is different for each drawing of a page.
type About struct{ ID, Title, Text string }

// begin opens a picture that says what it shows.
func begin(class string, width, height float64, a About) *drawing {
	id := escaped(a.ID)
	d := open(class, width, height, fmt.Sprintf(`role="img" aria-labelledby="%s-t %s-d"`, id, id))
	fmt.Fprintf(d, `<title id="%s-t">%s</title><desc id="%s-d">%s</desc>`, id, escaped(a.Title), id, escaped(a.Text))
	return d
}

// mark opens a small picture that says nothing but what stands beside it in words.
func mark(class string, width, height float64) *drawing {
	return open(class, width, height, `aria-hidden="true" focusable="false"`)
}

func open(class string, width, height float64, role string) *drawing {
	d, w, h := new(drawing), short(width), short(height)
	fmt.Fprintf(d, `<svg xmlns="http://www.w3.org/2000/svg" class="%s" viewBox="0 0 %s %s" width="%s" height="%s" %s>`, class, w, h, w, h, role)
	return d
}

func (d *drawing) end() template.HTML {
	d.WriteString("</svg>")
	return template.HTML(d.String()) //nolint:gosec // all texts of it are escaped
}

// shape writes an element of a class with what its attributes say, of which the values have the names in words.
func (d *drawing) shape(element, class, words string, values ...float64) {
	fmt.Fprintf(d, `<%s class="%s"`, element, class)
	for i, name := range strings.Fields(words) {
		fmt.Fprintf(d, ` %s="%s"`, name, short(values[i]))
	}
	d.WriteString("/>")
}

func (d *drawing) line(class string, x1, y1, x2, y2 float64) {
	d.shape("line", class, "x1 y1 x2 y2", x1, y1, x2, y2)
}

func (d *drawing) rect(class string, x, y, width, height float64) {
	d.shape("rect", class, "x y width height", x, y, max(0, width), max(0, height))
}

func (d *drawing) circle(class string, x, y, r float64) {
	d.shape("circle", class, "cx cy r", x, y, r)
}

// text writes a text that begins, ends or has its middle at x; its base line is at y.
func (d *drawing) text(class, anchor string, x, y float64, s string) {
	fmt.Fprintf(d, `<text class="%s" text-anchor="%s" x="%s" y="%s">%s</text>`, class, anchor, short(x), short(y), escaped(s))
}

// label writes a short text with its middle at x, unless it would leave what lies between two places; half of its width is known.
func (d *drawing) label(class string, x, y, half, from, to float64, s string) {
	anchor := middle
	if x-half < from {
		anchor = start
	} else if x+half > to {
		anchor = end
	}
	d.text(class, anchor, x, y, s)
}

// placed is a point and where it stands.
type placed struct {
	*Point
	x float64
}

// band draws where a course lies with confidence, and gives the course. A point stands in the middle of its part of the time, and the band
// covers the parts wholly: it goes from one place to another, the first part's beginning and the last one's end.
func (d *drawing) band(points []placed, from, to float64, y func(stats.Percent) float64) (course []point) {
	first, last := points[0].Interval(), points[len(points)-1].Interval()
	upper, lower := []point{{from, y(first.High)}}, []point{{from, y(first.Low)}}
	for _, p := range points {
		i := p.Interval()
		upper, lower, course = append(upper, point{p.x, y(i.High)}), append(lower, point{p.x, y(i.Low)}), append(course, point{p.x, y(p.Percent())})
	}
	upper, lower = append(upper, point{to, y(last.High)}), append(lower, point{to, y(last.Low)})
	slices.Reverse(lower)
	d.path("band", append(upper, lower...), true)
	return course
}

// The places of a text beside x.
const (
	start  = "start"
	middle = "middle"
	end    = "end"
)

type point struct{ x, y float64 }

// path draws lines from point to point, and back to the first where it is closed.
func (d *drawing) path(class string, points []point, closed bool) {
	fmt.Fprintf(d, `<path class="%s" d="`, class)
	for i, p := range points {
		d.WriteByte("ML"[min(i, 1)])
		d.WriteString(short(p.x) + " " + short(p.y))
	}
	if closed {
		d.WriteByte('Z')
	}
	d.WriteString(`"/>`)
}

// short is a number with at most one decimal: a tenth of a pixel is not seen.
func short(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		v = 0
	}
	s := strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
	if s == "-0" {
		return "0"
	}
	return s
}

func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder takes everything
	return b.String()
}

// whole is a share in percent as a label has it.
func whole(p stats.Percent) string { return strconv.Itoa(int(math.Round(float64(p)))) + "%" }

// Below is the last multiple of a step that is not above a percentage.
func Below(p, step stats.Percent) stats.Percent {
	return step * stats.Percent(math.Floor(float64(p/step)))
}

// Above is the first multiple of a step that is not below a percentage.
func Above(p, step stats.Percent) stats.Percent { return -Below(-p, step) }
