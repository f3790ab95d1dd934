package gate

import (
	"bytes"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/substance"
)

// BodyTooThin reports bodies that give no reason to believe the title: none at all, or no more than a line beside the title.
var BodyTooThin = &Gate{
	ID:      "body_too_thin",
	Title:   "Evidence quality",
	Summary: "The body lacks substantive argument or evidence",
	Why: "A title is worth what stands under it. A body that only says the title again, or lists links, gives a reader nothing to check and nothing to disagree with, and what is built on it later stands on nothing. " +
		"The gate counts the words of the body that are argument, in any language: sentences, quotations, tables and code are; the title again, headings, links, lists of related notes, fields of a header and placeholders are none. Whether the argument is a good one is for readers to judge.",
	Fix:      "Say why the claim holds: the figures, quotations or study results of the source, or the steps of the argument with a case worked through.",
	Severity: Blocking, OfMeaning: true,
	Settings: []config.Setting{
		{Name: "min_words", Doc: "least words of argument beside title, headings, links and boilerplate", Default: 15},
	},
	Bad: `-- harbour-pilots.md --
---
type: claim
domain: shipping
description: "Local knowledge of the channel decides, not rank"
confidence: likely
source: "Pilotage board, incident reports 2015-2020"
created: 2026-03-01
---

# compulsory pilots halve groundings because the channel moves faster than the charts

Compulsory pilots halve groundings because the channel moves faster than the charts. More on this is in the reports.

TODO: add the table of groundings

Relevant Notes:
- [[charts age with the sand they describe]]
`,
	Good: `-- harbour-pilots.md --
---
type: claim
domain: shipping
description: "Local knowledge of the channel decides, not rank"
confidence: likely
source: "Pilotage board, incident reports 2015-2020"
created: 2026-03-01
---

# compulsory pilots halve groundings because the channel moves faster than the charts

The bar at the river mouth shifted by 140 metres between the surveys of 2015 and 2018, while the printed chart stayed as it was. A master who steers by it turns too early; a pilot who crossed the bar that morning does not.

Before the rule, masters of ships under 90 metres could choose. Of 61 groundings in those years 52 happened without a pilot, though two passages in three had one. If pilots were merely called in good weather, the gap should vanish in winter, and it does not.

Relevant Notes:
- [[charts age with the sand they describe]]
`,
	Run: func(p *Pass) {
		c := p.Claim()
		least := p.Settings.Int("min_words")
		found := substance.Of(substance.Passage{
			Source: c.Source, Start: c.Body.Start, End: c.Body.End,
			Words: p.Prose(),
			Title: c.Title.Text,
		}, least)
		if found.Words < least {
			found.Words += codeWords(c, least-found.Words)
		}
		switch {
		case found.Words >= least:
		case found.Words == 0:
			p.Reportf(c.Title.Span, "the body holds no argument: beside title, headings, links and placeholders it is empty")
		default:
			at := c.Title.Span
			if found.End > found.Start {
				at = trimmed(c.Source, found.Start, found.End)
			}
			p.Reportf(at, "%s of argument beside title, links and boilerplate; at least %d are asked for",
				text.Count(found.Words, "word", "words"), least)
		}
	},
}

// longestCode is how many bytes of one piece of code are counted in.
const longestCode = 4096

// codeWords counts the words of the code in a body, which argues as a table does, and may stop at enough.
func codeWords(c *claim.Claim, enough int) (n int) {
	for _, h := range c.Hidden {
		if h.Kind == claim.Code && n < enough {
			n += len(text.AppendWords(nil, c.Source[h.Start:min(h.End, h.Start+longestCode)]))
		}
	}
	return n
}

// trimmed is a range of source without white space at its ends.
func trimmed(source []byte, start, end int) claim.Span {
	line := source[start:end]
	start += len(line) - len(bytes.TrimLeft(line, " \t"))
	return claim.Span{Start: start, End: start + len(bytes.TrimSpace(line))}
}
