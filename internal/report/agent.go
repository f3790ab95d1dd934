package report

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/prompt"
)

// maxTold is the number of findings that an agent is told at once; it mends those first.
const maxTold = 25

// The most characters of a path, and of a message or a fix.
const (
	longestPath = 512
	longestText = 600
)

// WriteForAgent writes the blocking findings for a program that will mend them: the place, the gate, what is wrong and
// what to do, without excerpts, for it knows the text. What may hold words of a note, or is its name, stands in quotations: it goes
// into a prompt. Warnings are counted only. The root is put before the paths. Where nothing blocks, nothing is written.
func WriteForAgent(w io.Writer, root string, doc *finding.Document) error {
	if doc.Summary.Blocking == 0 {
		return nil
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "kbgate: %s would keep this from being committed; mend:\n", text.Count(doc.Summary.Blocking, "finding", "findings"))
	fmt.Fprintln(out, prompt.Label("taken from notes and their names", "what is wrong"))
	told := 0
	for _, f := range doc.Findings {
		if f.Severity != finding.Blocking {
			continue
		}
		if told++; told > maxTold {
			fmt.Fprintf(out, "and %d more\n", doc.Summary.Blocking-maxTold)
			break
		}
		fmt.Fprintf(out, "%s:%d:%d %s: %s\n", quoted(path.Join(root, f.Path), longestPath), f.Line, f.Column, f.Gate, quoted(f.Message, longestText))
		fmt.Fprintf(out, "  fix: %s\n", fixForAgent(&f))
	}
	if doc.Summary.Warning > 0 {
		fmt.Fprintf(out, "%s beside, which `kbgate check` shows\n", text.Count(doc.Summary.Warning, "warning", "warnings"))
	}
	return out.Flush()
}

func quoted(s string, most int) string { return prompt.Quotation(prompt.Quote(s, most)) }

// fixForAgent is what to do, as it is where all of its words are the gate's own.
func fixForAgent(f *finding.Finding) string {
	if g, ok := gate.BuiltIn.Find(f.Gate); ok && g.Fix == f.Fix {
		return strings.Join(strings.Fields(g.Fix), " ")
	}
	return quoted(f.Fix, longestText)
}
