package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/text"
)

// maxAnnotations is how many annotations of a level GitHub keeps of a step; it drops further ones silently. See Limitations in
// https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md.
const maxAnnotations = 10

// notice is what GitHub calls an annotation that asks for no change.
const notice = "notice"

// WriteGitHub writes findings as workflow commands, which GitHub Actions shows at the lines of a pull request. Where there
// are more of a level than it keeps, the last one counts the rest. A command is a line that begins with `::`; each line here
// begins with one of ours, and no text from a claim begins another.
func WriteGitHub(w io.Writer, doc *finding.Document, run Run) error {
	out := bufio.NewWriter(w)
	totals := map[string]int{}
	for i := range doc.Findings {
		totals[level(&doc.Findings[i], notice)]++
	}
	for _, command := range []string{"error", "warning", notice} {
		writeAnnotations(out, doc, run, command, totals[command])
	}
	return out.Flush()
}

func writeAnnotations(out *bufio.Writer, doc *finding.Document, run Run, command string, total int) {
	room, shown := maxAnnotations, 0
	if total > room {
		room-- // for the count
	}
	for i := range doc.Findings {
		if f := &doc.Findings[i]; level(f, notice) == command && shown < room {
			shown++
			writeAnnotation(out, f, run, command)
		}
	}
	if total > shown {
		fmt.Fprintf(out, "::%s title=kbgate::%d more are not shown here, as GitHub keeps %d annotations of a kind; the other formats have all\n",
			command, total-shown, maxAnnotations)
	}
}

// writeAnnotation writes a finding. GitHub takes columns only where the place is on one line.
func writeAnnotation(out *bufio.Writer, f *finding.Finding, run Run, command string) {
	at := placeOf(f.Line, f.Column, f.EndLine, f.EndColumn)
	fmt.Fprintf(out, "::%s file=%s,line=%d", command, escapeProperty(named(run.path(f.Path), actsInLog)), at.line)
	if at.endLine == at.line {
		fmt.Fprintf(out, ",col=%d,endLine=%d,endColumn=%d", at.column, at.endLine, at.endColumn)
	} else {
		fmt.Fprintf(out, ",endLine=%d", at.endLine)
	}
	message := text.Visible(f.Message)
	if f.Fix != "" {
		message += "\n" + text.Visible(f.Fix)
	}
	fmt.Fprintf(out, ",title=kbgate %s::%s\n", escapeProperty(f.Gate), escapeData(message))
}

// actsInLog is what would act in the log, and has no escape there.
func actsInLog(r rune) bool { return text.Acts(r) && r != '\n' && r != '\r' && r != '\t' }

// What the runner takes back in the values of commands, and in their properties, where `:` and `,` part them: see
// ActionCommand.cs in https://github.com/actions/runner.
var (
	escapeData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace
)
