// Package english looks for the finite verb of a title's main clause in English. It parses the title with a small grammar of
// clauses. WordNet 3.0 and its SemCor counts say what a word can be, and a set of costs says
// how phrases follow one another. There is no dictionary of titles and no model. An unknown word is a noun unless its form is that
// of another class.
package english

import "strings"

// Find looks for the finite verb of a title's main clause. verb is the word as the title has it; it is "" for a label: a noun
// phrase, a question, an instruction, a lone subordinate clause, a dated or underscored name. suspect is then a word that could be a
// finite verb by its form, if there is one.
//
// A title without spaces is read as a file name, in which hyphens and underscores stand for spaces.
func Find(title string) (verb, suspect string) {
	title = strings.TrimSpace(title)
	if title == "" {
		return "", ""
	}
	neverAsserts := title[0] == '_' || dated(title) || title[len(title)-1] == '?'
	hyphensPart := strings.IndexByte(title, ' ') < 0
	var p parser
	for from := 0; from < len(title); {
		to, next := segment(title, from)
		p.n = 0
		p.read(title, from, to, hyphensPart)
		if at, ok := p.mainVerb(); ok && !neverAsserts {
			return title[p.words[at].start:p.words[at].end], ""
		}
		for i := range p.words[:p.n] {
			if w := &p.words[i]; suspect == "" && w.couldBeFinite(i == 0) {
				suspect = title[w.start:w.end]
			}
		}
		from = next
	}
	return "", suspect
}

// couldBeFinite reports whether the word could be the finite verb of a statement, which does not begin with a lexical verb.
func (w *word) couldBeFinite(first bool) bool {
	for _, r := range w.list[:w.n] {
		if r.tag == contraction || r.tag == finite && r.cost <= unknownVerb && (!first || r.kind != lexical) {
			return true
		}
	}
	return false
}

// mainVerb finds the verb of the part of the title that was read.
func (p *parser) mainVerb() (at int, ok bool) {
	if at, ok := p.correlative(); ok {
		return at, true
	}
	proposition, label, at := p.run()
	return at, p.n > 1 && proposition < impossible && proposition <= label+p.bias(at)
}

// correlative finds the second comparative of "the more …, the less …", which
// is a proposition even without a verb.
func (s *sentence) correlative() (at int, ok bool) {
	seen := 0
	for i := 0; i+1 < s.n; i++ {
		if s.words[i].is == the && s.words[i+1].is == comparative {
			if seen++; seen == 2 {
				return i + 1, true
			}
		}
	}
	return 0, false
}

// segment finds the end of the part of title that starts at from: a colon, a
// semicolon or a full stop followed by a space parts statements.
func segment(title string, from int) (to, next int) {
	for i := from; i+1 < len(title); i++ {
		if (title[i] == ':' || title[i] == ';' || title[i] == '.' || title[i] == '?' || title[i] == '!') && title[i+1] == ' ' {
			return i, i + 2
		}
	}
	return len(title), len(title)
}

// dated tells whether the title starts with an ISO date, as a source's does.
func dated(title string) bool {
	if len(title) < 10 {
		return false
	}
	for i := range 10 {
		digit := '0' <= title[i] && title[i] <= '9'
		if (i == 4 || i == 7) != (title[i] == '-') || i != 4 && i != 7 && !digit {
			return false
		}
	}
	return true
}
