// Package scope judges how far a proposition reaches: whether it claims something of everything and sets no limit, or
// claims so little that nobody could disagree. It knows English grammar words and the nouns and verbs of such claims,
// and it answers with the words at fault.
//
// The judgement is two guesses. The first weighs each universal of the sentence by what it ranges over and by every
// sign of a scope: numbers, names, periods, samples, conditions, definite restrictions, the past tense, formal
// subjects. The second weighs the predicate by how much of it is news, and by every sign of a definite complement: a
// comparison, a figure, a condition, a reason. The weights of the signs are coefficients of logistic regressions.
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

// Title is a proposition with what may bound it.
type Title struct {
	Text        string
	Description string // may state the scope that the title leaves open
	Domain      string // the field, as a header names it; in an exact one universals may be theorems
}

// Judge gives the fault of a title, and false where there is none. verb finds the finite verb of the title's main
// clause, as clause.Find does. Judge calls it once at most, and only for a suspect.
func Judge(t Title, verb func(title string) (string, bool)) (Fault, bool) {
	var buffer [maxWords]text.Word
	words := text.AppendWords(buffer[:0], []byte(t.Text))
	lex := english()
	sweeping, terse := lex.suspects(words)
	if !sweeping && !terse {
		return Fault{}, false
	}
	s := read(lex, t.Text, words)
	s.finite = verb
	if sweeping {
		if f, ok := s.unscoped(t); ok {
			return f, true
		}
	}
	if !terse {
		return Fault{}, false
	}
	return s.hollow()
}
