package report

import (
	"bufio"
	"fmt"
	"io"
	"path"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/text"
)

// maxTold is the number of findings that an agent is told at once; it mends those first.
const maxTold = 25

// WriteForAgent writes the blocking findings for a program that will mend them: the place, the gate, what is wrong and
// what to do, without excerpts, for it knows the text. Warnings are counted only. The root is put before the paths. Where
// nothing blocks, nothing is written.
func WriteForAgent(w io.Writer, root string, doc *finding.Document) error {
	if doc.Summary.Blocking == 0 {
		return nil
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "kbgate: %s would keep this from being committed; mend:\n", count(doc.Summary.Blocking, "finding"))
	told := 0
	for _, f := range doc.Findings {
		if f.Severity != finding.Blocking {
			continue
		}
		if told++; told > maxTold {
			fmt.Fprintf(out, "and %d more\n", doc.Summary.Blocking-maxTold)
			break
		}
		fmt.Fprintf(out, "%s:%d:%d %s: %s\n", text.Visible(path.Join(root, f.Path)), f.Line, f.Column, f.Gate, text.Visible(f.Message))
		fmt.Fprintf(out, "  fix: %s\n", text.Visible(f.Fix))
	}
	if doc.Summary.Warning > 0 {
		fmt.Fprintf(out, "%s beside, which `kbgate check` shows\n", count(doc.Summary.Warning, "warning"))
	}
	return out.Flush()
}
