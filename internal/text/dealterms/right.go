package dealterms

import (
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// lexemes is a set of words that is made when it is first needed.
type lexemes func() text.Set

var (
	licensing = lexemesOf("let lets right rights entitled free allowed allows entitles able") // before an infinitive
	accounts  = lexemesOf("accounts books ledger budget figures board boards director directors")
	agreement = lexemesOf("agreed agree agrees settled settle accepted accept signed")
	losses    = lexemesOf("gave give gives given up lost lose loses kept keep keeps ceded cede sold")
	payment   = lexemesOf("tranche tranches instalment instalments installment payment bonus cheque")
	disposals = lexemesOf("dismissed replaced removed appointed sold transferred assigned pledged")
	remainder = lexemesOf("rest remainder balance others")
	haggling  = lexemesOf(`began begin begins opened open started start ended end met meet settled settle agreed agree landed
		stopped finished stood went came`)
)

// rightHeads are the words at which a right may be told; nearly all others are passed over at once.
var rightHeads = lexemesOf("right rights option seat seats say veto control else lose forfeit be asked consulted pay " +
	"tranche tranches instalment instalments installment payment bonus cheque " +
	string(granted+" "+inspects+" "+majority+" "+assents+" "+ranks))

func lexemesOf(words string) lexemes {
	return sync.OnceValue(func() text.Set {
		set := text.Set{}
		for w := range strings.FieldsSeq(words) {
			set[text.HashOf(w)] = struct{}{}
		}
		return set
	})
}

// findAny is the first token in the range that is one of the words, or -1.
func (s *sentence) findAny(from, to int, l lexemes) int {
	for i := max(from, 0); i < min(to, len(s.tokens)); i++ {
		if _, ok := l()[s.tokens[i].hash]; ok {
			return i
		}
	}
	return -1
}

// rights finds what a deal lets somebody do, told by grammar and not by the name of a clause: "the right to match any
// offer", "must be asked before a sale", "are paid first", "nobody else may sell".
func (s *sentence) rights() []term {
	var all []term
	for i := range s.tokens {
		if s.findAny(i, i+1, rightHeads) < 0 && !s.tokens[i].is(reserve|licensed) {
			continue
		}
		for _, find := range [...]func(*sentence, int) (weight, int){(*sentence).entitled, (*sentence).assented, (*sentence).restricted} {
			if w, to := find(s, i); w > nothing {
				all = append(all, term{weight: w, from: i, to: min(to, len(s.tokens)), by: i})
				break
			}
		}
	}
	return all
}

// entitled finds a say or a part in the organisation at token i, and gives the token behind it.
func (s *sentence) entitled(i int) (weight, int) {
	w := s.word(i)
	switch {
	case (w == "right" || w == "rights" || w == "option") && s.word(i+1) == "to" && s.follows(i+2, licensed):
		return bound, i + 3
	case strings.HasPrefix(w, "seat") && (s.word(i+1) == "on" || s.word(i+1) == "at") && (s.seatOf(i+2) || s.namesWithin(i+2, i+3)):
		return bound, i + 2
	case w == "say" && s.adjacent(i) && articles.has(s.word(i-1)) && (s.word(i+1) == "in" || s.word(i+1) == "over"),
		w == "veto" && i > 0 && articles.has(s.word(i-1)):
		return clause, i + 1
	case granted.has(w) && s.permits(i-1) && s.has(i+1, i+6, object):
		return bound, s.find(i+1, i+6, object) + 1
	case inspects.has(w) && s.has(i-5, i, controller) && s.findAny(i+1, i+7, accounts) >= 0:
		return clause, s.findAny(i+1, i+7, accounts) + 1
	case w == "control" && s.follows(i+1, hold) && s.word(i+2) == "to",
		(w == "majority" || w == "control") && i > 0 && s.tokens[i-1].is(pronoun) && s.findAny(i-5, i-1, losses) >= 0:
		return bound, i + 1
	case majority.has(w) && s.word(i+1) == "of" && s.wholly(i+2) && s.has(0, len(s.tokens), acts):
		return bound, i + 2
	}
	return nothing, i
}

// assented finds something at token i that depends on somebody's leave or on a condition.
func (s *sentence) assented(i int) (weight, int) {
	w, whole := s.word(i), len(s.tokens)
	switch {
	case assents.has(w) && s.has(i-9, i, insider|controller|firm) && s.conditional(i) && s.has(0, whole, object|licensed|strong):
		return clause, i + 1
	case (w == "asked" || w == "consulted") && s.word(i-1) == "be" && s.has(i, i+5, object):
		return bound, i + 1
	case w == "be" && s.findAny(i+1, i+2, disposals) > 0 && s.conditional(i+6) && s.has(0, whole, insider|controller|seats|object):
		return clause, i + 2
	case s.findAny(i, i+1, payment) >= 0 && s.conditionalBehind(i):
		return bound, i + 1
	}
	return nothing, i
}

// restricted finds at token i in what order people are paid, how long money lasts and what nobody else may do.
func (s *sentence) restricted(i int) (weight, int) {
	w := s.word(i)
	switch {
	case ranks.has(w) && s.follows(i+1, ^class(0)) && order.has(s.word(i+1)) && s.has(0, len(s.tokens), controller|strong|party):
		return clause, i + 2
	case w == "else" && outsiders.has(s.word(i-1)) && permission.has(s.word(i+1)) && s.has(i+2, i+4, licensed|soft):
		return bound, i + 3
	case s.tokens[i].is(reserve) && (s.word(i+1) == "until" || s.word(i+1) == "till"):
		return bound, i + 2
	case (w == "pay" || s.tokens[i].is(licensed)) && s.forbids(i-3, i) && s.has(i+1, i+4, strong|seats|object):
		return clause, i + 2 // "cannot pay dividends before"
	case (w == "lose" || w == "forfeit") && s.word(i-1) == "or" && s.has(i+1, i+4, object|strong|soft):
		return clause, i + 2
	}
	return nothing, i
}

// permits reports whether token i lets what stands behind it: "may", "may now".
func (s *sentence) permits(i int) bool {
	return permission.has(s.word(i)) || s.word(i) == "to" && s.findAny(i-3, i, licensing) >= 0 || permission.has(s.word(i-1)) && !s.tokens[max(i, 0)].is(licensed)
}

// conditional reports whether something depends on the assent at token i: "unless the angels agree", "without consent".
func (s *sentence) conditional(i int) bool {
	for j := max(0, i-9); j < min(i, len(s.tokens)); j++ {
		if conditions.has(s.word(j)) {
			return true
		}
	}
	return false
}

// seatOf reports whether the board at or behind token i is that of a firm and not of some other body.
func (s *sentence) seatOf(i int) bool {
	at := s.find(i, i+5, boards)
	return at > 0 && (s.tokens[at-1].name > 0 || s.tokens[at-1].is(pronoun|determiner|firm))
}

// conditionalBehind reports whether "only if" or the like stands behind token i.
func (s *sentence) conditionalBehind(i int) bool {
	for j := i + 1; j < i+8; j++ {
		if s.word(j) == "only" && conditions.has(s.word(j+1)) {
			return true
		}
	}
	return false
}

// wholly reports whether a configured name at token i stands for the organisation and not for the owner of something.
func (s *sentence) wholly(i int) bool {
	return i < len(s.tokens) && s.tokens[i].name > 0 && !s.tokens[i].possessive && (!s.adjacent(i+1) || s.tokens[i+1].is(function) || s.tokens[i+1].name > 0 || s.verbal(i+1))
}
