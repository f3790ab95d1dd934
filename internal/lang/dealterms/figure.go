package dealterms

import (
	"sort"

	"github.com/kbgate/kbgate/internal/lang/number"
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

// findFigures collects the figures of a sentence in order: what number reads of its words, and what counts as a figure in the
// language of deals alone.
func (s *sentence) findFigures(words []text.Word) {
	read := number.Read(s.source, words, s.language)
	for i := 0; i < len(s.tokens); i++ {
		f := figure{from: i, to: i}
		for len(read) > 0 && read[0].Start < int(s.tokens[i].end) {
			f = s.figure(&read[0])
			read = read[1:]
		}
		if f.to == i {
			s.spelledAt(&f)
		}
		if f.to > i && s.tokens[i].name == 0 && s.isTerm(&f) {
			s.figures = append(s.figures, f)
		}
		i = max(i, f.to-1)
	}
}

var kinds = [...]kind{number.Count: plain, number.Share: share, number.Points: points, number.Multiple: times, number.Year: date, number.Time: length, number.Dollar: money}

// figure places a number among the tokens.
func (s *sentence) figure(n *number.Figure) figure {
	f := figure{kind: kinds[min(n.Unit, number.Dollar)]}
	if f.kind == plain && n.Low >= 1000 {
		f.kind = large
	}
	f.from = sort.Search(len(s.tokens), func(k int) bool { return int(s.tokens[k].end) > n.Start })
	f.to = sort.Search(len(s.tokens), func(k int) bool { return int(s.tokens[k].start) >= n.End })
	return f
}

// spelledAt reads what is a figure in the language of deals alone.
func (s *sentence) spelledAt(f *figure) {
	i := f.from
	t := &s.tokens[i]
	before := i > 0 && s.adjacent(i) && s.tokens[i-1].is(preposition|determiner)
	switch {
	case t.is(fraction), t.is(ordinal) && before && (s.word(i-1) == "a" && (!s.adjacent(i+1) || s.tokens[i+1].is(function|percent|point))):
		f.kind, f.to = share, i+1
	case s.word(i) == "a" && s.follows(i+1, percent):
		f.kind, f.to = share, i+2
	case s.word(i) == "a" && before && s.follows(i+1, span):
		f.kind, f.to = length, i+2
	case t.is(small | scale):
		f.kind, f.to = plain, i+1
	}
}

// isTerm completes a figure by the unit behind it, where that is none of the language at large. It answers false for the count of
// other things.
func (s *sentence) isTerm(f *figure) bool {
	i := f.to
	if f.kind == share && s.word(i) == "of" && s.word(i+1) == "a" && s.follows(i+2, scale|percent|point) {
		f.kind, f.to = large, i+3 // "a quarter of a million"
	}
	if !s.adjacent(i) || f.kind != plain && f.kind != large {
		return true
	}
	switch t := &s.tokens[i]; {
	case t.is(currency):
		f.kind, f.to = money, i+1
	case t.is(token_), f.kind == large && t.looks(text.AllCaps) && len(s.word(i)) <= 6:
		f.kind, f.to = tokens, i+1
	case multiple.has(s.word(i)):
		f.kind, f.to = times, i+1
	default:
		return t.is(function|quotes|strong|binding) || s.measured(*f) || t.name > 0
	}
	return true
}

// measured reports whether the noun before a figure says what it measures: "a tranche of 400 thousand arrives".
func (s *sentence) measured(f figure) bool {
	return f.kind == large && f.from > 0 && (s.tokens[f.from-1].is(genitive) || s.word(f.from-1) == "at") && s.has(f.from-3, f.from, strong|quotes|core)
}

// numeral reports whether token i is a number in digits or words.
func (l *line) numeral(i int) bool {
	t := &l.tokens[i]
	if t.is(small) {
		return true
	}
	return t.looks(text.HasDigit) && t.end > t.start && digit(l.source[t.start])
}

func digit(b byte) bool { return '0' <= b && b <= '9' }
