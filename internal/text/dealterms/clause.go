package dealterms

import (
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// phrases are the clauses of deals that are terms without any figure, most of them of several words.
const phrases = `accelerated vesting|anti dilution|as collateral|as security|bad leaver|best terms|better terms|board observer|
board seat|board seats|book value|bought out|break fee|break up fee|burn rate|call option|cap table|
carried interest|change of control|clawback|co sale|consent rights|controlling stake|convertible note|covenant|
covenants|declined an offer|discount rate|double trigger|down round|drag along|earn out|earnout|equity split|
equity stake|exclusive licence|exclusive license|exclusive rights|exclusivity|fee split|first call|first look|
first pick|first refusal|flat round|founder shares|full ratchet|fully diluted|golden share|good leaver|
in talks with|information rights|kept her shares|kept his shares|kept their shares|key person|
liquidation preference|liquidation preferences|lock up|majority stake|management fee|milestone payment|
milestone payments|minimum guarantee|minority stake|monthly burn|most favored nation|most favoured customer|
most favoured nation|no shop|non compete|option pool|out of cash|out of money|participating preferred|pay to play|
personal guarantee|place at the table|place on the board|post money|pre money|pro rata|profit share|put option|
ran dry|refused an offer|revenue share|revenue split|right of first offer|rights back|round size|royalty rate|
run dry|runs dry|runway|same terms|seat at the table|seat on the board|seats at the table|seats on the board|
sell its shares|sell shares|sell their shares|shares back|side letter|sign away|signed away|signs away|
single trigger|sole agent|sole distributor|strike price|sweat equity|tag along|takeover bid|takeover offer|
term sheet|token warrant|transfer shares|turned down an offer|uncapped|unvested|valuation|valuation cap|vested|
vesting|vesting schedule|veto rights|warrants|weighted average`

// phraseTable holds the phrases, and phraseHeads the hashes of their first words.
var phraseTable = sync.OnceValue(func() map[string]bool {
	table := map[string]bool{}
	for p := range strings.SplitSeq(strings.ReplaceAll(phrases, "\n", ""), "|") {
		table[p] = true
	}
	return table
})

var phraseHeads = sync.OnceValue(func() text.Set {
	heads := text.Set{}
	for p := range phraseTable() {
		head, _, _ := strings.Cut(p, " ")
		heads[text.HashOf(head)] = struct{}{}
	}
	return heads
})

// longestPhrase is the number of words in the longest phrase.
const longestPhrase = 4

// clauses finds the named clauses of a sentence.
func (s *sentence) clauses() []term {
	all := append(s.controls(), s.rights()...)
	table, heads := phraseTable(), phraseHeads()
	for i := 0; i < len(s.tokens); i++ {
		if w := s.word(i); (w == "SAFE" || w == "SAFEs") && !s.shouts() {
			all = append(all, term{weight: clause, from: i, to: i + 1, by: i})
			continue
		}
		if _, ok := heads[s.tokens[i].hash]; !ok {
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
	if who >= 0 && s.follows(who+1, auxiliary) && permission.has(s.word(who+1)) {
		by = who + 1
	}
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
