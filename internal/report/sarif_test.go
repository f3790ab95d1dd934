package report

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/text"
)

// sarifLog is what readers look for.
type sarifLog struct {
	Runs []struct {
		Tool              sarifTool
		AutomationDetails sarifReference
		ColumnKind        string
		OriginalURIBases  map[string]any `json:"originalUriBaseIds"`
		Results           []sarifResult
		Invocations       []sarifInvocation
	}
}

func TestSARIFDescribesEveryGate(t *testing.T) {
	var log sarifLog
	decode(t, schemaOf(t, "sarif-2.1.0.json"), written(t, WriteSARIF, sample(), sampleRun), &log)
	driver := log.Runs[0].Tool.Driver
	if driver.Version != "1.2.3" || log.Runs[0].AutomationDetails.ID != "kbgate/docs/kb/" || log.Runs[0].OriginalURIBases[sarifRoot] == nil {
		t.Errorf("%s, %s, %v", driver.Version, log.Runs[0].AutomationDetails.ID, log.Runs[0].OriginalURIBases)
	}
	for i, g := range gate.BuiltIn {
		r := driver.Rules[i]
		if r.ID != g.ID || r.Configuration.Level != sarifLevel(g.Severity) || !strings.Contains(r.Help.Markdown, g.Fix) || r.Help.Text == "" ||
			len(r.ShortDescription.Text) > 1024 || len(r.FullDescription.Text) > 1024 { // GitHub's limit
			t.Errorf("%s: %+v", g.ID, r)
		}
	}
}

func TestSARIFOfHostileFindings(t *testing.T) {
	schema := schemaOf(t, "sarif-2.1.0.json")
	rapid.Check(t, func(t *rapid.T) { checkSARIF(t, schema, documents.Draw(t, "document"), runs.Draw(t, "run")) })
}

// What does not count is no alert.
func TestSARIFHoldsWhatCounts(t *testing.T) {
	doc := sample()
	counted := *doc
	counted.Suppressed, counted.Baseline = nil, nil
	if got := written(t, WriteSARIF, doc, sampleRun); !bytes.Equal(got, written(t, WriteFullSARIF, &counted, sampleRun)) || bytes.Contains(got, []byte("suppressions")) {
		t.Errorf("got\n%s", got)
	}
}

func checkSARIF(t *rapid.T, schema *jsonschema.Schema, doc *finding.Document, run Run) {
	var log sarifLog
	decode(t, schema, written(t, WriteFullSARIF, doc, run), &log)
	results := log.Runs[0].Results
	if log.Runs[0].ColumnKind != "unicodeCodePoints" || len(results) != len(doc.Findings)+len(doc.Suppressed)+len(doc.Baseline) {
		t.Fatalf("%d results, columns in %s", len(results), log.Runs[0].ColumnKind)
	}
	if n := len(log.Runs[0].Invocations[0].Notifications); n != len(doc.Unread) {
		t.Errorf("%d notifications", n)
	}
	for _, wanted := range []string{"error", "warning"} {
		for i := range doc.Findings {
			f := &doc.Findings[i]
			if level(f, "note") != wanted {
				continue
			}
			checkResult(t, f, results[0], run, len(doc.Suppressed) > 0)
			results = results[1:]
		}
	}
	for i, kind := range []string{"inSource", "external"} {
		if len(results) > 0 && (*results[i].Suppressions)[0].Kind != kind {
			t.Errorf("suppressed %v, want %s", results[i].Suppressions, kind)
		}
	}
}

func checkResult(t *rapid.T, f *finding.Finding, r sarifResult, run Run, hasSuppressed bool) {
	if r.RuleID != valid(f.Gate) || r.Level != level(f, "note") || (r.Suppressions != nil) != hasSuppressed || r.Fingerprints["kbgate/v1"] != f.Fingerprint {
		t.Errorf("%+v, of %+v", r, f)
	}
	if g, ok := gate.BuiltIn.Find(f.Gate); ok != (r.RuleIndex != nil) || ok && gate.BuiltIn[*r.RuleIndex] != g {
		t.Errorf("rule %v of %s", r.RuleIndex, f.Gate)
	}
	if s := r.Message.Text; strings.Contains(s, "](") || strings.NewReplacer("{{", "{", "}}", "}", "] (", "](").Replace(s) !=
		strings.ReplaceAll(text.Visible(sentences(f)), "] (", "](") {
		t.Errorf("message %q of %q", s, sentences(f))
	}
	uri := r.Locations[0].Physical.Artifact.URI
	parsed, err := url.Parse(uri)
	if err != nil || parsed.IsAbs() || parsed.Host != "" || strings.HasPrefix(uri, "/") || parsed.RawQuery+parsed.Fragment != "" || parsed.Path != run.path(f.Path) {
		t.Errorf("%q of %q: %v", uri, f.Path, err)
	}
	if region := r.Locations[0].Physical.Region; region.EndLine < region.StartLine || region.EndLine == region.StartLine && region.EndColumn < region.StartColumn {
		t.Errorf("%+v", region)
	}
	if len(f.Edits) == 0 {
		return
	}
	for i, e := range f.Edits {
		if got := r.Fixes[0].Changes[0].Replacements[i]; got.Inserted.Text != valid(e.NewText) {
			t.Errorf("inserts %q, want %q", got.Inserted.Text, e.NewText)
		}
	}
}

func TestURIPath(t *testing.T) {
	for _, test := range []struct{ path, want string }{
		{"a b/c.md", "a%20b/c.md"}, {"/etc/x", "%2Fetc/x"}, {"//host/x", "%2F/host/x"}, {"a:b", "a%3Ab"}, {"100%#?.md", "100%25%23%3F.md"},
		{"é\xff", "%C3%A9%FF"}, {"../-._~A0", "../-._~A0"}, {"a\\b", "a%5Cb"},
	} {
		if got := uriPath(test.path); got != test.want {
			t.Errorf("%q: %s, want %s", test.path, got, test.want)
		}
	}
}

// What GitHub would refuse is cut, the least bad first, and that is said.
func TestSARIFKeepsTheWorst(t *testing.T) {
	doc := many(20)
	for i := range doc.Findings {
		doc.Findings[i].Severity = finding.Warning
	}
	doc.Findings[13].Severity, doc.Findings[19].Severity = finding.Blocking, finding.Blocking
	doc.Baseline = []finding.Known{{Gate: "date_errors", Path: "old.md", Line: 1}}
	schema := schemaOf(t, "sarif-2.1.0.json")
	rapid.Check(t, func(t *rapid.T) {
		limits := sarifLimits{results: rapid.IntRange(1, 25).Draw(t, "results"), bytes: rapid.IntRange(0, 20_000).Draw(t, "bytes")}
		var log sarifLog
		decode(t, schema, written(t, func(w io.Writer, doc *finding.Document, run Run) error { return writeSARIF(w, doc, run, limits) }, doc, sampleRun), &log)
		got, notes := log.Runs[0].Results, log.Runs[0].Invocations[0].Notifications
		if len(got) > limits.results || (len(got) < 21) != (len(notes) == 1 && notes[0].Descriptor.ID == leftOutNote) {
			t.Fatalf("%d results, %v", len(got), notes)
		}
		for i, r := range got {
			if suppressed := len(*r.Suppressions) > 0; !suppressed && (r.Level == "error") != (i < 2) {
				t.Errorf("result %d is of level %s", i, r.Level)
			}
		}
	})
}

func TestSARIFStaysBelowGitHubsLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: writes reports of many findings")
	}
	random := rand.New(rand.NewPCG(1, 2))
	noise := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(' ' + random.IntN(95))
		}
		return string(b)
	}
	doc := many(3000)
	for i := range doc.Findings {
		doc.Findings[i].Message = noise(6000)
	}
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	if err := WriteSARIF(zip, doc, sampleRun); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 10_000_000 || b.Len() < 8_000_000 {
		t.Errorf("%d bytes compressed", b.Len())
	}

	if n := bytes.Count(written(t, WriteSARIF, many(30_000), sampleRun), []byte("\n{\"ruleId\":")); n != 25_000 {
		t.Errorf("%d results", n)
	}
}
