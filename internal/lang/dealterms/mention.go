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

// mention is a name in a sentence.
type mention struct {
	name     int
	from, to int // tokens
	form
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
					s.tokens[j].entry = entry{}
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
	case m.parts > 1 && !capital && n.head == 0:
		return parted
	case m.parts == 1 && !capital && (determined || to < len(s.tokens) && s.tokens[to].joined):
		return ordinary
	}
	return full
}

// place reports whether a name stands for where something is: "on Marrow Street".
func (l *line) place(from, to int) bool {
	return from > 0 && locative.has(l.word(from-1)) && streets.has(l.word(to-1)) && !l.tokens[to-1].possessive
}

// opening reports whether token i begins its sentence, so that its capital says nothing.
func (l *line) opening(i int) bool { return i == 0 || l.tokens[i].before&(cell|colon) != 0 }

// aloneAsName reports whether the first word of a name stands by itself and not in another name: "Harbor Street",
// "Pearl Harbor", "the Northwind database".
func (l *line) aloneAsName(from, to int) bool {
	if to < len(l.tokens) && l.adjacent(to) && l.tokens[to].looks(text.Capital) && !l.tokens[to].is(function) {
		return false
	}
	if from > 0 && l.adjacent(from) && (l.tokens[from-1].is(determiner) || l.tokens[from-1].looks(text.Capital) && !l.opening(from-1)) {
		return false
	}
	return !l.opening(from) || l.tokens[to-1].possessive || l.verbal(to)
}

// verbal reports whether token i looks like the verb of a subject before it.
func (l *line) verbal(i int) bool {
	if i >= len(l.tokens) || !l.adjacent(i) {
		return false
	}
	t := &l.tokens[i]
	return t.is(auxiliary|hold|works|disclosing) || strings.HasSuffix(l.word(i), "ed")
}

// settle decides the doubtful mentions of a sentence by how the whole note names the organisation.
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
		kept = append(kept, m)
	}
	s.mentions = kept
}
