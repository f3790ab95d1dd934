// Package substance measures how much of a text is argument and evidence, and how much is padding. It knows English.
//
// Every word is worth points by its class. Figures, quotations, rare words, and the words of cause, condition and
// past events add points. Exhortation, vagueness, generic nouns, address to the reader and stock phrases take points
// away. Words of the title count for little, because a title is no reason for itself, and a body with hardly any
// other words restates it. Logistic regression gave the points of each class, so the mean over the text decides: a
// date or a name in the midst of padding does not raise it. A stretch that is an argument by itself passes whatever
// surrounds it (the cumulative sum of E. S. Page, Continuous Inspection Schemes, Biometrika 41, 1954).
package substance

import (
	"bytes"
	"math"

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
	Score int // points to every hundred words; 0 asks for none
}

// Measure is what was found in a body, or in the part of it that was read before the bar was reached.
type Measure struct {
	Words    int         // words of prose outside headings, labels, lists of notes and links
	Own      int         // those of them that are not the title's or the description's
	Long     int         // words of four letters or more
	Distinct int         // different ones of them
	Fresh    int         // different rare words and names among these, figures, quotations and citations
	Points   int         // of all words
	Surplus  int         // points of the best stretch beyond those that the bar asks for, in hundredths
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
	switch {
	case m.Own < b.Words:
		return false
	case b.Score == 0:
		return true
	}
	return !m.Restates() && (m.Surplus >= standing*perWords || m.Points*perWords >= (b.Score+m.monotony())*m.Words)
}

// enough reports whether a body clears a bar whatever else it may hold.
func (m *Measure) enough(b Bar) bool {
	return m.Own >= b.Words && m.Surplus >= standing*perWords && m.Fresh >= settled
}

// perWords is how many words a bar's points are for.
const perWords = 100

// standing is how many points beyond those asked for make a stretch an argument by itself. In the texts on which it was
// set, padding of any length had 130 at most.
const standing = 140

// settled is how many new things a body must have before it may be judged without reading on.
const settled = 25

// freshShare is the least share of new things to words of the title, as one in so many. In the texts on
// which this was set, those that say the title again in other words had 0.4 or less, and arguments 0.68 or more.
const freshShare = 2

// Restates reports whether a body says hardly more than its title and description.
func (m *Measure) Restates() bool { return freshShare*m.Fresh < m.Words-m.Own }

// monotony is how many more points to every hundred words a body needs that says the same few words over and over: it is
// either a close argument or one sentence in many forms.
func (m *Measure) monotony() int {
	usual := math.Pow(float64(m.Long), heaps)
	return int(monotonous * max(0, variety-float64(m.Distinct)/max(1, usual)))
}

// Different words grow as a power of all words (H. S. Heaps, Information Retrieval, 1978). Most arguments have 1.35 to 1.75
// times the power, one sentence in many forms has 0.9 to 1.25 times. What is lacking costs the points that it was found to
// be worth in the regression of words.txt.
const (
	heaps      = 0.85
	variety    = 1.35
	monotonous = 340
)

// Circles reports whether a body says the same few words over and over.
func (m *Measure) Circles() bool { return m.monotony() >= circling }

// circling is the monotony from which on a message names it as the cause.
const circling = 50

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
	r.add(min(p.Code, maxCode)*int(r.points[code]), 0)
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
	stretch int // surplus of the stretch that ends here, in hundredths
	next    int // index of the next word

	seen [128]uint64 // bits of the stems that have been met
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
		r.add(int(r.pairing), 0)
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
	if w.End-w.Start >= longWord || r.telling(c) {
		c = r.topical(c, w)
		if c == known || c == knownAgain {
			r.add(int(r.points[c]), 1)
			return lead
		}
	}
	r.m.Own++
	r.add(int(r.points[c]), 1)
	if r.parts[c] != untold {
		r.count(c, w)
	}
	return lead
}

// longWord is the length in bytes from which on words are mostly more than the glue of a sentence.
const longWord = 4

// topical is the class of a word as title and body so far have it.
func (r *reader) topical(c class, w text.Word) class {
	key := stem(r.Source[w.Start:w.End])
	repeated := r.repeats(key)
	if w.End-w.Start >= longWord {
		r.m.Long++
		if !repeated {
			r.m.Distinct++
		}
	}
	switch {
	case !r.telling(c):
	case r.knows(key) && repeated:
		return knownAgain
	case r.knows(key):
		return known
	case c != rare && c != name:
	case repeated:
		return again
	default:
		r.m.Fresh++
	}
	return c
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
	r.add(int(r.points[c]), 0)
}

// add adds points for so many words.
func (r *reader) add(points, words int) {
	r.m.Points += points
	r.stretch = max(0, r.stretch+points*perWords-words*r.bar.Score)
	r.m.Surplus = max(r.m.Surplus, r.stretch)
}

// count keeps the parts that a message mentions.
func (r *reader) count(c class, w text.Word) {
	switch r.parts[c] {
	case ofFigures:
		r.m.Figures++
		r.m.Fresh++
	case ofNames:
		r.m.Named++
	case ofReasons:
		r.m.Reasons++
	case ofFiller:
		r.m.Filler++
		r.example(w)
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
