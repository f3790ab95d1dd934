package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/text"
)

// The elements of JUnit's report, as Jenkins and GitLab read them. Jenkins describes its own reading:
// https://github.com/jenkinsci/xunit-plugin, junit-10.xsd.
type (
	junitReport struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		ClassName string     `xml:"classname,attr"`
		Name      string     `xml:"name,attr"`
		Failure   *junitText `xml:"failure"`
		Skipped   *junitText `xml:"skipped"`
		Out       string     `xml:"system-out,omitempty"`
		Err       string     `xml:"system-err,omitempty"`
	}
	junitText struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes findings as a report of tests. A case is what one gate finds in one note: both programs tell cases from
// each other by class and name, so a case keeps its history while lines move. It has failed where the findings fail the
// check; else it counts as skipped, for what passes is not looked at. A case of its own says what was checked, since a
// report without any is taken for an error.
func WriteJUnit(w io.Writer, doc *finding.Document, run Run) error {
	report := junitReport{Name: "kbgate", Suites: []junitSuite{checkedSuite(doc, run)}}
	for findings := range byNote(doc.Findings) {
		report.Suites = append(report.Suites, suiteOf(findings, run))
	}
	for _, s := range report.Suites {
		report.Tests, report.Failures = report.Tests+s.Tests, report.Failures+s.Failures
	}
	return writeXML(w, report)
}

// checkedSuite says what was checked.
func checkedSuite(doc *finding.Document, run Run) junitSuite {
	c := junitCase{ClassName: "kbgate", Name: "check", Out: fmt.Sprintf("%s and %s checked; %s suppressed, %d passed over because of the baseline",
		text.Count(doc.Checked.Claims, "claim", "claims"), text.Count(doc.Checked.Notes-doc.Checked.Claims, "other note", "other notes"), text.Count(len(doc.Suppressed), "finding", "findings"), len(doc.Baseline))}
	var unread strings.Builder
	for _, u := range doc.Unread {
		fmt.Fprintf(&unread, "not read: %s: %s\n", text.Visible(run.path(u.Path)), text.Visible(u.Reason))
	}
	c.Err = unread.String()
	return junitSuite{Name: "kbgate", Tests: 1, Cases: []junitCase{c}}
}

// suiteOf is the findings of a note, a case for each gate, in the order in which they first come.
func suiteOf(findings []finding.Finding, run Run) junitSuite {
	name := inXML(run.path(findings[0].Path))
	s := junitSuite{Name: name}
	byGate := map[string][]*finding.Finding{}
	var tags []string
	for i := range findings {
		f := &findings[i]
		if byGate[f.Gate] == nil {
			tags = append(tags, f.Gate)
		}
		byGate[f.Gate] = append(byGate[f.Gate], f)
	}
	s.Tests = len(tags)
	for _, tag := range tags {
		told, failed := tell(byGate[tag], run)
		c := junitCase{ClassName: strings.TrimSuffix(name, ".md"), Name: tag}
		if failed {
			c.Failure = told
			s.Failures++
		} else {
			c.Skipped = told
			s.Skipped++
		}
		s.Cases = append(s.Cases, c)
	}
	return s
}

// tell is what a gate finds in a note, and whether that fails the check.
func tell(findings []*finding.Finding, run Run) (told *junitText, failed bool) {
	told = &junitText{Type: findings[0].Severity, Message: text.Visible(findings[0].Message)}
	if more := len(findings) - 1; more > 0 {
		told.Message += fmt.Sprintf(" (and %d more)", more)
	}
	var lines strings.Builder
	for _, f := range findings {
		failed = failed || f.Fails(run.Strict)
		fmt.Fprintf(&lines, "%s:%d:%d %s: %s\n  fix: %s\n", text.Visible(run.path(f.Path)), f.Line, f.Column, severity(f), text.Visible(f.Message), text.Visible(f.Fix))
	}
	told.Text = lines.String()
	return told, failed
}
