package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/text"
)

// The messages of the Reviewdog Diagnostic Format that are written here, see
// https://github.com/reviewdog/reviewdog/tree/master/proto/rdf.
type (
	rdDiagnostic struct {
		Message        string         `json:"message"`
		Location       rdLocation     `json:"location"`
		Severity       string         `json:"severity"` // ERROR, WARNING or INFO
		Code           rdCode         `json:"code"`
		Suggestions    []rdSuggestion `json:"suggestions,omitempty"`
		OriginalOutput string         `json:"original_output"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url"`
	}
	rdLocation struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	}
	rdRange struct {
		Start rdPosition `json:"start"`
		End   rdPosition `json:"end"`
	}
	// rdPosition counts from 1, the column in bytes of UTF-8. Without columns, a range is of whole lines.
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
)

// WriteRDJSON writes findings as a DiagnosticResult of the Reviewdog Diagnostic Format. The programs that read it write
// messages into comments, so nothing in them acts as markup.
func WriteRDJSON(w io.Writer, doc *finding.Document, run Run) error {
	out := newJSONWriter(w)
	out.value(`{"source":`, rdSource{Name: "kbgate", URL: homepage})
	out.list(`,"diagnostics":`)
	for i := range doc.Findings {
		out.item(diagnosticOf(&doc.Findings[i], run))
	}
	return out.end("}")
}

func diagnosticOf(f *finding.Finding, run Run) rdDiagnostic {
	d := rdDiagnostic{
		Message:        text.Visible(inert(sentences(f))),
		Location:       rdLocation{Path: run.path(f.Path), Range: bytesOf(f.Line, f.EndLine, f.Bytes)},
		Severity:       strings.ToUpper(level(f, "info")),
		Code:           rdCode{Value: f.Gate, URL: gatePage(f.Gate)},
		OriginalOutput: text.Visible(inert(fmt.Sprintf("%s:%d:%d: %s %s: %s", run.path(f.Path), f.Line, f.Column, severity(f), f.Gate, f.Message))),
	}
	for _, e := range f.Edits {
		if e.Bytes == (finding.Columns{}) {
			return d // a fix without its place would be put somewhere else
		}
		d.Suggestions = append(d.Suggestions, rdSuggestion{Range: bytesOf(e.Line, e.EndLine, e.Bytes), Text: e.NewText})
	}
	return d
}

// bytesOf is a range with its columns in bytes, or one of whole lines where they are not known.
func bytesOf(line, endLine int, columns finding.Columns) rdRange {
	if columns == (finding.Columns{}) {
		line = max(line, 1)
		return rdRange{Start: rdPosition{Line: line}, End: rdPosition{Line: max(endLine, line)}}
	}
	at := placeOf(line, columns.Start, endLine, columns.End)
	return rdRange{Start: rdPosition{Line: at.line, Column: at.column}, End: rdPosition{Line: at.endLine, Column: at.endColumn}}
}
