package dealterms

import (
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// form is how a name is written at a place.
type form uint8

const (
	full     form = iota // surely the name
	parted               // small letters in parts, "living ip": the name unless the note uses these words as words
	first                // the first word alone, with a capital
	ordinary             // the words, but not as a name: "a living IP", "on Marrow Street"
)

// role is what the organisation does in the sentence that names it.
type role uint8

const (
	partyTo   role = iota // it may be whose terms the sentence tells
	observes              // it tests, lists or reports, so figures are likely to be of what it looks at
	workplace             // people or things of it do: "an agent at"
	compared              // "unlike", "than": it is named for what it is not
)

// mention is a name in a sentence.
type mention struct {
	name     int
	from, to int // tokens
	form
	role
}

// findMentions marks the tokens that name an organisation.
func (s *sentence) findMentions(names Names) {
	for i := 0; i < len(s.tokens); i++ {
		for k := range names {
			at := s.source[s.tokens[i].start:]
			if !names[k].may(at) {
				continue
			}
			m := names[k].match(at)
			if m.length == 0 {
				continue
			}
			end := s.tokens[i].start + int32(m.length)
			to := i + 1
			for to < len(s.tokens) && s.tokens[to].start < end {
				to++
			}
			found := mention{name: k, from: i, to: to, form: s.formOf(i, to, m, &names[k])}
			s.mentions = append(s.mentions, found)
			if found.form != ordinary {
				for j := i; j < to; j++ {
					s.tokens[j].name = int8(k + 1)
					s.tokens[j].class = 0
				}
				s.tokens[to-1].possessive = s.tokens[to-1].possessive || possessive(s.source[s.tokens[i].start:end], names[k].key)
			}
			i = to - 1
			break
		}
	}
}

// possessive reports whether the written name ends in an s that is not its own.
func possessive(written []byte, key string) bool {
	return len(written) > 1 && lower(written[len(written)-1]) == 's' && key[len(key)-1] != 's'
}

// formOf tells a name from the words of which it is made.
func (s *sentence) formOf(from, to int, m match, n *name) form {
	capital := s.tokens[from].looks(text.Capital)
	last := s.tokens[to-1].looks(text.Capital)
	determined := from > 0 && s.tokens[from-1].is(determiner) && s.adjacent(from)
	switch {
	case m.short && (!capital || !s.aloneAsName(from, to)):
		return ordinary
	case m.short:
		return first
	case s.place(from, to):
		return ordinary
	case m.parts > 1 && !capital && (determined || last && !s.tokens[to-1].possessive):
		return ordinary
	case m.parts > 1 && capital && s.opening(from) && last && n.head == 0 && s.qualifies(to):
		return ordinary // "Living IP clauses move value"
	case m.parts > 1 && !capital && n.head == 0:
		return parted
	case m.parts == 1 && !capital && (determined || to < len(s.tokens) && s.tokens[to].joined):
		return ordinary
	}
	return full
}

// place reports whether a name stands for where something is: "on Marrow Street".
func (s *sentence) place(from, to int) bool {
	return from > 0 && locative.has(s.word(from-1)) && streets.has(s.word(to-1)) && !s.tokens[to-1].possessive
}

// opening reports whether token i begins its sentence, so that its capital says nothing.
func (s *sentence) opening(i int) bool { return i == 0 || s.tokens[i].before&(cell|colon) != 0 }

// aloneAsName reports whether the first word of a name stands by itself and not in another name: "Harbor Street",
// "Pearl Harbor", "the Northwind database".
func (s *sentence) aloneAsName(from, to int) bool {
	if to < len(s.tokens) && s.adjacent(to) && s.tokens[to].looks(text.Capital) && !s.tokens[to].is(function) {
		return false
	}
	if from > 0 && s.adjacent(from) && (s.tokens[from-1].is(determiner) || s.tokens[from-1].looks(text.Capital) && !s.opening(from-1)) {
		return false
	}
	return !s.opening(from) || s.tokens[to-1].possessive || s.verbal(to)
}

// qualifies reports whether the words before token i are there to qualify a noun: no possessive, no hyphen, no verb.
func (s *sentence) qualifies(i int) bool {
	return s.adjacent(i) && !s.tokens[i-1].possessive && !s.tokens[i-1].joined && !s.tokens[i].is(function) && !s.verbal(i)
}

// verbal reports whether token i looks like the verb of a subject before it.
func (s *sentence) verbal(i int) bool {
	if i >= len(s.tokens) || !s.adjacent(i) {
		return false
	}
	t := &s.tokens[i]
	return t.is(auxiliary|hold|works|disclosing) || strings.HasSuffix(s.word(i), "ed") || s.thirdPerson(i)
}

// thirdPerson reports whether the word at token i, behind a name, is a verb by its s and what follows: "talks to",
// "links records". A plural would be followed by a verb, or stand at the end.
func (s *sentence) thirdPerson(i int) bool {
	if !strings.HasSuffix(s.word(i), "s") || i == 0 || s.tokens[i-1].name == 0 || s.tokens[i-1].possessive || !s.adjacent(i+1) {
		return false
	}
	switch next := &s.tokens[i+1]; {
	case next.is(determiner | pronoun), s.word(i+1) == "to", s.word(i+1) == "with":
		return true
	case s.tokens[i].is(work | party | strong | paper):
		return !next.is(function|hold|works|auxiliary) && !strings.HasSuffix(s.word(i+1), "ed") && strings.HasSuffix(s.word(i+1), "s")
	default:
		return next.is(preposition) && s.word(i+1) != "of" ||
			!next.is(function|auxiliary) && (next.is(work) || !next.is(hold|works)) && !strings.HasSuffix(s.word(i+1), "ed")
	}
}

// settle decides the doubtful mentions of a sentence by how the whole note names the organisation, and gives each of
// the others its role.
func (s *sentence) settle(whole, unlike []bool) {
	kept := s.mentions[:0]
	for _, m := range s.mentions {
		switch {
		case m.form == ordinary:
			continue
		case m.form == parted && unlike[m.name] && !whole[m.name]:
			continue
		case unlike[m.name] && streets.has(s.word(m.to-1)) && !s.tokens[m.to-1].possessive:
			continue // the same place again
		case m.form == first && !whole[m.name] && s.opening(m.from) && !s.tokens[m.to-1].possessive:
			continue
		}
		m.role = s.roleOf(m)
		kept = append(kept, m)
	}
	s.mentions = kept
}

// roleOf judges a mention by the nouns and verbs beside it.
func (s *sentence) roleOf(m mention) role {
	before := m.from - 1
	if before >= 0 && s.tokens[before].is(excluding) || before >= 1 && s.tokens[before].is(preposition) && s.tokens[before-1].is(excluding) {
		return compared
	}
	if before >= 4 && s.word(before) == "with" && s.word(before-1) == "do" && s.word(before-3) == "nothing" {
		return compared
	}
	governed := before >= 1 && (s.tokens[before].is(preposition) || s.tokens[before].is(determiner) && s.tokens[before-1].is(preposition))
	if governed {
		if r := s.headBefore(m, before); r != partyTo {
			return r
		}
	}
	if r, ok := s.headBehind(m); ok {
		if r == workplace && governed && s.word(before) == "to" && s.has(before-2, before, hold) {
			return partyTo // "belongs to Teleo's contributors"
		}
		return r
	}
	if governed {
		return partyTo
	}
	for i := m.to; i < min(m.to+3, len(s.tokens)); i++ {
		switch t := &s.tokens[i]; {
		case t.before&comma != 0:
			return partyTo
		case t.is(works) && !t.is(hold):
			if s.has(i, i+4, insider) && !s.has(i, i+4, preposition) && s.word(i) == "found" {
				return partyTo // "found two buyers"
			}
			if s.tokens[min(i+1, len(s.tokens)-1)].is(pronoun) && s.has(i+2, i+5, paper|strong|core|quotes) {
				return partyTo // "writes its contracts"
			}
			if s.has(i+1, i+4, quotes|strong) && !s.has(i+1, i+4, opener) && strings.HasPrefix(s.word(i), "expect") {
				return partyTo // "expects an exit"
			}
			if w := s.word(i + 1); s.word(i) == "wrote" && w == "to" || strings.HasPrefix(s.word(i), "r") && (w == "dry" || w == "out") {
				return partyTo // "ran dry"
			}
			return observes
		case !t.is(auxiliary|negation) && !strings.HasSuffix(s.word(i), "ly") && !t.is(function):
			return partyTo
		}
	}
	return partyTo
}

// headBehind judges by the noun that the name qualifies: "LivingIP's agents", "the Teleo knowledge base".
func (s *sentence) headBehind(m mention) (role, bool) {
	if m.to >= len(s.tokens) || !s.adjacent(m.to) || s.verbal(m.to) && !s.tokens[m.to-1].possessive && !(m.from > 0 && s.tokens[m.from-1].is(determiner)) {
		return 0, false
	}
	owner := s.tokens[m.to-1].possessive
	last := -1
	for i := m.to; i < min(m.to+5, len(s.tokens)) && (i == m.to || s.adjacent(i)); i++ {
		if s.tokens[i].is(function) {
			break
		}
		if s.tokens[i].is(work | party | strong | paper | quotes) {
			last = i
		} else if s.tokens[i].is(hold|works) && last >= 0 {
			break
		}
	}
	switch {
	case last < 0:
		return partyTo, owner
	case s.tokens[last].is(strong | quotes):
		return partyTo, true
	case s.tokens[last].is(work):
		if s.tokens[last].is(member) && s.gets(last+1) {
			return partyTo, true
		}
		return workplace, true
	}
	return partyTo, true
}

// headBefore judges by the noun before the preposition: "an agent at Teleo", "compiled by Teleo".
func (s *sentence) headBefore(m mention, prep int) role {
	for i := prep - 1; i >= max(0, prep-4); i-- {
		t := &s.tokens[i]
		switch {
		case t.is(strong | quotes | percent | core):
			return partyTo
		case i == prep-1 && t.class&^label == 0 && !t.looks(text.Capital) && !strings.HasSuffix(s.word(i), "ed") && !(i > 0 && s.tokens[i-1].is(preposition)):
			return partyTo // another noun: "the data room of"
		case t.is(work) && s.word(prep) != "to" && s.word(prep) != "with":
			if t.is(member) && s.gets(m.to) || s.has(i-3, i, core) {
				return partyTo
			}
			return workplace
		case i < prep-1 && i > 0 && t.is(preposition) && s.tokens[i-1].is(work):
			return workplace // "the agent for finance at"
		case s.word(prep) == "to" && strings.EqualFold(s.word(prep-1), "according"):
			return observes
		case t.is(works) && !t.is(hold) && i == prep-1 && (s.word(prep) == "by" || s.word(prep) == "at"):
			return workplace
		case t.is(party | paper | hold):
			return partyTo
		case i < prep-1 && t.is(preposition|auxiliary) || i+1 < len(s.tokens) && s.tokens[i+1].before&comma != 0:
			return partyTo
		}
	}
	return partyTo
}

// gets reports whether a verb of getting or holding stands at token i, behind auxiliaries.
func (s *sentence) gets(i int) bool {
	for ; i < len(s.tokens) && s.adjacent(i) && s.tokens[i].is(auxiliary|negation); i++ {
	}
	return i < len(s.tokens) && s.adjacent(i) && s.tokens[i].is(gains)
}
