package dealterms

import (
	"bytes"
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// kind is what a figure measures.
type kind uint8

const (
	plain  kind = iota // a number alone
	large              // with a magnitude, "four million", and nothing counted after it
	money              // with a sign or unit of a currency
	share              // a part of a whole: percent, fractions, "58 of every hundred"
	points             // "half a point"
	times              // "1.5x"
	length             // a length of time
	date               // a month or year
	tokens             // of a currency of one's own
)

// figure is a number in a sentence, with its unit.
type figure struct {
	kind
	from, to int // tokens
}

// findFigures collects the figures of a sentence in order.
func (s *sentence) findFigures() {
	for i := 0; i < len(s.tokens); {
		f, ok := s.figureAt(i)
		if !ok {
			i++
			continue
		}
		i = f.to
		if !s.named(f) && s.kindOf(&f) {
			s.figures = append(s.figures, f)
		}
	}
	if s.historic() {
		s.figures = nil
	}
}

// figureAt reads the number at token i without its unit.
func (s *sentence) figureAt(i int) (figure, bool) {
	f := figure{from: i}
	t := &s.tokens[i]
	switch {
	case t.name > 0:
		return f, false
	case s.numeral(i):
		if f.to = s.restOfNumber(i + 1); f.to == i+2 && s.at(t.end) == '/' {
			f.kind = share // "70/30"
		}
	case t.is(scale) && !t.is(small) && i > 0 && nth.has(s.word(i-1)):
		f.kind, f.to = large, i+1
	case s.word(i) == "twice" && (s.word(i+1) == "over" || !s.adjacent(i+1) || (s.tokens[i+1].is(pronoun) || reference.has(s.word(i+1)))):
		f.kind, f.to = times, i+1
	case s.word(i) == "a" && s.follows(i+1, currency) && i > 0 && s.word(i-1) == "for":
		f.kind, f.to = money, i+2
	case s.word(i) == "a" && s.follows(i+1, span) && !s.tokens[i+1].is(ordinal) && i > 0 && s.tokens[i-1].is(preposition):
		f.kind, f.to = length, i+2
	case t.is(fraction), t.is(ordinal) && i+1 < len(s.tokens) && s.word(i+1) == "of" && i > 0 && s.word(i-1) == "a":
		f.kind, f.to = share, i+1
		if j := i + 1; (s.word(j) == "a" || s.word(j) == "an") && j+1 < len(s.tokens) {
			switch {
			case s.tokens[j+1].is(scale):
				f.kind, f.to = large, j+2
			case s.tokens[j+1].is(point | percent):
				f.to = j + 1
			}
		}
	case s.word(i) == "a" && s.word(i+1) == "percent":
		f.kind, f.to = share, i+2
	case s.word(i) == "a" && i+1 < len(s.tokens) && s.tokens[i+1].is(scale):
		f.kind, f.to = large, i+2
	case (s.word(i) == "a" || s.word(i) == "A") && i+1 < len(s.tokens) && s.tokens[i+1].is(fraction|ordinal) && !s.tokens[i+1].is(small):
		if !s.fractional(i + 1) {
			return f, false
		}
		f.kind, f.to = share, i+2
		if s.word(i+2) == "of" && s.word(i+3) == "a" && s.follows(i+4, scale) {
			f.kind, f.to = large, i+5 // "a quarter of a million"
		}
	case t.is(month) && t.looks(text.Capital) && i > 0 && s.tokens[i-1].is(preposition):
		f.kind, f.to = date, i+1
	default:
		return f, false
	}
	return f, true
}

// fractional reports whether the ordinal or fraction at token i, after "a", is a part of something: no noun follows
// that it could count, and it is no quarter of a year.
func (s *sentence) fractional(i int) bool {
	if s.tokens[i].is(fraction) {
		return true
	}
	if s.tokens[i].is(span) && i > 1 && s.adjacent(i-1) && s.tokens[i-2].is(currency|scale|small|span) {
		return false
	}
	return !s.adjacent(i+1) || s.tokens[i+1].is(function|percent|point)
}

// numeral reports whether token i is a number in digits or words.
func (s *sentence) numeral(i int) bool {
	t := &s.tokens[i]
	if t.is(small) {
		return true
	}
	return t.looks(text.HasDigit) && t.end > t.start && digit(s.source[t.start])
}

func digit(b byte) bool { return '0' <= b && b <= '9' }

// restOfNumber is the token after the further words of a number: "hundred and fifty thousand", "and a half".
func (s *sentence) restOfNumber(i int) int {
	for i < len(s.tokens) {
		switch {
		case !s.adjacent(i) && !(s.at(s.tokens[i].start-1) == '/'):
			return i
		case s.word(i) == "point" && s.tokens[i-1].is(small) && s.follows(i+1, small):
			i += 2 // "one point eight"
		case s.tokens[i].is(small | scale | fraction), s.numeral(i), s.tokens[i].is(ordinal) && s.tokens[i-1].is(small):
			i++
		case s.word(i) == "and" && i+1 < len(s.tokens) && s.adjacent(i+1) && s.tokens[i-1].is(scale) && s.tokens[i+1].is(small) && !s.follows(i+2, percent|point):
			i += 2
		case s.word(i) == "and" && (s.word(i+1) == "a" || s.word(i+1) == "three") && i+2 < len(s.tokens) && s.tokens[i+2].is(fraction|ordinal):
			i += 3
		default:
			return i
		}
	}
	return i
}

// named reports whether the number is a name: "section 6", "page 88", "14 January", "v2".
func (s *sentence) named(f figure) bool {
	i := f.from
	if f.kind != plain || s.currencySign(i) {
		return false
	}
	if i > 0 && s.adjacent(i) && s.tokens[i-1].is(label) && s.tokens[i].looks(text.HasDigit) && !s.percentSign(f) {
		return true
	}
	return i+1 < len(s.tokens) && s.tokens[f.to-1].looks(text.HasDigit) && f.to < len(s.tokens) && s.tokens[f.to].is(month) && s.tokens[f.to].looks(text.Capital)
}

// kindOf completes the figure by its unit. It answers false for the count of other things.
func (s *sentence) kindOf(f *figure) bool {
	if f.kind == date || f.kind == length || f.kind == money {
		return true
	}
	last := f.to - 1
	letters := strings.TrimLeft(s.word(last), "0123456789.,")
	spelled := s.word(last) == letters
	switch {
	case s.currencySign(f.from):
		f.kind = money
	case s.percentSign(*f):
		f.kind = share
	case !spelled && strings.EqualFold(letters, "x"):
		f.kind = times
	case !spelled && letters != "" && !magnitude(letters):
		return false
	case !spelled && magnitude(letters), s.tokens[last].is(scale) && f.to-f.from > 1 && !s.tokens[last].is(small):
		f.kind = large
	case s.tokens[last].is(fraction|ordinal) && f.kind == plain:
		f.kind = share
	}
	return s.unit(f)
}

// unit reads the words after a number.
func (s *sentence) unit(f *figure) bool {
	i := f.to
	switch {
	case !s.adjacent(i):
		return s.alone(f)
	case f.kind == plain && s.tokens[f.from].is(small) && digits.has(s.word(i)):
		f.kind, f.to = large, i+1
	case s.tokens[i].is(currency):
		f.kind, f.to = money, i+1
	case s.tokens[i].is(percent), s.word(i) == "per" && s.word(i+1) == "cent", s.word(i) == "basis" && s.word(i+1) == "points":
		f.kind, f.to = share, i+1
		if !s.tokens[i].is(percent) {
			f.to++
		}
	case s.word(i) == "a" && i+1 < len(s.tokens) && s.tokens[i+1].is(point):
		f.kind, f.to = points, i+2
	case s.tokens[i].is(point):
		f.kind, f.to = points, i+1
	case s.word(i) == "percentage" && i+1 < len(s.tokens) && s.tokens[i+1].is(point):
		f.kind, f.to = points, i+2
	case multiple.has(s.word(i)):
		f.kind, f.to = times, i+1
	case f.kind == share && s.word(i) == "of" && s.word(i+1) == "a" && i+2 < len(s.tokens) && s.tokens[i+2].is(point|percent):
		f.kind, f.to = points, i+3
	case (s.word(i) == "of" || s.word(i) == "in" || s.word(i) == "out") && s.ofEvery(f, i):
	case f.kind == money || f.kind == share || f.kind == times:
	case s.tokens[i].is(span):
		f.kind, f.to = length, i+1
	case s.tokens[i].is(token_):
		f.kind, f.to = tokens, i+1
	case (f.kind == large || f.kind == plain) && s.tokens[i].is(paper) && s.tokens[i].is(work|goods):
		return false // "60 thousand books"
	case (f.kind == large || f.kind == plain) && !s.tokens[i].is(function|quotes|strong|binding) && !s.measured(*f) && s.tokens[i].name == 0:
		return s.tokenName(f, i)
	default:
		return s.alone(f)
	}
	return true
}

// measured reports whether the noun before a figure says what it measures: "a tranche of 400 thousand arrives".
func (s *sentence) measured(f figure) bool {
	return f.kind == large && f.from > 0 && (s.word(f.from-1) == "of" || s.word(f.from-1) == "at") && s.has(f.from-3, f.from, strong|quotes|core)
}

// tokenName reads the ticker of a coin after a number; any other word is what is counted.
func (s *sentence) tokenName(f *figure, i int) bool {
	w := s.word(i)
	if s.tokens[i].looks(text.AllCaps) && len(w) <= 6 && f.kind == large {
		f.kind, f.to = tokens, i+1
		return true
	}
	return false
}

// ofEvery reads "58 of every hundred shares" and "one in ten shares".
func (s *sentence) ofEvery(f *figure, i int) bool {
	j := i + 1
	if s.word(i) == "out" && s.word(j) == "of" {
		j++
	}
	if w := s.word(j); w == "every" || w == "each" {
		j++
	} else if s.word(i) == "in" || f.to-f.from > 2 {
		return false
	}
	if j >= len(s.tokens) || !s.numeral(j) && !s.tokens[j].is(scale|currency) {
		return false
	}
	f.kind = share
	f.to = j
	if s.numeral(j) || s.tokens[j].is(scale) {
		f.to = s.restOfNumber(j + 1)
	}
	return true
}

// alone tells a number without a unit from a year.
func (s *sentence) alone(f *figure) bool {
	w := s.word(f.from)
	if f.kind == plain && f.to == f.from+1 && len(w) == 4 && "1500" < w && w < "2100" && digit(w[2]) && digit(w[3]) {
		f.kind = date
	}
	return true
}

// magnitude reports whether the letters glued to digits multiply them.
func magnitude(letters string) bool {
	switch letters {
	case "k", "K", "m", "M", "mm", "MM", "mn", "bn", "B", "b":
		return true
	}
	return false
}

// currencySign reports whether a sign of money stands before token i.
func (s *sentence) currencySign(i int) bool {
	before := s.source[:s.tokens[i].start]
	before = bytes.TrimRight(before[max(0, len(before)-5):], " ~")
	for _, sign := range [...]string{"$", "€", "£", "¥"} {
		if bytes.HasSuffix(before, []byte(sign)) {
			return true
		}
	}
	rest := s.source[s.tokens[i].end:]
	return bytes.HasPrefix(rest, []byte("€")) || bytes.HasPrefix(rest, []byte(" €"))
}

// percentSign reports whether a per cent sign follows the figure.
func (s *sentence) percentSign(f figure) bool {
	rest := s.source[s.tokens[f.to-1].end:]
	return len(rest) > 0 && rest[0] == '%' || len(rest) > 1 && rest[0] == ' ' && rest[1] == '%'
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
