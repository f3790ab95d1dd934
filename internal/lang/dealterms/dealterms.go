// Package dealterms finds sentences that tell the terms of a deal of a given organisation. A term is an amount of
// money, a share or a number of tokens that is tied to ownership, financing or pay, or a clause of a deal by its
// name. The package knows English and Portuguese. It judges who holds what by word order and by the nouns beside the
// organisation's name, so it can be wrong.
//
// It asks what a reviewer asks: what is told, and of whom. Every figure, and every cluster of words of deals, may be
// a term. The package weighs the signs for and against: what the figure measures; the words of deals around it, by
// class; how the sentence ties it to an organisation that it names or that was named before; who else is its subject;
// whether the note's source is a paper or public. Each sign has a weight. A term whose sum passes the bar is
// reported.
package dealterms

import (
	"strings"

	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// Passage is a text to look at: one field of a header, a title, or a body.
type Passage struct {
	Source []byte
	// Words are those of Source that people read as prose, with offsets into Source. Those with the trait text.Custom
	// stand in links, so they are the title of another note.
	Words []text.Word
	// Start is where a field begins in a larger text: it is added to the offsets of what is found.
	Start int
	// Aside tells a passage that does not say what those after it are about, unless nothing else does.
	Aside bool
}

// NewPassage takes all words of a text that begins at start in a larger one.
func NewPassage(source []byte, start int) Passage {
	return Passage{Source: source, Words: text.AppendWords(nil, source), Start: start}
}

// Disclosure is one sentence that tells a term of an organisation's deals.
type Disclosure struct {
	Passage      int    // the index of the passage
	Start, End   int    // byte offsets of the words at fault, see Passage.Start
	Organisation string // as it is configured
	Term         string // the words that state the term, cut in the middle where they stand apart
}

// Find gives the disclosures of passages in order of appearance. A passage is read with what the passages before it
// were about, so the title comes first.
func Find(names Names, passages ...Passage) []Disclosure {
	texts := make([]*document, len(passages))
	whole := make([]bool, len(names)) // is the organisation named in full?
	unlike := make([]bool, len(names))
	var words lang.Counts
	for _, p := range passages {
		words.Add(p.Source, p.Words)
	}
	for i, p := range passages {
		texts[i] = parse(p, names, words.Language())
		for _, s := range texts[i].sentences {
			for _, m := range s.mentions {
				whole[m.name] = whole[m.name] || m.form == full
				unlike[m.name] = unlike[m.name] || m.form == ordinary
			}
		}
	}
	for _, d := range texts {
		for j := range d.sentences {
			d.sentences[j].settle(whole, unlike)
		}
	}
	n := note{names: names, passages: passages, texts: texts}
	n.survey()
	var all []Disclosure
	for i, d := range texts {
		for j := range d.sentences {
			best := n.judge(i, j)
			if best.sum == bar {
				continue
			}
			found := d.sentences[j].disclose(best.term)
			found.Passage, found.Organisation = i, names[best.name].written
			found.Start += passages[i].Start
			found.End += passages[i].Start
			all = append(all, found)
		}
	}
	return all
}

// squeeze folds white space, line breaks and marks of emphasis, for a message.
func squeeze(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '*' || r == '[' || r == ']' {
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}
