package dealterms

import "strings"

// readings are the ways in which a right is looked for at a word.
var readings = [...]func(*sentence, int) (weight, int){
	(*sentence).entitled, (*sentence).assented, (*sentence).restricted, (*sentence).ranked, (*sentence).secured,
}

// rights finds what a deal lets somebody do, told by grammar and not by the name of a clause: "the right to match any
// offer", "must be asked before a sale", "are paid first", "nobody else may sell".
func (s *sentence) rights() []term {
	var all []term
	for i := range s.tokens {
		if s.findAny(i, i+1, rightHeads) < 0 && !s.tokens[i].is(reserve|licensed|binding|atPrice) {
			continue
		}
		for _, find := range readings {
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
	case strings.HasPrefix(w, "chair") && s.has(i-4, i, controller|insider) && s.has(i+1, i+4, boards):
		return clause, i + 1 // "the lead chairs the board"
	case w == "say" && s.adjacent(i) && articles.has(s.word(i-1)) && (s.word(i+1) == "in" || s.word(i+1) == "over"),
		w == "veto" && i > 0 && articles.has(s.word(i-1)):
		return clause, i + 1
	case granted.has(w) && s.permits(i-1) && s.has(i+1, i+6, object):
		return bound, s.find(i+1, i+6, object) + 1
	case inspects.has(w) && s.has(i-5, i, controller|insider) && s.findAny(i+1, i+7, accounts) >= 0:
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
	case w == "be" && s.findAny(i+1, i+2, disposals) > 0 && (s.conditional(i+6) || s.has(i+2, i+9, boards|controller)) && s.has(0, whole, insider|controller|seats|object):
		return clause, i + 2
	case s.findAny(i, i+1, payment) >= 0 && s.conditionalBehind(i):
		return bound, i + 1
	}
	return nothing, i
}

// restricted finds at token i what somebody must or must not do.
func (s *sentence) restricted(i int) (weight, int) {
	w := s.word(i)
	switch {
	case w == "offer" && s.word(i-1) == "must" && s.has(i+1, i+4, strong|core),
		s.tokens[i].is(licensed) && permission.has(s.word(i-1)) && outsiders.has(s.word(0)) && s.has(1, i, insider|controller):
		return bound, i + 1 // "must offer new shares to the fund", "no investor may sell"
	case w == "else" && outsiders.has(s.word(i-1)) && permission.has(s.word(i+1)) && s.has(i+2, i+4, licensed|soft):
		return bound, i + 3
	case (w == "issue" || w == "pay") && s.forbids(i-3, i) && s.has(i+1, i+4, strong|core|seats|object|pronoun),
		s.tokens[i].is(licensed) && s.forbids(i-3, i) && s.has(i+1, i+4, strong|seats|object):
		return clause, i + 2 // "cannot pay dividends before"
	}
	return nothing, i
}

// ranked finds at token i in what order and on what condition people are paid, and how long money lasts.
func (s *sentence) ranked(i int) (weight, int) {
	w, whole := s.word(i), len(s.tokens)
	switch {
	case w == "back" && order.has(s.word(i+1)) && s.has(i-5, i, reserve|core) && s.has(0, whole, insider|controller):
		return bound, i + 2 // "gets its money back before"
	case ranks.has(w) && s.word(i+1) == "out" && order.has(s.word(i+2)) && s.has(0, i, controller|insider):
		return bound, i + 3 // "come out first"
	case ranks.has(w) && s.follows(i+1, ^class(0)) && order.has(s.word(i+1)) && s.has(0, whole, controller|strong|party),
		w == "paid" && conditions.has(s.word(i+1)):
		return clause, i + 2
	case s.tokens[i].is(reserve) && (s.word(i+1) == "until" || s.word(i+1) == "till"):
		return bound, i + 2
	}
	return nothing, i
}

// secured finds at token i what happens to shares and debts: how they convert, lapse, are bought back or guaranteed.
func (s *sentence) secured(i int) (weight, int) {
	w := s.word(i)
	switch {
	case w == "back" && s.has(i-1, i, acts) && s.has(i+1, i+4, quotes|object) && !s.has(i+1, i+4, boards|firm):
		return bound, s.find(i+1, i+4, quotes|object) + 1 // "bought back the shares"
	case s.tokens[i].is(atPrice) && s.word(i-1) == "at" && s.has(0, i, strong|core|base) && s.has(0, i, acts|hold):
		return bound, i + 1
	case ends.has(w) && s.has(0, i, paper) && s.findAny(i+1, i+5, provisos) > 0:
		return bound, i + 1 // "the contract ends if"
	case s.tokens[i].is(binding) && s.instrument(i) >= 0, // "the preferred converts one to one"
		pledges.has(w) && s.has(i+1, i+7, controller|party),
		guarantees.has(w) && s.has(i+1, i+5, strong):
		return clause, i + 1
	}
	return nothing, i
}

// instrument is a noun of ownership or debt that the verb at token i is about, or -1.
func (s *sentence) instrument(i int) int {
	for j := max(0, i-4); j < min(i+5, len(s.tokens)); j++ {
		if t := &s.tokens[j]; j != i && (t.is(strong|quotes) && !t.is(party) || j > i && t.is(object) && !t.is(boards|firm)) {
			return j
		}
	}
	return -1
}

// permits reports whether token i lets what stands behind it: "may", "may now".
func (s *sentence) permits(i int) bool {
	return permission.has(s.word(i)) || s.word(i) == "to" && s.findAny(i-3, i, licensing) >= 0 ||
		permission.has(s.word(i-1)) && !s.tokens[max(i, 0)].is(licensed)
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
		if s.word(j) == "only" && conditions.has(s.word(j+1)) || s.word(j) == "condition" {
			return true
		}
	}
	return false
}

// wholly reports whether a configured name at token i stands for the organisation and not for the owner of something.
func (s *sentence) wholly(i int) bool {
	return i < len(s.tokens) && s.tokens[i].name > 0 && !s.tokens[i].possessive && (!s.adjacent(i+1) || s.tokens[i+1].is(function) || s.tokens[i+1].name > 0 || s.verbal(i+1))
}
