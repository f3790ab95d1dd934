package report

import (
	"encoding/xml"
	"io"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/text"
)

// The elements of Checkstyle's report, as its XMLLogger writes them: https://github.com/checkstyle/checkstyle.
type (
	checkstyleReport struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleError struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr"`
		Severity string `xml:"severity,attr"` // error, warning, info or ignore
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

// WriteCheckstyle writes findings as a report of Checkstyle, which most programs that collect findings read.
func WriteCheckstyle(w io.Writer, doc *finding.Document, run Run) error {
	report := checkstyleReport{Version: "8.0"} // of the format: what reads it asks for one
	for findings := range byNote(doc.Findings) {
		file := checkstyleFile{Name: inXML(run.path(findings[0].Path))}
		for i := range findings {
			f := &findings[i]
			file.Errors = append(file.Errors, checkstyleError{Line: max(f.Line, 1), Column: max(f.Column, 1), Severity: level(f, "info"),
				Message: text.Visible(sentences(f)), Source: "kbgate." + f.Gate})
		}
		report.Files = append(report.Files, file)
	}
	return writeXML(w, report)
}
