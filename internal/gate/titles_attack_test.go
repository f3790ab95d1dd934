package gate_test

import (
	"context"
	"testing"

	"github.com/kbgate/kbgate/internal/check"
)

// Whatever some reader shows as the title is compared with the first.
func TestFurtherTitles(t *testing.T) {
	mismatches := func(header, body string) (n int) {
		note := "---\ntype: claim\n" + header + "\n---\n" + body + "\n"
		result, err := check.Run(context.Background(), check.Request{Files: map[string][]byte{"a.md": []byte(note)}, Paths: []string{"a.md"}, Now: today})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range result.Document.Findings {
			if f.Gate == "title_mismatch" {
				n++
			}
		}
		return n
	}
	for _, c := range []struct {
		header, body string
		want         bool
	}{
		{"title: tea keeps in tins", "<h1 class=x>coffee cures colds</h1>", true},
		{"title: tea keeps in tins\nTitle: coffee cures colds", "text", true},
		{"title: [tea keeps, coffee cures]", "# tea keeps in tins", true},
		{"title: tea keeps in tins", "text\r# coffee cures colds\r", true},
		{"title: tea keeps 1,5 weeks", "# tea keeps 15 weeks", true},
		{"title: prices moved -5 points", "# prices moved +5 points", true},
		{"title: prices moved 5%", "# prices moved $5", true},
		{"title: prices fell from 10 to 5", "# prices fell to 10 from 5", true},
		{"title: tea keeps in tins", "<h1><b>Tea</b> keeps in tins</h1>", false},
		{"title: tea keeps in tins\nTitle: Tea keeps in tins", "text", false},
		{"title: tea keeps 1,500 weeks", "# tea keeps 1500 weeks", false},
		{"title: prices moved 5%", "# prices moved 5 percent", false},
		{"title: tea keeps in tins", "```\n<h1>coffee cures colds</h1>\n```", false},
	} {
		if got := mismatches(c.header, c.body) > 0; got != c.want {
			t.Errorf("%q with %q: found %v", c.header, c.body, got)
		}
	}
}
