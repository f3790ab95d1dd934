package gate

import (
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
)

// TitleMismatch reports claims whose header and heading are different titles.
var TitleMismatch = &Gate{
	ID:       "title_mismatch",
	Title:    "Title precision",
	Summary:  "The header's title and the first heading say different things",
	Why:      "Some programs show the title of the header and others the first heading, so a claim with two titles is two claims, of which one was judged. Case, accents, punctuation, hyphens, markup and words such as “the” make no difference, a heading that names a section (“Summary”) is no title, and a heading may leave words out, but none that turns the claim (“not”, “some”, a number).",
	Fix:      "Give both the same words, or take one of them out.",
	Severity: Blocking,
	Bad: `-- claims/tea.md --
---
type: claim
title: green tea keeps its aroma in closed tins
---

# black tea cures colds in every season
`,
	Good: `-- claims/tea.md --
---
type: claim
title: "Green tea keeps its aroma in closed tins"
---

# green tea keeps *the* aroma in closed-tins
`,
	Run: func(p *Pass) {
		titles := p.Claim().ShownTitles()
		if len(titles) < 3 { // of which the last is the file name
			return
		}
		header, heading := titles[0], titles[1]
		if strings.EqualFold(header.Text, heading.Text) {
			return
		}
		a, b := titleWords(header), titleWords(heading)
		if agree(a, b) || isSection(b) || shortens(a, b) {
			return
		}
		p.Report(Finding{At: heading.Span, Message: fmt.Sprintf("the heading %q is another title than that of the header, %q", clipped(heading), clipped(header))})
	},
}

// clipped is a title as a message quotes it.
func clipped(t claim.Title) string {
	const most = 200
	if runes := []rune(t.Text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return t.Text
}
