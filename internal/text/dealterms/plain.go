package dealterms

import "strings"

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
	if by := s.measure(f, s.startAround(f)); by >= 0 {
		return bound, by
	}
	if s.paired(f) || f.from > 0 && s.bargained(f) && s.has(0, len(s.tokens), insider|controller) {
		return bound, f.from
	}
	if w := s.word(f.from - 1); (w == "on" || w == "at") && s.clear(f.to) && !s.handful(f) &&
		s.findAny(f.from-2, f.from-1, agreement) >= 0 {
		return bound, f.from - 2 // "settled on seven"
	}
	if s.big(f) && s.clear(f.to) && s.word(f.to) != "of" {
		if by := s.nearby(f, 10, strong|quotes|binding|dues|acts|base|bids); by >= 0 {
			return bound, by
		}
	}
	if s.block != paragraph && to-from <= 5 && s.clear(f.to) && s.captioned(f, strong|quotes|core|acts) &&
		s.has(0, len(s.tokens), insider|core|quotes|general|pronoun) {
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

// startAround is where the part of a figure begins, see partAround.
func (s *sentence) startAround(f figure) int {
	from, _ := s.partAround(f)
	return from
}

// handful reports whether a figure is one small number in words, which stands for people and things too often.
func (s *sentence) handful(f figure) bool { return f.to == f.from+1 && few.has(s.word(f.from)) }

// paired reports whether a bare number is an amount for a price: "2.4 on 12", "750 for 7.5".
func (s *sentence) paired(f figure) bool {
	switch s.word(f.to) {
	case "on", "for":
		at := f.to + 1
		if w := s.word(at); w == "a" || w == "an" {
			at++
		}
		return s.adjacent(f.to) && at < len(s.tokens) && s.numeral(at) && s.clear(s.restOfNumber(at+1)) && !s.handful(f) &&
			(s.decimal(f.from) || s.decimal(at) || s.big(f))
	}
	return false
}

// decimal reports whether token i is a number with a point.
func (s *sentence) decimal(i int) bool { return strings.Contains(s.word(i), ".") }

// priced is the word of a price or a holder before a bare number, or -1: "was offered 2.4", "investors have twelve",
// "sixty for them". Numbers to three in words stand for people and things too often.
func (s *sentence) priced(f figure, from int) int {
	if !s.clear(f.to) || s.word(f.to) == "of" || s.handful(f) {
		return -1
	}
	if by := s.find(max(from, f.from-6), f.from, bids); by >= 0 {
		return by
	}
	if by := s.find(max(from, f.from-3), f.from, insider|controller); by >= 0 && (s.has(by, f.from, acts) || s.tokens[by].is(controller) && s.has(by, f.from, hold)) {
		return by
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
	if by := s.measuredBy(f, from); by >= 0 {
		return by
	}
	if by := s.find(max(from, f.from-2), f.from, carries); by >= 0 && s.has(from, f.from, paper|strong) {
		return by
	}
	return -1
}

// measuredBy is the noun of a deal whose value a bare number is, for nothing but words without content stand between: "the cap
// was set at 12", "the second close is for 800"; or -1.
func (s *sentence) measuredBy(f figure, from int) int {
	if !s.clear(f.to) {
		return -1
	}
	for i := f.from - 1; i >= max(from, f.from-6); i-- {
		switch t := &s.tokens[i]; {
		case t.is(quotes), f.from-i > 1 && t.is(strong|soft) && !t.is(party) && !s.handful(f):
			return i
		case s.word(i) == "and":
			return -1
		case !t.is(preposition|auxiliary) && !strings.HasSuffix(s.word(i), "ed") && s.findAny(i, i+1, fixing) < 0 && f.from-i > 2:
			return -1
		}
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
