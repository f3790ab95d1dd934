package comment

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/finding"
)

// The lines for people say how many findings there are, how many --fix mends, and what lists the rest; paths count from the
// top of the repository.
func TestLinesForPeople(t *testing.T) {
	link := finding.Finding{Gate: "broken_wiki_links", Severity: finding.Warning, Path: "a.md", Line: 3, Message: "m"}
	mended := link
	mended.AutoFixable = true
	blocks := finding.Finding{Gate: "scope_error", Severity: finding.Blocking, Path: "a.md", Line: 3, Message: "m"}
	hint := blocks
	hint.Severity, hint.Certainty = finding.Warning, finding.Possible
	many := make([]finding.Finding, 14)
	for i := range many {
		many[i] = link
	}
	for name, c := range map[string]struct {
		strict   bool
		findings []finding.Finding
		says     []string
	}{
		"none":           {true, nil, []string{"**Passed** — all gates passed\n\nJudged"}},
		"one that warns": {false, []finding.Finding{link}, []string{"issue\n\n1 finding, none of which blocks.\n\n**[WARN] Wiki link validity**: A wiki link names a note that does not exist\n  - Fix: ", "kbgate explain broken_wiki_links`\n\n"}},
		"one that blocks": {false, []finding.Finding{blocks}, []string{"issue\n\n1 finding, which blocks.\n\n**[BLOCK]",
			"\n  - More: `kbgate explain scope_error`\n\n```text\n  notes/kb/a.md\n    3: m\n```\n"}},
		"both": {false, []finding.Finding{blocks, link, mended}, []string{"1 finding blocks, 2 warn.",
			"; `kbgate check --fix PATH` mends 1 of these 2, marked [--fix]\n", "  notes/kb/a.md\n    3: m\n    3: m [--fix]\n"}},
		"more than issues": {false, []finding.Finding{blocks, blocks, link}, []string{"1 blocking issue\n\n2 findings of 1 kind block, 1 warns."}},
		"hint": {false, []finding.Finding{hint}, []string{"**Passed** — all gates passed\n\n1 finding, none of which blocks.",
			"**[HINT] Scope qualification**: The claim uses an unscoped universal\n  - Fix: Say what is claimed of what.\n  - More: `kbgate explain scope_error`\n\n```text\n"}},
		"all mended":     {false, []finding.Finding{mended, mended}, []string{"mends all of these 2\n", "2 findings of 1 kind, none of which blocks."}},
		"strict":         {true, []finding.Finding{link, link}, []string{"blocks. Strict: certain warnings fail the check too.\n\n"}},
		"many":           {false, many, []string{"4 more places, not listed here: `kbgate check --diff 89abcdef0123...0123456789ab`."}},
		"strict, blocks": {true, []finding.Finding{blocks, blocks}, []string{"2 findings of 1 kind, all of which block. Strict"}},
	} {
		doc := &finding.Document{Folder: "notes/kb/", Strict: c.strict, Findings: c.findings}
		b := New(doc, about)
		if b.Strict != c.strict || len(b.Findings) > 0 && !strings.HasPrefix(b.Findings[0].Path, "notes/kb/") {
			t.Errorf("%s: %+v", name, b)
		}
		body, err := Render(b, Options{Gates: someGates})
		if err != nil {
			t.Fatal(err)
		}
		for _, says := range c.says {
			if !strings.Contains(body, says) {
				t.Errorf("%s: %q is not in\n%s", name, says, body)
			}
		}
	}
}

func TestWrapped(t *testing.T) {
	long := strings.Repeat("x", 120)
	words := strings.TrimSpace(strings.Repeat("word ", 40))
	for _, text := range []string{"", " ", "short", long, long + " a", "a " + long, words, words + " " + long + "  " + words, strings.Repeat("é ", 100)} {
		var b strings.Builder
		wrapped(&b, "  ", "    ", text)
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		for i, line := range lines {
			if i > 0 && !strings.HasPrefix(line, "    ") || !strings.HasPrefix(line, "  ") {
				t.Errorf("%q in %q", line, lines)
			}
			if len([]rune(line)) > placeWidth+1 && strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%q is too long", line)
			}
			lines[i] = strings.TrimPrefix(line, map[bool]string{true: "  ", false: "    "}[i == 0])
		}
		if got := strings.Join(lines, " "); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}
