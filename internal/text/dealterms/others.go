package dealterms

import (
	"github.com/kbgate/kbgate/internal/text"
)

// signsOfSentence tells how a sentence is made, whatever its terms.
func (s *sentence) signsOfSentence(e *evidence) {
	whole := len(s.tokens)
	e.mark(rivalStarts, s.rivalOpens())
	e.mark(someoneStarts, s.someoneStarts())
	e.mark(strangerStarts, s.someFirmOpens())
	e.mark(placeStarts, s.placeStarts())
	e.mark(onePerson, s.has(0, 5, person))
	e.mark(statistical, s.has(0, whole, statistic))
	e.mark(wideMarkets, s.has(0, whole, wide))
	e.mark(untold, s.has(0, whole, negation) && s.has(0, whole, disclosing))
	e.count(counts, s.countings(), 2)
	for i := range s.tokens {
		switch s.word(i) {
		case "whether", "how", "why":
			e[inQuestion] = 1
		case "would", "could", "might":
			e[conditional] = 1
		}
	}
}

// countings is the number of numbers in digits that count things; these are no figures.
func (s *sentence) countings() (n int) {
	next := 0
	for i := range s.tokens {
		for next < len(s.figures) && s.figures[next].to <= i {
			next++
		}
		if s.numeral(i) && s.tokens[i].looks(text.HasDigit) && (next == len(s.figures) || i < s.figures[next].from) {
			n++
		}
	}
	return n
}

// placeStarts reports whether a sentence begins with where it happened: "In Utrecht", "At a fund".
func (s *sentence) placeStarts() bool {
	if w := s.word(0); w != "In" && w != "At" || len(s.tokens) < 2 {
		return false
	}
	return s.tokens[1].looks(text.Capital) && s.tokens[1].name == 0 || s.word(1) == "a" || s.word(1) == "one"
}

// someoneStarts reports whether a clause begins with somebody new: "a carpet mill takes".
func (s *sentence) someoneStarts() bool {
	for i := range s.tokens {
		if i > 0 && s.tokens[i].before&comma == 0 && !(i == 1 && s.tokens[0].is(preposition)) {
			continue
		}
		switch s.word(i) {
		case "a", "an", "A", "An", "One", "one", "Another", "another", "Some", "some":
			if i+1 < len(s.tokens) && s.adjacent(i+1) && s.tokens[i+1].deals&(sure|dealing) == 0 && !s.tokens[i+1].is(small|scale|span|fraction|ordinal|strong|quotes|core) {
				return true
			}
		}
	}
	return false
}

// someFirmOpens reports whether a sentence begins with an organisation that has not been spoken of: "A bank in Zurich".
func (s *sentence) someFirmOpens() bool {
	switch s.word(0) {
	case "A", "An", "Another":
		return s.has(1, 3, firm|wide) || s.word(1) == "bank" || s.strangerOpens()
	}
	return false
}

// strangerOpens reports whether the noun after an opening article has nothing to do with deals: "A printer there".
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
