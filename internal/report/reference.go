package report

import (
	"bufio"
	_ "embed" // the reference
	"fmt"
	"io"
	"strings"
	"sync"
	"text/template"

	"golang.org/x/tools/txtar"

	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/text"
)

// WriteGates lists gates, a line each.
func WriteGates(w io.Writer, gates []*gate.Gate) error {
	b := bufio.NewWriter(w)
	for _, g := range gates {
		marks := ""
		if g.Fixable {
			marks = " (--fix)"
		}
		if g.Hints {
			marks += " (hints, which warn)"
		}
		fmt.Fprintf(b, "%-27s %-9s %s%s\n", g.ID, g.Severity, g.Summary, marks)
	}
	return b.Flush()
}

//go:embed reference.md
var referenceText string

var reference = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"example": example, "value": value}).Parse(referenceText))
})

// WriteGate explains one gate in markdown: what it finds, why, what is bad, what is good, how to mend it, and how it is set.
func WriteGate(w io.Writer, g *gate.Gate) error { return writeReference(w, "one", g) }

// WriteCertainty explains what the certainty of a finding is.
func WriteCertainty(w io.Writer) error { return writeReference(w, "certainty", nil) }

// WriteReference writes the reference of all gates, a page of markdown.
func WriteReference(w io.Writer, gates []*gate.Gate) error { return writeReference(w, "all", gates) }

func writeReference(w io.Writer, part string, of any) error {
	b := bufio.NewWriter(w)
	if err := reference().ExecuteTemplate(b, part, of); err != nil {
		return err
	}
	return b.Flush()
}

// example shows the files of an example, each in a fence that nothing in it can close.
func example(archive string) string {
	var b strings.Builder
	for _, f := range txtar.Parse([]byte(archive)).Files {
		text := visibleLines(string(f.Data))
		fence := "```"
		for strings.Contains(text, fence) {
			fence += "`"
		}
		language, name := "markdown", "<!-- "+f.Name+" -->"
		if strings.HasSuffix(f.Name, ".yaml") {
			language, name = "yaml", "# "+f.Name
		}
		fmt.Fprintf(&b, "%s%s\n%s\n%s\n\n", fence, language, strings.TrimSuffix(name+"\n"+text, "\n"), fence)
	}
	return b.String()
}

// visibleLines is visible for text of several lines.
func visibleLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = text.Visible(lines[i])
	}
	return strings.Join(lines, "\n")
}

// value is the default of a setting as `.kbgate.yaml` has it.
func value(v any) string {
	if list, ok := v.([]string); ok {
		return "[" + strings.Join(list, ", ") + "]"
	}
	return fmt.Sprint(v)
}
