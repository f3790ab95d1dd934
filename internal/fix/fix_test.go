package fix

import (
	"context"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/claim"
)

// fragments are parts of notes as authors write them, well and badly.
var (
	headerLines = []string{
		"type: claim", "Type: claim", "type: Claim", "domain: tea", "domain:", "description: \"a: b [[wather]]\"", "desc: short", "confidence: likely",
		"confidence: 'Likely'", "confidence_level: proven", "source: Harler (1966)", "source_archive: \"Harler (1966)\"", "source:\n  - a\n  - b", "created: 2026-03-02",
		"created: '3 March 2026'", "created: 2026/03/02 # day", "created: 03/04/2026", "created:", "related: ['[[Watter]]', \"[[steam]]\"]", "claim: tea keeps", "x: &a b", "# [[comment]]",
	}
	bodyLines = []string{
		"# tea keeps its aroma in the dark", "", "See [[wather]] and [[Water|it]].", "| [[wather\\|w]] | [[gone]] |", "`[[wather]]` is code", "[[steam]] rises ![[pic.png]]",
		"<!-- [[wather]] -->", "```\n[[wather]]\n```", "é – 日本語 [[WATTER]]", "\t", "---", "[[the pot|a pot]]",
	}
)

func drawNote(t *rapid.T) []byte {
	newline := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "newline")
	var b strings.Builder
	if rapid.Bool().Draw(t, "bom") {
		b.WriteString("\ufeff")
	}
	if rapid.IntRange(0, 9).Draw(t, "header") > 0 {
		lines := rapid.SliceOfN(rapid.SampledFrom(headerLines), 0, 8).Draw(t, "header lines")
		b.WriteString("---\n" + strings.Join(append(lines, ""), "\n"))
		if rapid.IntRange(0, 9).Draw(t, "closed") > 0 {
			b.WriteString("---\n")
		}
	}
	b.WriteString(strings.Join(rapid.SliceOfN(rapid.SampledFrom(bodyLines), 0, 8).Draw(t, "body lines"), "\n"))
	return []byte(strings.ReplaceAll(b.String(), "\n", newline))
}

// Fixing twice is fixing once, and whatever a note said before it still says: no line of the body but those with
// mended links changes, no value of the header goes, line endings and byte order mark stay.
func TestFixIsIdempotentAndLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		note := drawNote(t)
		files := map[string][]byte{".kbgate.yaml": []byte("claims: {folders: [claims], domains: [tea]}\n"),
			"claims/tea/a.md": note, "water.md": []byte("# water\n")}
		pending := rapid.Bool().Draw(t, "pending")
		fixed := mustFix(t, files, pending)
		after := note
		for _, c := range fixed.Changes {
			if c.Path != "claims/tea/a.md" || string(c.Before) != string(note) {
				t.Fatalf("changed %s from %q", c.Path, c.Before)
			}
			after = c.After
		}
		files["claims/tea/a.md"] = after
		if again := mustFix(t, files, pending); len(again.Changes) > 0 {
			t.Fatalf("a second fix changes %q into %q", after, again.Changes[0].After)
		}
		keepsAll(t, note, after)
	})
}

func mustFix(t *rapid.T, files map[string][]byte, pending bool) *Fixed {
	fixed, err := Work(context.Background(), check.Request{Files: files, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)}, pending)
	if err != nil {
		t.Fatal(err)
	}
	return fixed
}

func keepsAll(t *rapid.T, before, after []byte) {
	if strings.HasPrefix(string(before), "\ufeff") != strings.HasPrefix(string(after), "\ufeff") {
		t.Fatal("the byte order mark is not as it was")
	}
	crlf := strings.Count(string(before), "\r\n")
	if lone := strings.Count(string(after), "\n") - strings.Count(string(after), "\r\n"); crlf > 0 && lone > 0 {
		t.Fatalf("line endings are mixed: %q", after)
	}
	b, a := claim.Parse("claims/tea/a.md", before), claim.Parse("claims/tea/a.md", after)
	have := map[string]bool{}
	for _, f := range a.Header.Fields {
		have[f.Text] = true
	}
	for _, f := range b.Header.Fields {
		keeps := f.Kind != claim.Text || have[f.Text] || f.Key == "created" || strings.Contains(f.Text, "[[") ||
			have[strings.ToLower(f.Text)]
		if !keeps {
			t.Fatalf("%s: %q is lost from %q", f.Key, f.Text, after)
		}
	}
	for line := range strings.Lines(string(b.BodyText())) {
		if !strings.Contains(line, "[[") && !strings.Contains(string(after), strings.TrimRight(line, "\r\n")) {
			t.Fatalf("the line %q is lost from %q", line, after)
		}
	}
	if b.Header.State == claim.Closed && len(b.Links) != len(a.Links)+strings.Count(string(after), "claim pending")-strings.Count(string(before), "claim pending") {
		t.Fatalf("%d links became %d in %q", len(b.Links), len(a.Links), after)
	}
}
