package scope

import "strings"

// quantified weighs a universal determiner or pronoun at i by what it ranges over and what is said of it.
func (s *sentence) quantified(i int) (reach, bool) {
	w := &s.words[i]
	r := reach{from: i, to: i + 1, weight: 2, kind: w.class & (every | all | anyOne | no | body)}
	floated := w.is(all) && s.floated(i)
	if !floated && !s.subject(i) {
		return s.object(i, r)
	}
	if w.is(no) && s.word(i+1, "one") { // no one does
		r.kind, r.to = body, i+2
	}
	np := s.phraseOf(r.to-1, r.kind)
	if r.kind != body && !floated {
		r.to = min(np.head+1, len(s.words))
	}
	if np.empty && r.kind != body && !floated {
		return reach{}, false
	}
	if np.restricted && !s.general(np) && !(r.kind&anyOne != 0 && s.any(broad, np.head, np.head+1) && s.relativeWord(min(np.head+1, len(s.words)-1))) {
		r.weight--
	}
	if r.kind&anyOne != 0 && r.kind&no == 0 && s.any(weakModal, np.head+1, np.verb+2) || r.kind&body != 0 && s.any(weakModal, i+1, i+2) {
		r.weight--
	}
	if np.selected {
		r.weight--
	}
	if np.praised || floated && s.any(praise, i-3, i) {
		r.weight++
	}
	tense := s.tense(np.verb)
	if np.restricted && s.predicts(np.head) {
		tense = law
	}
	if floated && s.word(i-1, "will") {
		tense = law
	}
	switch tense {
	case law:
		r.weight++
	case report:
		if !s.ever() && !(s.pastForm(min(np.verb, len(s.words)-1)) && s.any(broad, np.head, np.head+1) && !np.restricted && !np.selected) {
			r.weight--
		}
	}
	return r, true
}

// general reports whether the restriction of a subject names nothing definite and the verb stands in the present: “every
// coach who wins is a listener” is as much a law as “every coach is a listener”.
func (s *sentence) general(np nounPhrase) bool {
	verb := s.mainVerb()
	if verb <= np.head || s.tense(verb) != present {
		return false
	}
	for i := np.head + 1; i < verb; i++ {
		if w := &s.words[i]; w.name || w.figure || w.is(number|sampled|period|formal|negation) || w.is(determiner) && !s.relativeWord(i) || s.pastForm(i) {
			return false
		}
	}
	return true
}

// subject reports whether the determiner at i opens the subject of the main clause, or of the sentence's first
// adverbial: in every war, behind every dispute.
func (s *sentence) subject(i int) bool {
	if s.starts(i) || i == 1 && s.words[0].is(prep) {
		return true
	}
	if i <= 5 && (s.words[0].is(prep) || s.word(0, "given", "sooner", "eventually", "ultimately")) && !s.any(be|auxiliary|past|modal|rel, 1, i) && !s.named(0, i) {
		return true // in the long run every boom
	}
	return i <= 2 && s.words[0].is(be) || i == 1 && s.words[0].is(contrast|shows)
}

// floated reports whether all stands behind the subject that it ranges over: the best founders all have, they all do.
func (s *sentence) floated(i int) bool {
	if i > 1 && i+1 < len(s.words) && s.word(i-1, "will") {
		return true
	}
	if i == 0 || i+1 >= len(s.words) || s.words[i-1].is(prep|contrast|be|auxiliary|determiner|past|modal) {
		return false
	}
	return s.plural(i-1) && s.words[i+1].is(auxiliary|be|modal|past)
}

// object weighs a universal that is not the subject: it counts where it ranges over a noun as wide as all.
func (s *sentence) object(i int, r reach) (reach, bool) {
	if s.words[i].is(no | body) {
		return reach{}, false
	}
	if s.words[i].is(anyOne) && !(s.word(i-1, "in", "for", "across", "under", "at", "on", "of", "to", "from", "with")) {
		return reach{}, false
	}
	j, ok := s.wide(i)
	if !ok {
		return reach{}, false
	}
	r.to = j + 1
	if s.restrictive(r.to) {
		r.weight--
	}
	if s.past() || s.definite() {
		r.weight--
	}
	if s.predicts(0) {
		r.weight++
	}
	return r, true
}

// wide reports whether the determiner at i ranges over a noun as wide as all, or over a bare noun that ends the
// clause, and gives the place of the noun.
func (s *sentence) wide(i int) (int, bool) {
	j := i + 1
	for j < len(s.words) && j < i+4 && !s.words[j].is(broad) && !s.ends(j) && !s.words[j].is(prep|be|auxiliary|determiner|modal) {
		j++
	}
	if j >= len(s.words) || !s.words[j].is(broad) || s.words[j].breaks {
		return j - 1, j > i+1 && j <= i+3 && s.ends(j) && !s.words[i].is(anyOne)
	}
	for j+1 < len(s.words) && s.words[j+1].is(broad) && !s.words[j+1].breaks {
		j++
	}
	return j, true
}

// nounPhrase is what a determiner ranges over.
type nounPhrase struct {
	head, verb int  // the places of its last noun and of the verb behind it
	empty      bool // there is none
	restricted bool // a modifier behind the noun narrows it
	selected   bool // a participle before the noun narrows it
	praised    bool // an adjective before it makes it as small as one likes
}

// phraseOf reads the noun phrase behind the determiner at i.
func (s *sentence) phraseOf(i int, kind class) nounPhrase {
	np := nounPhrase{head: i}
	j := i + 1
	if kind&all != 0 && s.word(j, "of") {
		j++
	}
	for ; j < len(s.words); j++ {
		w := &s.words[j]
		if s.ends(j) || w.is(prep|be|auxiliary|modal|past|determiner|negation|adverb) || s.relativeWord(j) {
			break
		}
		if s.verbAt(j, i, kind) {
			break
		}
		if j > i+1 && s.participle(j) && j+1 < len(s.words) && s.words[j+1].is(prep) && kind&(every|anyOne|no) != 0 {
			break
		}
		np.head = j
	}
	np.verb, np.empty = j, np.head == i
	for k := i + 1; k < np.head; k++ {
		np.praised = np.praised || s.words[k].is(praise)
		np.selected = np.selected || s.participle(k) && !s.words[k].is(praise)
	}
	if s.restrictive(j) || s.ownMaking(np.head) {
		np.restricted = true
		np.verb = s.verbBehind(j)
	}
	return np
}

// verbAt reports whether the word at j must be the verb behind the noun: a form in -s behind a singular noun, any
// word behind a plural.
func (s *sentence) verbAt(j, i int, kind class) bool {
	if j == i+1 {
		return kind == body
	}
	if kind&all != 0 || kind&(no|anyOne) != 0 && s.plural(i+1) {
		return s.plural(j-1) && !(s.participle(j) && j+1 < len(s.words) && s.words[j+1].is(prep))
	}
	return s.plural(j) && j > i+1
}

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

// verbBehind gives the first sure verb from j on.
func (s *sentence) verbBehind(j int) int {
	for k := j + 1; k < len(s.words); k++ {
		if s.words[k].is(be|auxiliary|modal|past) && s.words[k].role != restricted {
			return k
		}
	}
	return len(s.words)
}

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

// tense is what a verb makes of a universal.
type tense uint8

const (
	present tense = iota
	law           // a prediction or a necessity
	report        // what was found so far, or is being done now
)

// tense reads the verb at i.
func (s *sentence) tense(i int) tense {
	if i >= len(s.words) {
		return s.tenseOfRest()
	}
	w := &s.words[i]
	switch {
	case w.is(modal):
		return law
	case s.word(i, "has", "have") && i+1 < len(s.words) && (s.pastForm(i+1) || s.word(i+1, "been", "ever", "yet", "so") || s.words[i+1].is(negation)):
		return report
	case s.pastForm(i):
		return report
	case s.word(i, "is", "are") && i+1 < len(s.words) && strings.HasSuffix(s.title[s.words[i+1].start:s.words[i+1].end], "ing"):
		return report
	}
	return present
}

// predicts reports whether a verb of prediction stands behind word i.
func (s *sentence) predicts(i int) bool {
	for ; i < len(s.words); i++ {
		if s.words[i].is(modal) && s.words[i].role != aside {
			return true
		}
	}
	return false
}

// tenseOfRest looks for a verb of the past where none was found behind the noun.
func (s *sentence) tenseOfRest() tense {
	if s.past() {
		return report
	}
	return present
}

// past reports whether the sentence as a whole stands in the past.
func (s *sentence) past() bool {
	for i := 1; i < len(s.words); i++ {
		w := &s.words[i]
		if w.role != asserted {
			continue
		}
		if w.is(be|auxiliary|modal) && !s.word(i, "was", "were") {
			return false
		}
		if s.pastForm(i) && !s.words[i-1].is(determiner|prep|every|all|no|anyOne|be|auxiliary) {
			return true
		}
	}
	return false
}

// definite reports whether the subject is one certain thing: the patch, our index, Kodak's board.
func (s *sentence) definite() bool {
	return s.word(0, "the", "this", "our", "these", "its") && !s.any(praise|foremost, 1, 3)
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
