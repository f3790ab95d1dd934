package claim

import (
	"slices"
	"strings"
	"testing"
)

func TestTangledNotes(t *testing.T) {
	for name, source := range map[string]string{
		"quotations":      strings.Repeat(">", 1000) + "\n",
		"links":           strings.Repeat("[a](", 50_000) + "\n",
		"emphasis":        strings.Repeat("a*b_", 50_000) + "\n",
		"definitions":     strings.Repeat("[a]: b\n", 50_000),
		"backticks":       strings.Repeat("`", 10_000) + strings.Repeat("a", 100_000) + "\n",
		"lines in a list": strings.Repeat("- ", 200) + "x\n" + strings.Repeat("\n", 50_000),
	} {
		c := Parse("x.md", []byte("`[[a]]`\n\n"+source+"\n# heading\n"))
		if c.Tangled == "" || len(c.Links)+len(c.Hidden) > 0 {
			t.Errorf("%s: tangled %q, %d links, %d hidden", name, c.Tangled, len(c.Links), len(c.Hidden))
		}
		if len(c.Headings) != 1 || c.Headings[0].Text != "heading" {
			t.Errorf("%s: headings %v", name, c.Headings)
		}
	}
}

// Long, but nothing that people do not write.
func TestHonestNotesAreNotTangled(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: reads large notes")
	}
	for name, source := range map[string]string{
		"index":          strings.Repeat("- [a](b.md) and *c* [[d]]\n", 40_000),
		"paragraphs":     strings.Repeat("*a* **b** `c` [d](e \"f\")\n\n", 50_000),
		"table":          strings.Repeat("| [[a]] | `b` | [c](d) |\n", 10_000),
		"nested list":    strings.Repeat("- a\n  - b\n    - c\n      - d\n        - e\n\n", 20_000),
		"definitions":    strings.Repeat("[a]: b\n", 5_000),
		"long fences":    strings.Repeat("`", 80) + "\n" + strings.Repeat("x\n", 10_000) + strings.Repeat("`", 80) + "\n",
		"indented text":  strings.Repeat(strings.Repeat(" ", 300)+"a\n", 1000),
		"rows of stars":  strings.Repeat(strings.Repeat("*", 80)+"\n\n", 1000),
		"replies":        strings.Repeat(strings.Repeat("> ", 9)+"a\n", 20_000),
		"one long line":  strings.Repeat("see [a](b) ", 5_000),
		"merge conflict": ">>>>>>> a\n",
	} {
		if c := Parse("x.md", []byte("`x`\n\n"+source)); c.Tangled != "" || len(c.Hidden) == 0 {
			t.Errorf("%s: tangled %q, hidden %d", name, c.Tangled, len(c.Hidden))
		}
	}
}

func TestEmptyComments(t *testing.T) {
	for source, want := range map[string]string{
		"<!--> [[a]] -->":       "a",
		"<!---> [[a]] -->":      "a",
		"x <!--> [[a]] -->":     "a",
		"x <!---> [[a]]":        "a",
		"<!----> [[a]]":         "a",
		"<!-- [[no]] --> [[a]]": "a",
	} {
		var got []string
		for _, l := range Parse("x.md", []byte(source)).Links {
			got = append(got, l.Target)
		}
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%q: links %q", source, got)
		}
	}
}
