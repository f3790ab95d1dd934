package scope

// universal is a word or construction that claims something of everything: words from to to, the latter excluded.
type universal struct {
	from, to int
	kind     class // what kind of word it is, 0 for a construction of the tables
	weight   int   // of the construction
	sole     bool  // it claims to be the one and only
}

// universals appends the universals of a sentence that are neither quoted, denied nor part of an idiom.
func (s *sentence) universals(list []universal) []universal {
	for i := range s.words {
		w := &s.words[i]
		if w.quoted || s.denied(i) {
			continue
		}
		if u := s.construction(i); u.weight > 0 {
			list = append(list, u)
		} else if u, ok := s.quantifier(i); ok {
			list = append(list, u)
		}
	}
	return list
}

// construction gives the heaviest construction that begins at word i, or one of weight zero.
func (s *sentence) construction(i int) universal {
	best := universal{}
	for _, h := range s.found {
		if h.from == i && (h.use == sweeping || h.use == essence) && h.weight > best.weight {
			best = universal{from: i, to: h.to, weight: h.weight, sole: h.use == essence}
		}
	}
	return best
}

// quantifier gives the quantifier at word i with the noun that it determines.
func (s *sentence) quantifier(i int) (universal, bool) {
	w := &s.words[i]
	u := universal{from: i, to: i + 1, kind: w.class & (adverb | every | all | anyOne | no | body)}
	switch {
	case u.kind == 0 || w.idle || w.name:
		return u, false
	case w.is(no) && s.word(i+1, "one"): // no one does
		u.kind, u.to = body, i+2
	case w.is(no) && !s.subject(i): // to have no doubt is not to have none of all doubts
		return u, false
	case u.kind&(body|adverb) == 0:
		if u.to = s.behindNoun(i, u.kind); u.to == i+1 && !s.floated(i) {
			return u, false
		}
	}
	return u, true
}

// subject reports whether the determiner at i opens the subject of the main clause, or of the sentence's first
// adverbial: in every war, after every dispute.
func (s *sentence) subject(i int) bool {
	if s.starts(i) || i == 1 && s.words[0].is(prep) {
		return true
	}
	if i <= 5 && (s.words[0].is(prep) || s.word(0, "given", "sooner", "eventually", "ultimately")) && !s.any(be|auxiliary|past|modal|rel, 1, i) && !s.named(0, i) {
		return true // in the long run every boom
	}
	return i <= 2 && s.words[0].is(be) || i == 1 && s.words[0].is(contrast|shows)
}

// floated reports whether all stands after the subject that it ranges over: the best founders all have, they all do.
func (s *sentence) floated(i int) bool {
	if i > 1 && i+1 < len(s.words) && s.word(i-1, "will") {
		return true
	}
	if i == 0 || i+1 >= len(s.words) || s.words[i-1].is(prep|contrast|be|auxiliary|determiner|past|modal) {
		return false
	}
	return s.plural(i-1) && s.words[i+1].is(auxiliary|be|modal|past)
}

// behindNoun gives the place after the noun phrase that the determiner at i opens.
func (s *sentence) behindNoun(i int, kind class) int {
	j := i + 1
	if kind&all != 0 && s.word(j, "of") {
		if j++; s.word(j, "the") {
			j++
		}
	}
	behind := i + 1
	for ; j < len(s.words); j++ {
		w := &s.words[j]
		if s.ends(j) || w.is(prep|be|auxiliary|modal|past|determiner|negation|adverb) || s.relativeWord(j) || s.verbAt(j, i, kind) {
			break
		}
		if j > i+1 && s.participle(j) && j+1 < len(s.words) && s.words[j+1].is(prep) && kind&(every|anyOne|no) != 0 {
			break
		}
		behind = j + 1
	}
	return behind
}

// verbAt reports whether the word at j must be the verb after the noun: a form in -s after a singular noun, any
// word after a plural.
func (s *sentence) verbAt(j, i int, kind class) bool {
	if j == i+1 {
		return kind == body
	}
	if kind&all != 0 || kind&(no|anyOne) != 0 && s.plural(i+1) {
		return s.plural(j-1) && !(s.participle(j) && j+1 < len(s.words) && s.words[j+1].is(prep))
	}
	return s.plural(j) && j > i+1
}
