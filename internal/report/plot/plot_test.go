package plot

import (
	"encoding/xml"
	"errors"
	"html/template"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/stats"
)

var monday0 = time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)

// wellFormed reads a drawing as XML, and says where it is none or not one drawing.
func wellFormed(t rapid.TB, svg template.HTML) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(string(svg)))
	depth, roots := 0, 0
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%.2000s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
			}
			depth++
			for _, a := range token.Attr {
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") || a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on") {
					t.Fatalf("%s has %s=%q", token.Name.Local, a.Name.Local, a.Value)
				}
			}
		case xml.EndElement:
			depth--
		}
	}
	if depth != 0 || roots != 1 {
		t.Fatalf("%d drawings, %d elements open in\n%.2000s", roots, depth, svg)
	}
}

// Whatever is drawn is one well-formed drawing, with numbers that a browser takes.
func TestDrawingsAreWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", `"><script>alert(1)</script>`, "]]>", "&", "a\x00\x1b"}))
		rate := rapid.Map(rapid.OneOf(rapid.Float64Range(0, 100), rapid.SampledFrom([]float64{0, 100, -1, 1e300, math.NaN(), math.Inf(1)})),
			func(f float64) stats.Percent { return stats.Percent(f) })
		share := rapid.Custom(func(t *rapid.T) stats.Share {
			return stats.Share{Count: rapid.IntRange(0, 3).Draw(t, "count"), Of: rapid.IntRange(0, 6).Draw(t, "of")}
		})
		about := About{"id", texts.Draw(t, "title"), texts.Draw(t, "text")}
		at := monday0
		points := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Point {
			p := Point{Since: at, Share: share.Draw(t, "share"), Note: texts.Draw(t, "note")}
			at = at.Add(time.Duration(rapid.Int64Range(0, 1e16).Draw(t, "length")))
			p.Until = at
			return p
		}), 0, 70).Draw(t, "points")
		line := Timeline{About: about, Width: rapid.SampledFrom([]float64{860, 364}).Draw(t, "width"), Points: points, Yes: texts.Draw(t, "yes"), No: "no", Per: "week",
			Levels: []Level{{rate.Draw(t, "level"), texts.Draw(t, "label"), false}, {50, "half", true}}}
		if svg := line.SVG(); svg != "" {
			wellFormed(t, svg)
		}
		calendar := Calendar{About: about, Weeks: rapid.IntRange(1, 54).Draw(t, "weeks"), Cell: 12, Unit: texts.Draw(t, "unit")}
		for i := range rapid.IntRange(0, 400).Draw(t, "days") {
			n := rapid.IntRange(0, 9).Draw(t, "count")
			calendar.Days = append(calendar.Days, Day{monday0.AddDate(0, 0, i), n, n == 9, texts.Draw(t, "day")})
		}
		if svg := calendar.SVG(); svg != "" {
			wellFormed(t, svg)
		}
		before := share.Draw(t, "before")
		wellFormed(t, Whisker{100, rate.Draw(t, "max"), share.Draw(t, "share"), &before, rate.Draw(t, "line"), true}.SVG())
		wellFormed(t, Axis{100, rate.Draw(t, "max"), rate.Draw(t, "line"), texts.Draw(t, "label")}.SVG())
		wellFormed(t, Bar{100, rate.Draw(t, "rate"), rate.Draw(t, "most"), rate.Draw(t, "before")}.SVG())
		wellFormed(t, Spark{100, points, rate.Draw(t, "level"), rate.Draw(t, "from"), rate.Draw(t, "to")}.SVG())
	})
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		days, most int
		want       string
	}{
		{3, 14, "5 Jan, 6 Jan, 7 Jan"},
		{30, 14, "5 Jan, 12 Jan, 19 Jan, 26 Jan, 2 Feb"},
		{30, 4, "5 Jan, 19 Jan, 2 Feb"},
		{365, 14, "Feb, Mar, Apr, May, Jun, Jul, Aug, Sep, Oct, Nov, Dec, 2027"},
		{365, 4, "Apr, Jul, Oct, 2027"},
		{3000, 14, "2027, 2028, 2029, 2030, 2031, 2032, 2033, 2034"},
		{300_000, 5, "2100, 2200, 2300, 2400, 2500, 2600, 2700, 2800"},
	} {
		var got []string
		for _, tick := range ticks(monday0, monday0.AddDate(0, 0, c.days), c.most) {
			got = append(got, tick.text)
		}
		if s := strings.Join(got, ", "); s != c.want && c.days < 300_000 || len(got) > c.most {
			t.Errorf("%d days, %d ticks: %s", c.days, c.most, s)
		}
	}
}

func TestLabelsLieApart(t *testing.T) {
	labels := apart([]label{{text: "c", y: 50}, {text: "a", y: 49}, {text: "b", y: 49.5}, {text: "far", y: 200}})
	for i := 1; i < len(labels); i++ {
		if labels[i].y-labels[i-1].y < labelDistance-1 {
			t.Errorf("%+v", labels)
		}
	}
	if labels[0].text != "a" || labels[3].y != 200 {
		t.Errorf("%+v", labels)
	}
}

func TestCalendarLevels(t *testing.T) {
	var c Calendar
	for _, n := range []int{0, 0, 1, 1, 2, 2, 3, 4, 9, 20} {
		c.Days = append(c.Days, Day{Count: n})
	}
	bounds := c.bounds()
	var got []int
	for _, n := range []int{0, 1, 2, 3, 5, 20} {
		got = append(got, level(bounds, n))
	}
	for i, want := range []int{0, 1, 1, 2, 2, 4} {
		if got[i] != want {
			t.Fatalf("%v by %v", got, bounds)
		}
	}
	if level([]int{1}, 1) != levels {
		t.Error("the only level is not the darkest")
	}
}

// The band covers the time of its points wholly, to both ends of the axis, though each point stands in the middle of its part.
func TestBandReachesTheEndsOfItsAxis(t *testing.T) {
	from := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	line := Timeline{Width: 400, Per: "week"}
	for i := range 4 {
		since := from.AddDate(0, 0, 7*i)
		line.Points = append(line.Points, Point{Since: since, Until: since.AddDate(0, 0, 7), Share: stats.Share{Count: 3, Of: 6}})
	}
	_, band, _ := strings.Cut(string(line.SVG()), `class="band" d="M`)
	band, _, _ = strings.Cut(band, `"`)
	for _, x := range []string{short(timelineLeft) + " ", "L" + short(400-84) + " "} {
		if !strings.Contains(band, x) {
			t.Errorf("the band %s does not reach %s", band, x)
		}
	}
}
