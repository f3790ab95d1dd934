// Package dealterms finds sentences that tell the terms of a deal of a given organisation: an amount of money, a share
// or a number of tokens tied to ownership, financing or pay, or a clause of a deal by its name. It knows English; who
// holds what in a sentence it judges by word order and the nouns beside the organisation's name, so it can be wrong.
//
// It reads a note as a reviewer does. It marks the figures of each sentence and weighs them as terms by the nouns and
// verbs around; it looks for clauses by name and for rights by grammar. A sentence that names an organisation keeps the
// terms that no other party stands nearer to. The terms of one that names none go to the topic, the organisation last
// named, as far as the sentence refers to it; and a note that opens with an organisation, or has it in its header, is
// about it until somebody else is spoken of, so that “the company” and “we” reach over paragraphs.
package dealterms

import (
	"strings"

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
	// Aside tells a passage that does not say what those behind it are about, unless nothing else does.
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

// Find gives the disclosures of passages in order of appearance. A passage knows what those before it were about, so
// a title stands first.
func Find(names Names, passages ...Passage) []Disclosure {
	texts := make([]*document, len(passages))
	whole := make([]bool, len(names)) // is the organisation named in full?
	unlike := make([]bool, len(names))
	for i, p := range passages {
		texts[i] = parse(p, names)
		for _, s := range texts[i].sentences {
			for _, m := range s.mentions {
				whole[m.name] = whole[m.name] || m.form == full
				unlike[m.name] = unlike[m.name] || m.form == ordinary
			}
		}
	}
	var all []Disclosure
	var topic topic
	for i, d := range texts {
		for j := range d.sentences {
			d.sentences[j].settle(whole, unlike)
		}
		before := topic
		for _, f := range d.attribute(&topic) {
			f.Passage = i
			f.Organisation = names[f.name].written
			f.Start += passages[i].Start
			f.End += passages[i].Start
			all = append(all, f.Disclosure)
		}
		if passages[i].Aside && before.known {
			topic = before
		}
		topic.leave()
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
