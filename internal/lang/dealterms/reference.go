package dealterms

import "github.com/kbgate/kbgate/internal/text"

// signsOfReference tells how a sentence that names no organisation refers to one.
func (s *sentence) signsOfReference(e *evidence) {
	e.mark(opensReferring, s.resumes())
	e.mark(saysWe, s.has(0, len(s.tokens), ours))
	e.mark(ownsIts, s.has(0, len(s.tokens), possessed))
}

// opensWithOwn reports whether a sentence begins with the organisation or its people: "The founders".
func (l *line) opensWithOwn() bool {
	for i := 1; i < min(len(l.tokens), 5); i++ {
		own := l.tokens[i].is(firm|boards) && l.word(i) != "fund" || insiders.has(l.word(i))
		if own && l.tokens[i-1].is(definite) && l.refersTo(i) {
			return true
		}
	}
	return false
}

// resumes reports whether a sentence opens with a word that refers to something named before.
func (l *line) resumes() bool {
	const opening = 5
	at := l.find(0, opening, pronoun)
	return at >= 0 && !(l.word(at) == "them" && l.find(at+1, opening, pronoun) < 0) || l.definite(firm)
}

// definite reports whether a noun of the class stands after a definite article, and nothing after it says which one.
func (l *line) definite(c class) bool {
	for i := 1; i < len(l.tokens); i++ {
		if l.tokens[i].is(c) && l.adjacent(i) && l.tokens[i-1].is(definite) && l.refersTo(i) {
			return true
		}
	}
	return false
}

// refersTo reports whether the definite noun at token i is one spoken of before, for neither a clause nor a name after it
// says which one: "the company that", "the treasury of Uniswap".
func (l *line) refersTo(i int) bool {
	if !l.adjacent(i + 1) {
		return true
	}
	if l.tokens[i+1].is(preposition) && l.adjacent(i+2) {
		of := &l.tokens[i+2]
		return !(of.looks(text.Capital) && of.class == 0 && of.name == 0)
	}
	return !restricting.has(l.word(i + 1))
}
