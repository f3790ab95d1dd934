package gate

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/lang/number"
	"github.com/kbgate/kbgate/internal/text"
)

// FactualDiscrepancy reports figures that the claim's own body does not bear out, and arithmetic that does not add up.
var FactualDiscrepancy = &Gate{
	ID:      "factual_discrepancy",
	Title:   "Factual accuracy",
	Summary: "A figure is not what the body says, or the arithmetic of a sentence does not add up",
	Why: "A title is what gets cited. When its number is not in the body, or the body gives another one, every note that builds " +
		"on the claim repeats the error. Numbers are compared by value and unit, so \"half\", \"50%\" and \"24 of 48\" agree, " +
		"and what follows from the body by a ratio, a difference or a sum counts as said. Certain is a figure of the title " +
		"that the body states otherwise, of the same things, in the same words and without another date, while the title's own " +
		"value stands nowhere. All else is possible, and a reader has to judge: a figure that the body lacks though it has " +
		"others of that kind, one of the description that the body states otherwise, a loss, share or rest that does not " +
		"follow from the numbers beside it.",
	Fix:      "Re-read the source and correct the number, or give it in the body with what it rests on.",
	Severity: Blocking, OfMeaning: true, Wording: true,
	WholeNote: true,
	Bad: `-- claims/ferry.md --
---
type: claim
description: "The fleet manager's own log agrees"
---
# ferries were cancelled because 81 percent of the cancelled departures lacked their crew

Of 412 departures that were cancelled last winter, 61 percent of the cancelled departures lacked crew, and 22 percent met bad weather.
`,
	Good: `-- claims/ferry.md --
---
type: claim
description: "Weather explains about a fifth of the cancellations"
---
# ferries are cancelled for want of crew because three cancellations in five name it

Of 412 cancelled departures 61 percent were put down to missing crew, and 22 percent to weather.
`,
	Run: checkFigures,
}

// mostTitleFigures is how many figures of a title or of a description are looked at.
const mostTitleFigures = 16

// facts are the figures of one claim.
type facts struct {
	*Pass
	language lang.Language
	body     []number.Figure
	prose    []text.Word
}

func checkFigures(p *Pass) {
	c := p.Claim()
	f := &facts{Pass: p, prose: withoutTitle(c, p.Prose())}
	if !slices.ContainsFunc(f.prose, func(w text.Word) bool { return w.Is(text.HasDigit) }) {
		return
	}
	f.language = p.BodyLanguage()
	for _, e := range number.Errors(c.Source, f.prose, f.language) {
		p.Hintf(claim.Span{Start: e.Start, End: e.End}, "the sum does not add up: %s", e.Message)
	}
	title := c.Title.Text
	if c.Title.Origin == claim.FromFileName {
		title = unhyphened(spelled(c, lang.English))
	}
	f.judge(title, c.Title.Span, true)
	if field, ok := c.Header.Field("description"); ok && field.Kind == claim.Text {
		f.judge(field.Text, field.Span, false)
	}
}

// unhyphened is a file name with blanks for its hyphens, but for those between digits, which make a range. It has the same length.
func unhyphened(name string) string {
	b := []byte(name)
	for i := range b {
		if b[i] == '-' && (i == 0 || i+1 == len(b) || !isDigit(b[i-1]) || !isDigit(b[i+1])) {
			b[i] = ' '
		}
	}
	return string(b)
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// withoutTitle are the words of the body behind the heading that repeats the title.
func withoutTitle(c *claim.Claim, words []text.Word) []text.Word {
	if len(c.Headings) > 0 && c.Headings[0].Level == 1 {
		for len(words) > 0 && int(words[0].Start) < c.Headings[0].Span.End {
			words = words[1:]
		}
	}
	return words
}

// read finds the figures of a short text.
func (f *facts) read(s string) ([]text.Word, []number.Figure) {
	words := text.AppendWords(make([]text.Word, 0, len(s)/4), []byte(s))
	figures := number.Read([]byte(s), words, f.language)
	return words, figures[:min(len(figures), mostTitleFigures)]
}

// judge holds the figures of the title or of the description against the body.
func (f *facts) judge(s string, at claim.Span, isTitle bool) {
	words, figures := f.read(s)
	for i := range figures {
		t := &figures[i]
		if t.IsLight() || isTitle && t.Start == 0 && f.Claim().Title.Origin == claim.FromFileName {
			continue
		}
		f.readBody()
		if f.isBorneOut(t, s) {
			continue
		}
		least := fewestShared
		if !isTitle {
			least++
		}
		other, isSame := f.counterpart(t, words, s, least)
		if other == nil || !isTitle && !isSame {
			continue
		}
		said, says := s[t.Start:t.End], f.Claim().Source[other.Start:other.End]
		found := finding.Finding{At: placeOf(f.Claim().Source, at, said), Certainty: finding.Possible}
		switch {
		case !isTitle:
			found.Message = fmt.Sprintf("the description says %q, the body says %q of it", said, says)
		case isSame && t.Noun != 0:
			found.Message, found.Certainty = fmt.Sprintf("the title says %q, the body says %q of it", said, says), ""
		default:
			found.Message = fmt.Sprintf("the title says %q, and the body does not", said)
		}
		f.Report(found)
		return // one finding says enough of a field
	}
}

// placeOf is where words stand within a place, or all of it where they are written otherwise.
func placeOf(source []byte, at claim.Span, words string) claim.Span {
	if i := bytes.Index(source[at.Start:at.End], []byte(words)); i >= 0 {
		return claim.Span{Start: at.Start + i, End: at.Start + i + len(words)}
	}
	return at
}

func (f *facts) readBody() {
	if f.body != nil {
		return
	}
	f.body = number.Read(f.Claim().Source, f.prose, f.language)
}

// isBorneOut reports whether the claim states a figure of a field, in any form, or allows to compute it. Its header counts too, but
// for the title and the field itself.
func (f *facts) isBorneOut(t *number.Figure, field string) bool {
	agrees := func(list []number.Figure) bool {
		return slices.ContainsFunc(list, func(b number.Figure) bool { return t.Agrees(&b) })
	}
	if agrees(f.body) || t.Follows(f.body) {
		return true
	}
	c := f.Claim()
	for _, s := range c.Header.Texts() {
		if s.Text == c.Title.Text || s.Text == field {
			continue
		}
		if _, figures := f.read(s.Text); agrees(figures) {
			return true
		}
	}
	return false
}

// fewestShared is how many further words a title and a sentence share that surely speak of the same; a description, which adds to
// what is said, shares one more.
const fewestShared = 2

// counterpart is a figure of the body that measures what t does, and whether it surely measures the same: it is the only one of that noun
// whose sentence has further words of the field and no date of its own.
func (f *facts) counterpart(t *number.Figure, words []text.Word, s string, least int) (other *number.Figure, isSame bool) {
	values := map[float64]bool{}
	var same *number.Figure
	for i := range f.body {
		b := &f.body[i]
		if b.IsLight() || !t.Compares(b) {
			continue
		}
		other = b
		isOf := b.Unit == t.Unit && (t.Noun != 0 || t.Unit > number.Year) && t.Noun == b.Noun && t.Hedge == number.Exact
		if isOf && !f.hasDate(b) && f.shared(b, words, s) >= least {
			same, values[b.Low] = b, true
		}
	}
	if len(values) == 1 {
		return same, true
	}
	return other, false
}

// hasDate reports whether a year stands in the sentence of a figure.
func (f *facts) hasDate(b *number.Figure) bool {
	for i := range f.body {
		if f.body[i].Sentence == b.Sentence && f.body[i].Unit == number.Year {
			return true
		}
	}
	return false
}

// shared counts the words that a field shares with the sentence of a figure of the body, beside the figure's own noun.
func (f *facts) shared(b *number.Figure, words []text.Word, s string) (n int) {
	has := map[uint64]bool{b.Noun: true}
	sentence := 0
	for i, w := range f.prose {
		if w.Is(text.Opens) && i > 0 {
			sentence++
		}
		if sentence == b.Sentence {
			has[number.Stem(w.In(f.Claim().Source))] = true
		}
	}
	counted := map[uint64]bool{b.Noun: true, 0: true}
	for _, w := range words {
		if stem := number.Stem(w.In([]byte(s))); has[stem] && !counted[stem] && !w.Is(text.HasDigit) {
			counted[stem] = true
			n++
		}
	}
	return n
}
