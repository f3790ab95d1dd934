package english

import "math"

// A title is parsed from left to right by a beam of partial parses. Every
// step adds a cost, in tenths of a nat: how unlikely the word's reading is, and
// how unlikely the construction. The cheapest parse whose main clause has its
// finite verb is then weighed against the cheapest in which it has none.

const (
	beamWidth = 8
	beamCost  = 40 // a parse this much behind the cheapest is given up
)

// hypothesis is kept to 32 bytes, since copying it is most of the work.
type hypothesis struct {
	state
	cost int16
}

// beam holds the live parses.
type beam struct {
	list [beamWidth]hypothesis
	n    int
	best int
}

// takes tells whether a parse of that cost can still be among the live ones.
func (b *beam) takes(cost int) bool { return b.n == 0 || cost <= b.best+beamCost }

func (b *beam) add(st *state, cost int) {
	if b.n == 0 || cost < b.best {
		b.best = cost
	} else if cost > b.best+beamCost {
		return
	}
	worst, c := 0, int16(min(cost, math.MaxInt16))
	for i := range b.n {
		h := &b.list[i]
		if h.place == st.place && h.main == st.main && h.last == st.last && h.state == *st {
			h.cost = min(h.cost, c)
			return
		}
		if h.cost > b.list[worst].cost {
			worst = i
		}
	}
	switch {
	case b.n < beamWidth:
		worst = b.n
		b.n++
	case c >= b.list[worst].cost:
		return
	}
	b.list[worst].state, b.list[worst].cost = *st, c
}

// parser is the sentence with its beam; it lives on the caller's stack.
type parser struct {
	sentence
	beams [2]beam
	live  int // which of the beams holds the parses up to the current word
	begun [8]phraseStart
}

// add keeps a parse for the next word.
func (p *parser) add(st *state, cost int) { p.beams[1-p.live].add(st, cost) }

// impossible is a cost no real parse reaches.
const impossible = 1 << 20

// run parses the sentence and gives the least cost with and without a main
// verb, and that verb's index.
func (p *parser) run() (proposition, label, verb int) {
	var start state
	p.beams[1-p.live].n = 0
	p.add(&start, 0)
	for p.at = 0; p.at < p.n; p.at++ {
		p.live = 1 - p.live
		now := &p.beams[p.live]
		p.beams[1-p.live].n = 0
		for i := range now.n {
			h := &now.list[i]
			if int(h.cost) > now.best+beamCost {
				continue
			}
			w := &p.words[p.at]
			for j := range w.n {
				if r := &w.list[j]; p.beams[1-p.live].takes(int(h.cost) + int(r.cost)) {
					p.step(h, r)
				}
			}
		}
		if p.beams[1-p.live].n == 0 {
			p.stumble()
		}
	}
	proposition, label = impossible, impossible
	last := &p.beams[1-p.live]
	for i := range last.n {
		h := &last.list[i]
		cost := int(h.cost) + p.ending(&h.state)
		bottom := h.stack[0]
		if bottom.kind == mainClause && bottom.verb {
			if cost < proposition {
				proposition, verb = cost, int(h.main)
			}
		} else {
			label = min(label, cost)
		}
	}
	return proposition, label, verb
}

// stumble skips a word that no live parse can take.
func (p *parser) stumble() {
	now := &p.beams[p.live]
	for i := range now.n {
		h := &now.list[i]
		p.add(&h.state, int(h.cost)+60)
	}
}

// ending is the cost of the title ending in st.
func (s *sentence) ending(st *state) int {
	cost := s.unfinished(st)
	if st.place == afterVerb && st.want == aPassive && int(st.last) == s.n-1 {
		cost += 14 - int(s.words[st.last].noObject)*2/3 // the pilots scaled: rather a past form than a participle
	}
	for d := st.top; d > 0; d-- {
		if f := st.stack[d]; f.kind != nonFinite && !f.verb {
			cost += 45
		}
	}
	return cost
}

func (p *parser) step(h *hypothesis, r *reading) {
	st, cost := h.state, int(h.cost)+int(r.cost)
	switch r.tag {
	case noun:
		p.noun(st, cost, r)
	case adjective:
		p.adjective(st, cost)
	case adverb:
		p.adverb(st, cost)
	case determiner, numeral, pronoun, contraction:
		p.nominal(st, cost, r)
	case preposition:
		p.preposition(st, cost)
	case infinitiveTo:
		p.infinitive(st, cost)
	case conjunction:
		p.conjunction(st, cost)
	case negation:
		p.negation(st, cost)
	case comma:
		p.comma(st, cost)
	case subordinator:
		p.subordinator(st, cost)
	case relative:
		p.relative(st, cost)
	case complement:
		p.complement(st, cost)
	case interrogative:
		p.interrogative(st, cost)
	case finite:
		p.finite(st, cost, r)
	case base:
		p.base(st, cost, r)
	case participle:
		p.participle(st, cost, r)
	case gerund:
		p.gerund(st, cost, r)
	}
}

// verb enters the state after a verb of the given kind.
func (s *sentence) verb(st *state, k kind) {
	st.place = afterVerb
	st.role = asObject
	st.num = 0
	st.last = uint8(s.at)
	switch k {
	case lexical:
		st.want = anObject
	case copula:
		st.want = aComplement
	case have:
		st.want = aParticiple
	case do, modal:
		st.want = anInfinitive
	}
}
