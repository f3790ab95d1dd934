package gate_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/gate"
)

// complete is a header that lacks nothing; tests change single lines of it.
const complete = `type: claim
domain: tea
description: "Oxygen reaches the leaf"
confidence: likely
source: "Harler (1966); Ukers (1935)"
created: 2026-03-02
`

// findingsOf gives the messages of one gate about a note, each with its line, and the suggestion where there is one.
func findingsOf(t *testing.T, g *gate.Gate, files map[string]string, name string) []string {
	t.Helper()
	base := map[string][]byte{}
	for file, text := range files {
		base[file] = []byte(text)
	}
	result, err := check.Run(context.Background(), check.Request{Files: base, Paths: []string{name}, Now: today})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, f := range result.Document.Findings {
		if f.Gate == g.ID {
			text := fmt.Sprintf("%d: %s", f.Line, f.Message)
			if f.AutoFixable {
				text += " [fix]"
			}
			all = append(all, text)
		}
	}
	return all
}

func TestFrontmatterSchema(t *testing.T) {
	without := func(keys ...string) string {
		var kept []string
		for line := range strings.Lines(complete) {
			key, _, _ := strings.Cut(line, ":")
			drop := false
			for _, k := range keys {
				drop = drop || k == key
			}
			if !drop {
				kept = append(kept, line)
			}
		}
		return strings.Join(kept, "")
	}
	for _, test := range []struct {
		name, header string
		want         []string
	}{
		{"complete", complete, nil},
		{"further fields are allowed", complete + "tradition: oolong\ndepends_on: [a]\n", nil},
		{"missing", without("confidence"), []string{"1: `confidence` is missing"}},
		{"missing but known", without("type", "created"), []string{"1: `created` is missing [fix]", "1: `type` is missing [fix]"}},
		{"missing, misspelled", without("confidence") + "confidance: likely\n", []string{"1: `confidence` is missing; `confidance` is perhaps meant to be it"}},
		{"empty", without("source") + "source:\n", []string{"7: `source` is empty"}},
		{"empty text", without("source") + "source: \"  \"\n", []string{"7: `source` is empty"}},
		{"empty list", without("source") + "source: []\n", []string{"7: `source` is empty"}},
		{"null", without("source") + "source: ~\n", []string{"7: `source` is empty"}},
		{"misnamed", without("source") + "source_archive: \"Harler (1966)\"\n", []string{"7: `source_archive` is not the name of a field: it is called `source` [fix]"}},
		{"misnamed beside the right one", complete + "source_archive: x\n", []string{"8: `source_archive` is not the name of a field: it is called `source`"}},
		{"claim", complete + "claim: tea keeps in the dark\n", []string{"8: `claim` is not the name of a field: it is called `title` [fix]"}},
		{"capital", without("source") + "Source: Harler (1966)\n", []string{"7: `Source` is not the name of a field: it is called `source` [fix]"}},
		{"wrong kind", without("description") + "description: [a, b]\n", []string{"7: `description` is a list, but must be text"}},
		{"wrong kind, mapping", without("created") + "created: {year: 2026}\n", []string{"7: `created` is a mapping, but must be text"}},
		{"list of sources", without("source") + "source:\n  - Harler (1966)\n  - Ukers (1935)\n", nil},
		{"unknown confidence", without("confidence") + "confidence: certain\n", []string{`7: "certain" is no known level of confidence`}},
		{"confidence in capitals", without("confidence") + "confidence: Likely\n", []string{`7: "Likely" is no known level of confidence [fix]`}},
		{"number", without("confidence") + "confidence: 5\n", []string{`7: "5" is no known level of confidence`}},
		{"duplicate key", complete + "domain: coffee\n", []string{"8: `domain` stands twice in the header"}},
		{"alias", without("source") + "source: &s Harler\nnote: *s\n", []string{"7: the header uses an anchor (`&s`)", "8: the header uses an alias (`*s`)"}},
		{"broken yaml", complete + "note: [a\n", []string{"8: the header is not valid YAML: did not find expected ',' or ']'"}},
		{"a list", "- type: claim\n", []string{"2: the header is not a list of `key: value` lines"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			note := "---\n" + test.header + "---\n\n# tea keeps its aroma in the dark\n\ntext\n"
			got := findingsOf(t, gate.FrontmatterSchema, map[string]string{"a.md": note}, "a.md")
			if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

func TestFrontmatterSchemaByConfiguration(t *testing.T) {
	const domains = "claims:\n  domains: [tea, coffee]\n  folders: [claims]\n"
	for _, test := range []struct {
		name, path, note string
		want             []string
	}{
		{"unknown domain", "claims/a.md", "---\n" + strings.Replace(complete, "tea", "cofee", 1) + "---\n", []string{`3: "cofee" is no known domain`}},
		{"domain in capitals", "claims/a.md", "---\n" + strings.Replace(complete, "tea", "Tea", 1) + "---\n", []string{`3: "Tea" is no known domain [fix]`}},
		{"domain of the folder", "claims/coffee/a.md", "---\n" + strings.Replace(complete, "domain: tea\n", "", 1) + "---\n", []string{"1: `domain` is missing [fix]"}},
		{"no header", "claims/a.md", "# tea keeps\n", []string{"1: the note has no header [fix]"}},
		{"no header elsewhere", "notes/a.md", "# tea keeps\n", nil},
		{"unclosed header", "claims/a.md", "---\n" + complete + "\n# tea keeps\n", []string{"1: the header is not closed: no second line of three hyphens follows [fix]"}},
		{"another type is no claim", "claims/a.md", "---\ntype: map\n---\n", nil},
		{"empty file", "claims/a.md", "", []string{"1: the note has no header [fix]"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := findingsOf(t, gate.FrontmatterSchema, map[string]string{".kbgate.yaml": domains, test.path: test.note}, test.path)
			if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

func TestDateErrors(t *testing.T) {
	for _, test := range []struct{ created, want string }{
		{"2026-03-02", ""},
		{"2026-11-22", ""}, // it is tomorrow somewhere
		{"2026-11-23", "lies in the future"},
		{"2026-02-30", "is no day of the calendar"},
		{"2024-02-29", ""},
		{"2026-13-01", "is no day of the calendar"},
		{"3 March 2026", "is not written YYYY-MM-DD > 2026-03-03"},
		{"March 3, 2026", "is not written YYYY-MM-DD > 2026-03-03"},
		{"2026/03/02", "is not written YYYY-MM-DD > 2026-03-02"},
		{"2026-3-2", "is not written YYYY-MM-DD > 2026-03-02"},
		{"2026-03-02T10:00:00Z", "is not written YYYY-MM-DD > 2026-03-02"},
		{"2026-03-02T23:30:00-05:00", "is not written YYYY-MM-DD > 2026-03-02"},
		{"2026-03-02 10:00", "is not written YYYY-MM-DD > 2026-03-02"},
		{"20260302", "is not written YYYY-MM-DD > 2026-03-02"},
		{"25/12/2025", "is not written YYYY-MM-DD > 2025-12-25"},
		{"12/25/2025", "is not written YYYY-MM-DD > 2025-12-25"},
		{"4.4.2026", "is not written YYYY-MM-DD > 2026-04-04"},
		{"03/04/2026", "is not written YYYY-MM-DD, and may be either of two days"},
		{"30/02/2026", "is not written YYYY-MM-DD"},
		{"last spring", "is not written YYYY-MM-DD"},
		{"2026", "is not written YYYY-MM-DD"},
		{"yesterday", "is not written YYYY-MM-DD"},
	} {
		t.Run(test.created, func(t *testing.T) {
			note := "---\n" + strings.Replace(complete, "2026-03-02", `"`+test.created+`"`, 1) + "---\n\n# tea keeps\n"
			result, err := check.Run(context.Background(), check.Request{Files: map[string][]byte{"a.md": []byte(note)}, Now: today})
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, f := range result.Document.Findings {
				if f.Gate == gate.DateErrors.ID {
					got = strings.TrimPrefix(f.Message, "`created: "+test.created+"` ")
					if f.Suggestion != "" {
						got += " > " + f.Suggestion
					}
				}
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestTitleTooFewWords(t *testing.T) {
	for _, test := range []struct {
		title string
		fires bool
	}{
		{"futarchy works", true},
		{"tea keeps well", true},
		{"tea keeps well here", false},
		{"futarchy is manipulation-resistant", true},
		{"don't dry tea twice", false},
		{"o chá oxida", true},
		{"o chá não oxida", false},
		{"guarda-chuvas protegem bem", true},
		{"茶は暗所で香りを保つ", false},
		{"茶は良い", true},
	} {
		note := "---\n" + complete + "---\n\n# " + test.title + "\n"
		got := findingsOf(t, gate.TitleTooFewWords, map[string]string{"a.md": note}, "a.md")
		if (len(got) > 0) != test.fires {
			t.Errorf("%q: %v", test.title, got)
		}
	}
	got := findingsOf(t, gate.TitleTooFewWords, map[string]string{"tea-keeps-in-the-dark.md": "---\n" + complete + "---\n"}, "tea-keeps-in-the-dark.md")
	if len(got) > 0 {
		t.Errorf("the words of a kebab-case name are not counted: %v", got)
	}
	if got := findingsOf(t, gate.TitleTooFewWords, map[string]string{"o-chá-oxida.md": "---\n" + complete + "---\n"}, "o-chá-oxida.md"); len(got) != 1 {
		t.Errorf("a kebab-case name of three words has %v", got)
	}
}

func TestHiddenCharacters(t *testing.T) {
	for _, test := range []struct {
		name, path, text string
		want             int
	}{
		{"plain", "a.md", "# é日本語 – “x” …\ttab\r\n", 0},
		{"zero width", "a.md", "te\u200ba", 1},
		{"override", "a.md", "a \u202edcba\u202c b", 2},
		{"soft hyphen and control", "a.md", "te\u00ada \x1b[31m", 2},
		{"byte order mark at the start only", "a.md", "\ufefftea \ufeff", 1},
		{"emoji", "a.md", "👩\u200d🍳 👨\u200d👩\u200d👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿", 0},
		{"persian non-joiner", "a.md", "می\u200cدهد", 0},
		{"non-joiner in latin", "a.md", "a\u200cb", 1},
		{"direction marks beside hebrew", "a.md", "שלום\u200f!", 0},
		{"tag characters", "a.md", "hi\U000e0041\U000e0042", 2},
		{"mixed alphabets in the name", "t\u0435a.md", "x", 1},
		{"mixed alphabets in the title", "a.md", "# gr\u0435en tea\n", 1},
		{"greek symbol beside latin", "β-amylase breaks starch.md", "x", 0},
		{"name of another note in other letters", "\u0441\u043e\u0441\u043e.md", "x", 1},
		{"zero width in the name", "te\u200ba.md", "x", 1},
		{"filler in the name", "te\u3164a.md", "x", 1},
		{"blank cell in the name", "te\u2800a.md", "x", 1},
		{"filler in the name of a folder", "te\u3164a/a.md", "x", 1},
		{"filler in the title", "a.md", "# green\u3164tea\n", 1},
		{"selector behind a letter", "a.md", "# green\ufe0ftea\n", 1},
		{"escape in a quoted title", "a.md", "---\ntitle: \"green\\u3164tea\"\n---\nx\n", 1},
		{"escape in a quoted list", "a.md", "---\naliases: [tea, \"te\\u200ba\"]\n---\nx\n", 1},
		{"escape that is seen", "a.md", "---\ntitle: \"caf\\u00e9\"\n---\nx\n", 0},
		{"backslash that is no escape", "a.md", "---\ntitle: 'te\\u200ba'\n---\nx\n", 0},
		{"not twice", "a.md", "---\ntitle: \"te\u200ba\"\n---\nx\n", 1},
		{"hangul, khmer and braille", "한국어 ខ្មែរ.md", "# 한국어 ខ្មែរ ⠓⠊\u2800⠽⠕⠥\n", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := findingsOf(t, gate.HiddenCharacters, map[string]string{test.path: test.text, "coco.md": "x"}, test.path)
			if len(got) != test.want {
				t.Errorf("%d findings, want %d: %v", len(got), test.want, got)
			}
		})
	}
}
