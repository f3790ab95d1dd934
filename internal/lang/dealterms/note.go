package dealterms

import (
	"sort"

	"github.com/kbgate/kbgate/internal/text"
)

// note is all passages of a note.
type note struct {
	names    Names
	passages []Passage
	texts    []*document
	named    []naming   // in order
	lasting  []int      // by naming: the one that counts after it, see around
	facts    []evidence // of each organisation: the signs of the note
}

// naming is a sentence that names an organisation.
type naming struct {
	passage, sentence int
	name              int
	observed          bool // as one who looks at things
}

// verdict is what a term weighs as one of an organisation's.
type verdict struct {
	term
	name, sum int
}

// survey notes where organisations are named, and finds the signs of the note as a whole.
func (n *note) survey() {
	n.facts = make([]evidence, len(n.names))
	acts := make([]bool, len(n.names))
	var all evidence
	for i, d := range n.texts {
		d.countBreaks()
		aside := n.passages[i].Aside
		for j := range d.sentences {
			s := &d.sentences[j]
			all.mark(sourcePapers, aside && s.findDeals(0, len(s.tokens), papers) >= 0)
			all.mark(sourcePublic, aside && s.findDeals(0, len(s.tokens), public) >= 0)
			for _, m := range s.mentions {
				observed := s.observed(m) != notAtAll
				n.named = append(n.named, naming{passage: i, sentence: j, name: m.name, observed: observed})
				last := len(n.named) - 1
				if last > 0 && aside && !n.passages[n.named[n.lasting[last-1]].passage].Aside {
					last = n.lasting[last-1]
				}
				n.lasting = append(n.lasting, last)
				n.facts[m.name].mark(onlyObserved, !aside)
				acts[m.name] = acts[m.name] || !aside && !observed
			}
		}
	}
	for k := range n.facts {
		e := &n.facts[k]
		e[sourcePapers], e[sourcePublic] = all[sourcePapers], all[sourcePublic]
		if acts[k] {
			e[onlyObserved] = 0
		}
	}
}

// judge weighs all terms of a sentence and gives the heaviest. Where there is no term, the sum is the bar.
func (n *note) judge(passage, at int) verdict {
	s := &n.texts[passage].sentences[at]
	best := verdict{sum: bar}
	terms := s.terms()
	if len(terms) == 0 || s.heading == newHeading && len(s.tokens) < 3 {
		return best
	}
	var whole, topic evidence
	s.signsOfSentence(&whole)
	add := func(t term, name int, e evidence) {
		facts := &n.facts[name]
		for _, sg := range [...]sign{sourcePapers, sourcePublic, onlyObserved} {
			e[sg] = facts[sg]
		}
		if sum := e.sum(); sum > best.sum {
			best = verdict{term: t, name: name, sum: sum}
		}
	}
	carried, known := -1, false
	if len(s.mentions) == 0 {
		topic = whole
		carried, known = n.topicOf(&topic, passage, at)
	}
	for _, t := range terms {
		if t.words && n.passages[passage].Aside {
			continue // "minutes of Teleo's board" names no term
		}
		e := whole
		if len(s.mentions) == 0 {
			name, compares := s.columnName(t)
			switch {
			case compares:
				e[listGoesOn] = 1
				e.mark(namedSure, s.signsOfTerm(&e, t))
				add(t, name, e)
			case known && !s.tokens[t.from].looks(text.Custom):
				e = topic
				s.signsOfTerm(&e, t)
				add(t, carried, e)
			}
			continue
		}
		isSure := s.signsOfTerm(&e, t)
		for _, m := range s.mentions {
			of := e
			s.signsOfMention(&of, t, m, isSure)
			add(t, m.name, of)
		}
	}
	return best
}

// columnName is the organisation in the head of a term's column.
func (s *sentence) columnName(t term) (int, bool) {
	if s.block != row {
		return 0, false
	}
	for _, h := range s.head(t.from) {
		if h.name > 0 {
			return int(h.name) - 1, true
		}
	}
	return 0, false
}

// topicOf is the organisation that a sentence may be about though it does not name it: the one last named, in another
// field of the header only if nowhere else; at the start of a note, the one that is named next.
func (n *note) topicOf(e *evidence, passage, at int) (name int, known bool) {
	s := &n.texts[passage].sentences[at]
	last, next := n.around(passage, at)
	if last == nil && next == nil {
		return 0, false
	}
	e[carried] = 1
	soon := false // the next sentence names it
	if next != nil {
		soon = next.sentence == at+1 && !n.parted(passage, at, next.sentence)
		e.mark(laterNamed, !soon)
	}
	far := false // it was named in another passage
	switch {
	case last == nil, last.passage < passage && soon:
		last = next
	case last.passage < passage:
		e.mark(fromSource, n.passages[last.passage].Aside)
		far = true
	default:
		parted := n.parted(passage, last.sentence, at)
		by := &n.texts[passage].sentences[last.sentence]
		e.mark(listGoesOn, s.block != paragraph && !n.resumed(passage, last.sentence, at) && (parted || by.announces || by.block == s.block))
		e.mark(otherParagraph, parted)
		e.mark(justNamed, last.sentence == at-1 && !parted)
	}
	e.mark(topicObserves, last.observed)
	s.signsOfReference(e)
	e.mark(firmMeant, (far || e[otherParagraph] > 0) && s.opensWithOwn())
	return last.name, true
}

// around gives the namings before and after a sentence, nil where there are none. A naming in an aside counts only
// where no other comes before it.
func (n *note) around(passage, at int) (last, next *naming) {
	before := sort.Search(len(n.named), func(k int) bool {
		p := &n.named[k]
		return p.passage > passage || p.passage == passage && p.sentence >= at
	})
	if before > 0 {
		last = &n.named[n.lasting[before-1]]
	}
	if before < len(n.named) && n.named[before].passage == passage {
		next = &n.named[before]
	}
	return last, next
}

// resumed reports whether a heading or another paragraph stands between a naming sentence and the list at hand.
func (n *note) resumed(passage, from, to int) bool {
	resumptions := n.texts[passage].resumptions
	return to > from+1 && resumptions[to] > resumptions[from+1]
}

// parted reports whether a paragraph begins between two sentences.
func (n *note) parted(passage, from, to int) bool {
	parts := n.texts[passage].parts
	return to > from && parts[to+1] > parts[from+1]
}

// countBreaks counts the paragraphs that begin before each sentence, so that no two sentences have all between them read.
func (d *document) countBreaks() {
	d.parts, d.resumptions = make([]int32, len(d.sentences)+1), make([]int32, len(d.sentences)+1)
	for i := range d.sentences {
		s := &d.sentences[i]
		d.parts[i+1], d.resumptions[i+1] = d.parts[i], d.resumptions[i]
		if s.opensPara || s.heading != 0 {
			d.parts[i+1]++
		}
		if s.heading != 0 || s.block == paragraph && s.opensPara {
			d.resumptions[i+1]++
		}
	}
}
