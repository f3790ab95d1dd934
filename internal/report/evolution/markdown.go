package evolution

import (
	_ "embed" // the page
	"fmt"
	"io"
	"strings"
	"sync"
	"text/template"

	"github.com/kbgate/kbgate/internal/learn/evolution"
)

//go:embed page.md
var markdownText string

// markdownTemplate is the report for a forge. As text/template escapes nothing, what people typed goes through code.
var markdownTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("markdown").Funcs(words()).Parse(markdownText))
})

// Markdown writes the report for a forge: GitHub Flavored Markdown without any HTML.
func Markdown(w io.Writer, e *evolution.Evolution) error { return write(w, markdownTemplate(), e) }

// blocks is a course of shares from 0 to 100 as characters.
func blocks(course []evolution.Period) string {
	var b strings.Builder
	for _, p := range course {
		s := p.Approval.Approval()
		if s.Of == 0 {
			b.WriteRune('·')
			continue
		}
		b.WriteRune([]rune("▁▂▃▄▅▆▇█")[min(7, s.Count*8/s.Of)])
	}
	return b.String()
}

// scored says of how many artifacts the quality is known.
func scored(s *evolution.Scores) string {
	return fmt.Sprintf("%d of %s a score; the median is %s of 100, and %s below %d.", s.Artifacts, count(s.Of, "artifact has", "artifacts have"),
		s.Median, count(s.Low, "is", "are"), s.Below)
}

// reviewed says how long reviews took.
func reviewed(r *evolution.Review) string {
	text := fmt.Sprintf("Half of the reviews took less than %s", duration(r.Now.Median))
	if i := r.Now.Interval; i != nil {
		text += fmt.Sprintf(" (between %s and %s with 95%% confidence), nine of ten less than %s", duration(i.Low), duration(i.High), duration(r.Now.Most))
	}
	text += fmt.Sprintf("; the time is known of %d of %d.", r.Now.Known, r.Now.Of)
	switch {
	case r.Before == nil:
	case r.Changed:
		text += fmt.Sprintf(" Before it was %s: a difference that chance does not make.", duration(r.Before.Median))
	default:
		text += fmt.Sprintf(" Before it was %s: within what chance makes, or too few to say.", duration(r.Before.Median))
	}
	return text
}

// code is text that somebody typed, as a code span in which markdown and forges act on nothing: no tag, link, mention or
// number of an issue. It may stand in a cell of a table.
func code(s string) string {
	if s = strings.TrimSpace(s); s == "" {
		return ""
	}
	// A backslash before a bar would take part in how the cell is cut (GFM 4.10), so they are parted.
	s = strings.ReplaceAll(strings.ReplaceAll(s, `\|`, `\ |`), "|", `\|`)
	if strings.HasSuffix(s, `\`) {
		s += " "
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}
