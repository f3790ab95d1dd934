package scope

import "github.com/kbgate/kbgate/internal/text/clause"

// fewNews is how many words of news a title may hold, its subject counted in, to be suspected of saying nothing.
const fewNews = 8

// sure is the sum above which a sentence is hollow. At nought one in seven plain propositions of other sets was taken for
// a truism, at three one in fifteen, for 10 of 160 faulty titles that are then missed.
const sure = 3

// noNews is the weight of a predicate without news.
const noNews = 9

// hollow weighs how little a sentence says. It counts the news: the words from the main verb on that are neither empty
// (light verbs, appraisals, pronouns, hedges, and the shell nouns of Schmid 2000, which stand for something yet to be
// told: “role”, “issue”, “way”) nor said by the subject already. Whatever the subject, a predicate without news says
// nothing of it that could be false. The weights began as those of a logistic regression on titles of both kinds, doubled
// and rounded; a sum above sure is a fault.
func (s *sentence) hollow() (Fault, bool) {
	if s.tellsMuch() {
		return Fault{}, false
	}
	verb := s.mainVerb()
	if verb < 1 || s.words[verb].quoted || s.attributed() {
		return Fault{}, false
	}
	end := s.behindPredicate(verb)
	sum := s.subjectWeight(verb) + s.predicateWeight(verb, end) + s.deniability(verb, end) + s.groundWeight(end)
	return s.fault(Vague, verb, end), sum > sure
}

// longSubject is how many words stand before the main verb; few titles have more.
const longSubject = 10

// tellsMuch reports whether there is so much news in a sentence that no place of its verb makes it hollow. It saves the
// search for the verb.
func (s *sentence) tellsMuch() bool {
	news, appraised, joined, each := 0, 0, 0, 1
	for i := range s.words {
		w := &s.words[i]
		if i == longSubject || i > 1 && s.word(i, "because", "since") {
			each = 3
		}
		switch {
		case w.is(appraisal):
			appraised = min(appraised+2, 4)
		case w.is(contrast):
			joined = 3
		case s.tells(i) && !s.repeated(i, i):
			news += each
		}
	}
	return noNews+2+appraised+joined <= news // two for a light verb and an empty subject
}

// behindPredicate gives the place of the reason or condition behind the predicate that opens at verb, else the end.
func (s *sentence) behindPredicate(verb int) int {
	for i := verb + 2; i < len(s.words); i++ {
		if s.words[i].is(sub) && !s.words[i].idle && !s.word(i, "than", "as") {
			return i
		}
	}
	return len(s.words)
}

// groundWeight weighs the reason or condition that begins at word i. A reason without news is none.
func (s *sentence) groundWeight(i int) int {
	if i == len(s.words) {
		return 0
	}
	for j := i; j < len(s.words); j++ {
		if s.word(j, "because", "since") {
			return -2*min(s.news(i, j), 3) - 3*s.news(j+1, len(s.words))
		}
	}
	return -2 * min(s.news(i, len(s.words)), 3) // a condition
}

// subjectWeight weighs the words before the verb: the more narrowly the subject is told, the more there is to deny.
func (s *sentence) subjectWeight(verb int) int {
	sum := -s.news(0, verb)
	if s.any(appraisal|shell|good, 0, verb) {
		sum++
	}
	if s.any(every|all|anyOne|no|body, 0, verb) {
		sum -= 3
	}
	return sum
}

// predicateWeight weighs the words from the verb on.
func (s *sentence) predicateWeight(verb, end int) int {
	news, appraised := s.news(verb, end), 0
	for i := verb; i < end; i++ {
		if w := &s.words[i]; w.is(appraisal) && !w.is(opener) && !w.name {
			appraised++
		}
	}
	sum := noNews - 3*min(news, 6) + 2*min(appraised, 2)
	light := s.words[verb].is(opener | be | auxiliary | modal | weakModal)
	if news > 0 && appraised == 0 && !s.any(shell, verb, end) && (!light || s.words[verb].is(be)) {
		sum -= 2 // a deed or a classification
	}
	if light {
		sum++
	}
	if news < 3 && s.any(contrast, verb, end) {
		sum += 3
	}
	return sum
}

// deniability weighs what beside news can make a sentence false: a comparison, a change from one thing to another, an
// identity, a denial, a report of the past, a law of an exact science.
func (s *sentence) deniability(verb, end int) int {
	sum := 0
	if s.formality(reach{}, "") > 0 {
		sum -= 2
	}
	if s.pastForm(verb) || s.tense(verb) == report {
		sum -= 2
	}
	if s.words[verb].is(be) && s.word(verb+1, "the") {
		sum -= 2
	}
	for _, h := range s.found {
		if h.use == specific && h.from >= verb {
			sum -= h.weight
		}
	}
	denied, moved := 0, 0
	for i := verb; i < end; i++ {
		if s.word(i, "not", "no", "neither", "without", "never", "nothing", "cannot") {
			denied = 1
		}
		if s.word(i, "into", "above", "below", "toward") {
			moved = 2
		}
	}
	return sum - denied - moved
}

// mainVerb gives the place of the finite verb of the main clause, -1 where there is none.
func (s *sentence) mainVerb() int {
	if !s.parsed {
		s.parsed, s.verb = true, s.findVerb()
	}
	return s.verb
}

func (s *sentence) findVerb() int {
	verb, ok := clause.Find(s.title)
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

// tells reports whether the word at j says something by itself.
func (s *sentence) tells(j int) bool {
	w := &s.words[j]
	return w.name || !w.is(vacant|sub|every|all|no|body|negation)
}

// repeated reports whether the content word at j stands among the words before the verb as well.
func (s *sentence) repeated(j, verb int) bool {
	w := &s.words[j]
	if w.is(grammar) || w.end-w.start < 4 {
		return false
	}
	for k := range verb {
		if s.words[k].hash == w.hash {
			return true
		}
	}
	return false
}

// news counts the words from one to another that tell something not said before the first of them.
func (s *sentence) news(from, to int) int {
	n := 0
	for j := from; j < to; j++ {
		if s.tells(j) && !s.repeated(j, from) {
			n++
		}
	}
	return n
}
