package report

import (
	"io"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/text"
)

// gitlabIssue is a finding in GitLab's code quality report, https://docs.gitlab.com/ci/testing/code_quality/: a part of Code
// Climate's format.
type gitlabIssue struct {
	Description string `json:"description"`
	CheckName   string `json:"check_name"`
	Fingerprint string `json:"fingerprint"`
	Severity    string `json:"severity"` // info, minor, major, critical or blocker
	Location    struct {
		Path  string `json:"path"`
		Lines struct {
			Begin int `json:"begin"`
		} `json:"lines"`
	} `json:"location"`
}

// WriteGitLab writes findings as the report that a job of GitLab hands over as artifacts:reports:codequality.
func WriteGitLab(w io.Writer, doc *finding.Document, run Run) error {
	out := newJSONWriter(w)
	out.list("")
	for i := range doc.Findings {
		f := &doc.Findings[i]
		issue := gitlabIssue{Description: text.Visible(sentences(f)), CheckName: f.Gate, Fingerprint: f.Fingerprint, Severity: "minor"}
		issue.Location.Path, issue.Location.Lines.Begin = run.path(f.Path), max(f.Line, 1)
		switch level(f, "info") {
		case "error":
			issue.Severity = "blocker"
		case "info":
			issue.Severity = "info"
		}
		out.item(issue)
	}
	return out.end("")
}
