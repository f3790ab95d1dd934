package dealterms

// topic is the organisation that the text is about, for the sentences that do not name it.
type topic struct {
	known bool
	name  int
	role
	note      bool // the whole note is about it: it stands in a title, in the header or in the first sentence
	displaced bool // somebody else has been spoken of since
	others    bool // the naming sentence names somebody else as well
	told      bool // a term of it has been told since
	deals     bool // the sentence that named it speaks of deals or their papers
	money     bool // it speaks of prices, owners or investors
	age       int  // sentences since it was named or referred to
	total     int  // sentences since it was named
	field     bool // it stems from an earlier passage: a title or another field
	below     bool // it stems from a heading that says little else
	list      bool // a list or table follows that the naming sentence announces
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
	t.note = t.known
	t.field, t.list, t.age, t.total, t.displaced = true, false, 0, 0, false
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
		note:   s.opensNote || s.heading == newTitle || t.known && t.note && t.name == m.name,
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
	t.list = (t.list || t.known && t.announced(s)) && (s.block != paragraph || s.announces)
	if s.heading == newHeading && t.below || !t.field && t.ends(s) {
		t.known = t.known && t.note
		t.total = farTotal
	}
	t.age++
	t.total++
	switch {
	case s.someFirmOpens(), s.has(0, len(s.tokens), wide), s.rivalBetween(-1, len(s.tokens)):
		t.displaced = true
	case s.resumes() && t.total <= farTotal:
		t.age = 0
	}
}

// announced reports whether a sentence says that a list or table of the topic's terms follows.
func (t *topic) announced(s *sentence) bool {
	return s.announces && (s.resumes() || t.money && t.age == 0) || t.note && !t.displaced && s.introduces()
}

// introduces reports whether a short heading or a sentence with a colon says that terms follow: "Terms".
func (s *sentence) introduces() bool {
	return (s.announces || s.heading != 0 && len(s.tokens) <= headingWords) &&
		s.has(0, len(s.tokens), strong|quotes|core|paper) && !s.aboutOthers()
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
	inList := t.list && s.block != paragraph && t.role <= observes
	if !t.known || len(terms) == 0 || !inList && s.aboutOthers() || t.others && s.has(0, 5, person) {
		return nil
	}
	var own []term
	for _, term := range atLeast(t.least(s), terms) {
		if inList || !s.rivalBetween(-1, term.from) {
			own = append(own, term)
		}
	}
	return own
}

// never is more than any term weighs.
const never = bound + 1

// least is the least that a term must weigh to be taken for the topic's: the less, the surer a sentence is about it.
func (t *topic) least(s *sentence) weight {
	inside := !t.field && !t.ends(s)
	switch {
	case t.role >= workplace:
		return never
	case inside && t.role == observes && s.refers() && t.age == 0:
		return bound
	case inside && t.list && s.block != paragraph:
		return clause
	case t.note && !inside && t.isMeant(s):
		return bound
	case t.role == observes || !inside:
		return never
	case t.below && t.deals:
		return bound
	case t.total >= farTotal:
		if t.note && t.isMeant(s) {
			return bound
		}
	case s.refers() && t.age <= nearAge, t.told && t.age < nearAge:
		return amount
	case t.age == 0 && t.deals:
		return round
	case t.age == 0 || t.deals && t.age < nearAge:
		return bound
	}
	return never
}

// isMeant reports whether a definite noun of a sentence stands for the topic, its people or its deals, though the sentence
// that named it is far: nobody else has been spoken of since.
func (t *topic) isMeant(s *sentence) bool {
	if s.ours() {
		return true
	}
	if t.displaced {
		return false
	}
	return s.opensWithOwn() || t.role != observes && s.refersDefinitely()
}
