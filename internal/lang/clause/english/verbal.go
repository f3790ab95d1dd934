package english

// finite attaches a verb form with tense: to the innermost clause that has a
// subject and no verb, closing finished ones above it; or as the second verb of
// a coordination; or as the verb of a clause without "that".
func (p *parser) finite(st state, cost int, r *reading) {
	cost += p.verbAfter(&st)
	p.complementClause(st, cost, r)
	for d := int(st.top); d >= 0; d-- {
		f := st.stack[d]
		if f.kind == nonFinite {
			cost++
			continue
		}
		if !f.verb {
			p.attach(st, d, cost, r)
			return
		}
		cost += 2
	}
}

// undetermined is the cost of a countable singular subject without a determiner
// before a form that is as well a plural noun: price moves.
const undetermined = 24

// ownSubject tells whether the phrase that the word before ends may be the subject of a clause of its own: it follows
// a conjunction, or a preposition that as well begins a clause. Such a verb seldom belongs to an earlier subject.
func (s *sentence) ownSubject() bool {
	for i := s.at - 1; i >= 0; i-- {
		if is := s.words[i].is; is == before || is == and {
			return true
		}
	}
	return false
}

// undetermined tells whether the phrase that the word before ends is headed by a
// countable noun and has no determiner.
func (s *sentence) undetermined() bool {
	if !s.words[s.at-1].counted {
		return false
	}
	for i := s.at - 2; i >= 0; i-- {
		if w := &s.words[i]; w.cost(determiner) <= 10 || w.cost(numeral) == 0 {
			return false
		}
	}
	return true
}

// verbAfter is the cost of what came before ending at a finite verb.
func (s *sentence) verbAfter(st *state) int {
	switch st.place {
	case afterConj, atRelative, atWh, atStart, afterAdverb:
		return 0
	}
	return s.unfinished(st)
}

// attach gives the clause at depth d its finite verb.
func (p *parser) attach(st state, d int, cost int, r *reading) {
	if st.closed() && st.num&r.number != 0 && st.finished(d) && p.ownSubject() {
		cost += 8
	}
	st.pop(uint8(d))
	f := st.frame()
	switch {
	case st.place == afterConj:
		cost += 50
	case f.subj != 0:
		cost += disagreement(f.subj, r.number)
		if st.role == inPrep && r.number == plural && st.num == singular && p.words[p.at].nominal() {
			cost += 12 // the delay of the tunnel
		}
		if st.role == inPrep && r.number == singular && st.num == singular && p.at == p.n-1 && p.words[p.at].nominal() {
			cost += 8 // a limit on consumer contracts
		}
		if st.place == atHead && st.num == singular && r.number == singular && p.words[p.at].nominal() && p.undetermined() {
			cost += undetermined
		}
		if d == 0 && p.words[0].cost(gerund) <= 10 && p.words[p.at].nominal() {
			cost += 8 // protecting reefs from warm water
		}
		if d == 0 && p.words[0].is == why {
			cost += 15 // such a clause is rather a title than a subject
		}
	case st.place == atWh && p.words[p.at-1].is == who:
		f.subj = either
	default:
		p.invert(st, cost, r)
		return
	}
	f.verb = true
	p.mark(&st)
	p.verb(&st, r.kind)
	p.add(&st, cost)
}

// invert puts the verb before its subject: rarely does …, here comes …, at the
// heart lies …, had the dam been …, why do …
func (p *parser) invert(st state, cost int, r *reading) {
	f := st.frame()
	first := p.at == 0
	switch {
	case first || f.kind != mainClause || st.place == atRelative:
		return
	case r.kind == do || r.kind == have || r.kind == modal:
		cost += 8
	case p.words[p.at-1].is == here:
		cost += 3
	case r.kind == copula:
		cost += 22
	case st.place == atStart: // only an adverb in front
		return
	default:
		cost += 26
	}
	f = st.frame()
	f.subj, f.verb, f.inv = either, true, true
	p.mark(&st)
	p.verb(&st, r.kind)
	p.add(&st, cost)
}

// complementClause makes the object so far the subject of a clause without
// "that": holds the market is …
func (p *parser) complementClause(st state, cost int, r *reading) {
	if st.role != asObject || !st.closed() {
		return
	}
	c := 38 + disagreement(st.num, r.number)
	st.push(frame{kind: nominal, subj: st.num, verb: true})
	p.verb(&st, r.kind)
	p.add(&st, cost+c)
}

// disagreement is the cost of a subject and a verb of different number.
func disagreement(subj, verb number) int {
	if subj&verb != 0 {
		return 0
	}
	return 40
}

// base reads a bare infinitive, or the imperative that starts a title.
func (p *parser) base(st state, cost int, r *reading) {
	f := st.frame()
	switch {
	case st.place == afterVerb && (st.want == anInfinitive || st.want == toInfinitive):
	case st.place == atStart && st.top == 0 && f.subj == 0 && !f.verb && (p.at == 0 || st.fronted):
		cost += 15
		f.kind, f.verb, f.subj = imperative, true, plural
	default:
		return
	}
	p.verb(&st, r.kind)
	p.add(&st, cost)
}

// participle reads a past participle: after have or be, or as a reduced
// relative clause.
func (p *parser) participle(st state, cost int, r *reading) {
	passive := aPassive
	switch {
	case st.place == afterVerb && st.want == aParticiple:
		passive = anObject
	case st.place == afterVerb && st.want == aComplement:
	case st.closed():
		f := st.frame()
		cost += 8
		if f.kind == nonFinite {
			cost += 8 // a second reduced relative
		}
		if !f.verb && st.top > 0 && f.kind != nonFinite {
			cost += 10
		}
		st.push(frame{kind: nonFinite})
	case st.place == afterComma:
		cost += 12
		st.push(frame{kind: nonFinite})
	default:
		return
	}
	p.verb(&st, r.kind)
	if r.kind == lexical {
		st.want = passive
	}
	p.add(&st, cost)
}

// gerund reads an -ing form as a verb.
func (p *parser) gerund(st state, cost int, r *reading) {
	switch {
	case st.place == afterVerb && (st.want == anObject || st.want == aPassive):
		cost += 9
		st.push(frame{kind: nonFinite})
	case st.closed() || st.place == inAdj && st.role == asComplement:
		cost += 14
		st.push(frame{kind: nonFinite})
	case st.place == atStart && st.frame().kind == adverbial && st.frame().subj == 0:
		*st.frame() = frame{kind: nonFinite} // while giving drugs
		cost += 5
	case st.place == atStart && st.frame().subj == 0 && !st.frame().verb:
		s := st
		s.push(frame{kind: nonFinite})
		p.verb(&s, r.kind)
		p.add(&s, cost+14)
		st.frame().subj = singular
		cost += 7
		st.top++
		st.stack[st.top%maxDepth] = frame{kind: nonFinite}
		st.top %= maxDepth
	case st.place == afterPrep:
		cost += 3
		st.push(frame{kind: nonFinite})
	default:
		return
	}
	p.verb(&st, r.kind)
	p.add(&st, cost)
}

// infinitive reads "to" before a verb.
func (p *parser) infinitive(st state, cost int) {
	f := st.frame()
	switch st.place {
	case atHead, atClosed, afterAdverb, inAdj, inNumber, afterConj, afterComma, inOpenAdj:
		cost += 4
		if st.place != afterConj {
			cost += p.unfinished(&st)
		}
	case atWh:
		cost += 3
		f.subj, f.verb = either, true
	case afterVerb:
		if miss := p.unmet(&st); p.words[st.last].past {
			cost += miss
		} else {
			cost += min(miss, 8)
		}
	case atStart, afterPrep:
		cost += 6
	default:
		return
	}
	st.push(frame{kind: nonFinite})
	st.place, st.want = afterVerb, toInfinitive
	p.add(&st, cost)
}
