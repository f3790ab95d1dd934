package report

import (
	"bytes"
	"strings"
	"testing"
	"unicode"

	"github.com/kbgate/kbgate/internal/finding"
)

func oneFinding(excerpt string, column, end int) *finding.Document {
	return &finding.Document{Checked: finding.Checked{Claims: 1, Notes: 1}, Summary: finding.Summary{Blocking: 1}, Findings: []finding.Finding{{
		Gate: "g", Severity: "blocking", Path: "a.md", Line: 2, Column: column, EndLine: 2, EndColumn: end, Message: "m", Fix: "f",
		Excerpt: finding.Excerpt{Text: excerpt, Column: 1}}}}
}

func lines(t *testing.T, doc *finding.Document, opts TextOptions) []string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteText(&b, doc, opts); err != nil {
		t.Fatal(err)
	}
	return strings.Split(b.String(), "\n")
}

func TestCaretStandsUnderThePlace(t *testing.T) {
	for _, test := range []struct {
		name, text  string
		column, end int
		line, caret string
	}{
		{"ascii", "see [[tea]] now", 5, 12, "see [[tea]] now", "    ^^^^^^^"},
		{"wide characters before it", "日本 [[tea]]", 4, 11, "日本 [[tea]]", "     ^^^^^^^"},
		{"combining mark before it", "cafe\u0301 x", 7, 8, "cafe\u0301 x", "     ^"},
		{"empty place", "abc", 2, 2, "abc", " ^"},
		{"beyond the line", "abc", 9, 12, "abc", "   ^"},
		{"a tab", "\tx", 2, 3, " x", " ^"},
		{"long line", strings.Repeat("a ", 300) + "[[tea]]" + strings.Repeat(" b", 300), 601, 608,
			"…" + strings.Repeat("a ", 11) + "[[tea]]" + strings.Repeat(" b", 29) + " …", strings.Repeat(" ", 23) + "^^^^^^^"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := lines(t, oneFinding(test.text, test.column, test.end), TextOptions{})
			line, caret := strings.TrimPrefix(got[2], "      2 | "), strings.TrimPrefix(got[3], "        | ")
			if line != test.line || caret != test.caret {
				t.Errorf("\n%q\n%q, want\n%q\n%q", line, caret, test.line, test.caret)
			}
		})
	}
}

// Nothing that a claim holds may reach the terminal as a command to it.
func TestTextFromClaimsIsHarmless(t *testing.T) {
	evil := "a\x1b[2J\x07\u202eb\u200b\x9b\r"
	doc := oneFinding(evil, 1, 4)
	doc.Findings[0].Message, doc.Findings[0].Fix, doc.Findings[0].Path = evil, evil, evil
	var b bytes.Buffer
	if err := WriteText(&b, doc, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if i := strings.IndexFunc(b.String(), func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); i >= 0 {
		t.Errorf("a character got through at %d of %q", i, b.String())
	}
	if !strings.Contains(b.String(), "<U+001B>[2J") {
		t.Errorf("the character is not shown: %q", b.String())
	}
}

func TestColorOnlyWhenAsked(t *testing.T) {
	doc := oneFinding("abc", 1, 2)
	if strings.Contains(strings.Join(lines(t, doc, TextOptions{}), ""), "\x1b") {
		t.Error("colours without asking")
	}
	if !strings.Contains(strings.Join(lines(t, doc, TextOptions{Color: true}), ""), "\x1b[1;31mblocking\x1b[0m") {
		t.Error("no colours")
	}
}

// The summary advises only what mends what was judged: --fix acts on the files of the work tree.
func TestSummarySaysWhatMends(t *testing.T) {
	for judged, want := range map[Input]string{
		WorkTree:      "--fix mends 1 of them, --fix-dry-run shows how; `kbgate explain GATE` says more about a gate",
		Index:         "`kbgate check --fix a.md` mends 1 of them in the work tree, as far as they stand there too; `git add` the notes then; `kbgate explain GATE` says more about a gate",
		Commits:       "`kbgate check --fix a.md` mends 1 of them where the commit is checked out; `kbgate explain GATE` says more about a gate",
		StandardInput: "--fix-dry-run shows how 1 of them are mended; `kbgate explain GATE` says more about a gate",
	} {
		doc := oneFinding("abc", 1, 2)
		doc.Summary.Fixable, doc.Findings[0].AutoFixable = 1, true
		got := lines(t, doc, TextOptions{Input: judged})
		if got[len(got)-2] != want {
			t.Errorf("%d: %q, want %q", judged, got[len(got)-2], want)
		}
	}
}
