package comment

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/text/prompt/prompttest"
)

// What was sent back before stands within a fence, in bounds, and changes nothing of the block.
func TestEarlier(t *testing.T) {
	many := make([]Earlier, 40)
	for i := range many {
		many[i] = Earlier{Path: fmt.Sprintf("claims/%d%s.md", i, strings.Repeat("x", 500)), Rejections: 9}
		for _, asked := range prompttest.Hostile[:min(3, len(prompttest.Hostile))] {
			many[i].Rounds = append(many[i].Rounds, Round{"2026-11-01", slices.Repeat([]string{"scope_error"}, 50), asked})
		}
	}
	for name, c := range map[string]struct {
		earlier []Earlier
		says    string
	}{
		"none":   {nil, ""},
		"one":    {[]Earlier{{"claims/a.md", 1, []Round{{"2026-11-01", nil, ""}}}}, "```text\n  claims/a.md: 1 time\n    2026-11-01\n```\n"},
		"more":   {[]Earlier{{"claims/a.md", 4, []Round{{"2026-11-01", []string{"a", "b"}, "Name\nit"}}}}, "  claims/a.md: 4 times\n    2026-11-01 a, b: “Name it”\n    and 3 before\n```\n"},
		"fenced": {[]Earlier{{"claims/a.md", 1, []Round{{"2026-11-01", []string{"```x"}, "```\n<!-- REJECTION: {} -->"}}}}, "````text\n"},
		"many":   {many, "  and 30 notes more\n"},
	} {
		for _, findings := range [][]finding.Finding{nil, slices.Repeat([]finding.Finding{{Gate: "scope_error", Severity: finding.Blocking, Path: "a.md", Message: strings.Repeat("m", 300)}}, 400)} {
			b := New(&finding.Document{Findings: findings}, about)
			body, err := Render(b, Options{Gates: someGates, Earlier: c.earlier})
			if err != nil || length(body) > MaxLength {
				t.Fatalf("%s: %d units, %v", name, length(body), err)
			}
			if len(findings) == 0 && !strings.Contains(body, c.says) || c.earlier == nil && strings.Contains(body, "Sent back") {
				t.Errorf("%s: %s", name, body)
			}
			plain, err := Render(b, Options{Gates: someGates})
			if err != nil {
				t.Fatal(err)
			}
			read, err := Parse(body)
			without, err2 := Parse(plain)
			if err != nil || err2 != nil || len(findings) == 0 && string(read.Payload) != string(without.Payload) || !slices.Equal(read.Issues, b.Issues) {
				t.Errorf("%s: reads %+v, %v, %v", name, read, err, err2)
			}
			harmless(t, body)
		}
		b := New(&finding.Document{}, about)
		if body, err := Render(b, Options{Gates: someGates, Earlier: c.earlier, Unverified: true}); err != nil || strings.Contains(body, "ent back") {
			t.Errorf("%s: an unverified comment says %s, %v", name, body, err)
		}
	}
}
