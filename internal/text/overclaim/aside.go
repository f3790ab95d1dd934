package overclaim

import "github.com/kbgate/kbgate/internal/text"

// aside reports whether word i stands in a clause that the title takes for granted and does not assert: one that says
// when or on what condition ("once every seat is sold"), or which things are meant ("floods that hit every house").
func (s *sentence) aside(i int) bool {
	for j := i - 1; j >= 0; j-- {
		distance := i - j
		switch {
		case s.is(j, relative) && s.restricts(j):
			return distance == 1 || distance <= 3 && s.is(i, every|best) || distance == 2 && s.is(i, nothing) || distance <= 3 && s.is(i, quantifier)
		case s.is(j, subordinator) && !s.is(j+1, be) && s.hash(j-1) != s.hash(j+1):
			return j > 0 && !s.parted(j, i) || j == 0 && distance <= 3
		case s.is(j, boundary) && s.words[j].Hash != wordAnd && s.words[j].Hash != wordOr:
			return false
		}
	}
	return false
}

// restricts reports whether the pronoun at i begins a clause that narrows a noun: not the "that" after a verb, nor
// the clause after what the subject is said to be ("is a rule that …").
func (s *sentence) restricts(i int) bool {
	if i == 0 || s.is(i-1, prove|settle|report|know|hedge|be|causal|negation) || s.hash(i-1) == wordSo || s.hash(i-1) == wordAnd {
		return false
	}
	for j := i - 1; j >= 0 && j > i-6; j-- {
		if s.is(j, be) || nominal.Has(s.words[j]) {
			return false
		}
	}
	return true
}

// parted reports whether a comma stands between words from and to.
func (s *sentence) parted(from, to int) bool {
	for at := s.words[from].End; at < s.words[to].Start; at++ {
		if s.source[at] == ',' {
			return true
		}
	}
	return false
}

var (
	nominal = text.NewSet("proof", "evidence", "fact", "claim", "belief", "idea", "view", "guarantee", "only", "one", "best", "most")
)
