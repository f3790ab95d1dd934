// Package scope judges how far a proposition reaches: whether it claims something of everything without saying where
// it ends, or so little that nobody could disagree. It knows English grammar words and the nouns and verbs of such
// claims, weighs what speaks for and against, and answers with the words at fault.
//
// The judgement is a guess. A universal is weighed against every sign of a scope: numbers, names, periods, samples,
// conditions, restricting modifiers, reports in the past tense, formal subjects, hedges, attribution. A truism is
// weighed against every sign of a specific claim: comparison, contrast, numbers, names, a concrete mechanism; and a
// predicate is measured by how much of it is news.
package scope

import "github.com/kbgate/kbgate/internal/text"

// Kind tells the two faults apart.
type Kind uint8

// The faults.
const (
	Unscoped Kind = iota + 1 // a universal without a scope
	Vague                    // too vague to disagree with
)

// Fault is what is wrong with a proposition, and the byte offsets of the words it stands on.
type Fault struct {
	Kind       Kind
	Start, End int
}

// enough is the weight from which a construction is a fault.
const enough = 2

// Title is a proposition with what may bound it.
type Title struct {
	Text        string
	Description string // may state the scope that the title leaves open
	Domain      string // the field, as a header names it; in an exact one universals may be theorems
}

// Judge gives the fault of a title, and false where there is none.
func Judge(t Title) (Fault, bool) {
	var buffer [maxWords]text.Word
	words := text.AppendWords(buffer[:0], []byte(t.Text))
	lex := english()
	if !lex.triggers(words) {
		return Fault{}, false
	}
	s := read(lex, t.Text, words)
	if f, ok := s.unscoped(t); ok {
		return f, true
	}
	return s.vague(t.Description)
}
