package dealterms

import "strings"

// weigh tells whether a figure is a term of a deal, and by which token.
func (s *sentence) weigh(f figure) (weight, int) {
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
		return clause, f.from
	}
	if by := s.nearby(f, 24, strong|soft|binding|quotes); by >= 0 {
		return bound, by
	}
	if by := s.captioned(strong | soft | quotes); by {
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
	if w := s.word(f.from - 1); (w == "for" || w == "at") && s.tiny(f) && s.has(f.from-6, f.from, yields) && (s.word(f.from-3) == "a" || s.word(f.from-3) == "an") {
		return true // "sells a novel for 18 euros"
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
	if by := s.find(0, len(s.tokens), insider); by >= 0 && s.clear(f.to) {
		return bound, by
	}
	if by := s.find(0, len(s.tokens), soft|paper); by >= 0 && s.clear(f.to) {
		return bound, by
	}
	if s.captioned(strong | soft | quotes) {
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
	if s.has(0, f.from, party) && s.has(max(0, f.from-6), f.from, hold) && !s.has(0, len(s.tokens), counted) {
		return bound, s.find(0, f.from, party)
	}
	return nothing, f.from
}

// weighTime: a length of time is a term beside a clause that has one.
func (s *sentence) weighTime(f figure) (weight, int) {
	from, to := s.part(f.from)
	if s.isStatistic(f) {
		return nothing, f.from
	}
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
	if f.from > 0 && strings.HasPrefix(s.word(f.from-1), "pa") && s.tokens[f.from-1].is(pays) {
		return bound, f.from - 1 // "paid five months"
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
	if i > 1 && s.word(i-1) == "until" && s.tokens[i-2].is(auxiliary) && s.has(i, to, object|reserve) {
		return bound, i - 2 // "has until March to return the money"
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
	if before < 0 && reference.has(s.word(f.to)) {
		before = s.find(f.from-3, f.from, gains)
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

// weighPlain: a bare number is a term right beside the noun that it measures.
func (s *sentence) weighPlain(f figure) (weight, int) {
	if i := f.to; s.adjacent(i) {
		switch t := &s.tokens[i]; {
		case t.is(seats):
			if s.seated() {
				return bound, i
			}
			return nothing, f.from
		case t.is(quotes | boards), s.word(i) == "share" && s.namesWithin(i+1, i+4):
			return bound, i
		case s.word(i) == "of" && s.word(i+1) != "them" && s.has(i+1, i+5, seats) && s.seated():
			return bound, s.find(i+1, i+5, seats)
		}
	}
	if by := s.find(f.from-6, f.from, pays); by >= 0 && s.rate(f) {
		return bound, by
	}
	from, to := s.part(f.from)
	if by := s.priced(f, from); by >= 0 {
		return bound, by
	}
	if by := s.find(f.from-4, f.from, boards); by >= 0 && s.clear(f.to) && s.seated() {
		return bound, by // "its directors are three"
	}
	if s.ratio(f) && s.has(0, len(s.tokens), insider|core) {
		if by := s.find(from, to, hold); by >= 0 {
			return bound, by
		}
	}
	if by := s.measure(f, from); by >= 0 {
		return bound, by
	}
	if w := s.word(f.from - 1); (w == "on" || w == "at") && s.clear(f.to) && !few.has(s.word(f.from)) && s.findAny(f.from-2, f.from-1, agreement) >= 0 {
		return bound, f.from - 2 // "settled on seven"
	}
	if s.big(f) && s.clear(f.to) && s.word(f.to) != "of" {
		if by := s.nearby(f, 10, strong|quotes|binding|dues|acts|base|bids); by >= 0 {
			return bound, by
		}
		if s.word(f.from-1) == "for" {
			return bound, f.from
		}
	}
	if s.block != paragraph && to-from <= 5 && s.clear(f.to) && s.captioned(strong|quotes|core|acts) && s.has(0, len(s.tokens), insider|core|quotes|general|pronoun) {
		return bound, f.from
	}
	if to-from <= 4 && s.block == row && s.captioned(strong|quotes) {
		return bound, f.from
	}
	return nothing, f.from
}

// big reports whether a number in digits has five or more, so that it is more likely an amount than a count.
func (s *sentence) big(f figure) bool {
	n := 0
	for _, b := range []byte(s.word(f.from)) {
		if digit(b) {
			n++
		}
	}
	return f.to == f.from+1 && n >= 5
}

// priced is the word of a price or a holder before a bare number, or -1: "was offered 2.4", "investors have twelve",
// "sixty for them". Numbers to three in words stand for people and things too often.
func (s *sentence) priced(f figure, from int) int {
	if !s.clear(f.to) || s.word(f.to) == "of" || few.has(s.word(f.from)) {
		return -1
	}
	if by := s.find(max(from, f.from-6), f.from, bids); by >= 0 {
		return by
	}
	if by := s.find(max(from, f.from-3), f.from, insider|controller); by >= 0 && (s.has(by, f.from, acts) || s.tokens[by].is(controller) && s.has(by, f.from, hold)) {
		return by
	}
	if s.word(f.to) == "each" && s.has(f.from-4, f.from, insider) {
		return s.find(f.from-4, f.from, insider)
	}
	if f.from > 0 && s.tokens[f.from-1].is(acts) && (s.findAny(f.to, len(s.tokens), remainder) >= 0 || s.has(f.to, f.to+6, insider)) {
		return f.from - 1
	}
	if w := s.word(f.to); (w == "for" || w == "to") && s.has(f.to, f.to+3, pronoun|insider|firm) {
		return s.find(0, f.from, hold)
	}
	return -1
}

// measure is the word before a bare number that says what it measures, or -1: "priced at 16", "a cap of 6", "the note
// carries 6", "the notes convert 74".
func (s *sentence) measure(f figure, from int) int {
	if by := s.find(max(from, f.from-2), f.from, pricing); by >= 0 && (s.word(f.from-1) == "at" || s.word(f.from-1) == "worth") && s.clear(f.to) {
		return by
	}
	if by := s.find(max(from, f.from-3), f.from, quotes); by >= 0 && s.clear(f.to) {
		return by
	}
	if w := s.word(f.from - 1); (w == "of" || w == "at") && f.from > 1 && s.clear(f.to) && s.tokens[f.from-2].is(strong) && !s.tokens[f.from-2].is(party) {
		return f.from - 2
	}
	if by := s.find(max(from, f.from-2), f.from, carries); by >= 0 && s.has(from, f.from, paper|strong) {
		return by
	}
	if by := s.find(from, f.from, binding); by >= 0 && s.clear(f.to) && s.has(f.from-3, f.from, hold|binding) {
		return by
	}
	return -1
}

// rate reports whether a number of two digits or more is paid over and over: "1,400 a day".
func (s *sentence) rate(f figure) bool {
	switch s.word(f.to) {
	case "a", "per", "each", "every":
		return s.follows(f.to+1, span) && s.end(f.to-1)-int(s.tokens[f.from].start) > 2
	}
	return false
}

// seated reports whether the seats of a sentence are those of directors: investors sit there, and no reviewers.
func (s *sentence) seated() bool {
	return s.has(0, len(s.tokens), insider|boards) && !s.has(0, len(s.tokens), counted|member)
}

// namesWithin reports whether a configured name stands in the range.
func (s *sentence) namesWithin(from, to int) bool {
	for i := from; i < min(to, len(s.tokens)); i++ {
		if s.tokens[i].name > 0 {
			return true
		}
	}
	return false
}

// ratio reports whether a figure is one of two that divide a whole: "sixty to forty", "70:30".
func (s *sentence) ratio(f figure) bool {
	switch s.word(f.to) {
	case "to", "and":
		return f.to+1 < len(s.tokens) && s.numeral(f.to+1) && s.clear(f.to+2)
	}
	return f.to < len(s.tokens) && s.tokens[f.to].start == s.tokens[f.to-1].end+1 && s.at(s.tokens[f.to-1].end) == ':' && s.numeral(f.to)
}
