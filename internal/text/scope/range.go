package scope

import "strings"

// restrictive reports whether what begins at j narrows the noun before it.
func (s *sentence) restrictive(j int) bool {
	if j >= len(s.words) || s.words[j].breaks {
		return false
	}
	w := &s.words[j]
	if w.is(prep) && s.word(j-1, "form", "forms", "kind", "kinds", "type", "types", "sort", "sorts", "act", "acts", "attempt", "attempts", "piece") {
		return false // every form of authority
	}
	if s.worldwide(j) {
		return false
	}
	if w.is(prep) && j+1 < len(s.words) && (s.words[j+1].is(every|all|anyOne) || s.word(j, "by") && s.words[j+1].figure) {
		return false // in every subject, by 2030
	}
	return w.is(prep|rel) && !w.is(sub) || s.relativeWord(j) || s.participle(j) && j+1 < len(s.words) && s.words[j+1].is(prep)
}

// worldwide reports whether the phrase at j narrows nothing: on the planet, in human societies, that ever lived, that one
// can think of, of any size, worth the name.
func (s *sentence) worldwide(j int) bool {
	if j >= len(s.words) {
		return false
	}
	if s.words[j].is(rel) || s.relativeWord(j) {
		j++
	}
	if s.word(j, "one", "you", "we", "anyone", "humanity") && s.any(weakModal|reports|shows, j+1, j+3) || s.word(j, "ever", "imaginable", "conceivable", "alive", "existing", "exists", "exist") || s.word(j+1, "ever") || s.word(j, "worth") {
		return true
	}
	if !s.words[min(j, len(s.words)-1)].is(prep) {
		return false
	}
	for k := j + 1; k < min(len(s.words), j+4); k++ {
		w := &s.words[k]
		if s.ends(k) || w.name || w.figure || w.is(number|be|auxiliary|modal) {
			return false
		}
		if w.is(world) {
			return k+1 >= len(s.words) || s.ends(k+1) || !s.words[k+1].is(prep)
		}
		if !w.is(determiner|every|all|anyOne) && !s.word(k, "human", "whole", "entire", "known", "real", "modern") {
			return false
		}
	}
	return false
}

// ownMaking reports whether the noun at head is narrowed by a clause without pronoun: every tool humanity built.
func (s *sentence) ownMaking(head int) bool {
	return head >= 2 && head+1 < len(s.words) && s.pastForm(head+1) && (s.word(head, "we", "they", "he", "she", "it", "you", "humanity", "mankind", "people", "anyone", "someone") || s.words[head].name)
}

// closes reports whether what begins at word j is definite. In a clause the article does not make it so: “who has the
// key”.
func (s *sentence) closes(j int) bool {
	clause := !s.words[j].is(prep | sub)
	for k := j; k < min(len(s.words), j+8); k++ {
		w := &s.words[k]
		switch {
		case k > j && (w.breaks || w.is(sub)):
			return false
		case w.name || w.figure || w.is(sampled|period) || s.word(k, "this", "these", "those", "our", "was", "were", "had"),
			s.word(k, "the") && !clause,
			k > j+1 && s.pastForm(k) && !s.words[k-1].is(be|determiner|auxiliary|prep):
			return true
		}
	}
	return false
}

// placed reports whether the name at i stands in a phrase that puts the claim somewhere: in Sweden, of the Northgate
// outage, every OECD member.
func (s *sentence) placed(i int) bool {
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		w := &s.words[j]
		switch {
		case s.word(j, "from", "like", "as") || s.word(j, "to") && s.any(place, j-4, j):
			return false
		case w.is(place | every | all | anyOne | no):
			return true
		case w.breaks:
			return false
		}
	}
	return false
}

// year reports whether the word at i looks like a year or a decade.
func (s *sentence) year(i int) bool {
	t := strings.TrimSuffix(s.title[s.words[i].start:s.words[i].end], "s")
	return len(t) >= 4 && (t[0] == '1' || t[0] == '2') && s.words[i].figure && (len(t) == 4 || t[4] < '0' || t[4] > '9')
}

// attribute reports whether the number at i belongs to a name: the 60/40 portfolio, the first 100 days.
func (s *sentence) attribute(i int) bool {
	slash := func(at int) bool { return at >= 0 && at < len(s.title) && s.title[at] == '/' }
	return slash(s.words[i].end) || slash(s.words[i].start-1) || s.word(i-1, "first", "last") && s.word(i-2, "the")
}
