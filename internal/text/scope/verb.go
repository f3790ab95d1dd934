package scope

import "strings"

// mainVerb gives the place of the finite verb of the main clause, -1 where there is none.
func (s *sentence) mainVerb() int {
	if !s.parsed {
		s.parsed, s.verb = true, s.findVerb()
	}
	return s.verb
}

func (s *sentence) findVerb() int {
	verb, ok := s.finite(s.title)
	if !ok {
		return -1
	}
	for i := range s.words {
		if s.title[s.words[i].start:s.words[i].end] == verb {
			return i
		}
	}
	return -1
}

// reported reports whether the verb at i tells what was found or done, or is being done.
func (s *sentence) reported(i int) bool {
	next := i + 1
	switch {
	case s.pastForm(i):
		return true
	case next == len(s.words):
		return false
	case s.word(i, "has", "have"):
		return s.pastForm(next) || s.word(next, "been", "ever", "yet", "so") || s.words[next].is(negation)
	case s.word(i, "is", "are"):
		return strings.HasSuffix(s.title[s.words[next].start:s.words[next].end], "ing")
	}
	return false
}

// pastForm reports whether a word looks like a verb of the past.
func (s *sentence) pastForm(i int) bool {
	w := &s.words[i]
	if w.is(past) || s.word(i, "was", "were", "wasn't", "weren't") {
		return true
	}
	if w.is(be | auxiliary | modal | praise | good) {
		return false
	}
	t := s.title[w.start:w.end]
	return len(t) > 4 && strings.HasSuffix(t, "ed") && !strings.HasSuffix(t, "eed")
}

// participle reports whether a word looks like a participle of the past.
func (s *sentence) participle(i int) bool {
	w := &s.words[i]
	t := s.title[w.start:w.end]
	return len(t) > 4 && strings.HasSuffix(t, "ed") && !strings.HasSuffix(t, "eed") && !w.is(be|auxiliary)
}

// plural reports whether a word ends like a plural noun or a verb of the third person.
func (s *sentence) plural(i int) bool {
	w := &s.words[i]
	t := strings.ToLower(s.title[w.start:w.end])
	switch t {
	case "people", "children", "men", "women", "data", "media", "mice", "criteria", "phenomena", "bacteria":
		return true
	}
	n := len(t)
	return n > 3 && t[n-1] == 's' && t[n-2] != 's' && t[n-2] != 'u' && t[n-2] != 'i' && t[n-2] != '\''
}

// denied reports whether a universal at i is negated or softened: not every, almost always, most never.
func (s *sentence) denied(i int) bool {
	for j := i - 1; j >= 0 && j >= i-2; j-- {
		if s.words[j].is(negation) {
			return true
		}
		if s.words[j].breaks {
			break
		}
	}
	for j := i - 1; j >= 0; j-- {
		if s.words[j].is(approximate) && !(s.word(j, "most") && s.word(j-1, "the")) && (s.words[j].role == asserted || i-j <= 3) {
			return true
		}
		if s.words[j].breaks || s.words[j].is(contrast) {
			break
		}
	}
	return false
}

// attributed reports whether the title tells what somebody else claims.
func (s *sentence) attributed() bool {
	for i := range s.words {
		if i > 0 && s.word(i-1, "who") && s.word(i, "say", "says", "said", "claim", "claimed", "argue", "argued", "believe", "believed") {
			return true
		}
		if s.words[i].is(reports) && i > 0 && (s.word(i+1, "that") || s.words[i-1].name || i == 1 && s.word(0, "critics", "advocates", "proponents")) {
			return true
		}
		if s.word(i, "according") && s.word(i+1, "to") {
			return true
		}
	}
	return false
}

// ever reports whether the sentence speaks of all time.
func (s *sentence) ever() bool {
	for i := range s.words {
		if s.word(i, "ever", "history") {
			return true
		}
	}
	return false
}
