package dealterms

// elliptic gives the figures of a short sentence as terms where the sentence before says what they measure: "The usual
// cap is 10 million. LivingIP's is six."
func (s *sentence) elliptic(last *sentence) []term {
	const short = 8
	if s.block == row {
		return nil
	}
	if m := s.mentions[0]; len(s.tokens) <= short && len(s.figures) > 0 && !s.opensPara && s.tokens[m.to-1].possessive &&
		s.follows(m.to, auxiliary) && last.has(0, len(last.tokens), party|strong|core|quotes) && s.clear(s.figures[0].to) {
		return []term{{weight: bound, from: s.figures[0].from, to: s.figures[0].to, by: s.figures[0].from}} // "Teleo's was eleven"
	}
	if len(s.tokens) > short || len(s.figures) == 0 || s.opensPara || len(atLeast(clause, last.terms())) == 0 && !last.speaksOfMoney() {
		return nil
	}
	f := s.figures[0]
	if f.kind == date || !s.clear(f.to) {
		return nil
	}
	return []term{{weight: bound, from: f.from, to: f.to, by: f.from}}
}

// bare gives the figures of a sentence that goes on bargaining without a noun: "They began at nine and met at twelve",
// "Nine percent, it said".
func (s *sentence) bare() []term {
	var all []term
	for _, f := range s.figures {
		if f.from > 0 && f.kind == plain && s.bargained(f) || s.standsAlone(f) {
			all = append(all, term{weight: bound, from: f.from, to: f.to, by: f.from})
		}
	}
	return all
}

// bargained reports whether a bare number stands behind a verb of bargaining and a preposition.
func (s *sentence) bargained(f figure) bool {
	if !s.clear(f.to) || s.word(f.to) == "of" || s.handful(f) {
		return false
	}
	switch s.word(f.from - 1) {
	case "at":
		if s.tokens[max(f.from-2, 0)].is(auxiliary) {
			return true
		}
		fallthrough
	case "for", "on", "to", "from":
		return s.has(0, f.from, acts|bids) || s.findAny(0, f.from, haggling) >= 0
	}
	return false
}

// standsAlone reports whether an amount or a share is all of its part of the sentence.
func (s *sentence) standsAlone(f figure) bool {
	from, to := s.part(f.from)
	return (f.kind == share || f.kind == large) && from == f.from && to == f.to && !s.has(0, len(s.tokens), counted)
}

// speaksOfMoney reports whether a sentence tells how long money lasts or what a deal contains, in figures or without.
func (s *sentence) speaksOfMoney() bool {
	return s.has(0, len(s.tokens), reserve|quotes) && s.has(0, len(s.tokens), statistic|general|lasting)
}

// backReach is the most words of a sentence that says whose the terms before it were.
const backReach = 24

// pointsBack reports whether a sentence says of the one before it whose it was: "That is LivingIP's cap."
func (s *sentence) pointsBack() bool {
	if w := s.word(1); (w == "this" || w == "that") && s.follows(2, auxiliary) && !s.opensPara {
		return true // "Since this was settled"
	}
	if len(s.tokens) > backReach || s.opensPara {
		return false
	}
	switch s.word(0) {
	case "That", "This", "Those", "These", "Such", "So":
		return true
	case "The":
		return len(s.tokens) > 1 && s.tokens[1].is(firm|paper|soft)
	}
	return false
}
