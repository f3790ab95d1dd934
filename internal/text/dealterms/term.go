package dealterms

// weight says how surely words state a term of a deal.
type weight uint8

const (
	nothing weight = iota
	clause         // a clause of a deal by its name
	amount         // an amount of money
	bound          // a figure beside the words of a deal
)

// term is a figure or a clause in a sentence, with the word that makes it a term.
type term struct {
	weight
	from, to int // tokens of the figure or clause
	by       int // the token of a deal that stands with it; from where there is none
}

// terms are what the sentence says of deals, whoever's they are.
func (s *sentence) terms() []term {
	var all []term
	for _, f := range s.figures {
		if w, by := s.weigh(f); w > nothing {
			all = append(all, term{weight: w, from: f.from, to: f.to, by: by})
		}
	}
	return append(all, s.clauses()...)
}

// captioned reports whether the header of a table or the sentence that announces a list says c.
func (s *sentence) captioned(c class) bool {
	for i := range s.caption {
		if s.caption[i].is(c) && !s.caption[i].is(work) {
			return true
		}
	}
	return false
}

// nearby is the token of a class nearest to the figure within reach, not crossing a rival clause, or -1.
func (s *sentence) nearby(f figure, reach int, c class) int {
	for d := 1; d <= reach; d++ {
		if i := f.to - 1 + d; i < len(s.tokens) && s.tokens[i].is(c) {
			return i
		}
		if i := f.from - d; i >= 0 && s.tokens[i].is(c) {
			return i
		}
	}
	return -1
}
