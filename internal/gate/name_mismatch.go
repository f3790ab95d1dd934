package gate

import (
	"fmt"
	"path"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/lang"
)

// NameMismatch reports claims whose file name or heading has other words than the title. It is a warning: of claims that
// people had mended and accepted, one in five has a name of an earlier wording.
var NameMismatch = &Gate{
	ID:       "name_mismatch",
	Title:    "Title precision",
	Summary:  "The file name, or a shortened heading, has other words than the title",
	Why:      "Links and file lists show the name of the file, and many programs show it as the title. Where it says something else, readers cite a claim that the note does not make, or no longer makes. Case, accents, punctuation, hyphens, a day or number before the words and words such as “the” make no difference; a name may be cut short, though not in front of a figure or of a word that turns or limits the claim, as “not” and “only” do, and one of fewer than three words is a key and no title.",
	Fix:      "Rename the file after the title, and the links to it with it.",
	Severity: Warning,
	Compares: true,
	Bad: `-- claims/green-tea-cures-colds-in-winter.md --
---
type: claim
---

# green tea keeps its aroma in closed tins
`,
	Good: `-- claims/2026-03-02-green-tea-keeps-aroma-closed-tins.md --
---
type: claim
---

# Green tea keeps its aroma in closed tins
`,
	Run: func(p *Pass) {
		c := p.Claim()
		titles := c.ShownTitles()
		if len(titles) < 2 {
			return
		}
		judgeShortHeading(p, titles)
		title, name := withoutTags(p, titles[0]), titles[len(titles)-1]
		if strings.EqualFold(title.Text, name.Text) { // as nearly always
			return
		}
		want := titleWords(title)
		plain := strings.TrimSuffix(path.Base(c.Path), path.Ext(c.Path))
		bare := claim.Title{Text: plain, Origin: claim.FromFileName}
		if plain != "" && isDigit(plain[0]) {
			bare.Text = numbered().ReplaceAllString(plain, "")
		}
		for _, t := range []claim.Title{name, bare} {
			if words := titleWords(t); isKey(p, words, title) || agree(words, want) || cut(plain, words, want) {
				return
			}
		}
		said := ""
		if hedged, ok := hedgedAlone(title.Text, name.Text); ok {
			said = fmt.Sprintf(": “%s” stands in one of them alone", hedged)
		}
		p.Reportf(title.Span, "the file name %q has other words than the title %q%s", path.Base(c.Path), clipped(title), said)
	},
}

// hedgedAlone gives the words by which one of two texts is weaker than the other: “may”, “most”, “podem”.
func hedgedAlone(a, b string) (string, bool) {
	one, another := lang.Read(a), lang.Read(b)
	for _, l := range []lang.Language{lang.English, lang.Portuguese} {
		for _, kind := range []string{"hedge", "norm"} {
			in, hedged := one.Find(l, kind)
			other, otherHedged := another.Find(l, kind)
			switch {
			case hedged && !otherHedged:
				return a[in.Start:in.End], true
			case otherHedged && !hedged:
				return b[other.Start:other.End], true
			}
		}
	}
	return "", false
}

// judgeShortHeading reports a heading that leaves out words of the header's title.
func judgeShortHeading(p *Pass, titles []claim.Title) {
	if len(titles) < 3 {
		return
	}
	a, b := titleWords(titles[0]), titleWords(titles[1])
	if !agree(a, b) && !isSection(b) && shortens(a, b) {
		p.ReportFixf(titles[1].Span, "Give both the same words, or take one of them out.",
			"the heading %q leaves out words of the header's title %q", clipped(titles[1]), clipped(titles[0]))
	}
}
