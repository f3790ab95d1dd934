package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/text"
)

// WriteGates lists gates, a line each.
func WriteGates(w io.Writer, gates []*gate.Gate) error {
	b := bufio.NewWriter(w)
	for _, g := range gates {
		fixable := ""
		if g.Fixable {
			fixable = " (--fix)"
		}
		fmt.Fprintf(b, "%-27s %-9s %s%s\n", g.ID, g.Severity, g.Summary, fixable)
	}
	return b.Flush()
}

// WriteGate explains one gate in markdown: what it finds, why, what is bad, what is good, how to mend it, and how it is
// set.
func WriteGate(w io.Writer, g *gate.Gate) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "## %s\n\n", g.ID)
	fmt.Fprintf(b, "**%s.** %s. Severity: %s", g.Title, g.Summary, g.Severity)
	if g.Fixable {
		b.WriteString("; `--fix` mends some of its findings")
	}
	if g.EveryNote {
		b.WriteString("; judges every note, not only claims")
	}
	if g.Unsilenceable {
		b.WriteString("; no comment may suppress it")
	}
	if g.OfChange {
		b.WriteString("; judges changes alone (`--staged`, `--diff`)")
	}
	fmt.Fprintf(b, ".\n\n%s\n\nFix: %s\n\n", g.Why, g.Fix)
	if g.Bad != "" {
		b.WriteString("Bad:\n\n")
		writeExample(b, g.Bad)
		b.WriteString("Good:\n\n")
		writeExample(b, g.Good)
	}
	writeSettings(b, g)
	return b.Flush()
}

// writeExample shows the files of an example, each in a fence that nothing in it can close.
func writeExample(b *bufio.Writer, example string) {
	for _, f := range txtar.Parse([]byte(example)).Files {
		text := visibleLines(string(f.Data))
		fence := "```"
		for strings.Contains(text, fence) {
			fence += "`"
		}
		language, name := "markdown", "<!-- "+f.Name+" -->"
		if strings.HasSuffix(f.Name, ".yaml") {
			language, name = "yaml", "# "+f.Name
		}
		fmt.Fprintf(b, "%s%s\n%s\n%s\n\n", fence, language, strings.TrimSuffix(name+"\n"+text, "\n"), fence)
	}
}

// visibleLines is visible for text of several lines.
func visibleLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = text.Visible(lines[i])
	}
	return strings.Join(lines, "\n")
}

func writeSettings(b *bufio.Writer, g *gate.Gate) {
	fmt.Fprintf(b, "Settings, under `gates.%s` in `.kbgate.yaml`:\n\n", g.ID)
	fmt.Fprintf(b, "- `severity: %s`: blocking, warning or off\n", g.Severity)
	for _, s := range g.Settings {
		fmt.Fprintf(b, "- `%s: %s`: %s\n", s.Name, defaultText(s), s.Doc)
	}
	b.WriteString("\n")
}

func defaultText(s config.Setting) string {
	if list, ok := s.Default.([]string); ok {
		return "[" + strings.Join(list, ", ") + "]"
	}
	return fmt.Sprint(s.Default)
}

// WriteReference writes the reference of all gates, a page of markdown.
func WriteReference(w io.Writer, gates []*gate.Gate) error {
	b := bufio.NewWriter(w)
	b.WriteString("# The gates\n\n`kbgate explain --all` prints this page; it is made from the same values that judge.\n\n")
	b.WriteString("| gate | called | severity | `--fix` | a finding means |\n| --- | --- | --- | --- | --- |\n")
	for _, g := range gates {
		fixable := ""
		if g.Fixable {
			fixable = "yes"
		}
		fmt.Fprintf(b, "| [%s](#%s) | %s | %s | %s | %s |\n", g.ID, g.ID, g.Title, g.Severity, fixable, g.Summary)
	}
	b.WriteString("\nA comment `<!-- kbgate-ignore GATE: the reason -->` in a note suppresses the findings of that gate there.\n\n")
	if err := b.Flush(); err != nil {
		return err
	}
	for _, g := range gates {
		if err := WriteGate(w, g); err != nil {
			return err
		}
	}
	return nil
}
