package dealterms

import "strings"

// weigh tells whether a figure is a term of a deal, and by which token.
func (s *sentence) weigh(f figure) (weight, int) {
	if s.isStatistic(f) {
		return nothing, f.from
	}
	switch f.kind {
	case money:
		return s.weighMoney(f)
	case large:
		return s.weighLarge(f)
	case share:
		return s.weighShare(f)
	case points:
		return s.weighPoints(f)
	case times:
		return s.weighTimes(f)
	case length:
		return s.weighTime(f)
	case date:
		return s.weighDate(f.from)
	case tokens:
		return s.weighTokens(f)
	case plain:
		return s.weighPlain(f)
	}
	return nothing, f.from
}

// weighMoney: any amount is one, unless it is the price of a thing by the piece.
func (s *sentence) weighMoney(f figure) (weight, int) {
	if s.retail(f) || s.aboutMarkets(f) {
		return nothing, f.from
	}
	if s.ofEach() {
		return bound, f.from
	}
	if s.tiny(f) && s.nearby(f, 8, strong|quotes|core|pays) < 0 {
		return nothing, f.from
	}
	from, to := s.partAround(f)
	if by := s.nearby(f, 24, strong|soft|binding|quotes); by >= from && by < to || by >= 0 && s.tokens[by].is(strong|binding|quotes) {
		return bound, by
	}
	if s.captioned(f, strong|soft|quotes) {
		return bound, f.from
	}
	return amount, f.from
}

// ofEach reports whether a sentence divides each unit of money: "for every dollar that comes in".
func (s *sentence) ofEach() bool {
	for i := range s.tokens {
		if w := s.word(i); (w == "every" || w == "each" || w == "Every" || w == "Each") && s.follows(i+1, currency) {
			return true
		}
	}
	return false
}

// tiny reports whether an amount is of fewer than four digits and has no magnitude.
func (s *sentence) tiny(f figure) bool {
	word := strings.TrimLeft(s.word(f.from), "0123456789.")
	return !s.has(f.from, f.to, scale) && (word != s.word(f.from) && word == "" && len(s.word(f.from)) <= 3 || s.tokens[f.from].is(small))
}

// aboutMarkets reports whether an amount is that of a market, an industry or a city.
func (s *sentence) aboutMarkets(f figure) bool {
	from, to := s.part(f.from)
	return s.has(from, to, wide) && s.nearby(f, 4, strong|quotes) < 0
}

// retail reports whether an amount is the price of a thing by the piece.
func (s *sentence) retail(f figure) bool {
	switch s.word(f.to) {
	case "per", "a", "an", "each", "for":
		if s.has(f.to+1, f.to+3, piece) && !s.has(f.to+1, f.to+3, base) {
			return true
		}
	}
	return s.has(0, len(s.tokens), goods) && !s.has(f.from, f.to, scale) && s.nearby(f, 8, strong) < 0
}

// weighLarge: a magnitude of nothing in particular is money, the more surely where a word of deals stands by.
func (s *sentence) weighLarge(f figure) (weight, int) {
	if s.aboutMarkets(f) {
		return nothing, f.from
	}
	if by := s.nearby(f, 4, strong|soft|quotes|binding); by >= 0 {
		return bound, by
	}
	if by := s.nearby(f, 24, strong|quotes|binding); by >= 0 {
		return bound, by
	}
	if by := s.find(0, len(s.tokens), insider|soft|paper); by >= 0 && s.clear(f.to) {
		return bound, by
	}
	if s.captioned(f, strong|soft|quotes) {
		return bound, f.from
	}
	if s.clear(f.to) {
		return amount, f.from
	}
	return nothing, f.from
}

// clear reports whether no noun follows that might be what is counted.
func (s *sentence) clear(i int) bool {
	return i >= len(s.tokens) || !s.adjacent(i) || s.tokens[i].is(function|strong|soft|quotes) && !counting.has(s.word(i))
}

// weighPoints: points are ownership where somebody holds, gets or pays them.
func (s *sentence) weighPoints(f figure) (weight, int) {
	if by, ok := s.partOf(f); ok && by >= 0 {
		return bound, by
	}
	if by := max(s.nearby(f, 5, strong|quotes), s.find(f.from-4, f.from, core)); by >= 0 {
		return bound, by
	}
	if s.has(f.from-3, f.from, acts) && s.refers() && !s.has(0, len(s.tokens), counted) {
		return bound, f.from - 1 // "it offered a tenth of a percent"
	}
	if s.has(0, f.from, party) && s.has(max(0, f.from-6), f.from, hold) && !s.has(0, len(s.tokens), counted) {
		return bound, s.find(0, f.from, party)
	}
	return nothing, f.from
}

// weighTime: a length of time is a term beside a clause that has one.
func (s *sentence) weighTime(f figure) (weight, int) {
	from, to := s.part(f.from)
	if to-from <= f.to-f.from+1 {
		from, to = 0, len(s.tokens)
	}
	if by := s.find(from, to, reserve); by >= 0 && s.word(by-1) == "the" && s.word(by-2) == "in" {
		return bound, by // "eleven months in the bank"
	}
	if s.word(f.to) == "left" && !s.adjacent(f.to+1) && s.namesWithin(from, f.from) {
		return bound, f.to // "LivingIP has eleven months left"
	}
	if s.word(f.from-1) == "for" && (s.word(f.from-2) == "enough" || s.word(f.from-3) == "no" && s.tokens[f.from-2].is(object)) {
		return bound, f.from - 2
	}
	if by := s.find(from, to, insider); by >= 0 && s.word(f.from-1) == "for" && s.forbids(from, f.from) {
		return bound, by // "will not hire from its investors for two years"
	}
	if by := s.find(from, to, periods); by >= 0 {
		return bound, by
	}
	if by := s.find(from, f.from, dues); by >= 0 && s.has(from, by, quotes|core) {
		return bound, by
	}
	if by := s.find(f.to, f.to+3, reserve|strong|core); s.word(f.to) == "of" && by >= 0 && !s.tokens[by].is(party) {
		return bound, by
	}
	if by := s.find(max(from, f.from-4), f.from, pays); by >= 0 && (by == f.from-1 && strings.HasPrefix(s.word(by), "pa") || strings.HasPrefix(s.word(by), "owe")) {
		return bound, by // "paid five months", "owes its landlord three months"
	}
	if s.has(from, to, reserve) && s.has(from, to, lasting) {
		return bound, s.find(from, to, reserve)
	}
	return nothing, f.from
}

// forbids reports whether a modal verb is denied in the range.
func (s *sentence) forbids(from, to int) bool {
	for i := max(from, 1); i < to; i++ {
		if s.word(i) == "cannot" || s.word(i) == "not" && s.tokens[i-1].is(auxiliary) && modal.has(s.word(i-1)) {
			return true
		}
	}
	return false
}

// weighDate: a day is a term where something falls due on it or where the money ends.
func (s *sentence) weighDate(i int) (weight, int) {
	from, to := s.part(i)
	if s.has(from, to, reserve) && s.has(from, i, lasting) && !s.has(s.find(from, i, lasting), i, acts) {
		return bound, s.find(from, to, reserve)
	}
	if w := s.word(i - 1); (w == "before" || w == "until") && s.forbids(from, i) && s.has(from, i, licensed|object|acts) {
		return bound, i - 1 // "would not sell before 2029"
	}
	if i > from && s.tokens[i-1].is(lasting) && strings.HasPrefix(s.word(s.find(from, i, pays)), "pay") {
		return bound, s.find(from, i, pays)
	}
	if by := s.find(max(from, i-6), to, binding|dues); by >= 0 && s.has(from, to, strong|quotes|paper|controller|bids) {
		return bound, by
	}
	return nothing, i
}

// weighTimes: a multiple is a term where money is paid back or multiplied.
func (s *sentence) weighTimes(f figure) (weight, int) {
	before := -1
	if s.has(0, len(s.tokens), insider) {
		before = s.find(f.from-6, f.from, soft)
	}
	return boundBy(f, s.nearby(f, 6, strong|binding|quotes), s.find(f.to, f.to+3, soft), before)
}

// weighTokens: tokens are a term where somebody gets them or where it is about all there are, not where a language
// model reads them.
func (s *sentence) weighTokens(f figure) (weight, int) {
	if s.has(0, len(s.tokens), mental) {
		return nothing, f.from
	}
	return boundBy(f, s.find(f.from-6, f.from, gains|pricing), s.nearby(f, 14, supply))
}
