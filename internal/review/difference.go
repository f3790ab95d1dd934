package review

import (
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"github.com/kbgate/kbgate/internal/claim"
)

// aroundChange is how many characters beside a change within a long line are shown.
const aroundChange = 120

// differences are the lines in which two texts differ, - before those of the first and + before those of the second. Of a pair of long
// lines the part that differs is shown.
func differences(before, after string) string {
	var b strings.Builder
	for _, e := range udiff.Lines(before, after) {
		old, now := linesOf(before[e.Start:e.End]), linesOf(e.New)
		for i := range max(len(old), len(now)) {
			switch {
			case i < len(old) && i < len(now):
				was, is := narrowed(old[i], now[i])
				b.WriteString("- " + was + "\n+ " + is + "\n")
			case i < len(old):
				b.WriteString("- " + old[i] + "\n")
			default:
				b.WriteString("+ " + now[i] + "\n")
			}
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// mends are the differences of two versions of a claim: first those of its header, by field, whatever order the fields have, and then
// those of its body.
func mends(name string, before, after []byte) string {
	a, b := claim.Parse(name, before), claim.Parse(name, after)
	if a.Header.State != claim.Closed || b.Header.State != claim.Closed {
		return differences(string(before), string(after))
	}
	was, is := fieldsOf(a), fieldsOf(b)
	var lines []string
	for _, f := range was {
		now, stays := valueOf(is, f.key)
		if stays && now == f.value {
			continue
		}
		lines = append(lines, "- "+f.key+": "+f.value)
		if stays {
			lines = append(lines, "+ "+f.key+": "+now)
		}
	}
	for _, f := range is {
		if _, stood := valueOf(was, f.key); !stood {
			lines = append(lines, "+ "+f.key+": "+f.value)
		}
	}
	if body := differences(string(a.BodyText()), string(b.BodyText())); body != "" {
		lines = append(lines, body)
	}
	return strings.Join(lines, "\n")
}

// field is one of a header as it is written.
type field struct{ key, value string }

func fieldsOf(c *claim.Claim) (all []field) {
	for i := range c.Header.Fields {
		f := &c.Header.Fields[i]
		value := strings.Trim(folded(c.Slice(f.Span)), `"'`)
		if f.Kind == claim.Text {
			value = folded(f.Text)
		}
		all = append(all, field{f.Key, value})
	}
	return all
}

func valueOf(all []field, key string) (string, bool) {
	for _, f := range all {
		if f.key == key {
			return f.value, true
		}
	}
	return "", false
}

func linesOf(s string) (lines []string) {
	for l := range strings.SplitSeq(s, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			lines = append(lines, l)
		}
	}
	return lines
}

// narrowed cuts off what two lines share at both ends, but for a little.
func narrowed(a, b string) (string, string) {
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return excerpt(a, start, len(a)-end), excerpt(b, start, len(b)-end)
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
