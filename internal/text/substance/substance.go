// Package substance measures how much of a text is argument and evidence, and how much is padding. It knows English.
//
// Every word is worth points: figures, names, quotations, the words of cause, condition and past events and rare words
// add; praise, generic nouns, exhortation and stock phrases take away; words of the title count apart and for little, for
// who repeats a title gives no reason for it, and a body that has hardly any others restates. The score is that of the
// best stretch of the text, so a page of padding does not hide an argument, and an argument does not have to pay for its
// opening phrases (the cumulative sum of E. S. Page, Continuous Inspection Schemes, Biometrika 41, 1954).
package substance

import (
	"bytes"

	"github.com/kbgate/kbgate/internal/text"
)

// Passage is a body to be measured.
type Passage struct {
	Source     []byte // the note; the body is Source[Start:End]
	Start, End int
	Words      []text.Word // of the body in order, code and comments left out; text.Custom marks those within links
	Known      []string    // title and description: what the body has to say more than
	Code       int         // pieces of code in the body
}

// Bar is what a body must reach.
type Bar struct {
	Words int // of its own, beyond title and description
	Score int // points that are enough for a body of any length
}

// fullLength is the number of words from which on a body must have all the points of a bar; a shorter one needs its
// share, for it has less room, and so has padding in it.
const fullLength = 100

// score is what a body of so many words must reach.
func (b Bar) score(words int) int { return b.Score * min(words, fullLength) / fullLength }

// Measure is what was found in a body, or in the part of it that was read before the bar was reached.
type Measure struct {
	Words    int         // words of prose outside headings, labels, lists of notes and links
	Own      int         // those of them that are not the title's or the description's
	Fresh    int         // different rare words and names among these, figures, quotations and citations
	Score    int         // points of the best stretch
	Figures  int         // figures, years and numbers in words
	Named    int         // names, quotations, citations
	Reasons  int         // words of reasoning
	Filler   int         // words and phrases of padding
	Examples []text.Word // the first different words of padding
	// Start and End are the first line of prose; they are equal where there is none.
	Start, End int
}

// Reaches reports whether a whole body clears a bar.
func (m *Measure) Reaches(b Bar) bool {
	return m.Own >= b.Words && m.total() >= b.score(m.Words) && (!m.Restates() || b.Score == 0)
}

// enough reports whether a body clears a bar whatever else it may hold.
func (m *Measure) enough(b Bar) bool {
	return m.Own >= b.Words && m.total() >= b.Score && m.Fresh >= settled
}

// Padding leaves the title behind, an argument comes back to it. So the title's words are worth a little, but only so
// many of them, lest they carry a body by themselves.
const (
	topicPoints = 2
	topicWords  = 20
)

// total is the score with what the body has for keeping to its subject.
func (m *Measure) total() int { return m.Score + topicPoints*min(m.Words-m.Own, topicWords) }

// settled is how many new things a body must have before it may be judged without reading on.
const settled = 25

// freshShare is the least share of new things to words of the title, as one in so many. In the texts on
// which this was set, those that say the title again in other words had 0.4 or less, and arguments 0.68 or more.
const freshShare = 2

// Restates reports whether a body says hardly more than its title and description.
func (m *Measure) Restates() bool { return freshShare*m.Fresh < m.Words-m.Own }

// maxExamples is how many words of padding a measure names.
const maxExamples = 3

// maxCode is how many pieces of code count.
const maxCode = 4

// Of measures a passage.
func Of(p Passage, bar Bar) Measure {
	r := reader{Passage: p, bar: bar, table: words()}
	for _, s := range p.Known {
		r.learn(s)
	}
	r.m.Score = min(p.Code, maxCode) * int(r.points[code])
	r.stretch = r.m.Score
	var o outline
	for at := p.Start; at < p.End && !r.m.enough(bar); {
		end, next := p.End, p.End
		if i := bytes.IndexByte(p.Source[at:p.End], '\n'); i >= 0 {
			end, next = at+i, at+i+1
		}
		line := r.upTo(end)
		if o.argues(p.Source[at:end]) && len(line) > 0 {
			r.read(line)
			if r.m.Start == r.m.End && r.m.Words > 0 {
				r.m.Start, r.m.End = at, end
			}
		}
		at = next
	}
	return r.m
}

// reader goes through a passage word by word.
type reader struct {
	Passage
	bar Bar
	*table
	m       Measure
	stretch int // points of the stretch that ends here
	next    int // index of the next word

	seen [32]uint64  // bits of the hashes of rare words and names that have been met
	keys [128]uint64 // of the words of the title, an open hash table
	held int
}

// upTo takes the words that begin before end.
func (r *reader) upTo(end int) []text.Word {
	from := r.next
	for r.next < len(r.Words) && int(r.Words[r.next].Start) < end {
		r.next++
	}
	return r.Words[from:r.next]
}

// read adds the words of one line.
func (r *reader) read(line []text.Word) {
	linked := 0         // words of the link that is being passed
	lead := uint64(0)   // hash of the word before, if it may begin a stock phrase
	skip := int32(0)    // end of an address that is being passed
	quoted := int32(-1) // end of a quotation that has been counted
	for i, w := range line {
		if w.Start < skip {
			continue
		}
		if w.Is(text.Custom) {
			if linked++; linked == premiseWords {
				r.mark(premise)
			}
			continue
		}
		linked = 0
		if i == 0 && r.numbersItem(w) {
			continue
		}
		if w.Start > quoted && r.marked(w) {
			if end := r.citation(w); end > 0 {
				r.mark(citation)
				skip = end
				continue
			}
			if end := r.quotation(w); end > 0 {
				r.mark(quotation)
				quoted = end
			}
		}
		if w.Is(text.Opens) && r.m.enough(r.bar) {
			return
		}
		lead = r.word(w, lead)
	}
}

// premiseWords is the least length of a link that states something: a link to another claim, where shorter ones name a
// subject.
const premiseWords = 5

// word adds one word, and returns its hash if it may begin a stock phrase.
func (r *reader) word(w text.Word, lead uint64) uint64 {
	e := r.find(w.Hash)
	if lead != 0 && r.stock(lead, w.Hash) {
		r.add(int(r.pairing))
		r.m.Filler++
	}
	lead = 0
	c := rare
	if e != nil {
		c = e.class
		if e.leads {
			lead = w.Hash
		}
	}
	switch {
	case w.Is(text.HasDigit):
		c = r.number(w)
	case c == rare && w.Is(text.Capital) && !w.Is(text.Opens):
		c = name
	}
	r.m.Words++
	if r.telling(c) && r.knows(r.Source[w.Start:w.End]) {
		return lead
	}
	r.m.Own++
	r.add(int(r.points[c]))
	if r.parts[c] != untold {
		r.count(c, w)
	}
	return lead
}

// telling reports whether a class carries subject matter, so that its words may be the title's.
func (r *reader) telling(c class) bool {
	return c < listed || r.parts[c] >= ofMatter
}

// mark adds something that is no word but always new.
func (r *reader) mark(c class) {
	if c != premise {
		r.m.Named++
	}
	r.m.Fresh++
	r.add(int(r.points[c]))
}

func (r *reader) add(points int) {
	r.stretch = max(0, r.stretch+points)
	r.m.Score = max(r.m.Score, r.stretch)
}

// count keeps the parts of which a message speaks.
func (r *reader) count(c class, w text.Word) {
	switch r.parts[c] {
	case ofFigures:
		r.m.Figures++
		r.m.Fresh++
	case ofNames:
		r.m.Named++
		r.fresh(w)
	case ofMatter:
		r.fresh(w)
	case ofReasons:
		r.m.Reasons++
	case ofFiller:
		r.m.Filler++
		r.example(w)
	}
}

// fresh counts a word unless it has been met before. Of a hundred words about one in twenty is taken for another.
func (r *reader) fresh(w text.Word) {
	word, bit := &r.seen[w.Hash>>59], uint64(1)<<(w.Hash>>53&63)
	if *word&bit == 0 {
		*word |= bit
		r.m.Fresh++
	}
}

func (r *reader) example(w text.Word) {
	if len(r.m.Examples) == maxExamples {
		return
	}
	for _, e := range r.m.Examples {
		if e.Hash == w.Hash {
			return
		}
	}
	r.m.Examples = append(r.m.Examples, w)
}
