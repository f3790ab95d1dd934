package scope

import "strings"

// hollow finds a predicate that is made of empty words alone: of light verbs, appraisals, nouns that stand for other
// nouns (“role”, “issue”, “way”; the shell nouns of Schmid 2000), pronouns, hedges and what the subject said already.
// Whatever the subject, nothing is then said of it that could be false. What the predicate is about (“in banking”,
// “for growth”) is no news either.
func (s *sentence) hollow() (hit, bool) {
	if s.words[0].is(every | all | anyOne | no | body) {
		return hit{}, false
	}
	for i := 1; i < len(s.words); i++ {
		if !s.opensPredicate(i) {
			continue
		}
		h, ok := s.emptyFrom(i)
		if ok {
			return h, true
		}
		if h.to > i+1 { // a predicate that says something: what stands behind it only adds to it
			return hit{}, false
		}
	}
	return hit{}, false
}

// opensPredicate reports whether the word at i is a finite light verb that is not part of the subject.
func (s *sentence) opensPredicate(i int) bool {
	w := &s.words[i]
	if w.role != asserted || w.quoted || !w.is(opener|be|auxiliary|modal|weakModal) || w.is(determiner) {
		return false
	}
	if p := &s.words[i-1]; p.is(determiner|prep|every|all|no|appraisal) && !p.is(empty) || s.word(i-1, "to") {
		return false
	}
	if !w.is(opener) || w.is(be|auxiliary|modal|weakModal) || s.adverb(i-1) {
		return true
	}
	// Many light verbs are nouns too: what follows tells.
	if i+1 >= len(s.words) {
		return w.is(surely)
	}
	next := &s.words[i+1]
	return w.is(surely) || next.is(determiner|prep|emphasis|plenty|appraisal|shell) || s.word(i+1, "to")
}

// emptyFrom reads the predicate that opens at word i.
func (s *sentence) emptyFrom(i int) (hit, bool) {
	h := hit{use: truism, weight: 3, from: i, to: i}
	cores, compared := 0, false
	for j := i; j < len(s.words); j++ {
		w := &s.words[j]
		if j > i && w.is(sub) && !w.idle && !s.word(j, "than", "as", "before", "after", "since") || s.word(j, "because", "since") {
			break
		}
		h.to = j + 1
		switch {
		case s.word(j, "than"):
			compared = true
		case w.figure || w.is(number):
			return h, false
		case cores > 0 && !compared && s.word(j, "in", "for", "among", "across", "within", "throughout", "during", "when") && s.words[j-1].is(appraisal|shell) && !s.words[j-1].is(opener):
			for j+1 < len(s.words) && !s.words[j+1].breaks && !s.words[j+1].is(sub|contrast|rel) && !s.word(j+1, "that") {
				j++
			}
		case w.is(appraisal | shell):
			cores++
		case s.repeated(j, i):
			cores++
		case s.emptyWord(j):
		default:
			return h, false
		}
	}
	return h, cores > 0 || h.to-h.from > 4
}

// emptyWord reports whether the word at j says nothing by itself.
func (s *sentence) emptyWord(j int) bool {
	w := &s.words[j]
	if w.name {
		return false
	}
	if w.is(empty | opener | appraisal | shell | determiner | be | auxiliary | modal | weakModal | prep | contrast | rel | emphasis | relevance | tangled | plenty | aspects | sides | broad | wellbeing | good | approximate | fuzzy) {
		return true
	}
	return s.adverb(j)
}

// adverb reports whether the word at i looks like an adverb of manner.
func (s *sentence) adverb(i int) bool {
	t := s.title[s.words[i].start:s.words[i].end]
	return len(t) > 4 && strings.HasSuffix(t, "ly")
}

// repeated reports whether the content word at j stands among the words before the verb as well.
func (s *sentence) repeated(j, verb int) bool {
	w := &s.words[j]
	if w.is(empty|determiner|be|auxiliary|modal|weakModal|prep|contrast|rel|sub|every|all|no|negation|body) || w.end-w.start < 4 {
		return false
	}
	for k := range verb {
		if s.words[k].hash == w.hash {
			return true
		}
	}
	return false
}

// news counts the words from word i on that are neither empty nor said before.
func (s *sentence) news(i int) int {
	n := 0
	for j := i; j < len(s.words); j++ {
		if w := &s.words[j]; !s.emptyWord(j) && !w.is(sub|every|all|no|body|negation) && !s.repeated(j, i) {
			n++
		}
	}
	return n
}
