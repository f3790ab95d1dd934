package gate

import (
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text"
)

// TitleMismatch reports claims whose header and heading are different titles.
var TitleMismatch = &Gate{
	ID:        "title_mismatch",
	Title:     "Title precision",
	Summary:   "The header's title and the first heading say different things",
	Why:       "Some programs show the title of the header and others the first heading, so a claim with two titles is two claims, of which one was judged. Case, accents, punctuation, hyphens, markup and words such as “the” make no difference, a heading that names a section (“Summary”) is no title, and a heading may leave words out, but none that turns the claim (“not”, “some”, a number).",
	Fix:       "Give both the same words, or take one of them out.",
	Severity:  Blocking,
	WholeNote: true,
	Compares:  true,
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
		furtherTitles(p, titles[0])
		if len(titles) < 3 { // of which the last is the file name
			return
		}
		header, heading := titles[0], titles[1]
		if strings.EqualFold(header.Text, heading.Text) {
			return
		}
		bare := withoutTags(p, heading)
		a, b := titleWords(header), titleWords(bare)
		if isSection(b) || sameFigures(header, bare) && (agree(a, b) || shortens(a, b)) {
			return
		}
		p.Reportf(heading.Span, "the heading %q is another title than that of the header, %q", clipped(heading), clipped(header))
	},
}

// loneHeading is a heading behind a carriage return alone, which only some programs take for the end of a line.
var loneHeading = lazy.Regexp(`\r[ \t]*#[ \t]`)

// furtherTitles judges what some reader may show as the title in place of the first.
func furtherTitles(p *Pass, first claim.Title) {
	c := p.Claim()
	words := sync.OnceValue(func() []titleWord { return titleWords(first) }) // few notes have another title
	other := func(t claim.Title) {
		if first.Origin == claim.FromFileName || t.Span == first.Span {
			return
		}
		if other := titleWords(t); !isSection(other) && !(agree(words(), other) && sameFigures(first, t)) {
			p.Reportf(t.Span, "%q is another title than %q", clipped(t), clipped(first))
		}
	}
	for i := range c.Header.Fields {
		f := &c.Header.Fields[i]
		switch {
		case !claim.LooksLike(f.Key, "title") || f.Span == first.Span || f.Kind == claim.Empty:
		case f.Kind == claim.Text:
			other(claim.Title{Text: strings.TrimSpace(f.Text), Span: f.Span, Origin: claim.FromHeader})
		default:
			p.ReportFixf(f.KeySpan, "Write the title as one text.", "the title is %s, of which programs show one part or another", f.Kind)
		}
	}
	for heading := range c.HTMLHeadings() {
		other(heading)
	}
	if at := loneHeading().FindIndex(c.BodyText()); at != nil {
		p.ReportFixf(claim.Span{Start: c.Body.Start + at[0], End: c.Body.Start + at[1]}, "Save the note with line feeds as its line ends.",
			"a carriage return alone stands before a heading, which programs read differently")
	}
}

// clipped is a title as a message quotes it.
func clipped(t claim.Title) string { return text.Shorten(t.Text, 200) }
