package check

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
)

// A finding stands on the paragraphs that it touches; the header is one.
func TestParagraph(t *testing.T) {
	const header = "---\ntype: claim\n\ntitle: one\n---\n"
	const text = header + "# two\nthree\n\n  \nfour five\nsix\n \t\nseven"
	for _, tt := range []struct{ at, want string }{
		{"one", header},
		{"claim\n\ntitle", header},
		{"two", "# two\nthree\n"},
		{"three", "# two\nthree\n"},
		{"three\n", "# two\nthree\n"},
		{"five", "four five\nsix\n"},
		{"five\nsix", "four five\nsix\n"},
		{"six\n \t\nseven", "four five\nsix\n \t\nseven"},
		{"seven", "seven"},
		{"one\n---\n# two", text[:strings.Index(text, "\n  \n")]},
		{"", text},
	} {
		start := strings.Index(text, tt.at)
		f := &finding.Finding{At: claim.Span{Start: start, End: start + len(tt.at)}}
		from, to := paragraph([]byte(text), len(header), f)
		if got := text[from:to]; strings.TrimRight(got, "\n") != strings.TrimRight(tt.want, "\n") {
			t.Errorf("%q stands on\n%q; want\n%q", tt.at, got, tt.want)
		}
	}
	pair := &finding.Finding{At: claim.Span{Start: 0, End: 3}, Target: "b.md", Others: []string{"b.md"}}
	if from, to := paragraph([]byte(text), len(header), pair); from != 0 || to != len(text) {
		t.Errorf("a finding about two notes stands on %q", text[from:to])
	}
	beyond := &finding.Finding{At: claim.Span{Start: 3, End: len(text) + 1}}
	if from, to := paragraph([]byte(text), len(header), beyond); from != 0 || to != len(text) {
		t.Errorf("a finding beyond the text stands on %q", text[from:to])
	}
}

// Nobody brings a paragraph that stood in the note; words of a longer one, and a note that was cut down to some of its paragraphs, are new.
func TestPlaceStoodIn(t *testing.T) {
	const header = "---\ntype: claim\n\ntitle: one\n---\n"
	const before = header + "# not always\nso it is\n\nfour  five\nsix\n\nseven\n"
	at := func(text string) *place {
		body := bodyOf("a.md", []byte(text))
		return &place{note: "a.md", text: fold([]byte(text)), outline: outline([]byte(text), body)}
	}
	for text, want := range map[string]bool{
		"four five\nsix":                    true,
		"# not always so it is":             true,
		"four five six\n\nseven":            true,
		header:                              true,
		header + "# not always\nso it is\n": true,
		"always so it is":                   false,
		"# not always":                      false,
		"four five":                         false,
		"four five six seven":               false,
		"seven\n\nfour five six":            false,
		"---\ntype: claim\n---\n":           false,
		"type: claim":                       false,
		header + "four five six\n\nseven\n": false,
		"---\ntype: claim title: one ---":   true, // white space does not matter
	} {
		if got := at(text).stoodIn([]byte(before)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	cut := at(header + "# not always\nso it is\n")
	if cut.isWhole = true; cut.stoodIn([]byte(before)) {
		t.Error("a note that was cut down stood there")
	}
	if same := at(before + "\n"); !same.stoodIn([]byte(before)) {
		t.Error("a note that is as it was stood not there")
	}
}
