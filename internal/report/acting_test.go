package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"net/url"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/text"
)

// No format holds a character that drives a terminal or turns the direction of writing; and a path stays the one that it is,
// wherever the format can hold it.
func TestNothingActs(t *testing.T) {
	const path, hostile = "claims/a\u009b2J\u202eb\u2066\x7f\u0085.md", "m\u009b2J\u202eb\u2066\x1b[2J"
	const escape = "claims/a\x1b[2J.md"
	one := func(path string) *finding.Document {
		return &finding.Document{Schema: finding.Schema, Findings: []finding.Finding{{Gate: "scope_error", Severity: finding.Blocking, Path: path, Line: 1, Column: 1, EndLine: 1, EndColumn: 2,
			Message: hostile, Fix: hostile, Target: hostile, Fingerprint: "0a", Bytes: finding.Columns{Start: 1, End: 2},
			Excerpt: finding.Excerpt{Text: hostile, Column: 1}, Edits: []finding.Edit{{Line: 1, Column: 1, EndLine: 1, EndColumn: 2, NewText: hostile, Bytes: finding.Columns{Start: 1, End: 2}}}}},
			Suppressed: []finding.Suppressed{{Gate: "scope_error", Path: path, Line: 1, Reason: hostile}}, Unread: []finding.Unread{{Path: path, Reason: hostile}}}
	}
	ofJSON := func(data []byte, keys ...any) (string, error) {
		var value any
		err := json.Unmarshal(data, &value)
		for _, key := range keys {
			switch key := key.(type) {
			case string:
				value = value.(map[string]any)[key]
			case int:
				value = value.([]any)[key]
			}
		}
		said, _ := value.(string)
		return said, err
	}
	for name, c := range map[string]struct {
		write func(io.Writer, *finding.Document, Run) error
		path  func([]byte) (string, error)
		other string // the path with an escape character, where the format cannot hold it
	}{
		"json": {func(w io.Writer, doc *finding.Document, _ Run) error { return finding.Write(w, doc) },
			func(data []byte) (string, error) { return ofJSON(data, "findings", 0, "path") }, escape},
		"sarif": {WriteFullSARIF, func(data []byte) (string, error) {
			uri, err := ofJSON(data, "runs", 0, "results", 0, "locations", 0, "physicalLocation", "artifactLocation", "uri")
			if err != nil {
				return "", err
			}
			return url.PathUnescape(uri)
		}, escape},
		"gitlab": {WriteGitLab, func(data []byte) (string, error) { return ofJSON(data, 0, "location", "path") }, escape},
		"rdjson": {WriteRDJSON, func(data []byte) (string, error) { return ofJSON(data, "diagnostics", 0, "location", "path") }, escape},
		"checkstyle": {WriteCheckstyle, func(data []byte) (string, error) {
			var read struct {
				File checkstyleFile `xml:"file"`
			}
			err := xml.Unmarshal(data, &read)
			return read.File.Name, err
		}, "claims/a<U+001B>[2J.md"},
		"junit": {WriteJUnit, func(data []byte) (string, error) {
			var read struct {
				Suites []junitSuite `xml:"testsuite"`
			}
			err := xml.Unmarshal(data, &read)
			return read.Suites[1].Name, err
		}, "claims/a<U+001B>[2J.md"},
		"github": {WriteGitHub, nil, ""},
		"text":   {func(w io.Writer, doc *finding.Document, _ Run) error { return WriteText(w, doc, TextOptions{}) }, nil, ""},
	} {
		for given, want := range map[string]string{path: path, escape: c.other} {
			var b bytes.Buffer
			if err := c.write(&b, one(given), Run{}); err != nil {
				t.Fatal(name, err)
			}
			if i := strings.IndexFunc(b.String(), func(r rune) bool { return text.Acts(r) && r != '\n' }); i >= 0 {
				t.Errorf("%s: %+q", name, b.String()[i:min(i+20, b.Len())])
			}
			if c.path == nil {
				continue
			}
			if got, err := c.path(b.Bytes()); got != want || err != nil {
				t.Errorf("%s: %+q, %v; want %+q", name, got, err, want)
			}
		}
	}
}
