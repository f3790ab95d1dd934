package evolution

import (
	_ "embed" // the page
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
	page := template.Must(template.New("markdown").Funcs(words()).Parse(markdownText))
	return template.Must(page.Parse(sentences))
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
