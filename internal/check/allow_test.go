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
		if got := string(paragraph("a.md", []byte(text), f)); strings.TrimRight(got, "\n") != strings.TrimRight(tt.want, "\n") {
			t.Errorf("%q stands on\n%q; want\n%q", tt.at, got, tt.want)
		}
	}
	pair := &finding.Finding{At: claim.Span{Start: 0, End: 3}, Target: "b.md", Others: []string{"b.md"}}
	if got := string(paragraph("a.md", []byte(text), pair)); got != text {
		t.Errorf("a finding about two notes stands on %q", got)
	}
	beyond := &finding.Finding{At: claim.Span{Start: 3, End: len(text) + 1}}
	if got := string(paragraph("a.md", []byte(text), beyond)); got != text {
		t.Errorf("a finding beyond the text stands on %q", got)
	}
}
