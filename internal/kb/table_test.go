package kb

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/text"
)

// A name that is read from its end is the one that folding the whole would give.
func TestIsNamedIsFolding(t *testing.T) {
	letters := rapid.SampledFrom([]rune("abAB.é\u0301ßŞK\u212a/ md"))
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.StringOfN(letters, 1, 8, -1).Draw(t, "path") + rapid.SampledFrom([]string{".md", ".MD", "", ".md.md"}).Draw(t, "ending")
		name := strings.ReplaceAll(rapid.StringOfN(letters, 0, 6, -1).Draw(t, "name"), "/", "")
		keepEnding := rapid.Bool().Draw(t, "keep ending")
		table := newTable([]string{p}, 1, keepEnding)
		base := p[strings.LastIndexByte(p, '/')+1:]
		if rapid.Bool().Draw(t, "its own") {
			name = table.keyOf(base)
		}
		name = text.Fold(name)
		if got, want := table.isNamed(0, name), table.keyOf(base) == name; got != want {
			t.Errorf("path %q, name %q: %v", p, name, got)
		}
	})
}
