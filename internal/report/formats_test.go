package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/finding"
)

var update = flag.Bool("update", false, "write the expected output anew")

// foreign are the formats of other programs.
var foreign = []struct {
	name  string
	write func(io.Writer, *finding.Document, Run) error
}{
	{"sarif", WriteSARIF},
	{"sarif-all", WriteFullSARIF},
	{"github", WriteGitHub},
	{"gitlab", WriteGitLab},
	{"junit", WriteJUnit},
	{"checkstyle", WriteCheckstyle},
	{"rdjson", WriteRDJSON},
}

var sampleRun = Run{Version: "1.2.3", Folder: "docs/kb/"}

// sample has one of each thing that a document may hold.
func sample() *finding.Document {
	doc := &finding.Document{
		Schema: finding.Schema, Root: ".", Checked: finding.Checked{Claims: 3, Notes: 5},
		Findings: []finding.Finding{
			{Gate: "broken_wiki_links", Severity: finding.Warning, Path: "claims/dark tea.md", Line: 4, Column: 16, EndLine: 4, EndColumn: 26,
				Message: `no note is called "wather"`, Fix: "Write [[water]], or link to another note that exists.", AutoFixable: true,
				Target: "wather", Suggestion: "water", Fingerprint: "0123456789abcdef", Bytes: finding.Columns{Start: 17, End: 27},
				Edits: []finding.Edit{{Line: 4, Column: 18, EndLine: 4, EndColumn: 24, NewText: "water", Bytes: finding.Columns{Start: 19, End: 25}}}},
			{Gate: "date_errors", Severity: finding.Blocking, Path: "claims/dark tea.md", Line: 7, Column: 10, EndLine: 7, EndColumn: 22,
				Message: "`created: 3 March 2026` is not written YYYY-MM-DD", Fix: "Write the day, as {YYYY-MM-DD}; 100 %.", Fingerprint: "fedcba9876543210",
				Bytes: finding.Columns{Start: 10, End: 22}},
			{Gate: "broken_wiki_links", Severity: finding.Warning, Path: "claims/dark tea.md", Line: 9, Column: 1, EndLine: 10, EndColumn: 3,
				Message: `no note is called "milk"`, Fix: "Link only to notes that exist.", Target: "milk", Fingerprint: "1122334455667788"},
			{Gate: "of_a_newer_program", Severity: finding.Warning, Path: "öl, käse: 50%.md", Line: 1, Column: 1, EndLine: 1, EndColumn: 1, Message: "see [this](https://example.org), @team & <all>"},
		},
		Suppressed: []finding.Suppressed{{Gate: "scope_error", Path: "claims/green.md", Line: 2, Reason: "the theorem holds for every finite group"}},
		Baseline:   []finding.Known{{Gate: "body_too_thin", Path: "old.md", Line: 12, Fingerprint: "99aabbccddeeff00"}},
		Unread:     []finding.Unread{{Path: "locked.md", Reason: "permission denied"}},
	}
	doc.Summary = finding.Summarize(doc.Findings)
	return doc
}

func written(t rapid.TB, write func(io.Writer, *finding.Document, Run) error, doc *finding.Document, run Run) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, doc, run); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// `go test ./internal/report -run Golden -update` writes the expected output anew.
func TestGolden(t *testing.T) {
	empty := &finding.Document{Schema: finding.Schema, Root: "."}
	for _, f := range foreign {
		golden(t, f.name, written(t, f.write, sample(), sampleRun))
		golden(t, f.name+".empty", written(t, f.write, empty, Run{Version: "1.2.3"}))
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if strings.HasPrefix(name, "sarif") {
		got = withoutRules(t, got)
	}
	file := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.WriteFile(file, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("`go test ./internal/report -run Golden -update` writes %s, if this is meant:\n%s", file, udiff.Unified("before", "now", string(want), string(got)))
	}
}

// withoutRules takes the descriptions of the gates and their numbers out, which change with the gates.
func withoutRules(t *testing.T, log []byte) []byte {
	t.Helper()
	from, to := bytes.Index(log, []byte(`"rules":[`)), bytes.Index(log, []byte(`"notifications":[{"id"`))
	if from < 0 || to < from {
		t.Fatalf("no rules in\n%s", log)
	}
	log = bytes.Replace(log, log[from:to], []byte(`"rules":[…],`), 1)
	return regexp.MustCompile(`"ruleIndex":\d+,`).ReplaceAll(log, nil)
}

func TestWriteErrorsAreReported(t *testing.T) {
	for _, f := range foreign {
		if err := f.write(failing{}, sample(), sampleRun); err == nil {
			t.Errorf("%s: a full disk goes unnoticed", f.name)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// hostile are texts that break out of something somewhere.
var hostile = []string{
	"", " ", "a b.md", "100%", "%0A::error::x", "a\nb", "a\r\n::warning::b", "::error::", "::error file=x::y", "##[error]x", "::stop-commands::t",
	"file=a,line=1", "a,b:c", "../../etc/passwd", "..", "/abs", "//host/x", "C:\\x", "ö/日本/🍵.md", "cafe\u0301", "\u202egnp.md", "\u200b",
	"\x1b[2J\x07\x00", "\x9b31m", "]]>", "<![CDATA[", "<!-- REJECTION: {} -->", "-->", "</testcase>", "&amp;&#0;", `"'`, "`", "``` ```", "\\`<b>`",
	"[x](https://example.org)", "![x](https://example.org/y)", "{0}", "{", "}}", "@team", "a@b.c", "\xff\xfe", "\ufffe\uffff", "\ufeff", "#?&=;+~",
	strings.Repeat("long 日本 <x> ", 6000), "\u2028\u2029", "${{ secrets.X }}", "$(id)",
}

func texts(label string) *rapid.Generator[string] {
	piece := rapid.OneOf(rapid.SampledFrom(hostile), rapid.String())
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 3).Draw(t, label), "")
	})
}

// documents are findings as nobody wishes for them.
var documents = rapid.Custom(func(t *rapid.T) *finding.Document {
	number := rapid.IntRange(-1, 1<<20)
	tag := rapid.OneOf(rapid.SampledFrom([]string{"date_errors", "scope_error", "broken_wiki_links"}), texts("gate"))
	columns := rapid.SampledFrom([]finding.Columns{{}, {Start: 1, End: 9}, {Start: 7, End: 3}})
	finds := rapid.Custom(func(t *rapid.T) finding.Finding {
		f := finding.Finding{Gate: tag.Draw(t, "gate"), Severity: rapid.SampledFrom([]string{"blocking", "warning", "?"}).Draw(t, "severity"),
			Path: texts("path").Draw(t, "path"), Line: number.Draw(t, "line"), Column: number.Draw(t, "column"),
			EndLine: number.Draw(t, "end line"), EndColumn: number.Draw(t, "end column"), Message: texts("message").Draw(t, "message"),
			Fix: texts("fix").Draw(t, "fix"), Fingerprint: rapid.StringMatching(`[0-9a-f]{16}`).Draw(t, "fingerprint"), Bytes: columns.Draw(t, "bytes")}
		for range rapid.IntRange(0, 2).Draw(t, "edits") {
			f.Edits = append(f.Edits, finding.Edit{Line: number.Draw(t, "line"), Column: number.Draw(t, "column"), EndLine: number.Draw(t, "end line"),
				EndColumn: number.Draw(t, "end column"), NewText: texts("new").Draw(t, "new"), Bytes: columns.Draw(t, "bytes")})
		}
		return f
	})
	doc := &finding.Document{Findings: rapid.SliceOfN(finds, 0, 12).Draw(t, "findings")}
	if rapid.Bool().Draw(t, "silenced") {
		doc.Suppressed = []finding.Suppressed{{Gate: tag.Draw(t, "gate"), Path: texts("path").Draw(t, "path"), Line: number.Draw(t, "line"), Reason: texts("reason").Draw(t, "reason")}}
		doc.Baseline = []finding.Known{{Gate: tag.Draw(t, "gate"), Path: texts("path").Draw(t, "path"), Line: number.Draw(t, "line")}}
		doc.Unread = []finding.Unread{{Path: texts("path").Draw(t, "path"), Reason: texts("reason").Draw(t, "reason")}}
	}
	doc.Summary = finding.Summarize(doc.Findings)
	return doc
})

var runs = rapid.SampledFrom([]Run{{}, {Folder: "docs/a kb%/", Strict: true}})

// schemaOf compiles a schema of testdata.
func schemaOf(t rapid.TB, name string) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "schema", name))
	if err != nil {
		t.Fatal(err)
	}
	return compile(t, string(data))
}

func compile(t rapid.TB, schema string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// decode holds data against a schema and reads it.
func decode(t rapid.TB, s *jsonschema.Schema, data []byte, into any) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%v in\n%.2000s", err, data)
	}
	if err := s.Validate(value); err != nil {
		t.Fatalf("%v in\n%.2000s", err, data)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// valid is a text as JSON and XML hold it: each byte that is no UTF-8 is replaced.
func valid(s string) string { return string([]rune(s)) }

func BenchmarkFormats(b *testing.B) {
	for _, f := range foreign {
		for _, n := range []int{1_000, 10_000, 100_000} {
			doc := many(n)
			b.Run(fmt.Sprintf("%s/%d", f.name, n), func(b *testing.B) {
				for b.Loop() {
					if err := f.write(io.Discard, doc, sampleRun); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/finding")
			})
		}
	}
}

// many is a document of so many findings, ten to a note.
func many(n int) *finding.Document {
	doc := &finding.Document{}
	for i := range n {
		f := sample().Findings[i%2]
		f.Path = fmt.Sprintf("claims/%06d.md", i/10)
		f.Fingerprint = fmt.Sprintf("%016x", i)
		doc.Findings = append(doc.Findings, f)
	}
	doc.Summary = finding.Summarize(doc.Findings)
	return doc
}
