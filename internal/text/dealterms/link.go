package dealterms

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/kbgate/kbgate/internal/text"
)

// linked gives the terms of a sentence that are those of a named organisation.
func (s *sentence) linked(name int, terms []term) []term {
	var own []term
	for _, t := range terms {
		nearest, distance := -1, 0
		for k, m := range s.mentions {
			if d := apart(m, t); s.links(m, t) && (nearest < 0 || d < distance) {
				nearest, distance = k, d
			}
		}
		if nearest >= 0 && s.mentions[nearest].name == name {
			own = append(own, t)
		}
	}
	return own
}

// apart is the number of tokens between a mention and a term.
func apart(m mention, t term) int {
	if m.to <= t.from {
		return t.from - m.to
	}
	return max(0, m.from-t.to)
}

// clauseReach is the most tokens between a name and a clause that stands without a figure.
const clauseReach = 10

// links reports whether the sentence ties a term to a mention.
func (s *sentence) links(m mention, t term) bool {
	if s.otherLink(m, t) || t.named && (s.untold() || s.advises() || t.weight == clause && apart(m, t) > clauseReach || s.subject(t)) {
		return false
	}
	switch m.role {
	case compared:
		return false
	case observes, workplace:
		if int(s.tokens[t.by].name) == m.name+1 {
			return true
		}
		return t.weight == bound && m.to <= t.from && s.ownAround(m, t) && !s.rivalBetween(m.to, t.from) && !s.aside(m, t)
	}
	if m.to <= t.from {
		return !s.rivalBetween(m.to, t.from) && !s.turns(m.to, t.from) && !s.aside(m, t)
	}
	if s.has(t.to, m.from, contrast) {
		return false
	}
	return !s.rivalBetween(-1, t.from) || m.from > 0 && s.word(m.from-1) != "and" && s.tokens[m.from-1].is(given) && m.from-t.to <= 6
}

// otherLink reports whether name and term do not belong together because one of them stands in the title of another
// note, quoted as a link, and the other does not.
func (s *sentence) otherLink(m mention, t term) bool {
	from, to := min(m.from, t.from), max(m.to, t.to)
	linked := s.tokens[from].looks(text.Custom)
	for i := from; i < to; i++ {
		if s.tokens[i].looks(text.Custom) != linked || linked && i > from && s.linkOpens(i) {
			return true
		}
	}
	return false
}

// linkOpens reports whether a link begins right before token i.
func (s *sentence) linkOpens(i int) bool {
	return bytes.Contains(s.source[s.tokens[i-1].end:s.tokens[i].start], []byte("[["))
}

// outside are the terms that do not stand in links.
func (s *sentence) outside(terms []term) []term {
	var kept []term
	for _, t := range terms {
		if !s.tokens[t.from].looks(text.Custom) {
			kept = append(kept, t)
		}
	}
	return kept
}

// untold reports whether a sentence says that something is not told.
func (s *sentence) untold() bool {
	return s.has(0, len(s.tokens), negation) && s.has(0, len(s.tokens), disclosing)
}

// advises reports whether a sentence says what people ought to do.
func (s *sentence) advises() bool {
	for i := range s.tokens {
		if w := s.word(i); w == "should" || w == "ought" {
			return true
		}
	}
	return false
}

// ownAround reports whether a possessive stands right before the term or its noun: "its cap of 8 million".
func (s *sentence) ownAround(m mention, t term) bool {
	for i := max(m.to, min(t.from, t.by)-3); i < min(len(s.tokens), max(t.to, t.by)); i++ {
		switch s.word(i) {
		case "its", "their", "our", "own":
			return true
		}
	}
	return false
}

// subject reports whether a clause is what some text is about: "claims on carried interest".
func (s *sentence) subject(t term) bool {
	if w := s.word(t.from - 1); w == "about" || w == "word" || w == "concept" || w == "idea" || t.from == 0 && t.weight == clause && strings.HasSuffix(s.word(t.to-1), "s") {
		return true
	}
	for i := t.from - 1; i > 0 && i >= t.from-3; i-- {
		if s.tokens[i].is(preposition) {
			return s.tokens[i-1].is(work | counted)
		}
	}
	return false
}

// aside reports whether the name stands in a clause within another's sentence, and the term behind that clause.
func (s *sentence) aside(m mention, t term) bool {
	from, to := s.part(m.from)
	rival := s.rivalOpens() || m.role == observes
	if from > 0 && s.tokens[from-1].looks(text.Capital) && s.tokens[from-1].class == 0 && s.tokens[from-1].name == 0 {
		rival = true // "Mondragon, which LivingIP visited, pays"
	}
	return from > 0 && t.from >= to && s.tokens[from].is(opener) && s.findAny(from, m.from, leading) < 0 && rival
}

// turns reports whether another subject takes over between two tokens: "LivingIP has no cap, while firms pay 5 percent".
func (s *sentence) turns(from, to int) bool {
	for i := from; i < to; i++ {
		if !s.tokens[i].is(contrast) {
			continue
		}
		if s.word(i) == "than" && i+1 < len(s.tokens) && (s.numeral(i+1) || s.tokens[i+1].is(fraction|acts) || s.word(i+1) == "a") {
			continue
		}
		if !s.has(i, min(i+5, to+1), pronoun) {
			return true
		}
	}
	return false
}

// rivalBetween reports whether another name stands between two tokens as the subject or owner of what follows.
func (s *sentence) rivalBetween(from, to int) bool {
	if from < 0 && s.rivalOpens() {
		return true
	}
	for i := max(from, 1); i < to; i++ {
		if s.rival(i) && !s.bought(from, i) || from >= 0 && i > from && s.anotherFirm(i) {
			return true
		}
	}
	return false
}

// bought reports whether the name at token i is what the verb behind token from acts upon: "bought Brindle for".
func (s *sentence) bought(from, i int) bool {
	if from < 0 || s.tokens[i].possessive || s.adjacent(i+1) && !s.tokens[i+1].is(preposition|small) && !s.numeral(i+1) {
		return false
	}
	by := s.find(from, i, acts)
	return by >= 0 && by <= from+3 && i-by <= 6 && !s.has(by, i, opener|preposition)
}

// anotherFirm reports whether an organisation comes in at token i that has no name, "founded a firm that", or something
// else to which the rest belongs, "took part in a trial in which".
func (s *sentence) anotherFirm(i int) bool {
	if s.tokens[i].is(work) && i+2 < len(s.tokens) && (s.word(i+1) == "where" || s.tokens[i+1].is(preposition) && s.tokens[i+2].is(opener)) {
		return true
	}
	if s.word(i+1) == "who" && s.tokens[i+1].before&comma != 0 && s.tokens[i].class == 0 && strings.HasSuffix(s.word(i), "s") && s.tokens[i].name == 0 {
		return true // "insurers, who keep"
	}
	if w := s.word(i); w != "a" && w != "another" || s.tokens[i].before != 0 || s.tokens[i-1].is(auxiliary) {
		return false
	}
	if j := s.find(i+2, i+5, opener); j > 0 && s.qualified(i, j) {
		return true
	}
	at := s.find(i+1, i+4, firm)
	if at < 0 || at+1 >= len(s.tokens) {
		return false
	}
	return s.tokens[at+1].is(opener) || s.word(at+1) == "that" || s.tokens[i-1].is(preposition) && s.word(at+1) == "with"
}

// qualified reports whether a clause at token j says more of a noun behind the article at token i that is nobody to a deal:
// "a roaster who pays", "a model which costs".
func (s *sentence) qualified(i, j int) bool {
	for k := i + 1; k <= j; k++ {
		if !s.adjacent(k) || k < j && s.tokens[k].is(function|insider|controller|strong|soft|quotes|core|paper|base|scale|small) {
			return false
		}
	}
	w := s.word(j)
	return w == "who" || w == "which" || w == "whose"
}

// rival reports whether token i, not the first of its sentence, is the name of somebody else who acts or owns.
func (s *sentence) rival(i int) bool {
	t := &s.tokens[i]
	if !t.looks(text.Capital) || t.name > 0 || s.opening(i) || t.is(month|currency|paper|strong|soft|span|function|quotes|token_) || roman(s.word(i)) {
		return false
	}
	if t.looks(text.AllCaps) && len(s.word(i)) <= 4 && !t.possessive {
		return false // an abbreviation
	}
	last := &s.tokens[i-1]
	switch {
	case t.possessive:
		return true
	case last.is(insider|controller) && s.adjacent(i): // "the firm's backer Polder Capital"
		return false
	case last.is(preposition), s.word(i-1) == "and" && i > 1 && s.tokens[i-2].name > 0:
		return false
	case last.is(determiner) && i > 1 && s.tokens[i-2].is(preposition):
		return false
	case last.looks(text.Capital) && s.adjacent(i) && !s.opening(i-1):
		return s.rival(i - 1)
	}
	return !adjectival(s.word(i)) || i+1 >= len(s.tokens) || s.tokens[i+1].is(function) || s.tokens[i+1].looks(text.Capital)
}

// rivalOpens reports whether a sentence begins with the name of somebody else.
func (s *sentence) rivalOpens() bool {
	t := &s.tokens[0]
	w := s.word(0)
	if !t.looks(text.Capital) || t.name > 0 || t.looks(text.HasDigit) || t.class != 0 && !t.possessive || len(w) < 3 || abstract(w) {
		return false
	}
	if strings.HasSuffix(w, "s") && singular.has(s.word(1)) {
		return true // "Zeiss was": no plural
	}
	if t.possessive || strings.IndexFunc(w[1:], unicode.IsUpper) > 0 && !t.looks(text.AllCaps) {
		return true
	}
	if s.follows(1, ^class(0)) || len(s.tokens) < 2 || !s.adjacent(1) {
		next := &s.tokens[min(1, len(s.tokens)-1)]
		return !strings.HasSuffix(w, "s") && next.is(hold|works|disclosing) && !adjectival(w) ||
			next.looks(text.Capital) && next.name == 0 && !next.is(month)
	}
	return s.tokens[1].looks(text.Capital) && s.tokens[1].name == 0 || strings.HasSuffix(s.word(1), "ed") && !strings.HasSuffix(w, "s")
}

// abstract reports whether a word is by its ending the name of no firm: "Patience has a price".
func abstract(w string) bool {
	for _, end := range [...]string{"ence", "ance", "ness", "ity", "tion", "sion", "ment", "ism", "ship", "ing"} {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

// adjectival reports whether a capitalised word is likely to be an adjective of a country: "a Dutch buyer".
func adjectival(w string) bool {
	switch w {
	case "Dutch", "French", "Swiss", "Greek", "German", "Czech", "Thai":
		return true
	}
	for _, end := range [...]string{"ish", "ese", "ian", "ean", "can", "aeli", "nch"} {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

// roman reports whether w counts a round or class: "Series A", "Class B", "Fund II".
func roman(w string) bool { return strings.Trim(w, "ABCDIVX") == "" }
