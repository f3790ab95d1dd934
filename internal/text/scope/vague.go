package scope

// vague looks for a predicate that nobody could deny, in a sentence that says nothing else.
func (s *sentence) vague(description string) (Fault, bool) {
	best := hit{}
	for _, h := range s.found {
		if h.use == truism && h.weight > best.weight && s.words[h.from].role == asserted && !s.words[h.from].quoted {
			best = h
		}
	}
	if best.weight > 0 {
		weight := best.weight - s.specifics(best)
		if weight >= enough && figures(s.lex, description) {
			weight--
		}
		if weight >= enough {
			return s.fault(Vague, best.from, best.to), true
		}
	}
	f, ok := s.hollow()
	return f, ok && !s.bounded(description) // who says how far a claim reaches makes one
}

// specifics weighs what a sentence says beyond a truism.
func (s *sentence) specifics(t hit) int {
	total := 0
	for _, h := range s.found {
		if h.use == specific && (s.words[h.from].role == asserted || s.words[h.from].is(sub)) && !s.possible(h.from) && !s.insideTruism(h) {
			total += h.weight
		}
		if h.use == scoped && h.weight > 1 && h.from >= t.to {
			total++
		}
	}
	for i := range s.words {
		w := &s.words[i]
		if i < t.to {
			continue // what the subject is does not tell what is said of it
		}
		switch {
		case (w.figure || w.is(number)) && !s.word(i-1, "by"):
			total += 2
		case w.name && s.placed(i):
			total++
		}
	}
	for i := t.to; i+2 < len(s.words); i++ {
		if s.word(i, "when", "if", "where", "once", "unless") && !s.words[i].idle {
			total++
		}
	}
	if verb := s.mainVerb(); verb >= 0 && verb < t.from && s.any(contrast, verb, t.from) {
		total += s.news(verb, t.from) / 2 // the truism comes behind something else
	}
	return total + s.mechanism(t)
}

// insideTruism reports whether a hit is but a part of a truism.
func (s *sentence) insideTruism(h hit) bool {
	for _, t := range s.found {
		if t.use == truism && t.from <= h.from && h.to <= t.to {
			return true
		}
	}
	return false
}

// possible reports whether the verb at i is only said to be possible.
func (s *sentence) possible(i int) bool {
	return s.any(weakModal, i-2, i)
}

// mechanism weighs the reason that a sentence gives: one in which things can help or differ is none.
func (s *sentence) mechanism(t hit) int {
	for i := t.to; i < len(s.words); i++ {
		if !s.word(i, "because", "since") || s.words[i].idle {
			continue
		}
		return min(s.news(i+1, len(s.words)), 2)
	}
	return 0
}

// figures reports whether a description gives a number.
func figures(lex *lexicon, description string) bool {
	d := readPlain(lex, description)
	for i := range d.words {
		if d.words[i].figure {
			return true
		}
	}
	return false
}
