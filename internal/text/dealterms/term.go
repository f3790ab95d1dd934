package dealterms

// weight says how surely words state a term of a deal.
type weight uint8

const (
	nothing weight = iota
	clause         // a clause of a deal by its name
	amount         // an amount of money, beside words that other subjects share
	round          // an amount of money that stands for itself
	bound          // a figure beside the words of a deal
)

// term is a figure or a clause in a sentence, with the word that makes it a term.
type term struct {
	weight
	from, to int  // tokens of the figure or clause
	by       int  // the token of a deal that stands with it; from where there is none
	named    bool // it is a clause without a figure
}

// terms are what the sentence says of deals, whoever's they are.
func (s *sentence) terms() []term {
	var all []term
	for _, f := range s.figures {
		if w, by := s.weigh(f); w > nothing {
			if w == amount && by == f.from {
				w = round
			}
			all = append(all, term{weight: w, from: f.from, to: f.to, by: by})
		}
	}
	for _, t := range s.clauses() {
		t.named = t.weight == clause
		t.weight = max(t.weight, s.had(t))
		all = append(all, t)
	}
	return all
}

// oldest is the first year whose deals may still be nobody else's business.
const oldest = "1990"

// historic reports whether a sentence dates what it tells to a year long past.
func (s *sentence) historic() bool {
	for _, f := range s.figures {
		if w := s.word(f.from); f.kind == date && digit(w[0]) && w < oldest {
			return true
		}
	}
	return false
}

// had is the weight of a clause of which a sentence says that somebody in particular has or gives it, and not what such
// clauses are in general.
func (s *sentence) had(t term) weight {
	switch {
	case s.generic() || !s.has(0, len(s.tokens), acts|binding) && s.findAny(0, len(s.tokens), containing) < 0,
		s.observed(t.from):
		return clause
	case s.past() && s.refers():
		return bound
	case s.past() || s.refers():
		return amount
	}
	return clause
}

// observed reports whether a verb of study stands before token i: what follows is about what was looked at.
func (s *sentence) observed(i int) bool {
	for j := range min(i, len(s.tokens)) {
		if s.tokens[j].is(works) && !s.tokens[j].is(hold|strong|soft|paper) {
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
