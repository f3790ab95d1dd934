package gate

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/figure"
	"github.com/kbgate/kbgate/internal/text/quote"
)

// FactualDiscrepancy reports figures and quotations that the body or a linked source note does not bear out.
var FactualDiscrepancy = &Gate{
	ID:      "factual_discrepancy",
	Title:   "Factual accuracy",
	Summary: "A figure or a quotation is not what the body or the linked source says",
	Why: "A title is what gets cited. When its number is not in the body, or the source note gives another one, every note " +
		"that builds on the claim repeats the error. Numbers are compared by value and unit, so \"half\", \"50%\" and " +
		"\"24 of 48\" agree, and what follows from the body by a ratio, a difference or a sum counts as said. A description " +
		"may add figures of its own; only one that contradicts is reported. A quotation belongs to the person who said " +
		"it, not to the one who passed it on.",
	Fix:      "Re-read the source and correct the number, the year or the name, or give the figure in the body with what it rests on. Where source X quotes Y, attribute the words to Y.",
	Severity: Blocking,
	Bad: `-- claims/ferry.md --
---
type: claim
description: "The fleet manager's own log agrees"
source: "[[ferry audit]]"
---
# ferries are cancelled for want of crew because 81 percent of the cancellations name it

Of 412 cancelled departures 61 percent were put down to missing crew, and 22 percent to weather.

-- sources/ferry audit.md --
---
type: source
---
412 departures were cancelled. Of the cancellations, 61 percent were put down to missing crew.
`,
	Good: `-- claims/ferry.md --
---
type: claim
description: "Weather explains about a fifth of the cancellations"
source: "[[ferry audit]]"
---
# ferries are cancelled for want of crew because three cancellations in five name it

Of 412 cancelled departures 61 percent were put down to missing crew, and 22 percent to weather.

-- sources/ferry audit.md --
---
type: source
---
412 departures were cancelled. Of the cancellations, 61 percent were put down to missing crew and 22 percent to weather.
`,
	Relates: func(p *Pass) bool {
		if p.Facts().Figured {
			return true
		}
		c := p.Claim()
		return quote.Any([]byte(c.Title.Text)) || len(c.Links) > 0 &&
			(quote.Any(c.BodyText()) || strings.ContainsAny(c.Header.Text("description"), "'\"“‘"))
	},
	Run: func(p *Pass) {
		sources := linkedSources(p)
		if !p.Facts().Figured && len(sources) == 0 && !strings.ContainsAny(p.Facts().Title, `"“`) {
			return // before the note is read a second time
		}
		f := fact{Pass: p, sources: sources, title: p.Claim().Title}
		f.checkFigures()
		f.checkQuotes()
	},
}

// fact is one claim under this check.
type fact struct {
	*Pass
	title   claim.Title
	sources []*kb.Facts // the source notes that the claim links to, of those that state anything
	body    []figure.Figure
	cited   []figure.Figure // those of the header's source
	topic   []figure.Stem   // the words of the title
}

// linkedSources are the source notes to which the note under check links, each once.
func linkedSources(p *Pass) []*kb.Facts {
	var all []*kb.Facts
	for _, l := range p.Facts().Links {
		if l.To == kb.None || l.To == p.ID {
			continue
		}
		n := p.Base.Note(l.To)
		if n.Evidence == nil {
			continue
		}
		known := false
		for _, other := range all {
			known = known || other == n
		}
		if !known {
			all = append(all, n)
		}
	}
	return all
}

// checkFigures holds the figures of title and description against body and sources.
func (f *fact) checkFigures() {
	title := read(f.title.Text)
	var description []figure.Figure
	field, ok := f.Claim().Header.Field("description")
	if ok && field.Kind == claim.Text {
		description = read(field.Text)
	}
	if len(title)+len(description) == 0 {
		return
	}
	f.readBody()
	f.topic = figure.Stems([]byte(f.title.Text), text.AppendWords(nil, []byte(f.title.Text)))
	if f.title.Origin == claim.FromFileName {
		title = f.withoutDecimals(title)
	}
	for i := range title {
		if f.checkTitle(&title[i], title) {
			break // one finding says enough of a title
		}
	}
	for i := range description {
		if description[i].Weight() != figure.Light && f.contradicted(&description[i], description, field.Value, "description", field.Text) {
			break
		}
	}
}

// withoutDecimals leaves out the digits of a file name that are parts of a decimal in the body: names are often written
// without points, "3-5 percent" for "3.5 percent".
func (f *fact) withoutDecimals(title []figure.Figure) []figure.Figure {
	kept := title[:0]
	for _, t := range title {
		start, end := int(t.Start), int(t.Start)
		for end < len(f.title.Text) && isDigit(f.title.Text[end]) {
			end++
		}
		for start > 0 && isDigit(f.title.Text[start-1]) || start > 1 && isJoint(f.title.Text[start-1]) && isDigit(f.title.Text[start-2]) {
			start--
		}
		for end+1 < len(f.title.Text) && isJoint(f.title.Text[end]) && isDigit(f.title.Text[end+1]) {
			for end++; end < len(f.title.Text) && isDigit(f.title.Text[end]); end++ {
			}
		}
		decimal := strings.NewReplacer("-", ".", " ", ".").Replace(f.title.Text[start:end])
		if strings.Count(decimal, ".") != 1 || !standsIn(f.bodyText(), decimal) {
			kept = append(kept, t)
		}
	}
	return kept
}

// isJoint reports whether b stands for a point in a file name.
func isJoint(b byte) bool { return b == '-' || b == ' ' }

// most is how many figures of a title or a description are held against the body.
const most = 16

// read reads the figures of a title or a header field.
func read(s string) []figure.Figure {
	b := []byte(s)
	all := figure.Read(b, text.AppendWords(nil, b), 0)
	return all[:min(len(all), most)]
}

// readBody reads the figures of the body, and those of the source field.
func (f *fact) readBody() {
	c := f.Claim()
	words := f.Prose().Words
	start := int32(c.Body.End - len(f.bodyText()))
	for len(words) > 0 && words[0].Start < start {
		words = words[1:]
	}
	f.body = figure.Read(c.Source, words, Linked)
	f.cited = read(c.Header.Text("source"))
	for i := range f.cited {
		if f.cited[i].Unit == figure.Year {
			f.cited[i].Noun = 0 // the month in which a source appeared
		}
	}
}

// bodyText is the body without the heading that repeats the title.
func (f *fact) bodyText() []byte {
	c := f.Claim()
	if len(c.Headings) > 0 && c.Headings[0].Level == 1 {
		return c.Source[c.Headings[0].Span.End:c.Body.End]
	}
	return c.BodyText()
}

// checkTitle judges one figure of the title, and reports whether it found fault.
func (f *fact) checkTitle(t *figure.Figure, title []figure.Figure) bool {
	at := f.title.Span
	if f.contradicted(t, title, at, "title", f.title.Text) {
		return true
	}
	said := f.title.Text[t.Start:t.End]
	if f.borneOut(t, said) {
		return false
	}
	if t.Weight() == figure.Light {
		return f.miscounted(t, said)
	}
	if !f.expected(t) {
		return false
	}
	f.Report(Finding{At: at, Message: fmt.Sprintf("the title says %q, and the body does not", said),
		Fix: "Give the figure in the body with what it rests on, or correct the title."})
	return true
}

// borneOut reports whether body, source field or a source note bear a figure out.
func (f *fact) borneOut(t *figure.Figure, said string) bool {
	if f.borneOutByBody(t, said) || figure.Stated(t, f.cited) || t.Unit == figure.Time && figure.Computed(t, slices.Concat(f.cited, f.body)) {
		return true
	}
	for _, s := range f.sources {
		if figure.Stated(t, s.Evidence.Figures) {
			return true
		}
	}
	return false
}

// borneOutByBody reports whether the body states a figure or allows to compute it. Of a number that has no unit it is
// enough that its digits stand there, perhaps in a name.
func (f *fact) borneOutByBody(t *figure.Figure, written string) bool {
	if figure.Stated(t, f.body) || figure.Computed(t, f.body) {
		return true
	}
	if t.Unit != figure.Bare && t.Unit != figure.Count {
		return false
	}
	return standsIn(f.bodyText(), strings.TrimRight(written, " abcdefghijklmnopqrstuvwxyz"))
}

// standsIn reports whether digits stand in s with no digit beside them.
func standsIn(s []byte, digits string) bool {
	if digits == "" {
		return false
	}
	for at := 0; ; {
		i := bytes.Index(s[at:], []byte(digits))
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(digits)
		if (start == 0 || !isDigit(s[start-1])) && (end == len(s) || !isDigit(s[end])) {
			return true
		}
		at = start + 1
	}
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// expected reports whether a reader of the title may look for a figure of middling weight in the body: only where
// the evidence measures such things at all.
func (f *fact) expected(t *figure.Figure) bool {
	if t.Unit == figure.Year && int(t.Value) > f.Today.Year() {
		return false // a horizon, and no fact
	}
	if t.Weight() == figure.Heavy {
		return true
	}
	if figure.Measures(t, f.body) {
		return true
	}
	for _, s := range f.sources {
		if figure.Measures(t, s.Evidence.Figures) {
			return true
		}
	}
	return false
}

// contradicted reports a figure to which body or source give another value.
func (f *fact) contradicted(t *figure.Figure, siblings []figure.Figure, at claim.Span, field, whole string) bool {
	said := whole[t.Start:t.End]
	bare := t
	if field == "description" {
		bare = t.Without(f.topic)
	}
	likeness := figure.Alike
	if figure.Stated(t, f.body) {
		likeness = figure.Identical
	}
	for _, s := range f.sources {
		figures := s.Evidence.Figures
		other := figure.Misplaced(t, siblings, figures)
		if other == nil && !figure.Stated(t, figures) && !figure.Computed(t, figures) {
			other = figure.Contradicting(bare, siblings, figures, likeness)
		}
		if other != nil {
			f.Report(Finding{At: at, Message: fmt.Sprintf("the %s says %q, the linked source note %q says %q of it", field, said, s.Title, other.Text)})
			return true
		}
	}
	if f.borneOutByBody(t, said) {
		if other := figure.Misplaced(t, siblings, f.body); other != nil {
			f.against(field, said, other, at)
			return true
		}
		return false
	}
	for _, s := range f.sources {
		if figure.Stated(t, s.Evidence.Figures) {
			return false
		}
	}
	if other := figure.Contradicting(bare, siblings, f.body, figure.Alike); other != nil {
		f.against(field, said, other, at)
		return true
	}
	return false
}

// against reports a figure of the body that contradicts one of a field.
func (f *fact) against(field, said string, other *figure.Figure, at claim.Span) {
	there := f.Claim().Source[other.Start:other.End]
	f.Report(Finding{At: at, Message: fmt.Sprintf("the %s says %q, the body says %q of it", field, said, there)})
}
