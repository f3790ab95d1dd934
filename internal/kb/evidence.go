package kb

import (
	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/figure"
	"github.com/kbgate/kbgate/internal/text/quote"
)

// Evidence is what a source note states and claims may get wrong: figures and quotations.
type Evidence struct {
	Figures []figure.Figure
	Quotes  []Quote
}

// Quote is a quotation of a source note with the person to whom the note gives it.
type Quote struct {
	Words   []uint32 // hashes, see quote.Quotation
	Speaker string
}

// Limits on what is kept of a note's quotations.
const (
	keptQuotes     = 32
	keptQuoteWords = 40
)

// evidenceOf gathers the evidence in the body of a source note; nil where there is none.
func evidenceOf(c *claim.Claim) *Evidence {
	words := AppendProse(nil, c)
	e := Evidence{Figures: figure.Keep(figure.Read(c.Source, words, Linked), c.Source)}
	if body := c.BodyText(); quote.Any(body) {
		for _, q := range quote.Find(body) {
			if q.Spoken() && q.Speaker != "" && len(e.Quotes) < keptQuotes {
				kept := append([]uint32(nil), q.Words[:min(len(q.Words), keptQuoteWords)]...)
				e.Quotes = append(e.Quotes, Quote{Words: kept, Speaker: q.Speaker})
			}
		}
	}
	if len(e.Figures)+len(e.Quotes) == 0 {
		return nil
	}
	return &e
}

// hasFigures reports whether title or description of a note may hold figures.
func hasFigures(c *claim.Claim) bool {
	var buffer [64]text.Word
	for _, s := range []string{c.Title.Text, c.Header.Text("description")} {
		if b := []byte(s); figure.Any(b, text.AppendWords(buffer[:0], b)) {
			return true
		}
	}
	return false
}
