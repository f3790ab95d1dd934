package likeness

import "github.com/kbgate/kbgate/internal/text"

// The words that negate a statement, and those next to which "not" contrasts two things without denying the statement
// ("because of X and not Y", "not only X").
var (
	negations = text.NewSet("not", "no", "nor", "none", "never", "neither", "without", "cannot", "nobody", "nothing",
		"hardly", "rarely", "seldom", "don't", "doesn't", "didn't", "isn't", "aren't", "wasn't", "weren't", "won't",
		"wouldn't", "can't", "couldn't", "shouldn't", "hasn't", "haven't", "hadn't")
	contrastBefore = text.NewSet("and", "but", "or", "if", "whether")
	contrastAfter  = text.NewSet("only", "just", "merely", "simply", "because", "by", "from", "through", "on", "in", "for", "as", "with")

	not     = text.HashOf("not")
	to      = text.HashOf("to")
	failing = text.NewSet("fail", "fails", "failed", "failing")
)

// denies reports whether a word of a title turns it round.
func denies(words []text.Word, i int) bool {
	w := words[i]
	last := i+1 == len(words)
	if failing.Has(w) {
		return !last && words[i+1].Hash == to
	}
	if !negations.Has(w) {
		return false
	}
	return w.Hash != not || (i == 0 || !contrastBefore.Has(words[i-1])) && (last || !contrastAfter.Has(words[i+1]))
}
