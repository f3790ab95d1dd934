package kb

import (
	"bytes"
	"math"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/lang/likeness"
	"github.com/kbgate/kbgate/internal/text"
)

// ownVoice sketches what a claim in a language says itself: its title and the words of its body without headings, wiki links, lists
// of links and quotations. Those are alike in claims that say different things. It marks the links that stand in its
// sentences as cited.
func ownVoice(c *claim.Claim, language lang.Language, words []text.Word, links []Link) *likeness.Sketch {
	var buffer [32]claim.Span
	borrowed := appendBorrowed(buffer[:0], c)

	var b likeness.Builder
	b.Begin(c.Title.Text, language)
	from := 0 // the first of the words that are being gathered
	rest, next := borrowed, nextOf(borrowed)
	for i := range words {
		at := int(words[i].Start)
		for at >= next.End {
			rest = rest[1:]
			next = nextOf(rest)
		}
		if at >= next.Start || words[i].Is(Linked) {
			b.Add(c.Source, words[from:i])
			from = i + 1
		}
	}
	b.Add(c.Source, words[from:])

	rest = borrowed
	for i, l := range c.Links {
		for len(rest) > 0 && rest[0].End <= l.Span.Start {
			rest = rest[1:]
		}
		if !l.InHeader && (len(rest) == 0 || l.Span.Start < rest[0].Start) {
			links[i].Cited = true
		}
	}
	return b.Sketch()
}

// nextOf is the first of some spans, or one behind everything.
func nextOf(spans []claim.Span) claim.Span {
	if len(spans) == 0 {
		return claim.Span{Start: math.MaxInt, End: math.MaxInt}
	}
	return spans[0]
}

// appendBorrowed appends the parts of a body that are not its own sentences, in order.
func appendBorrowed(spans []claim.Span, c *claim.Claim) []claim.Span {
	source := c.Source[:c.Body.End]
	headings, links := c.Headings, c.Links
	for at := c.Body.Start; at < c.Body.End; {
		end := len(source)
		if i := bytes.IndexByte(source[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		for len(headings) > 0 && headings[0].Span.End <= at {
			headings = headings[1:]
		}
		for len(links) > 0 && (links[0].InHeader || links[0].Span.End <= at) {
			links = links[1:]
		}
		headed := len(headings) > 0 && headings[0].Span.Start < end
		listed := len(links) > 0 && links[0].Span.Start < end && isMark(source[at:links[0].Span.Start])
		if headed || listed || isAside(source[at:end]) {
			spans = append(spans, claim.Span{Start: at, End: end})
		} else {
			spans = appendQuoted(spans, source[at:end], at)
		}
		at = end
	}
	return spans
}

// isMark reports whether the text is the mark of a list item.
func isMark(text []byte) bool {
	text = bytes.TrimSpace(text)
	return len(text) > 0 && len(bytes.Trim(text, "-*+.)0123456789")) == 0
}

// isAside reports whether a line is a block quotation, or the label of a list ("Relevant Notes:").
func isAside(line []byte) bool {
	const longestLabel = 40
	line = bytes.Trim(line, " \t\r\n*_")
	return len(line) > 0 && (line[0] == '>' || line[len(line)-1] == ':' && len(line) <= longestLabel)
}

// shortestQuotation is the least length, in bytes, of what is a quotation and not a term between quotation marks.
const shortestQuotation = 40

// appendQuoted appends the quotations within a line, which stands at that place. It looks for the next mark of a kind only
// when it has passed the last one: the search may go to the end of a long line.
func appendQuoted(spans []claim.Span, line []byte, at int) []claim.Span {
	straight, curly := -1, -1
	for from := 0; ; {
		if straight < from {
			straight = indexFrom(line, from, `"`)
		}
		if curly < from {
			curly = indexFrom(line, from, "“")
		}
		open, closing, width := straight, `"`, 1
		if curly < straight {
			open, closing, width = curly, "”", len("“")
		}
		if open == len(line) {
			return spans
		}
		inside := open + width
		n := bytes.Index(line[inside:], []byte(closing))
		if n < 0 {
			return spans
		}
		if n >= shortestQuotation && startsWord(line, open) {
			spans = append(spans, claim.Span{Start: at + open, End: at + inside + n})
		}
		from = inside + n + width
	}
}

// indexFrom is the place of a mark in a line, from a place on; the line's end where there is none.
func indexFrom(line []byte, from int, mark string) int {
	if i := bytes.Index(line[from:], []byte(mark)); i >= 0 {
		return from + i
	}
	return len(line)
}

// startsWord reports whether no letter or digit stands right before a place, so that a mark there may open.
func startsWord(line []byte, at int) bool {
	r, _ := utf8.DecodeLastRune(line[:at])
	return at == 0 || r == ' ' || r == '(' || r == '[' || r == '—' || r == '-' || r == '*' || r == '_' || r == '\t'
}
