package likeness

import "github.com/kbgate/kbgate/internal/text"

// denies reports whether a word of a title turns it round.
func (x *lexicon) denies(words []text.Word, i int) bool {
	w := words[i]
	last := i+1 == len(words)
	if after, ok := x.failing[w.Hash]; ok {
		return !last && words[i+1].Hash == after
	}
	if !x.negations.Has(w) {
		return false
	}
	return !x.contrasting.Has(w) || (i == 0 || !x.contrastBefore.Has(words[i-1])) && (last || !x.contrastAfter.Has(words[i+1]))
}
