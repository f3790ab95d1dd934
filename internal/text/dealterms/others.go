package dealterms

import (
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// aboutOthers reports whether a sentence opens with other organisations, or with all of them.
func (s *sentence) aboutOthers() bool {
	const opening = 6
	if len(s.tokens) > 2 && s.word(0) == "The" && s.tokens[1].is(firm|party) && restricting.has(s.word(2)) && s.adjacent(2) {
		return true // "The company that took"
	}
	if s.compares() || s.someFirmOpens() || s.block == paragraph && s.generic() {
		return true
	}
	for i := 0; i < min(opening, len(s.tokens)); i++ {
		if i == 0 && s.tokens[0].is(general) && s.follows(1, acts|auxiliary) {
			continue // "Most gave up": of those just named
		}
		if s.tokens[i].is(pronoun) {
			return false
		}
		if s.tokens[i].is(general) && i > 0 && s.tokens[i-1].is(small) {
			continue // "two funds"
		}
		if s.tokens[i].is(general) && !(s.word(i) == "other" && i > 0 && strings.EqualFold(s.word(i-1), "the")) {
			return true
		}
	}
	return s.rivalOpens()
}

// compares reports whether a sentence tells the reader to look at something else: "Compare the podcast whose host".
func (s *sentence) compares() bool {
	switch s.word(0) {
	case "Compare", "Contrast", "Consider":
		return true
	}
	return false
}

// generic reports whether a sentence speaks of a kind of people in general: it opens with a bare plural, and nothing in it
// has happened: "Large buyers spend more".
func (s *sentence) generic() bool {
	for i := 0; i < min(3, len(s.tokens)); i++ {
		switch t := &s.tokens[i]; {
		case t.is(function|small) || t.name > 0 || i > 0 && !s.adjacent(i):
			return false
		case t.is(party|firm|goods) && strings.HasSuffix(s.word(i), "s"):
			return !s.past()
		}
	}
	return false
}

// past reports whether a sentence tells what has happened.
func (s *sentence) past() bool {
	for i := range s.tokens {
		if w := s.word(i); strings.HasSuffix(w, "ed") && len(w) > 4 && !(i > 0 && presents.has(s.word(i-1))) {
			return true
		}
	}
	return s.findAny(0, len(s.tokens), happened) >= 0
}

// someFirmOpens reports whether a sentence begins with an organisation that has not been spoken of: "A bank in Zurich".
func (s *sentence) someFirmOpens() bool {
	switch s.word(0) {
	case "A", "An", "Another":
		return s.has(1, 3, firm|wide) || s.word(1) == "bank" || s.strangerOpens()
	}
	return false
}

// strangerOpens reports whether the noun behind an opening article has nothing to do with deals: "A printer there".
func (s *sentence) strangerOpens() bool {
	const dealing = strong | soft | quotes | core | insider | controller | paper | fraction | ordinal | scale | small | currency | base | seats | span
	i := 1
	for ; i < len(s.tokens) && s.adjacent(i) && !s.tokens[i].is(function|preposition|acts); i++ {
		if s.tokens[i].is(dealing) || s.tokens[i].name > 0 || s.numeral(i) {
			return false
		}
	}
	return i > 1 && i < len(s.tokens)
}

// takesUp reports whether a sentence is about something that the one before brought in and that is no party to a deal:
// "works for a bakery. The bakery".
func (s *sentence) takesUp(last *sentence) bool {
	if first := &s.tokens[0]; !s.opensPara && first.looks(text.Capital) && first.class == 0 {
		for i := range last.tokens {
			if last.tokens[i].hash == first.hash && last.tokens[i].name == 0 {
				return true // "Bridgewater scores ... Bridgewater manages"
			}
		}
	}
	if len(s.tokens) < 2 || s.word(0) != "The" && s.word(0) != "This" {
		return false
	}
	for i := 1; i < len(last.tokens); i++ {
		if last.tokens[i].hash != s.tokens[1].hash {
			continue
		}
		if last.tokens[i].looks(text.Capital) && last.tokens[i-1].looks(text.Capital) && last.tokens[i].name == 0 {
			return true // "the East India Company. The company"
		}
		for j := max(0, i-3); j < i && !s.opensPara && s.tokens[1].class&^(firm|work|goods|piece|label) == 0; j++ {
			if w := last.word(j); w == "a" || w == "an" || w == "another" || w == "A" || w == "An" {
				return true
			}
		}
	}
	return false
}
