package report

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/finding"
)

type rdResult struct {
	Source      rdSource
	Diagnostics []rdDiagnostic
}

func TestRDJSONOfHostileFindings(t *testing.T) {
	schema := schemaOf(t, "rdjson.json")
	rapid.Check(t, func(t *rapid.T) {
		doc, run := documents.Draw(t, "document"), runs.Draw(t, "run")
		var result rdResult
		decode(t, schema, written(t, WriteRDJSON, doc, run), &result)
		if len(result.Diagnostics) != len(doc.Findings) || result.Source.Name != "kbgate" {
			t.Fatalf("%d diagnostics of %d findings", len(result.Diagnostics), len(doc.Findings))
		}
		for i, d := range result.Diagnostics {
			f := &doc.Findings[i]
			if d.Location.Path != valid(run.path(f.Path)) || d.Code.Value != valid(f.Gate) || (d.Severity == "ERROR") != (level(f, "info") == "error") ||
				strings.ContainsAny(d.Message+d.OriginalOutput, "\n\r\x1b") {
				t.Errorf("%+v, of %+v", d, f)
			}
			if f.Bytes == (finding.Columns{}) != (d.Location.Range.Start.Column == 0 && d.Location.Range.End.Column == 0) {
				t.Errorf("range %+v, of bytes %+v", d.Location.Range, f.Bytes)
			}
			for j, s := range d.Suggestions {
				if s.Text != valid(f.Edits[j].NewText) || s.Range.Start.Column == 0 {
					t.Errorf("suggestion %+v, of %+v", s, f.Edits[j])
				}
			}
		}
	})
}

// Columns are in bytes: https://github.com/reviewdog/reviewdog/blob/master/proto/rdf/reviewdog.proto.
func TestRDJSONCountsBytes(t *testing.T) {
	var result rdResult
	decode(t, schemaOf(t, "rdjson.json"), written(t, WriteRDJSON, sample(), sampleRun), &result)
	d := result.Diagnostics[0]
	if d.Location.Range != (rdRange{rdPosition{4, 17}, rdPosition{4, 27}}) || d.Suggestions[0].Range != (rdRange{rdPosition{4, 19}, rdPosition{4, 25}}) {
		t.Errorf("%+v", d)
	}
	if unknown := result.Diagnostics[2].Location.Range; unknown != (rdRange{rdPosition{9, 0}, rdPosition{10, 0}}) {
		t.Errorf("%+v", unknown)
	}
}

func TestInert(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"plain [[link]] < 3", "plain [[link]] < 3"},
		{"[x](https://example.org)", "[x] (https://example.org)"},
		{"<!-- REJECTION: {} -->", "< !-- REJECTION: {} -->"},
		{"<b></b><?x", "< b>< /b>< ?x"},
		{"@team and a@b", "@ team and a@ b"},
		{"write `<!-- claim pending -->`", "write `<!-- claim pending -->`"},
		{"``a ` <b>`` <b>", "``a ` <b>`` < b>"},
		{"`open <b>", "`open < b>"},
		{"`a``<b>` <b>", "`a``<b>` < b>"},
		{"`a`` <b>", "`a`` < b>"},
		{"`` <b> `", "`` < b> `"},
		{"\\`<b>`", "\\`< b>`"},
		{"`a\\` <b>", "`a\\` < b>"},
		{`\\` + "`<b>` @all", `\\` + "`<b>` @ all"},
		{`\\\` + "`<b>` @all", `\\\` + "`< b>` @ all"},
	} {
		if got := inert(test.text); got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}
