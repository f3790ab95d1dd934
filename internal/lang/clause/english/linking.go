package english

func (p *parser) adverb(st state, cost int) {
	cost += 2
	switch st.place {
	case atHead, inNumber:
		cost += p.unfinished(&st)
		st.place = afterAdverb
	case inAdj:
	case afterPrep: // at once, by then
		s := st
		s.place = atClosed
		p.add(&s, cost+6)
	case atStart:
		st.fronted = true
	}
	p.add(&st, cost)
}

func (p *parser) negation(st state, cost int) {
	switch st.place {
	case afterVerb, atStart, atRelative, atWh:
		st.fronted = st.fronted || st.place == atStart
		p.add(&st, cost)
		if st.place != afterVerb || st.want != anObject { // not every …
			return
		}
		cost += p.unmet(&st)
	case inOpen, inOpenAdj, afterPrep:
		p.add(&st, cost+15)
		return
	default:
		cost += p.unfinished(&st)
	}
	s := st
	s.place = atClosed
	p.add(&s, cost+2)
	st.place = afterConj
	p.add(&st, cost+6)
}

func (p *parser) preposition(st state, cost int) {
	is := p.words[p.at].is
	switch st.place {
	case afterVerb:
		switch st.want {
		case anObject:
			w := &p.words[st.last]
			miss := p.unmet(&st)
			if is == of {
				miss = miss*3/2 + 8
				if w.is != sayVerb && w.is != ofVerb {
					miss += 20
				}
			}
			if is == by && w.past {
				miss += 18
			}
			if w := &p.words[st.last]; is == nominalPrep && w.nominal() && int(st.last) == p.at-1 {
				miss += 6
			}
			cost += miss
		case anInfinitive, toInfinitive, aParticiple:
			cost += 30
		}
	case atHead:
	case atRelative:
		cost += 20
	case afterPrep:
		cost += 10
	case afterConj, atStart, atWh, afterComma:
	case inOpenAdj, inAdj, inNumber, inOpen:
		cost += p.unfinished(&st)
	}
	st.place, st.role, st.want, st.num = afterPrep, inPrep, nothing, 0
	p.add(&st, cost)
}

func (p *parser) conjunction(st state, cost int) {
	switch st.place {
	case inAdj, inOpenAdj, atWh, atRelative, atStart, inNumber:
		cost += 5
	case afterComma:
	case afterVerb:
		if p.compound(&st) > 0 {
			cost += p.unmet(&st)
		} else {
			cost += min(p.unmet(&st), 12)
		}
	default:
		cost += p.unfinished(&st)
	}
	st.place = afterConj
	p.add(&st, cost)
}

func (p *parser) comma(st state, cost int) {
	cost += min(p.unfinished(&st), 25)
	st.place, st.want = afterComma, nothing
	p.add(&st, cost)
}

func (p *parser) subordinator(st state, cost int) {
	cost += 3
	if f := st.frame(); !f.verb && f.subj != 0 && f.kind != nonFinite {
		cost += 8
		if p.words[p.at].is == because {
			cost += 10
		}
		if p.words[p.at].n > 1 && p.words[p.at].list[1].tag == preposition {
			cost += 14
		}
	}
	k := adverbial
	if p.words[p.at].is == than {
		k = openGap
	}
	st.open(frame{kind: k}, atStart)
	p.add(&st, cost)
}

func (p *parser) relative(st state, cost int) {
	switch st.place {
	case atHead, atClosed, afterAdverb, inNumber, afterComma, inOpenAdj:
		cost += p.unfinished(&st)
	case afterPrep: // in which
		st.open(frame{kind: relClause}, atStart)
		p.add(&st, cost+2)
		return
	case afterConj:
		cost += 6
	default:
		return
	}
	subj := st.num
	st.push(frame{kind: relClause, subj: subj})
	st.place, st.want = atRelative, nothing
	p.add(&st, cost)
}

func (p *parser) complement(st state, cost int) {
	f := st.frame()
	switch st.place {
	case afterVerb:
	case atStart:
		if f.subj == 0 && !f.verb {
			f.subj = singular
			cost += 4
		}
	case atHead, atClosed, afterAdverb, inAdj:
		cost += 9
	case afterConj:
		cost += 4
	default:
		return
	}
	st.open(frame{kind: nominal}, atStart)
	p.add(&st, cost)
}

func (p *parser) interrogative(st state, cost int) {
	f := st.frame()
	switch st.place {
	case atStart:
		if f.subj == 0 && !f.verb {
			f.subj = singular
		}
	case afterVerb:
	case afterPrep, afterConj, afterComma:
	case atHead, atClosed, afterAdverb:
		cost += 9 + p.unfinished(&st)
	case inAdj:
		cost += p.unfinished(&st) + 4
	default:
		return
	}
	st.open(frame{kind: nominal}, atWh)
	p.add(&st, cost)
}
