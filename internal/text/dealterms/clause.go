package dealterms

import (
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// phrases are the clauses of deals that are terms without any figure, most of them of several words.
const phrases = `valuation cap|pre money|post money|liquidation preference|liquidation preferences|board seat|board seats|
board observer|pro rata|option pool|cap table|carried interest|revenue split|revenue share|profit share|fee split|burn rate|monthly burn|
round size|term sheet|earn out|earnout|good leaver|bad leaver|break fee|break up fee|information rights|consent rights|veto rights|
drag along|tag along|first refusal|most favoured nation|most favored nation|management fee|convertible note|full ratchet|anti dilution|
strike price|side letter|lock up|no shop|vesting schedule|vesting|warrants|valuation|runway|participating preferred|token warrant|
golden share|founder shares|sweat equity|equity stake|equity split|discount rate|weighted average|co sale|pay to play|clawback|sell shares|sell their shares|sell its shares|transfer shares|first call|
exclusivity|out of money|out of cash|seat on the board|seats on the board|place on the board|book value|bought out|as security|as collateral|sign away|signs away|signed away|place at the table|seat at the table|seats at the table|covenant|covenants|fully diluted|right of first offer|personal guarantee|first look|first pick|change of control|key person|non compete|put option|call option|most favoured customer|sole distributor|sole agent|exclusive licence|exclusive license|exclusive rights|minority stake|majority stake|controlling stake|milestone payment|milestone payments|royalty rate|minimum guarantee`

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
