package dealterms

import "github.com/kbgate/kbgate/internal/text"

// signsOfReference tells how a sentence that names no organisation refers to one.
func (s *sentence) signsOfReference(e *evidence) {
	e.mark(opensReferring, s.resumes())
	for i := range s.tokens {
		switch s.word(i) {
		case "we", "We", "our", "Our":
			e[saysWe] = 1
		case "its", "Its", "their", "Their", "ours", "Ours":
			e[ownsIts] = 1
		}
	}
}

// opensWithOwn reports whether a sentence begins with the organisation or its people: "The founders".
func (s *sentence) opensWithOwn() bool {
	for i := 1; i < min(len(s.tokens), 5); i++ {
		own := s.tokens[i].is(firm|boards) && s.word(i) != "fund" || insiders.has(s.word(i))
		if own && definiteArticles.has(s.word(i-1)) && s.refersTo(i) {
			return true
		}
	}
	return false
}

// resumes reports whether a sentence opens with a word that refers to something named before.
func (s *sentence) resumes() bool {
	const opening = 5
	at := s.find(0, opening, pronoun)
	return at >= 0 && !(s.word(at) == "them" && s.find(at+1, opening, pronoun) < 0) || s.definite(firm)
}

// definite reports whether a noun of the class stands after a definite article, and nothing after it says which one.
func (s *sentence) definite(c class) bool {
	for i := 1; i < len(s.tokens); i++ {
		if s.tokens[i].is(c) && s.adjacent(i) && definiteArticles.has(s.word(i-1)) && s.refersTo(i) {
			return true
		}
	}
	return false
}

// refersTo reports whether the definite noun at token i is one spoken of before, for neither a clause nor a name after it
// says which one: "the company that", "the treasury of Uniswap".
func (s *sentence) refersTo(i int) bool {
	if !s.adjacent(i + 1) {
		return true
	}
	if s.tokens[i+1].is(preposition) && s.adjacent(i+2) {
		of := &s.tokens[i+2]
		return !(of.looks(text.Capital) && of.class == 0 && of.name == 0)
	}
	return !restricting.has(s.word(i + 1))
}
