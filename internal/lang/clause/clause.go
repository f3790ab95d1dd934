// Package clause tells a proposition from a label. A proposition is a title that can follow "this note argues that": its main
// clause has a finite verb. Each language that is judged has an engine that looks for that verb.
package clause

import (
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/lang/clause/english"
	"github.com/kbgate/kbgate/internal/lang/clause/portuguese"
)

// Judgement is what a grammar says of a title.
type Judgement struct {
	// Verb is the finite verb of the main clause, as the title has it; "" for a label.
	Verb string
	// Suspect is, in a label, a word that could be a finite verb by its form; "" where there is none, so that the title is a label
	// beyond doubt.
	Suspect string
}

// mostBytes is how much of a title is read: far more than any that people write.
const mostBytes = 4 << 10

// Of judges a title in a language. A title in a language without an engine is left undecided: it has neither verb nor suspect, and
// ok is false.
func Of(language lang.Language, title string) (j Judgement, ok bool) {
	title = title[:min(len(title), mostBytes)]
	switch language {
	case lang.English:
		j.Verb, j.Suspect = english.Find(title)
	case lang.Portuguese:
		j.Verb, j.Suspect = portuguese.Find(title)
	default:
		return j, false
	}
	return j, true
}
