package gate_test

import (
	"context"
	"strings"
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
		// one more word changes no figure
		{"title: losses fell by 1.5 percent", "# losses fell to by 15 percent", true},
		{"title: prices rose from 5 percent to 7 percent", "# prices rose 57 percent", true},
		{"title: losses of tea fell by 1.5 percent", "# losses fell by 15 percent", true},
		{"title: it was –5 degrees in tins", "# it was 5 degrees in tins", true},
		{"title: prices moved $5", "# prices moved €5", true},
		{"title: prices moved 5 dollars", "# prices moved 5 percent", true},
		{"title: prices moved from tea to tins", "# prices moved to tea from to tins", true},
		// nor are two words one
		{"title: aroma in tins is notable", "# aroma in tins is not able", true},
		{"title: aroma in tins is notable", "# aroma in tins is not-able", true},
		{"title: tea that is now here keeps", "# tea that is nowhere keeps", true},
		{"title: tea that is now—here keeps", "# tea that is nowhere keeps", true},
		{"title: o chá verde e o aroma duram", "# o chá verde é o aroma duram", true},
		{"title: tea cannot keep its aroma", "# tea can not keep its aroma", false},
		{"title: Node.js and e-mail keep R&D alive", "# nodejs and email keep R & D alive", false},
		{"title: prices moved to 5 percent", "# prices moved 5 %", false},
		// headings in HTML that never end, or that come late
		{"title: tea keeps in tins", "<h1>coffee cures colds", true},
		{"title: tea keeps in tins", "<h1>\n\ncoffee cures colds\n", true},
		{"title: tea keeps in tins", "<h1 title=\">\"><b></h1>coffee cures colds</h1>", true},
		{"title: tea keeps in tins", strings.Repeat("<h1></h1>\n", 30) + "<H1\n>coffee cures colds</h1>", true},
		{"title: tea keeps in tins", "<h1>tea keeps in tins</h2>\n\nText", false},
		{"title: tea keeps in tins", "<h1>tea keeps in tins</h1>\n\nText with `</h1>`.", false},
		{"title: tea keeps in tins", "<h1 title=\">\">tea keeps\nin tins\n\nText.", false},
		{"x: y", "<h1>tea keeps in tins</h1>\n<h1>coffee cures colds</h1>", true},
		{"x: y", "<h1>tea keeps in tins</h1>", false},
		// what programs take for marks of a heading
		{"title: tea keeps in tins", "# tea keeps in tins {#tins}", false},
		{"title: tea keeps in tins", "# tea keeps in tins {#tea-keeps-in-tins .wide}", false},
		{"title: tea keeps in tins", "# tea keeps in tins ^tins", false},
		{"title: tea keeps in tins\ndomain: tea", "# tea keeps in tins #tea", false},
		{"title: tea keeps in tins\ntags: [tea, tins]", "# tea keeps in tins #tea #tins", false},
		{"title: tea keeps in tins", "# tea keeps in tins %% keep %%", false},
		{"title: tea keeps in tins", "# tea keeps<br>in tins", false},
		{"title: tea in 1200 tins", "# tea in 1\u202f200 tins", false},
		{"title: tea in 1200 tins", "# tea in 1 200 tins", false},
		{"title: Caesar kept tea in tins", "# Cæsar kept tea in tins", false},
		{"title: tea keeps in tins", "# tea keeps in tins {#not-true}", true},
		{"title: tea keeps in tins", "# tea keeps in tins %% and it cures colds %%", true},
		{"title: tea keeps in tins", "# tea keeps in tins ^in-no-case", true},
		{"title: tea keeps in tins", "# tea keeps in tins #false", true},
		{"title: in 2020 100 tins kept", "# in 2020100 tins kept", true},
	} {
		if got := mismatches(c.header, c.body) > 0; got != c.want {
			t.Errorf("%q with %q: found %v", c.header, c.body, got)
		}
	}
}
