package report

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/text"
)

// What GitLab's documentation asks of a code quality report, https://docs.gitlab.com/ci/testing/code_quality/.
const codeQualitySchema = `{
	"type": "array",
	"items": {
		"type": "object",
		"required": ["description", "check_name", "fingerprint", "severity", "location"],
		"additionalProperties": false,
		"properties": {
			"description": {"type": "string"},
			"check_name": {"type": "string"},
			"fingerprint": {"type": "string", "minLength": 1},
			"severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
			"location": {
				"type": "object",
				"required": ["path", "lines"],
				"properties": {
					"path": {"type": "string"},
					"lines": {"type": "object", "required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}}
				}
			}
		}
	}
}`

func TestGitLabOfHostileFindings(t *testing.T) {
	schema := compile(t, codeQualitySchema)
	rapid.Check(t, func(t *rapid.T) {
		doc, run := documents.Draw(t, "document"), runs.Draw(t, "run")
		var issues []gitlabIssue
		decode(t, schema, written(t, WriteGitLab, doc, run), &issues)
		if len(issues) != len(doc.Findings) {
			t.Fatalf("%d issues of %d findings", len(issues), len(doc.Findings))
		}
		for i, issue := range issues {
			f := &doc.Findings[i]
			if issue.Location.Path != valid(run.path(f.Path)) || issue.CheckName != valid(f.Gate) || issue.Fingerprint != f.Fingerprint ||
				issue.Description != text.Visible(sentences(f)) || (issue.Severity == "blocker") != (level(f, "info") == "error") {
				t.Errorf("%+v, of %+v", issue, f)
			}
		}
	})
}
