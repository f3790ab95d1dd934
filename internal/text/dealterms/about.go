package dealterms

import (
	"bytes"
	"strings"
)

// topic is the organisation that the text is about, for the sentences that do not name it.
type topic struct {
	known bool
	name  int
	role
	others bool // the naming sentence names somebody else as well
	told   bool // a term of it has been told since
	deals  bool // the sentence that named it speaks of deals or their papers
	age    int  // sentences since it was named or referred to
	total  int  // sentences since it was named
	field  bool // it stems from an earlier passage: a title or another field
	below  bool // it stems from a heading that says little else
	list   bool // a list or table follows that the naming sentence announces
}

// The most sentences over which a text stays with what it named.
const (
	nearAge  = 2 // without any word that refers to it
	farTotal = 4
	// headingWords is the most words of a heading that names what stands below it and asserts nothing.
	headingWords = 8
)

// leave is called at the end of a passage.
func (t *topic) leave() {
	t.field, t.list, t.age, t.total = true, false, 0, 0
}

// owned is a disclosure with the index of the organisation.
type owned struct {
	Disclosure
	name int
}

// attribute gives what the sentences of a document tell of organisations.
func (d *document) attribute(t *topic) []owned {
	var all []owned
	for i := range d.sentences {
		s := &d.sentences[i]
		terms := s.terms()
		if len(s.mentions) == 0 {
			if accepted := t.accepts(s, terms); len(accepted) > 0 {
				all = append(all, s.disclose(t.name, accepted))
				t.told = true
			}
			t.pass(s)
			continue
		}
		if len(terms) == 0 && i > 0 {
			terms = s.elliptic(&d.sentences[i-1])
		}
		told := false
		for k, m := range s.mentions {
			if s.namedBefore(k) {
				continue
			}
			if own := s.linked(m.name, terms); len(own) > 0 {
				all = append(all, s.disclose(m.name, own))
				told = true
			}
		}
		if !told && i > 0 && s.pointsBack() {
			if back := &d.sentences[i-1]; len(back.mentions) == 0 && !t.accepted(back) {
				if own := atLeast(bound, back.terms()); len(own) > 0 && !back.aboutOthers() {
					all = append(all, back.disclose(s.mentions[0].name, own))
				}
			}
		}
		t.set(s)
		t.told = told
	}
	return all
}

// elliptic gives the figures of a short sentence as terms where the sentence before says what they measure: "The usual
// cap is 10 million. LivingIP's is six."
func (s *sentence) elliptic(last *sentence) []term {
	const short = 8
	if len(s.tokens) > short || len(s.figures) == 0 || s.opensPara || len(atLeast(clause, last.terms())) == 0 && !last.speaksOfMoney() {
		return nil
	}
	f := s.figures[0]
	if f.kind == date || !s.clear(f.to) {
		return nil
	}
	return []term{{weight: bound, from: f.from, to: f.to, by: f.from}}
}

// speaksOfMoney reports whether a sentence tells how long money lasts or what a deal contains, in figures or without.
func (s *sentence) speaksOfMoney() bool {
	return s.has(0, len(s.tokens), reserve|quotes) && s.has(0, len(s.tokens), statistic|general|lasting)
}

// accepted reports whether the terms of a sentence have been told of the topic already.
func (t *topic) accepted(s *sentence) bool { return len(t.accepts(s, s.terms())) > 0 }

// namedBefore reports whether an earlier mention names the same organisation.
func (s *sentence) namedBefore(k int) bool {
	for _, m := range s.mentions[:k] {
		if m.name == s.mentions[k].name {
			return true
		}
	}
	return false
}

// disclose makes one disclosure of the terms of a sentence.
func (s *sentence) disclose(name int, terms []term) owned {
	from, to := len(s.tokens), 0
	best := terms[0]
	for _, t := range terms {
		if t.weight > best.weight {
			best = t
		}
		from, to = min(from, t.from, t.by), max(to, t.to, s.widened(t.by)+1)
	}
	return owned{name: name, Disclosure: Disclosure{
		Start: s.start(from), End: s.end(to - 1), Term: s.phrase(best),
	}}
}

// start is the first byte of token i, with a sign of money before it.
func (s *sentence) start(i int) int {
	start := int(s.tokens[i].start)
	for _, sign := range [...]string{"$", "€", "£", "¥", "~$", "~€", "~£"} {
		if bytes.HasSuffix(s.source[:s.tokens[i].start], []byte(sign)) {
			start = int(s.tokens[i].start) - len(sign)
		}
	}
	return start
}

// end is the byte behind token i, with a sign of per cent or of money.
func (s *sentence) end(i int) int {
	end := int(s.tokens[i].end)
	if s.at(int32(end)) == '%' {
		end++
	}
	return end
}

// longest is the most bytes between figure and noun that are quoted.
const longest = 48

// phrase is the words of a term as they stand, cut where figure and noun stand far apart.
func (s *sentence) phrase(t term) string {
	start := s.start(t.from)
	t.by = s.widened(t.by)
	figure := squeeze(string(s.source[start:s.end(t.to-1)]))
	switch noun := &s.tokens[t.by]; {
	case t.by >= t.from && t.by < t.to:
		return figure
	case t.by >= t.to:
		if int(noun.end)-start <= longest {
			return squeeze(string(s.source[start:noun.end]))
		}
		return figure + " … " + s.word(t.by)
	default:
		if end := s.end(t.to - 1); end-int(noun.start) <= longest {
			return squeeze(string(s.source[noun.start:end]))
		}
		return s.word(t.by) + " … " + figure
	}
}

// widened goes on to the last word of a compound: from "post" to "cap" in "post-money cap".
func (s *sentence) widened(i int) int {
	for i+1 < len(s.tokens) && s.adjacent(i+1) && (s.tokens[i+1].joined || (s.tokens[i].joined || s.tokens[i].is(strong|quotes|boards)) && s.tokens[i+1].is(strong|quotes|seats)) {
		i++
	}
	return i
}

func atLeast(least weight, terms []term) []term {
	var kept []term
	for _, t := range terms {
		if t.weight >= least {
			kept = append(kept, t)
		}
	}
	return kept
}

// set makes the organisation of a sentence the topic of those behind it.
func (t *topic) set(s *sentence) {
	best := -1
	for k, m := range s.mentions {
		if m.role != compared && (best < 0 || m.role <= s.mentions[best].role) {
			best = k
		}
	}
	if best < 0 {
		t.age++
		t.total++
		return
	}
	m := s.mentions[best]
	*t = topic{
		known: true, name: m.name, role: m.role,
		list:   s.announces || t.list && s.block != paragraph && t.name == m.name,
		others: s.rivalBetween(m.to, len(s.tokens)),
		field:  s.heading == newTitle,
		below:  s.heading == newHeading && len(s.tokens) <= headingWords,
		deals:  s.has(0, len(s.tokens), strong|soft|quotes|paper|party),
	}
}

// pass takes note of a sentence that names no organisation.
func (t *topic) pass(s *sentence) {
	t.list = (t.list || t.known && s.announces && s.resumes()) && (s.block != paragraph || s.announces)
	if s.heading == newHeading && t.below || !t.field && t.ends(s) {
		t.known = false
	}
	t.age++
	t.total++
	switch {
	case s.rivalOpens():
		t.known = t.known && (t.list || t.field)
	case s.resumes() && t.total <= farTotal:
		t.age = 0
	}
}

// ends reports whether the topic does not reach into a sentence: an item of a list that does not belong to it, or a
// paragraph that does not take it up.
func (t *topic) ends(s *sentence) bool {
	if t.below {
		return s.heading != 0
	}
	if s.block != paragraph {
		return s.opensBlock && !t.list
	}
	return s.opensPara && !s.resumes()
}

// accepts gives the terms of a sentence that are the topic's, though the sentence does not name it.
func (t *topic) accepts(s *sentence, terms []term) []term {
	terms = s.outside(terms)
	if !t.known || len(terms) == 0 || s.aboutOthers() || !t.field && t.ends(s) || t.others && s.has(0, 5, person) {
		return nil
	}
	refers := s.refers()
	switch {
	case t.field:
		if t.role == partyTo && s.refersDefinitely() {
			return atLeast(bound, terms)
		}
	case t.role == partyTo && t.below && t.deals:
		return atLeast(bound, terms)
	case t.role == partyTo && t.list && s.block != paragraph:
		return atLeast(clause, terms)
	case t.total >= farTotal:
	case t.role == partyTo && refers && t.age <= nearAge:
		return atLeast(amount, terms)
	case t.role == partyTo && t.told && t.age < nearAge:
		return atLeast(amount, terms)
	case t.role == partyTo && t.deals && t.age < nearAge:
		return atLeast(bound, terms)
	case t.role == observes && refers && t.age == 0:
		return atLeast(bound, terms)
	case t.role == workplace && t.age == 0 && s.refersDefinitely():
		return atLeast(bound, terms)
	}
	return nil
}

// refers reports whether a sentence speaks of something named before: "it", "their", "the company", "the agreement".
func (s *sentence) refers() bool {
	return s.has(0, len(s.tokens), pronoun) || s.definite(firm|paper|party)
}

// resumes reports whether a sentence opens with a word that refers to something named before.
func (s *sentence) resumes() bool {
	const opening = 5
	return s.has(0, opening, pronoun) || s.definite(firm)
}

// refersDefinitely reports whether a sentence speaks of the organisation that a note is about.
func (s *sentence) refersDefinitely() bool {
	for i := range s.tokens {
		switch s.word(i) {
		case "we", "We", "our", "Our":
			return true
		}
	}
	return s.definite(firm)
}

// definite reports whether a noun of the class stands behind a definite article.
func (s *sentence) definite(c class) bool {
	for i := 1; i < len(s.tokens); i++ {
		if s.tokens[i].is(c) && s.adjacent(i) {
			switch s.word(i - 1) {
			case "the", "The", "this", "This":
				return true
			}
		}
	}
	return false
}

// aboutOthers reports whether a sentence opens with other organisations, or with all of them.
func (s *sentence) aboutOthers() bool {
	const opening = 6
	if s.someFirmOpens() {
		return true
	}
	for i := 0; i < min(opening, len(s.tokens)); i++ {
		if s.tokens[i].is(pronoun) {
			return false
		}
		if s.tokens[i].is(general) && !(s.word(i) == "other" && i > 0 && strings.EqualFold(s.word(i-1), "the")) {
			return true
		}
	}
	return s.rivalOpens()
}

// someFirmOpens reports whether a sentence begins with an organisation that has not been spoken of: "A bank in Zurich".
func (s *sentence) someFirmOpens() bool {
	switch s.word(0) {
	case "A", "An", "Another":
		return s.has(1, 3, firm|wide) || s.word(1) == "bank"
	}
	return false
}

// backReach is the most words of a sentence that says whose the terms before it were.
const backReach = 24

// pointsBack reports whether a sentence says of the one before it whose it was: "That is LivingIP's cap."
func (s *sentence) pointsBack() bool {
	if s.mentions[0].role != partyTo || len(s.tokens) > backReach || s.opensPara {
		return false
	}
	switch s.word(0) {
	case "That", "This", "Those", "These", "Such", "So":
		return true
	case "The":
		return len(s.tokens) > 1 && s.tokens[1].is(firm|paper|soft)
	}
	return false
}
