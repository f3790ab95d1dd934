package dealterms

// topic is the organisation that the text is about, for the sentences that do not name it.
type topic struct {
	known bool
	name  int
	role
	others bool // the naming sentence names somebody else as well
	told   bool // a term of it has been told since
	deals  bool // the sentence that named it speaks of deals or their papers
	money  bool // it speaks of prices, owners or investors
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
			if i > 0 && s.takesUp(&d.sentences[i-1]) {
				t.pass(s)
				t.known = t.known && t.field
				continue
			}
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
		t.list = t.list || told && s.block != paragraph
	}
	return all
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

// amounts keeps the bound terms and the sums of money that stand for themselves.
func amounts(terms []term) []term {
	var kept []term
	for _, t := range terms {
		if t.weight >= bound || t.weight == amount && t.by == t.from {
			kept = append(kept, t)
		}
	}
	return kept
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
		if m.role != compared && !s.relative(m) && (best < 0 || m.role <= s.mentions[best].role) {
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
		money:  s.has(0, len(s.tokens), strong|quotes|core|insider|bids),
	}
}

// relative reports whether a mention stands behind a preposition in a clause that says more of the subject, so that the
// subject is what the text is about: "the archive that works with Teleo lends".
func (s *sentence) relative(m mention) bool {
	if m.from < 2 || !s.tokens[m.from-1].is(preposition) {
		return false
	}
	for i := m.from - 2; i > 0 && i >= m.from-5; i-- {
		if w := s.word(i); w == "that" || w == "which" || w == "who" {
			return s.adjacent(i) && i <= 4 && !s.has(0, i, controller|strong|paper|core)
		}
	}
	return false
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
	if len(terms) == 0 && t.known && t.money && t.age == 0 && !s.opensPara {
		terms = s.bare()
	}
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
	case t.role == partyTo && t.age == 0 && t.deals:
		return amounts(terms)
	case t.role == partyTo && (t.age == 0 || t.deals && t.age < nearAge):
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
	at := s.find(0, opening, pronoun)
	return at >= 0 && !(s.word(at) == "them" && s.find(at+1, opening, pronoun) < 0) || s.definite(firm)
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
