package review

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"github.com/kbgate/kbgate/internal/claim"
)

// The bounds of differences, in characters.
const (
	aroundChange = 120 // beside a change within a long line
	maxGone      = 160 // of a line that is gone, for it stands in the text itself
	maxCame      = 400 // of one that came
)

// differences are the lines in which two texts differ, - before those of the first and + before those of the second. Of two lines that
// share most of their text the part that differs is shown.
func differences(before, after string) string {
	var lines []string
	for _, e := range udiff.Lines(before, after) {
		old, now := linesOf(before[e.Start:e.End]), linesOf(e.New)
		var came []string
		for i, is := range now {
			if i < len(old) {
				if a, b := shared(old[i], is); a+b > 0 && 2*(a+b) >= min(len(old[i]), len(is)) {
					lines = append(lines, "- "+excerpt(old[i], a, len(old[i])-b), "+ "+excerpt(is, a, len(is)-b))
					old[i] = ""
					continue
				}
			}
			came = append(came, line("+ ", is, maxCame))
		}
		for _, was := range old {
			if was != "" {
				lines = append(lines, line("- ", was, maxGone))
			}
		}
		lines = append(lines, came...)
	}
	return strings.Join(lines, "\n")
}

func line(mark, s string, most int) string {
	s, _ = beginning(s, most)
	return mark + s
}

// mends are the differences of two versions of a claim, whatever order the fields of the header have.
func mends(name string, before, after []byte) string {
	return differences(ordered(claim.Parse(name, before)), ordered(claim.Parse(name, after)))
}

// ordered is a claim with the fields of its header on a line each, in the order of their names.
func ordered(c *claim.Claim) string {
	if c.Header.State != claim.Closed {
		return string(c.Source)
	}
	var fields []string
	for i := range c.Header.Fields {
		f := &c.Header.Fields[i]
		value := strings.Trim(folded(c.Slice(f.Span)), `"'`)
		if f.Kind == claim.Text {
			value = folded(f.Text)
		}
		fields = append(fields, f.Key+": "+value+"\n")
	}
	slices.Sort(fields)
	return strings.Join(fields, "") + "\n" + string(c.BodyText())
}

func linesOf(s string) (lines []string) {
	for l := range strings.SplitSeq(s, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			lines = append(lines, l)
		}
	}
	return lines
}

// shared gives how much two lines have in common at their beginning, and at their end, in bytes.
func shared(a, b string) (start, end int) {
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return start, end
}

// excerpt is the part of a line between two places, with a little around it.
func excerpt(s string, start, end int) string {
	from, to := max(0, start-aroundChange), min(len(s), end+aroundChange)
	for from > 0 && (!utf8.RuneStart(s[from]) || s[from-1] != ' ') {
		from--
	}
	for to < len(s) && (!utf8.RuneStart(s[to]) || s[to] != ' ') {
		to++
	}
	out := s[from:to]
	if from > 0 {
		out = "…" + out
	}
	if to < len(s) {
		out += "…"
	}
	return out
}
