package check

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
)

// Whatever a reader may quote is found by its fingerprint, and nothing else is.
func TestSeek(t *testing.T) {
	text := "---\ntype: claim\nsource: \"Itō (2021)\"\n---\n\n# green tea turns bitter,\tsays one shop\n\nForty jars (of glass) stood there.\nThe **bitter** ones: “31”.\n" + strings.Repeat("leaf ", 100)
	c := claim.Parse("claims/a.md", []byte(text))
	for words, isThere := range map[string]bool{
		"green tea turns bitter": true, "green tea turns bitter, says one shop": true, "(of glass) stood there. The **bitter**": true, "source: \"Itō (2021)\"": true,
		"Itō (2021)": true, "“31”": true, "jars of glass": false, "een tea turns": false, strings.TrimSpace(strings.Repeat("leaf ", 61)): false,
	} {
		f := finding.Finding{Gate: "scope_error", Matched: words}
		left := mostSought
		got, isFound := seek(c, finding.NewSeeker(f.FingerprintOf("claims/a.md", words), "scope_error", "claims/a.md"), &left)
		if isFound != isThere || isFound && got != words {
			t.Errorf("%q: %q, %v", words, got, isFound)
		}
	}
	left := 10
	if _, isFound := seek(c, finding.NewSeeker("0000000000000000", "scope_error", "claims/a.md"), &left); isFound || left > 0 {
		t.Errorf("%v, %d left", isFound, left)
	}
	if finding.NewSeeker("no fingerprint", "g", "p") != nil {
		t.Error("what is no fingerprint is looked for")
	}
}
