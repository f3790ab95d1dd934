package dealterms

import (
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// signsOfSentence tells how a sentence is made, whatever its terms.
func (s *sentence) signsOfSentence(e *evidence) {
	whole := len(s.tokens)
	e.mark(statistical, s.has(0, whole, statistic))
	e.mark(wideMarkets, s.has(0, whole, wide))
	e.mark(untold, s.has(0, whole, negation) && s.has(0, whole, disclosing))
	e.count(counts, s.countings(), 2)
	e.mark(inQuestion, s.has(0, whole, asking))
	e.mark(inPortuguese, s.language == lang.Portuguese)
	e.mark(conditional, s.has(0, whole, supposing))
}

// countings is the number of numbers in digits that count things; these are no figures.
func (s *sentence) countings() (n int) {
	next := 0
	for i := range s.tokens {
		for next < len(s.figures) && s.figures[next].to <= i {
			next++
		}
		if s.numeral(i) && s.tokens[i].looks(text.HasDigit) && (next == len(s.figures) || i < s.figures[next].from) {
			n++
		}
	}
	return n
}
