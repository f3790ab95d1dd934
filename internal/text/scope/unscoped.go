package scope

import "github.com/kbgate/kbgate/internal/text"

// The weight of a universal depends on what it ranges over and on everything in the sentence that may bound it. The
// range is open where it is a kind (“every bank”, “all great founders”). It is closed where something definite
// restricts it: a name, a number, a period, a sample, a definite place, an event that is over. A restriction that
// names only another kind (“every bank that lends on land”) leaves it open, and so does a place as wide as the world.
// A universal that stands within a reason, a condition or a relative clause is seldom what the sentence claims.

// The signs that a universal has no scope, or one.
const (
	anyUniversal = iota
	byAdverb
	byNegative
	byEach
	byNo
	byPronoun
	byPhrase
	byStrongPhrase
	byEssence
	asSubject
	asObject
	embedded
	inReason
	inRelative
	behindRelative
	wideNoun
	formalNoun
	selectedNoun
	closedRange
	openRange
	bareSubject
	namedSubject
	lawful
	reportedPast
	reportedSoFar
	noneSoFar
	everSaid
	placeNames
	amounts
	years
	samples
	bounds
	closedConditions
	openConditions
	conditionedAdverb
	formalWords
	exactField
	universalSigns
)

// ofUniversals are the coefficients of a logistic regression on titles that hold universals. Two are set by hand,
// because those titles say too little about them: closedConditions and exactField.
var ofUniversals = [universalSigns]weight{
	anyUniversal:      {11, 1},  // the constant: “any” and “all”
	byAdverb:          {3, 1},   // “always”
	byNegative:        {-5, 1},  // “never”, “nobody”
	byEach:            {-5, 1},  // “every”, “each”
	byNo:              {-7, 1},  // “no”
	byPronoun:         {-3, 1},  // “everyone”, “nothing”
	byPhrase:          {13, 1},  // a construction of the tables
	byStrongPhrase:    {9, 1},   // one of weight three
	byEssence:         {9, 1},   // “the only”, “the root of all”
	asSubject:         {2, 1},   // a determiner or pronoun opens the subject
	asObject:          {-8, 1},  // a determiner stands within the sentence
	embedded:          {-8, 1},  // after “when” or “because”
	inReason:          {-8, 1},  // after “because”
	inRelative:        {-9, 1},  // next to “who”
	behindRelative:    {-9, 1},  // anywhere after it
	wideNoun:          {11, 1},  // it ranges over people, countries, all of history
	formalNoun:        {-8, 1},  // it ranges over objects of exact thought
	selectedNoun:      {-7, 1},  // a participle narrows the noun
	closedRange:       {-10, 1}, // something definite restricts it
	openRange:         {6, 1},   // a kind restricts it
	bareSubject:       {12, 1},  // the subject of the sentence is a kind
	namedSubject:      {-12, 1}, // a name stands in the subject
	lawful:            {7, 1},   // “will”, “must”
	reportedPast:      {-19, 1}, // the past tense
	reportedSoFar:     {-6, 1},  // “has”: so far
	noneSoFar:         {-9, 1},  // and nobody has said “ever”
	everSaid:          {7, 1},   // “ever”
	placeNames:        {-14, 2}, // names in phrases of place
	amounts:           {-10, 2}, // numbers
	years:             {-12, 2}, // numbers that look like years
	samples:           {-9, 2},  // words for what was looked at
	bounds:            {-10, 3}, // constructions of the table of scopes, by their weight
	closedConditions:  {-16, 2}, // conditions that hold something definite
	openConditions:    {-6, 2},  // others
	conditionedAdverb: {-5, 1},  // a condition bounds an adverb more than it does a noun
	formalWords:       {-18, 3}, // objects of exact thought anywhere
	exactField:        {-25, 1}, // the domain is one in which claims are proved
}

// open is the sum above which a universal has no scope.
const open = 5

// unscoped looks for the universal that is least bounded.
func (s *sentence) unscoped(t Title) (Fault, bool) {
	var buffer [8]universal
	found := s.universals(buffer[:0])
	if len(found) == 0 || s.attributed() {
		return Fault{}, false
	}
	worst, most := universal{}, open
	for _, u := range found {
		e := s.signsOf(u, t)
		if weight := sum(e[:], ofUniversals[:]); weight > most {
			worst, most = u, weight
		}
	}
	if most == open || s.bounded(t.Description) {
		return Fault{}, false
	}
	return s.fault(Unscoped, worst.from, worst.to), true
}

// signsOf gives the signs of one universal.
func (s *sentence) signsOf(u universal, t Title) (e [universalSigns]int) {
	e[anyUniversal] = 1
	s.signsOfKind(&e, u)
	s.signsOfPlace(&e, u)
	if u.kind&(every|all|anyOne|no|body) != 0 {
		s.signsOfRange(&e, u)
	}
	s.signsOfVerb(&e, u)
	s.signsOfWords(&e, u)
	for _, h := range s.found {
		if h.use == scoped && s.words[h.from].role == asserted {
			e[bounds] += h.weight
		}
	}
	mark(&e[conditionedAdverb], e[byAdverb]*(e[openConditions]+e[closedConditions]) > 0)
	mark(&e[exactField], exact[text.Slug(t.Domain)])
	return e
}

func (s *sentence) signsOfKind(e *[universalSigns]int, u universal) {
	mark(&e[byAdverb], u.kind&adverb != 0)
	mark(&e[byNegative], s.words[u.from].is(never))
	mark(&e[byEach], u.kind&every != 0)
	mark(&e[byNo], u.kind&no != 0)
	mark(&e[byPronoun], u.kind&body != 0)
	mark(&e[byPhrase], u.kind == 0 && !u.sole)
	mark(&e[byStrongPhrase], u.kind == 0 && !u.sole && u.weight > 2)
	mark(&e[byEssence], u.sole)
}

// signsOfPlace tells where in the sentence a universal stands.
func (s *sentence) signsOfPlace(e *[universalSigns]int, u universal) {
	i, determines := u.from, u.kind&(every|all|anyOne|no) != 0
	behind := i > 0 && s.words[i-1].is(prep)
	subject := determines && (s.subject(i) || s.floated(i)) || u.kind&body != 0 && s.starts(i)
	verb := s.mainVerb()
	mark(&e[asSubject], subject)
	mark(&e[asObject], (determines || u.kind&body != 0) && !subject && !behind)
	if w := &s.words[i]; w.role == aside && !w.is(sub) {
		e[embedded] = 1
		mark(&e[inReason], s.because(i))
	}
	mark(&e[inRelative], s.words[i].role == restricted)
	for j := i - 1; j > 0 && j > verb && !s.words[j+1].breaks; j-- {
		mark(&e[behindRelative], s.relative(j) || s.word(j, "that", "what"))
	}
}

// because reports whether the clause that holds word i is a reason.
func (s *sentence) because(i int) bool {
	for ; i >= 0; i-- {
		if s.words[i].is(sub) {
			return s.word(i, "because", "since")
		}
	}
	return false
}

// signsOfRange tells what a determiner or pronoun ranges over.
func (s *sentence) signsOfRange(e *[universalSigns]int, u universal) {
	head := u.to - 1
	own := s.ownMaking(head)
	if own {
		head--
	}
	mark(&e[wideNoun], head > u.from && s.words[head].is(broad|world))
	mark(&e[formalNoun], s.any(formal, u.from+1, u.to))
	for k := u.from + 1; k < head; k++ {
		mark(&e[selectedNoun], s.participle(k) && !s.words[k].is(praise))
	}
	if own || s.restrictive(u.to) {
		closed := own || s.closes(u.to)
		mark(&e[closedRange], closed)
		mark(&e[openRange], !closed)
	}
}

// definite reports whether a definite article or a pronoun of its kind stands among the words from to to.
func (s *sentence) definite(from, to int) bool {
	for i := from; i < to; i++ {
		if s.words[i].is(determiner) && !s.word(i, "a", "an") {
			return true
		}
	}
	return false
}

// signsOfVerb tells the subject and the mood of the sentence.
func (s *sentence) signsOfVerb(e *[universalSigns]int, u universal) {
	mark(&e[everSaid], s.ever())
	verb := s.mainVerb()
	if verb < 0 {
		return
	}
	named := s.named(0, verb)
	mark(&e[namedSubject], named)
	mark(&e[bareSubject], verb > 0 && e[embedded]+e[inRelative]+e[behindRelative] == 0 && !named && !s.words[0].is(prep) && !s.definite(0, verb))
	switch {
	case s.words[verb].is(modal) || s.any(modal, verb-2, verb):
		e[lawful] = 1
	case s.pastForm(verb):
		e[reportedPast] = 1
	case s.reported(verb):
		e[reportedSoFar] = 1
		mark(&e[noneSoFar], s.words[u.from].is(no|never) && !s.ever())
	}
}

// signsOfWords counts what bounds a claim wherever it stands.
func (s *sentence) signsOfWords(e *[universalSigns]int, u universal) {
	for j := range s.words {
		w := &s.words[j]
		switch {
		case s.year(j):
			e[years]++
		case (w.figure || w.is(number) && !w.idle) && !s.attribute(j) && !s.word(j-1, "any"):
			e[amounts]++
		case w.name && s.placed(j):
			e[placeNames]++
		case w.is(sampled):
			e[samples]++
		case w.is(formal) && w.role != aside:
			e[formalWords]++
		}
		if s.word(j, "when", "if", "where", "once", "unless", "until", "provided", "after", "while") && !w.idle && j+2 < len(s.words) && (j < u.from || j >= u.to) {
			if s.closes(j) {
				e[closedConditions]++
			} else {
				e[openConditions]++
			}
		}
	}
}

// exact are the domains in which claims are proved.
var exact = map[string]bool{
	"mathematics": true, "math": true, "maths": true, "logic": true, "formal-methods": true, "number-theory": true,
	"graph-theory": true, "set-theory": true, "type-theory": true, "topology": true, "algebra": true, "geometry": true,
	"complexity-theory": true, "computability": true, "theoretical-computer-science": true, "combinatorics": true,
}
