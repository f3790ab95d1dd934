package english

// frame is one clause that has been opened: the main clause at the bottom,
// embedded ones above it.
type frame struct {
	kind frameKind
	subj number // 0 until the clause has a subject
	verb bool   // it has its finite verb
	inv  bool   // the verb came before the subject
}

type frameKind uint8

const (
	mainClause frameKind = iota
	imperative           // a bottom frame that never makes a proposition
	adverbial            // because …, when …
	relClause            // who …; no object is missing
	gapClause            // (that) they forget …: the object is missing
	nominal              // what …, that …, how …
	openGap              // what …, than …: an object may be missing
	coordinate           // … and the volume does
	nonFinite            // to …, …-ing, reduced relative: needs no finite verb
)

// place is where in a phrase the parse stands.
type place uint8

const (
	atStart     place = iota // of a clause
	atRelative               // after who, which, that
	atWh                     // after what, how …
	inOpen                   // a determiner wants its noun
	inOpenAdj                // the same with an adjective between
	inAdj                    // an adjective without determiner
	inNumber                 // a numeral without noun
	atHead                   // a noun: the phrase may be complete
	atClosed                 // a complete phrase, no compound goes on
	afterAdverb              // a complete phrase and an adverb: a verb is due
	afterPrep                // a preposition wants its phrase
	afterVerb                // a verb wants what it takes
	afterConj                // and, or
	afterComma               //
)

// role is what the current noun phrase is to its clause.
type role uint8

const (
	asSubject role = iota
	asObject
	asComplement // predicate of a copula
	inPrep       // inside a prepositional phrase
)

// want is what the last verb still takes.
type want uint8

const (
	nothing      want = iota
	anObject          // an object, or none
	aPassive          // by …, with …: no object
	aComplement       // after be
	aParticiple       // after have
	anInfinitive      // after a modal, do
	toInfinitive      // after to
)

const maxDepth = 5

// state is a partial parse. It is a small comparable value: two parses in the
// same state have the same future, so only the cheaper is kept.
type state struct {
	stack   [maxDepth]frame
	top     uint8
	place   place
	role    role
	num     number // of the current noun phrase
	want    want
	last    uint8 // index of the last verb, for its valence
	main    uint8 // index of the main clause's finite verb
	fronted bool  // something stood before the subject
	bare    bool  // the main subject has no determiner
}

func (s *state) frame() *frame { return &s.stack[s.top] }

// closed tells whether a noun phrase is complete.
func (s *state) closed() bool {
	return s.place == atHead || s.place == atClosed || s.place == afterAdverb
}

// push opens an embedded clause; a finished non-finite phrase gives way to it.
func (s *state) push(f frame) {
	if s.top < maxDepth-1 {
		s.top++
	}
	*s.frame() = f
}

// open pushes a clause that begins with its subject.
func (s *state) open(f frame, at place) {
	s.push(f)
	s.place, s.role, s.want = at, asSubject, nothing
}

// pop closes clauses above depth d.
func (s *state) pop(d uint8) {
	for s.top > d {
		*s.frame() = frame{}
		s.top--
	}
}

// finished tells whether a clause above depth d has its finite verb.
func (s *state) finished(d int) bool {
	for i := d + 1; i <= int(s.top); i++ {
		if s.stack[i].verb {
			return true
		}
	}
	return false
}

// lastIs tells whether the last verb is one of a special kind.
func (s *sentence) lastIs(st *state, is special) bool { return s.words[st.last].is == is }

// unfinished is the cost of ending the current phrase and what the last verb
// takes here.
func (s *sentence) unfinished(st *state) int {
	cost := 0
	switch st.place {
	case inOpen, afterPrep:
		cost = 45
	case inOpenAdj:
		cost = 22
	case inAdj:
		cost = 25
		if st.role == asComplement {
			cost = 0
		}
	case inNumber:
		cost = 3
	case afterAdverb:
		if f := st.frame(); !f.verb && f.kind != nonFinite {
			cost = 20
		}
	case afterConj:
		cost = 45
	case atRelative, atWh:
		cost = 30
	}
	if st.place == afterVerb {
		cost += s.unmet(st)
	}
	return cost
}

// compound is the cost of reading "price moves" as a clause: a bare noun
// and a form that is a plural noun as well as a verb are mostly one phrase.
func (s *sentence) compound(st *state) int {
	w := &s.words[st.last]
	if st.top > 0 || !st.bare || st.main != st.last || !w.nominal() || w.verbNumber() != singular {
		return 0
	}
	return 5
}

// unmet is the cost of the last verb getting nothing more.
func (s *sentence) unmet(st *state) int {
	switch st.want {
	case anObject:
		if st.frame().kind == gapClause {
			return 0
		}
		return int(s.words[st.last].noObject) + s.compound(st)
	case aComplement, anInfinitive:
		return 25
	case aParticiple:
		return 30
	case toInfinitive:
		return 40
	}
	return 0
}
