package scope

import (
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// reach is one universal of a sentence and how strong it is.
type reach struct {
	from, to int
	weight   int
	kind     class // what kind of word it is, 0 for a phrase
	sole     bool  // it claims to be the one and only
}

// unscoped looks for a universal that nothing bounds.
func (s *sentence) unscoped(t Title) (Fault, bool) {
	if s.attributed() {
		return Fault{}, false
	}
	for i := range s.words {
		r, ok := s.reachAt(i)
		if !ok {
			continue
		}
		weight := r.weight - s.bounds(r) - s.formality(r, t.Domain) - s.conditions(r)
		if weight >= enough && s.bounded(t.Description) {
			weight -= 2
		}
		if weight >= enough {
			return s.fault(Unscoped, r.from, r.to), true
		}
	}
	return Fault{}, false
}

// reachAt gives the universal that begins at word i.
func (s *sentence) reachAt(i int) (reach, bool) {
	w := &s.words[i]
	best := reach{}
	for _, h := range s.found {
		if h.from != i || h.use != universal && h.use != essence || s.denied(i) || !s.claims(i) {
			continue
		}
		if h.weight > best.weight {
			best = reach{from: i, to: h.to, weight: h.weight, sole: h.use == essence}
			if h.use == essence && s.was(i, h.to+8) {
				best.weight -= 2 // one event had one cause
			}
		}
	}
	if best.weight > 0 {
		return best, !w.quoted
	}
	if !w.is(adverb|every|all|anyOne|no|body) || w.idle || w.quoted || w.name || w.role != asserted || s.denied(i) {
		return reach{}, false
	}
	if w.is(adverb) {
		return s.adverbial(i), true
	}
	return s.quantified(i)
}

// claims reports whether what stands at i is claimed: in the main clause, or in a reason for it.
func (s *sentence) claims(i int) bool {
	if s.words[i].role != aside || s.words[i].is(sub) {
		return s.words[i].role == asserted || s.words[i].is(sub)
	}
	for j := i; j >= 0; j-- {
		if s.words[j].is(sub) {
			return s.word(j, "because", "since", "as")
		}
	}
	return false
}

// adverbial weighs always, never and their kin.
func (s *sentence) adverbial(i int) reach {
	r := reach{from: i, to: i + 1, weight: 3, kind: s.words[i].class & (adverb | never)}
	before, after := i-1, i+1
	switch {
	case s.word(before, "has", "have"):
		if r.weight--; s.definite() || s.named(0, i) {
			r.weight--
		}
	case before >= 0 && s.pastForm(before) || after < len(s.words) && s.pastForm(after) && !s.word(before, "is", "are", "be"):
		r.weight -= 2
	}
	if s.word(i, "everywhere", "forever") && !s.worldwide(after) && after < len(s.words) && !s.words[after].breaks &&
		(s.words[after].is(prep|determiner) || s.relativeWord(after) || s.word(after, "it", "they", "we")) {
		r.weight -= 2 // everywhere it was adopted
	}
	return r
}

// named reports whether a name stands among the words from to to.
func (s *sentence) named(from, to int) bool {
	for i := from; i < to; i++ {
		if s.words[i].name {
			return true
		}
	}
	return false
}

// pastForm reports whether a word looks like a verb of the past.
func (s *sentence) pastForm(i int) bool {
	w := &s.words[i]
	if w.is(past) || s.word(i, "was", "were", "wasn't", "weren't") {
		return true
	}
	if w.is(be | auxiliary | modal | praise | good) {
		return false
	}
	t := s.title[w.start:w.end]
	return len(t) > 4 && strings.HasSuffix(t, "ed") && !strings.HasSuffix(t, "eed")
}

// was reports whether "was" or "were" stands among the words from to to.
func (s *sentence) was(from, to int) bool {
	for i := from; i < min(to, len(s.words)); i++ {
		if s.word(i, "was", "were") {
			return true
		}
	}
	return false
}

// word reports whether word i is one of these.
func (s *sentence) word(i int, any ...string) bool {
	if i < 0 || i >= len(s.words) {
		return false
	}
	for _, o := range any {
		if strings.EqualFold(s.title[s.words[i].start:s.words[i].end], o) {
			return true
		}
	}
	return false
}

// denied reports whether a universal at i is negated or softened: not every, almost always, most never.
func (s *sentence) denied(i int) bool {
	for j := i - 1; j >= 0 && j >= i-2; j-- {
		if s.words[j].is(negation) {
			return true
		}
		if s.words[j].breaks {
			break
		}
	}
	for j := i - 1; j >= 0; j-- {
		if s.words[j].is(approximate) && (s.words[j].role == asserted || i-j <= 3) {
			return true
		}
		if s.words[j].breaks || s.words[j].is(contrast) {
			break
		}
	}
	return false
}

// attributed reports whether the title tells what somebody else claims.
func (s *sentence) attributed() bool {
	for i := range s.words {
		if s.words[i].is(reports) && i > 0 && (s.word(i+1, "that") || s.words[i-1].name || i == 1 && s.word(0, "critics", "advocates", "proponents")) {
			return true
		}
		if s.word(i, "according") && s.word(i+1, "to") {
			return true
		}
	}
	return false
}

// bounds weighs what the title says of the scope of a universal.
func (s *sentence) bounds(r reach) int {
	total := 0
	for _, h := range s.found {
		if h.use == scoped && s.words[h.from].role != restricted {
			total += h.weight
		}
	}
	future := s.any(modal, 0, len(s.words))
	for i := range s.words {
		w := &s.words[i]
		switch {
		case w.role == aside && !s.conditional(i), w.is(number) && s.word(i-1, "any"):
		case w.figure || w.is(number) && !w.idle:
			if r.sole && s.any(be, r.to, i) && !s.any(be, r.from, r.to) {
				continue // what the one and only is does not bound it
			}
			if s.quantity(i, r) {
				total++
				continue
			}
			if !(future && s.deadline(i)) && !s.beside(r, i) && !s.attribute(i) {
				total += 3
			}
		case w.name && s.placed(i):
			total += 3
		case w.is(sampled) && w.class&sampled != 0 && s.lex.names["SAMPLE"]&w.class == 0:
			total += 2
		}
	}
	return total
}

// deadline reports whether the number at i says when something will have happened: by 2030, within ten years.
func (s *sentence) deadline(i int) bool {
	return s.word(i-1, "by", "within", "in", "before", "over", "next") || s.word(i-2, "by", "within", "next")
}

// quantity reports whether the number at i is part of what is said of everything, and not of how far it is said: it
// stands behind a verb of the present and is no year.
func (s *sentence) quantity(i int, r reach) bool {
	if s.year(i) || s.past() || i+1 < len(s.words) && s.words[i+1].is(sampled|period) {
		return false
	}
	verb := s.mainVerb()
	return verb >= 0 && verb < i && s.tense(verb) != report && (r.from <= verb || i > r.to+3)
}

// year reports whether the word at i looks like a year or a decade.
func (s *sentence) year(i int) bool {
	t := strings.TrimSuffix(s.title[s.words[i].start:s.words[i].end], "s")
	return len(t) >= 4 && (t[0] == '1' || t[0] == '2') && s.words[i].figure && (len(t) == 4 || t[4] < '0' || t[4] > '9')
}

// attribute reports whether the number at i belongs to a name: the 60/40 portfolio, the first 100 days.
func (s *sentence) attribute(i int) bool {
	slash := func(at int) bool { return at >= 0 && at < len(s.title) && s.title[at] == '/' }
	return slash(s.words[i].end) || slash(s.words[i].start-1) || s.word(i-1, "first", "last") && s.word(i-2, "the")
}

// beside reports whether word i stands in a statement that is joined to the one of the universal: "all have a chip,
// and the need to prove outlasts ten years".
func (s *sentence) beside(r reach, i int) bool {
	for j := r.to + 2; j+1 < i; j++ {
		if s.word(j, "and", "but") && s.word(j+1, "the", "a", "it", "they", "that", "this", "its", "their") {
			return true
		}
	}
	return false
}

// exact are the domains in which claims are proved.
var exact = map[string]bool{
	"mathematics": true, "math": true, "maths": true, "logic": true, "formal-methods": true, "number-theory": true,
	"graph-theory": true, "set-theory": true, "type-theory": true, "topology": true, "algebra": true, "geometry": true,
	"complexity-theory": true, "computability": true, "theoretical-computer-science": true, "combinatorics": true,
}

// formality weighs the objects of exact thought in a sentence: of them a universal may simply be true.
func (s *sentence) formality(r reach, domain string) int {
	n := 0
	if exact[text.Slug(domain)] {
		n = 2
	}
	for i := range s.words {
		if s.words[i].is(formal) && s.words[i].role != aside {
			if n++; r.kind&(every|all|anyOne|no) != 0 && i >= r.from && i < r.to {
				n++
			}
		}
	}
	return n
}

// placed reports whether the name at i stands in a phrase that puts the claim somewhere: in Sweden, of the Northgate
// outage, every OECD member.
func (s *sentence) placed(i int) bool {
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		w := &s.words[j]
		switch {
		case s.word(j, "from", "like", "as") || s.word(j, "to") && s.any(place, j-4, j):
			return false
		case w.is(place | every | all | anyOne | no):
			return true
		case w.breaks:
			return false
		}
	}
	return false
}

// conditional reports whether word i stands in a clause that begins with when, if or where.
func (s *sentence) conditional(i int) bool {
	for j := i; j >= 0; j-- {
		if s.words[j].is(sub) {
			return s.word(j, "when", "if", "where", "once", "after", "before", "until", "unless", "since", "than")
		}
	}
	return false
}

// conditions weighs the conditions on a universal. They bound an adverb; a determiner with one is still a law.
func (s *sentence) conditions(r reach) int {
	n, each := 0, 1
	if r.kind&adverb != 0 {
		each = 2
	}
	for i := range s.words {
		if s.word(i, "when", "if", "where", "once", "unless", "until", "provided") && !s.words[i].idle && i+2 < len(s.words) && (i < r.from || i >= r.to) {
			if n++; !s.word(i+1, "a", "an", "any", "they", "it", "you", "we", "he", "she", "people", "things", "someone") {
				n += each - 1
			}
		}
	}
	return n
}
