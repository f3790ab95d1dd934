package english

// phraseStart is a way for a noun phrase to begin here.
type phraseStart struct {
	state
	cost int
}

// starts lists in p.begun the ways a new noun phrase can begin in st, which has
// the given cost. strong is true for determiners and pronouns, which cannot
// continue a compound.
func (p *parser) starts(st state, cost int, strong, pron bool) int {
	n := 0
	add := func(s state, more int) {
		if n < len(p.begun) && p.beams[1-p.live].takes(cost+more) {
			p.begun[n] = phraseStart{s, cost + more}
			n++
		}
	}
	switch st.place {
	case atStart, atWh:
		s := st
		s.role = asSubject
		add(s, 0)
	case atRelative:
		s := st
		s.frame().kind, s.frame().subj = gapClause, 0
		s.role = asSubject
		add(s, 7)
	case afterPrep:
		s := st
		s.role = inPrep
		add(s, 0)
	case afterVerb:
		p.afterVerbStarts(st, strong, add)
	case afterConj:
		add(st, 0)
		p.newClause(st, 12, add)
	case afterComma:
		add(st, 10)
		p.newClause(st, 12, add)
		p.resume(st, 0, add)
	case inOpen:
		add(st, 14)
	case inOpenAdj, inAdj, inNumber, atHead, atClosed, afterAdverb:
		p.juxtaposed(st, strong, pron, add)
	}
	return n
}

// afterVerbStarts begins an object or complement, or, after an intransitive
// verb, the clause that a fronted one waits for.
func (s *sentence) afterVerbStarts(st state, strong bool, add func(state, int)) {
	t := st
	switch st.want {
	case anObject:
		t.role = asObject
		cost := int(s.words[st.last].object)
		if t.frame().kind == gapClause {
			cost += 28
		}
		if s.timePhrase() {
			cost += 25
		}
		add(t, cost)
		if s.lastIs(&st, sayVerb) {
			t.open(frame{kind: nominal}, atStart)
			add(t, 8)
		}
	case aPassive:
		t.role = asObject
		add(t, 28)
	case aComplement:
		t.role = asComplement
		add(t, 0)
	case aParticiple:
		t.role = asObject
		add(t, 0)
	case anInfinitive:
		t.role = asObject
		cost := 45
		if s.words[st.last].list[0].kind == do {
			cost = 6
		}
		add(t, cost)
	}
	if s.timePhrase() {
		t := st
		t.role = inPrep
		add(t, s.unmet(&st)+3)
	}
	wait := 12
	s.resume(st, s.unmet(&st)+wait, add)
}

// timePhrase tells whether the word begins a phrase such as "last year" or "each spring", which needs no preposition.
func (s *sentence) timePhrase() bool {
	return s.words[s.at].is == lastNext && s.at+1 < s.n && s.words[s.at+1].is == timeNoun
}

// resume closes finished embedded clauses and begins the subject of the clause
// that waits for one.
func (s *sentence) resume(st state, cost int, add func(state, int)) {
	for d := int(st.top); d >= 0; d-- {
		f := st.stack[d]
		if f.kind == nonFinite {
			continue
		}
		if f.verb {
			continue
		}
		if f.subj == 0 && (d < int(st.top) || st.role == inPrep || st.place == afterComma || st.place == inAdj) {
			st.pop(uint8(d))
			st.role, st.place, st.want, st.fronted = asSubject, atStart, nothing, true
			add(st, cost)
		}
		return
	}
}

// newClause begins the subject of a coordinate clause.
func (s *sentence) newClause(st state, cost int, add func(state, int)) {
	if !st.frame().verb {
		return
	}
	st.pop(st.top)
	st.open(frame{kind: coordinate}, atStart)
	add(st, cost)
}

// juxtaposed begins a phrase right after another: a relative clause without
// its pronoun, the main subject after a fronted phrase, a second object, or,
// where a colon was lost, the statement after the topic.
func (s *sentence) juxtaposed(st state, strong, pron bool, add func(state, int)) {
	closing := s.unfinished(&st)
	contact, front, second, topic := 34, 14, 40, 70
	if strong {
		front, second, topic = 4, 18, 44
	}
	if pron {
		contact, topic = 14, 55
	}
	gap := gapClause
	if s.words[s.at-1].is == wayNoun {
		contact, gap = 6, openGap
	}
	if st.num != 0 || st.place != atHead {
		t := st
		t.open(frame{kind: gap}, atStart)
		add(t, closing+contact)
	}
	s.resume(st, closing+front, add)
	if f := st.frame(); f.verb || f.kind == nonFinite {
		t := st
		t.role = asObject
		add(t, closing+second)
	} else if st.top == 0 && f.subj != 0 {
		t := st
		t.frame().subj = 0
		t.role, t.place = asSubject, atStart
		add(t, closing+topic)
	}
}

// head makes the word read the head of the current phrase.
func (s *sentence) head(st *state, num number) {
	st.place, st.num = atHead, num
	if st.role == asSubject && (!st.frame().verb || st.frame().inv) && st.frame().kind != nonFinite {
		st.frame().subj = num
	}
}

func (p *parser) noun(st state, cost int, r *reading) {
	switch st.place {
	case inOpen, inOpenAdj, inAdj, inNumber:
		p.head(&st, r.number)
		p.add(&st, cost)
		return
	case atHead:
		s := st
		c := 5
		if p.words[p.at-1].is == wayNoun {
			c = 25
		}
		switch s.num {
		case 0:
			c = 50
		case plural:
			c = 28
		}
		p.head(&s, r.number)
		p.add(&s, cost+c)
	}
	for i := range p.starts(st, cost, false, false) {
		s := p.begun[i].state
		p.head(&s, r.number)
		s.bare = s.bare || s.top == 0 && s.role == asSubject
		p.add(&s, p.begun[i].cost)
	}
}

func (p *parser) adjective(st state, cost int) {
	switch st.place {
	case inOpen, inOpenAdj:
		st.place = inOpenAdj
		p.add(&st, cost)
		return
	case inAdj, inNumber:
		st.place = inAdj
		p.add(&st, cost)
		return
	case atWh:
		p.add(&st, cost) // how open …
	case atHead:
		s := st
		s.place = inAdj // a possessive without its apostrophe
		c := 24
		if w := &p.words[p.at]; st.num == singular && w.is == combining {
			c = 4 // trunk-based development
		}
		p.add(&s, cost+c)
		s.place = atClosed
		p.add(&s, cost+25)
	case atClosed, afterAdverb:
		p.add(&st, cost+25)
	case afterVerb:
		if (st.want == anObject || st.want == aPassive) && !p.timePhrase() {
			s := st
			s.place, s.role = inAdj, asComplement
			c := 18
			if p.lastIs(&st, getVerb) {
				c = 2
			}
			p.add(&s, cost+c)
		}
	}
	if f := st.frame(); st.place == atStart && f.kind == adverbial && f.subj == 0 {
		s := st
		*s.frame() = frame{kind: nonFinite} // if true
		s.place, s.role, s.want = inAdj, asComplement, nothing
		p.add(&s, cost+14)
	}
	for i := range p.starts(st, cost, false, false) {
		s := p.begun[i].state
		s.place = inAdj
		s.bare = s.bare || s.top == 0 && s.role == asSubject
		p.add(&s, p.begun[i].cost+2)
	}
}

// nominal reads a determiner, numeral, pronoun or subject-and-copula.
func (p *parser) nominal(st state, cost int, r *reading) {
	for i := range p.starts(st, cost, r.tag != numeral, r.tag == pronoun) {
		s, c := p.begun[i].state, p.begun[i].cost
		switch r.tag {
		case determiner:
			s.place, s.num = inOpen, r.number
			p.add(&s, c)
		case numeral:
			s.place, s.num = inNumber, 0
			p.add(&s, c)
		case pronoun:
			p.head(&s, r.number)
			s.place = atClosed
			p.add(&s, c)
		case contraction:
			s.frame().subj, s.frame().verb = r.number, true
			p.mark(&s)
			p.verb(&s, copula)
			p.add(&s, c)
		}
	}
}

// mark remembers the word as the main clause's verb if it is.
func (s *sentence) mark(st *state) {
	if st.top == 0 {
		st.main = uint8(s.at)
	}
}
