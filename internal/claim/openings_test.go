package claim

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden file anew")

// oddHeaders are notes with headers as some program may read them. The same seed gives the same notes.
func oddHeaders(seed uint64, number int) []string {
	random := rand.New(rand.NewPCG(seed, 12))
	one := func(of ...string) string { return of[random.IntN(len(of))] }
	sometimes := func(percent int, text string) string {
		if random.IntN(100) < percent {
			return text
		}
		return ""
	}
	field := func() string {
		return one("type: claim", "type: claim", "type: claim", "Type : 'Claim'", "type:\n  - claim", "type: source", "type = \"claim\"", "\"type\": \"claim\",",
			"title: x", "confidence: likely\nsource: a", "confidence: likely", "[a]\ntype = 'claim'", "a: {type: claim}", "<<: {type: claim}", "- type: claim",
			"type: &a claim", "t\\x79pe: claim", "\"t\\x79pe\": claim", "type: claims", "a prose line, and more", "x: [", "# type: claim", "%YAML 1.1", "тype: claim", "type: \u200bclaim")
	}
	ends := func(mark string) string { return one(mark, mark, mark, mark, mark+" ", mark+mark, mark+"x", "...", "") }
	block := func() string {
		mark := one("---", "---", "---", "---", "---", "+++", ";;;", "----", "= yaml =")
		opening := mark + one("", "", "", "", "yaml", " yml", "toml", "x---", " ---", "\t", " # c", "<!--", "-", "{")
		lines := []string{opening}
		for range 1 + random.IntN(3) {
			lines = append(lines, field())
		}
		if random.IntN(6) == 0 {
			at := 1 + random.IntN(len(lines))
			lines = append(lines[:at:at], append([]string{one("", "...", "# c", "-->", "```", "text")}, lines[at:]...)...)
		}
		return strings.Join(append(lines, ends(mark)), "\n") + "\n"
	}
	compact := func() string {
		return one(`{"type": "claim"}`, `{"type":"claim","a":1}`, "{\n\"type\": \"claim\"\n}", `{ "a": {"type": "claim"} }`, `{type: claim}`, `{"type": "claim"`, `{"a": "}", "type": "claim"}`) + "\n"
	}
	bare := func() string {
		return one("type: claim\n", "#+type: claim\n#+title: x\n", "Type: claim\nMy Key: y\n", "- type: claim\n", "> type: claim\n", "type: claim text\n", "confidence: a\ndomain: b\n")
	}
	inComment := func() string {
		return one("<!-- ", "<!--\n", "<!-- -", "<!--") + strings.TrimSuffix(block(), "\n") + one(" -->\n", "\n-->\n", "\n", " --> x\n")
	}
	nested := func() string {
		mark := one("> ", "- ", "  ", "    ", "1. ")
		return mark + strings.ReplaceAll(strings.TrimSuffix(block(), "\n"), "\n", "\n"+one(mark, strings.Repeat(" ", len(mark)))) + "\n"
	}
	some := func() string {
		return [...]func() string{block, block, block, block, compact, bare, inComment, nested}[random.IntN(8)]()
	}
	notes, seen := []string{}, map[string]bool{}
	for len(notes) < number {
		var b strings.Builder
		b.WriteString(sometimes(15, "\ufeff") + sometimes(12, one("\n", "\n\n", " ", "\t\n", "\u00a0\n", "\ufeff\n")))
		b.WriteString(sometimes(10, one("<!-- c -->\n", "<!-- c\n", "<!-- c -->", "<!-- a\nb -->\n\n")))
		b.WriteString(some())
		b.WriteString(one("\n", "", "# a title\n\n", "text of a note\n", "text of a note\n\n"))
		b.WriteString(sometimes(45, some()) + "Body text.\n")
		note := b.String()
		switch random.IntN(14) {
		case 0:
			note = strings.ReplaceAll(note, "\n", "\r\n")
		case 1:
			note = strings.ReplaceAll(note, "\n", "\r")
		case 2:
			note = strings.Replace(note, "\n", one("\r", "\u0085", "\u2028", " \n"), 1+random.IntN(2))
		}
		if !seen[note] {
			seen[note] = true
			notes = append(notes, note)
		}
	}
	return notes
}

// What is a header, and whether it makes a claim of its note, is what it was: the golden file has a line for each odd header.
func TestOddHeadersAreReadAsBefore(t *testing.T) {
	var b strings.Builder
	for _, note := range oddHeaders(1, 600) {
		h := &Parse("notes/a.md", []byte(note)).Header
		line := func(offset int) int { return NewLocator([]byte(note)).Position(offset).Line }
		fmt.Fprintf(&b, "%q: ", note)
		if h.MakesClaim() {
			b.WriteString("claim, ")
		}
		fmt.Fprintf(&b, "type %q of %q, %s, meant %t, lines %d to %d", h.Type(), h.Types(), [...]string{"absent", "unclosed", "closed"}[h.State], h.Meant, line(h.Span.Start), line(h.Span.End))
		for _, p := range h.Problems {
			fmt.Fprintf(&b, ", %s at %d", problemName[p.Kind], line(p.Span.Start))
		}
		b.WriteByte('\n')
	}
	const golden = "testdata/openings.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	wanted := strings.SplitAfter(string(want), "\n")
	for i, got := range strings.SplitAfter(b.String(), "\n") {
		if i >= len(wanted) || got != wanted[i] {
			t.Errorf("line %d is\n%swant\n%s", i+1, got, append(wanted, make([]string, i+1)...)[i])
		}
	}
}

var problemName = [...]string{NotYAML: "not YAML", NotMapping: "no mapping", TooLarge: "too large", RefusedSyntax: "refused syntax", DuplicateKey: "duplicate key",
	OddOpening: "odd opening", Foreign: "foreign", LoneReturn: "lone return", SecondHeader: "second header", DotsEnd: "dots end"}
