package dealterms

import "github.com/kbgate/kbgate/internal/text"

// weighShare: a part is a term by what it is a part of, by the noun beside it, or by who holds it.
func (s *sentence) weighShare(f figure) (weight, int) {
	if s.change(f) {
		return nothing, f.from
	}
	if by, ok := s.partOf(f); ok {
		if by < 0 && f.from > 0 && s.tokens[f.from-1].is(bids) {
			by = f.from - 1 // "wanted 15 percent of the film"
		}
		return boundBy(f, by, s.find(f.from-3, f.from, strong|quotes))
	}
	if by := s.shareNoun(f); by >= 0 {
		return bound, by
	}
	if s.word(f.from-1) == "of" && f.from > 1 && s.tokens[f.from-2].is(strong|quotes|core|soft) && !s.tokens[f.from-2].is(party) {
		return bound, f.from - 2 // "a reserve of fifteen percent"
	}
	from, to := s.partAround(f)
	if s.at(s.tokens[f.from].end) == '/' {
		return boundBy(f, s.find(from, to, core|strong|insider|quotes))
	}
	if s.has(from, min(to, f.to+4), counted) && !s.has(from, to, strong) {
		return nothing, f.from
	}
	if by := s.shareHolder(f, from, to); by >= 0 {
		return bound, by
	}
	if w, by := s.shareInDeal(f, from, to); w > nothing {
		return w, by
	}
	if s.captioned(f, strong|quotes) || s.block == row && s.captioned(f, soft|base) && !s.captioned(f, counted) {
		return bound, f.from
	}
	return nothing, f.from
}

// boundBy binds a figure to the first token that was found.
func boundBy(f figure, found ...int) (weight, int) {
	for _, by := range found {
		if by >= 0 {
			return bound, by
		}
	}
	return nothing, f.from
}

// shareNoun is the noun within or right behind a share: "a 20 percent stake", or -1.
func (s *sentence) shareNoun(f figure) int {
	if by := s.find(f.from+1, f.to+1, strong); by >= 0 {
		return by
	}
	i := f.to
	if s.follows(i, strong|quotes|core|binding) || s.adjacent(i) && s.follows(i+1, strong) {
		return i
	}
	return -1
}

// shareHolder is the token of its part that says of what a share is or who holds it, or -1.
func (s *sentence) shareHolder(f figure, from, to int) int {
	if by := s.find(max(from, f.from-4), f.from, strong|quotes|rates); by >= 0 {
		return by
	}
	if by := s.find(from, to, strong|binding); by >= 0 {
		return by
	}
	if by := s.find(from, f.from, insider); by >= 0 && s.has(from, to, hold) && !s.follows(f.to, work|counted) {
		return by
	}
	if s.word(f.to) == "off" {
		return s.find(f.to, f.to+5, quotes|core|soft)
	}
	if w := s.word(f.to); w == "to" || w == "for" {
		return s.find(f.to, f.to+3, party)
	}
	return -1
}

// shareInDeal weighs a share of nothing in particular by the nouns and verbs of the whole sentence.
func (s *sentence) shareInDeal(f figure, from, to int) (weight, int) {
	if !s.clear(f.to) || s.has(from, f.to+4, counted) {
		return nothing, f.from
	}
	whole := len(s.tokens)
	if by := s.find(from, to, core); by >= 0 {
		return bound, by
	}
	if by := s.find(0, whole, strong); by >= 0 {
		return bound, by
	}
	if s.adjacent(f.from) && s.follows(f.from-1, hold) && !s.adjacent(f.to) {
		return bound, f.from - 1
	}
	if by := s.findAny(0, f.from, agreement); by >= 0 && s.word(f.from-1) == "at" {
		return bound, by
	}
	if by := s.find(0, whole, core); by >= 0 {
		return amount, by
	}
	if by := s.find(f.from-5, f.from, acts); by >= 0 && !s.tokens[by].is(counted) {
		return amount, by
	}
	return nothing, f.from
}

// partOf looks at the noun phrase behind "percent of": the token that makes it one of deals, or -1.
func (s *sentence) partOf(f figure) (by int, ok bool) {
	i := f.to
	if !s.adjacent(i) || s.word(i) != "of" {
		return -1, false
	}
	for j := i + 1; j < min(i+7, len(s.tokens)); j++ {
		t := &s.tokens[j]
		if j > i+1 && (!s.adjacent(j) || t.is(preposition|auxiliary) || j > i+2 && t.is(determiner) && !s.tokens[j-1].is(base)) {
			break
		}
		switch {
		case t.name > 0 && !t.possessive && (j+1 == len(s.tokens) || s.tokens[j+1].name == 0):
			return j, true
		case t.is(token_) && !s.has(0, len(s.tokens), supply):
		case t.is(base|strong|quotes) && (t.is(base) || !t.is(party)) && !(s.follows(j+1, counted|work) && !s.follows(j+1, base|party)):
			return j, true
		}
	}
	return -1, true
}

// change reports whether a share is only by how much something grew or fell: "cut its energy use by a third".
func (s *sentence) change(f figure) bool {
	from, to := s.part(f.from)
	return s.word(f.from-1) == "by" && !s.has(from, to, strong|quotes|core|bids)
}

// isStatistic reports whether the figure sums up a sample and not one deal.
func (s *sentence) isStatistic(f figure) bool {
	from, to := s.part(f.from)
	if !s.has(from, to, statistic) || s.namesWithin(from, to) {
		return false
	}
	at := s.find(from, to, pronoun)
	return at < 0 || s.tokens[at].hash == they
}

// they is a word behind which a statistic may be of a kind of people: "they take 7 percent on average".
var they = text.HashOf("they")

// partAround is the part of a figure, with the parts on both sides where the figure is all of it: "its part, eighteen
// percent, is frozen".
func (s *sentence) partAround(f figure) (from, to int) {
	from, to = s.part(f.from)
	if to-from > f.to-f.from+1 {
		return from, to
	}
	if from > 0 {
		from, _ = s.part(from - 1)
	}
	if to < len(s.tokens) {
		_, to = s.part(to)
	}
	return from, to
}
