package dealterms

import (
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

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
		if by := s.nearby(f, 6, strong|binding|quotes); by >= 0 || s.has(f.from-6, f.from, binding) {
			return bound, max(by, 0)
		}
		if by := s.find(f.to, f.to+3, soft); by >= 0 {
			return bound, by
		}
		if by := s.find(max(0, f.from-6), f.from, soft); by >= 0 && s.has(0, len(s.tokens), insider) {
			return bound, by
		}
	case length:
		return s.weighTime(f)
	case date:
		return s.weighDate(f.from)
	case tokens:
		if s.has(0, len(s.tokens), mental) {
			return nothing, f.from
		}
		if by := s.find(max(0, f.from-6), f.from, gains); by >= 0 {
			return bound, by
		}
		if by := s.nearby(f, 14, supply); by >= 0 {
			return bound, by
		}
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
	return i >= len(s.tokens) || !s.adjacent(i) || s.tokens[i].is(function|strong|soft|quotes)
}

// weighShare: a part is a term by what it is a part of, by the noun beside it, or by who holds it.
func (s *sentence) weighShare(f figure) (weight, int) {
	if s.isStatistic(f) || s.change(f) {
		return nothing, f.from
	}
	if b, ok := s.partOf(f); ok {
		if b >= 0 {
			return bound, b
		}
		if by := s.find(f.from-3, f.from, strong|quotes); by >= 0 {
			return bound, by
		}
		return nothing, f.from
	}
	if by := s.find(f.from, f.to+1, strong); by >= 0 && by > f.from {
		return bound, by
	}
	if i := f.to; s.adjacent(i) && s.tokens[i].is(strong|quotes) {
		return bound, i
	}
	if i := f.to; s.adjacent(i) && s.tokens[i].is(core|binding) || s.adjacent(i) && s.adjacent(i+1) && i+1 < len(s.tokens) && s.tokens[i+1].is(strong) {
		return bound, i
	}
	from, to := s.partAround(f)
	if s.at(s.tokens[f.from].end) == '/' {
		if by := s.find(from, to, core|strong|insider|quotes); by >= 0 {
			return bound, by
		}
		return nothing, f.from
	}
	if s.has(from, min(to, f.to+4), counted) && !s.has(from, to, strong) {
		return nothing, f.from
	}
	if by := s.find(max(from, f.from-4), f.from, strong|quotes|rates); by >= 0 {
		return bound, by
	}
	if by := s.find(from, to, strong|binding); by >= 0 {
		return bound, by
	}
	if s.has(from, f.from, insider) && s.has(from, to, hold) && !s.follows(f.to, work|counted) {
		return bound, s.find(from, f.from, insider)
	}
	if by := s.find(max(from, f.from-3), f.from, yields); by >= 0 && s.clear(f.to) && s.has(from, by, pronoun) {
		return bound, by
	}
	if by := s.find(f.to, f.to+5, atPrice); by >= 0 && s.has(from, f.from, hold) {
		return bound, by
	}
	if i := s.find(f.to, min(f.to+3, to), hold); i >= 0 && s.has(f.to, to, insider) {
		return bound, i
	}
	if w := s.word(f.to); (w == "to" || w == "for") && s.has(f.to, f.to+3, party) {
		return bound, s.find(f.to, f.to+3, party)
	}
	if s.clear(f.to) && !s.has(from, f.to+4, counted) {
		if by := s.find(from, to, core); by >= 0 {
			return bound, by
		}
		if by := s.find(0, len(s.tokens), strong); by >= 0 {
			return bound, by
		}
		if s.adjacent(f.from) && s.follows(f.from-1, hold) && (f.to == len(s.tokens) || !s.adjacent(f.to)) {
			return bound, f.from - 1
		}
		if by := s.find(0, len(s.tokens), core); by >= 0 {
			return amount, by
		}
		if by := s.find(f.from-5, f.from, acts); by >= 0 {
			return amount, by
		}
	}
	if s.captioned(strong | quotes) {
		return bound, f.from
	}
	if s.block == row && s.captioned(soft|base) && !s.captioned(counted) {
		return bound, f.from
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
		case t.is(base) && !(s.follows(j+1, counted|work) && !s.follows(j+1, base|party)):
			return j, true
		}
	}
	return -1, true
}

// change reports whether a share is only by how much something grew or fell: "cut its energy use by a third".
func (s *sentence) change(f figure) bool {
	from, to := s.part(f.from)
	return s.word(f.from-1) == "by" && !s.has(from, to, strong|quotes|core)
}

// isStatistic reports whether the figure sums up a sample and not one deal.
func (s *sentence) isStatistic(f figure) bool {
	from, to := s.part(f.from)
	return s.has(from, to, statistic) && !s.has(from, to, pronoun)
}

func (s *sentence) follows(i int, c class) bool {
	return i < len(s.tokens) && s.adjacent(i) && s.tokens[i].is(c)
}

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
	if by := s.find(from, to, periods); by >= 0 {
		return bound, by
	}
	if s.word(f.to) == "of" && s.has(f.to, f.to+3, reserve) {
		return bound, s.find(f.to, f.to+3, reserve)
	}
	if s.has(from, to, reserve) && s.has(from, to, lasting) {
		return bound, s.find(from, to, reserve)
	}
	return nothing, f.from
}

// weighDate: a day is a term where something falls due on it or where the money ends.
func (s *sentence) weighDate(i int) (weight, int) {
	from, to := s.part(i)
	if s.has(from, i, reserve) && s.has(from, i, lasting) && !s.has(from, i, acts) {
		return bound, s.find(from, i, reserve)
	}
	if by := s.find(max(from, i-6), to, binding|dues); by >= 0 && s.has(from, to, strong|quotes|paper) {
		return bound, by
	}
	return nothing, i
}

// weighPlain: a bare number is a term right beside the noun that it measures.
func (s *sentence) weighPlain(f figure) (weight, int) {
	if i := f.to; s.adjacent(i) {
		t := &s.tokens[i]
		switch {
		case t.is(seats):
			if s.seated() {
				return bound, i
			}
			return nothing, f.from
		case (s.word(i) == "share" || s.word(i) == "shares") && s.namesWithin(i+1, i+4):
			return bound, i
		case t.is(quotes):
			return bound, i
		case t.is(boards):
			return bound, i
		}
		if s.word(i) == "of" && s.word(i+1) != "them" && s.has(i+1, i+5, seats) && s.seated() {
			return bound, s.find(i+1, i+5, seats)
		}
	}
	if w := s.word(f.to); (w == "a" || w == "per" || w == "each" || w == "every") && s.follows(f.to+1, span) && s.end(f.to-1)-int(s.tokens[f.from].start) > 2 {
		if by := s.find(max(0, f.from-6), f.from, pays); by >= 0 {
			return bound, by // "bills the ministry 1,400 a day"
		}
	}
	from, to := s.part(f.from)
	if s.ratio(f) && s.has(from, to, hold) && s.has(0, len(s.tokens), insider|core) {
		return bound, s.find(from, to, hold)
	}
	if by := s.find(max(from, f.from-2), f.from, pricing); by >= 0 && s.word(f.from-1) == "at" && s.clear(f.to) {
		return bound, by
	}
	if by := s.find(max(from, f.from-3), f.from, quotes); by >= 0 && s.tokens[by].class&quotes != 0 && s.clear(f.to) {
		return bound, by
	}
	if by := s.find(max(from, f.from-2), f.from, carries); by >= 0 && s.has(0, len(s.tokens), strong|paper) && s.has(from, f.from, paper|strong) {
		return bound, by
	}
	if by := s.find(from, f.from, binding); by >= 0 && s.clear(f.to) && s.has(max(0, f.from-3), f.from, hold|binding) {
		return bound, by
	}
	if to-from <= 4 && s.captioned(strong|quotes) && s.block == row {
		return bound, f.from
	}
	return nothing, f.from
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

// phrases are the clauses of deals that are terms without any figure, most of them of several words.
const phrases = `valuation cap|pre money|post money|liquidation preference|liquidation preferences|board seat|board seats|
board observer|pro rata|option pool|cap table|carried interest|revenue split|revenue share|profit share|fee split|burn rate|monthly burn|
round size|term sheet|earn out|earnout|good leaver|bad leaver|break fee|break up fee|information rights|consent rights|veto rights|
drag along|tag along|first refusal|most favoured nation|most favored nation|management fee|convertible note|full ratchet|anti dilution|
strike price|side letter|lock up|no shop|vesting schedule|vesting|warrants|valuation|runway|participating preferred|token warrant|
golden share|founder shares|sweat equity|equity stake|equity split|discount rate|weighted average|co sale|pay to play|clawback|
exclusivity|out of money|out of cash|seat on the board|seats on the board|place on the board|covenant|covenants|fully diluted|right of first offer|milestone payment|milestone payments|royalty rate|minimum guarantee`

var phraseTable = sync.OnceValue(func() map[string]bool {
	table := map[string]bool{}
	for p := range strings.SplitSeq(strings.ReplaceAll(phrases, "\n", ""), "|") {
		table[p] = true
	}
	return table
})

// longestPhrase is the number of words in the longest phrase.
const longestPhrase = 4

// clauses finds the named clauses of a sentence.
func (s *sentence) clauses() []term {
	all := s.controls()
	table := phraseTable()
	for i := 0; i < len(s.tokens); i++ {
		if w := s.word(i); (w == "SAFE" || w == "SAFEs") && !s.shouts() {
			all = append(all, term{weight: clause, from: i, to: i + 1, by: i})
			continue
		}
		var b strings.Builder
		best := 0
		for n := 0; n < longestPhrase && i+n < len(s.tokens) && (n == 0 || s.adjacent(i+n)); n++ {
			if n > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(strings.ToLower(s.word(i + n)))
			if table[b.String()] {
				best = n + 1
			}
		}
		if best > 0 {
			all = append(all, term{weight: clause, from: i, to: i + best, by: i})
			i += best - 1
		}
	}
	return all
}

// controls finds an investor's say over what the organisation does: "the lead may veto a sale".
func (s *sentence) controls() []term {
	by := s.find(0, len(s.tokens), control)
	who := s.find(0, len(s.tokens), controller)
	if by < 0 || who < 0 || by-who > 8 || who-by > 8 {
		return nil
	}
	return []term{{weight: clause, from: by, to: by + 1, by: who}}
}

// shouts reports whether most of a sentence is in capitals, so that they say nothing.
func (s *sentence) shouts() bool {
	n := 0
	for i := range s.tokens {
		if s.tokens[i].looks(text.AllCaps) {
			n++
		}
	}
	return n > 3 && n*2 > len(s.tokens)
}
