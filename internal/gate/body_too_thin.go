package gate

import (
	"bytes"
	"fmt"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/substance"
)

// BodyTooThin reports bodies that give no reason to believe the title: none at all, the title again, or prose that would
// fit any title.
var BodyTooThin = &Gate{
	ID:      "body_too_thin",
	Title:   "Evidence quality",
	Summary: "The body lacks substantive argument or evidence",
	Why: "A title is worth what stands under it. A body that only repeats the title, lists links or praises the subject gives a reader nothing to check and nothing to disagree with, and what is built on it later stands on nothing. " +
		"The gate counts the words that are argument: headings, lists of related notes, links, labels and placeholders are none. It then weighs them: figures, quotations, past events, conditions, causes and rare words add points; exhortation, vagueness, stock phrases, address to the reader and words that fit any subject take points away; words of the title and the description count for little, and a body that has hardly any others, or says one thing in ever new sentences, restates. " +
		"The mean over the body decides, so a date or a famous name strewn into padding does not help it, and an argument without a single figure passes; so does a body of which one stretch is a good argument by itself.",
	Fix:      "Say why the claim holds: the figures, quotations or study results of the source, or the steps of the argument with a case worked through; then cut what would fit any other title.",
	Severity: Blocking, OfMeaning: true,
	Settings: []config.Setting{
		{Name: "min_words", Doc: "least words of argument that title and description do not have already", Default: 15},
		{Name: "min_substance", Doc: "points to every hundred words: those for figures, quotations, rare words and reasoning less those for padding, over the whole body; a stretch that is well above it suffices, and 0 asks for words alone", Default: 190},
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

In today's rapidly evolving maritime landscape, safety has never been more important. Pilots play a crucial role in this ecosystem, and studies show that expertise and collaboration are key to success. It is widely recognised that a holistic approach brings significant benefits to all stakeholders.

Going forward, ports should embrace innovation and foster a culture of continuous improvement.

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
		bar := substance.Bar{Words: p.Settings.Int("min_words"), Score: p.Settings.Int("min_substance")}
		m := substance.Of(substance.Passage{
			Source: c.Source, Start: c.Body.Start, End: c.Body.End,
			Words: p.Prose(),
			Known: []string{c.Title.Text, c.Header.Text("description")},
			Code:  codePieces(c),
		}, bar)
		if m.Reaches(bar) {
			return
		}
		at := c.Title.Span
		if m.End > m.Start {
			at = trimmed(c.Source, m.Start, m.End)
		}
		p.Reportf(at, "%s", thinness(c, m, bar))
	},
}

// codePieces counts the pieces of code in a body: code is as concrete as a figure.
func codePieces(c *claim.Claim) int {
	n := 0
	for _, h := range c.Hidden {
		if h.Kind == claim.Code {
			n++
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

// paddedPercent is the share of padding among all words from which on a message names it as the cause.
const paddedPercent = 6

// thinness says what a body is missing, and what the judgement stands on.
func thinness(c *claim.Claim, m substance.Measure, bar substance.Bar) string {
	switch {
	case m.Words == 0:
		return "the body holds no argument: beside title, headings, links and placeholders it is empty"
	case m.Own < bar.Words:
		return fmt.Sprintf("%s of argument beside title, links and boilerplate; at least %d are asked for", text.Count(m.Own, "word", "words"), bar.Words)
	case m.Restates():
		return fmt.Sprintf("the body restates the title: it says %s of title and description again, and %s",
			text.Count(m.Words-m.Own, "word", "words"), added(m.Fresh))
	case m.Circles():
		return fmt.Sprintf("the body goes round in circles: %d different words among %d, and %s", m.Distinct, m.Long, specifics(m))
	case m.Filler*100 >= m.Words*paddedPercent && len(m.Examples) > 0:
		return fmt.Sprintf("padding outweighs substance: %s such as %s in %d words, against %s", text.Count(m.Filler, "phrase", "phrases"),
			quotedWords(c, m.Examples), m.Words, specifics(m))
	}
	return fmt.Sprintf("hardly anything specific in %d words: %s", m.Words, specifics(m))
}

// added says how much that is specific a body has beside the words of its title.
func added(n int) string {
	if n == 0 {
		return "adds nothing specific to them"
	}
	return "adds no more than " + text.Count(n, "specific word", "specific words") + " to them"
}

// specifics lists what a body has to show.
func specifics(m substance.Measure) string {
	var parts []string
	if m.Figures > 0 {
		parts = append(parts, text.Count(m.Figures, "figure", "figures"))
	}
	if m.Named > 0 {
		parts = append(parts, text.Count(m.Named, "name, quotation or citation", "names, quotations and citations"))
	}
	if m.Reasons > 0 {
		parts = append(parts, text.Count(m.Reasons, "word of reasoning", "words of reasoning"))
	}
	if len(parts) == 0 {
		return "no figure, quotation, name, study or step of reasoning"
	}
	return text.List("and", parts...)
}

// quotedWords lists words as they stand in the note.
func quotedWords(c *claim.Claim, words []text.Word) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "“" + w.In(c.Source) + "”"
	}
	return text.List("and", quoted...)
}
