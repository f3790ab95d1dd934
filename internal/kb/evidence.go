package kb

import (
	"bytes"
	"cmp"
	"sync"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/figure"
	"github.com/kbgate/kbgate/internal/text/quote"
	"github.com/kbgate/kbgate/internal/wire"
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

// Stated is what a claim states of what a source note may know better, as far as the claim itself tells.
type Stated struct {
	Title, Description []figure.Figure
	// Said and Borne tell, as bits, which of the figures the body states and which of them it bears out in any way: bit i
	// is that of a figure of the title, bit MostFigures+i that of one of the description.
	Said, Borne uint32
	// Faults are what to report unless a source note states the figure.
	Faults []Fault
	// Quoted reports whether the claim may hold quotations.
	Quoted bool
}

// Bytes writes what ReadStated reads.
func (s *Stated) Bytes() []byte {
	var w wire.Writer
	s.pass(wire.To(&w))
	return w.Bytes
}

// ReadStated reads what Bytes has written.
func ReadStated(data []byte) *Stated {
	s := new(Stated)
	s.pass(wire.From(&wire.Reader{Bytes: data}))
	return s
}

func (s *Stated) pass(c wire.Codec) {
	wire.List(c, &s.Title, 1, passFigure)
	wire.List(c, &s.Description, 1, passFigure)
	c.Fixed32(&s.Said)
	c.Fixed32(&s.Borne)
	wire.List(c, &s.Faults, 4, func(f *Fault, c wire.Codec) {
		c.Numbers(&f.Figure)
		c.Texts(&f.Message, &f.Fix)
		c.Bool(&f.Unmeasured)
	})
	c.Bool(&s.Quoted)
}

func (e *Evidence) pass(c wire.Codec) {
	wire.List(c, &e.Figures, 1, passFigure)
	wire.List(c, &e.Quotes, 2, func(q *Quote, c wire.Codec) {
		c.Texts(&q.Speaker)
		wire.List(c, &q.Words, 4, func(word *uint32, c wire.Codec) { c.Fixed32(word) })
	})
}

func passFigure(f *figure.Figure, c wire.Codec) {
	wire.Value(c, f, (*figure.Figure).Write, (*figure.Figure).Read)
}

// MostFigures is how many figures of a title or of a description are looked at.
const MostFigures = 16

// Fault is what seems wrong with a figure as long as only the claim is known.
type Fault struct {
	Figure       int // its bit in Stated
	Message, Fix string
	// Unmeasured reports whether the claim measures nothing of the kind, so that it is a fault only if a source note does.
	Unmeasured bool
}

// InTitle reports whether the figure is one of the title.
func (f *Fault) InTitle() bool { return f.Figure < MostFigures }

// Limits on what is kept of a note's quotations.
const (
	keptQuotes     = 32
	keptQuoteWords = 120
)

// evidenceReaders are reused, since their buffers are as large as a note.
var evidenceReaders = sync.Pool{New: func() any { return new(evidenceReader) }}

type evidenceReader struct {
	words   []text.Word
	figures figure.Reader
}

// evidenceOf gathers the evidence in the body of a source note; nil where there is none. Words that the note gives to
// nobody are its author's.
func evidenceOf(c *claim.Claim) *Evidence {
	r := evidenceReaders.Get().(*evidenceReader)
	defer evidenceReaders.Put(r)
	r.words = AppendProse(r.words[:0], c)
	e := Evidence{Figures: figure.Keep(r.figures.Read(c.Source, r.words, Linked), c.Source)}
	author, body := c.Header.Text("author"), c.BodyText()
	if quote.Any(body) {
		e.addQuotes(quote.Find(body), author)
	}
	if bytes.Contains(body, []byte("\n>")) {
		e.addQuotes(quote.Blocks(body), author)
	}
	if len(e.Figures)+len(e.Quotes) == 0 {
		return nil
	}
	return &e
}

// addQuotes keeps quotations of somebody's words; those that are given to nobody are the author's.
func (e *Evidence) addQuotes(found []quote.Quotation, author string) {
	for _, q := range found {
		if q.Speaker = cmp.Or(q.Speaker, author); q.Spoken() && q.Speaker != "" && len(e.Quotes) < keptQuotes {
			kept := append([]uint32(nil), q.Words[:min(len(q.Words), keptQuoteWords)]...)
			e.Quotes = append(e.Quotes, Quote{Words: kept, Speaker: q.Speaker})
		}
	}
}
