package scope

// A statement is hollow where nothing that could be found would count against it. That is a matter of its predicate,
// however concrete the subject: “the Hull dredging contract of 1911 was an event of some importance” says that something
// was somehow. So the core of the predicate is looked at, the verb and its complement up to the first preposition. Light
// verbs (Jespersen 1942), appraisals and the shell nouns of Schmid 2000, which stand for something yet to be told
// (“role”, “issue”, “way”), say nothing, and what a preposition adds to them is but their topic. A definite complement
// redeems the statement: a comparison, a figure, a condition, a reason, a report of the past.

// The signs that a statement is hollow, or is not.
const (
	anyStatement = iota
	coreNews
	topicNews
	nothingNew
	subjectNews
	topicOfShell
	subjectOfShell
	appraised
	shelled
	lightVerb
	copula
	identity
	hedged
	uncounted
	joined
	stock
	definite
	figured
	reported
	timed
	conditionNews
	reasonNews
	ranging
	hollowSigns
)

// ofHollows are the coefficients of a logistic regression on titles of both kinds.
var ofHollows = [hollowSigns]weight{
	anyStatement:   {5, 1},   // the constant
	coreNews:       {-14, 4}, // words of the core that tell something
	topicNews:      {-17, 5}, // words after the core that tell something
	nothingNew:     {5, 1},   // no word of the predicate tells anything
	subjectNews:    {-11, 5}, // words of the subject that tell something
	topicOfShell:   {-10, 4}, // topicNews where the core holds nothing but shells and appraisals
	subjectOfShell: {-4, 2},  // subjectNews there
	appraised:      {4, 2},   // appraisals
	shelled:        {4, 2},   // shell nouns
	lightVerb:      {4, 1},   // the main verb is light
	copula:         {16, 1},  // it is a copula
	identity:       {-5, 1},  // “is the …”
	hedged:         {8, 1},   // “very”, “also”
	uncounted:      {6, 1},   // “some”, “various”, “its own”
	joined:         {6, 1},   // “and”, “or”, “but”
	stock:          {16, 4},  // a construction of the table of truisms, by its weight
	definite:       {-5, 6},  // constructions of the table of specifics, by their weight
	figured:        {-4, 2},  // numbers
	reported:       {-4, 1},  // the past tense
	timed:          {-15, 1}, // “once”, “until”, “where”, “only”
	conditionNews:  {-16, 4}, // words of a condition that tell something
	reasonNews:     {-17, 4}, // words of a reason that do
	ranging:        {-9, 1},  // the subject is quantified
}

// sure is the sum above which a sentence is hollow.
const sure = 0

// mostNews is how many words of news leave a sentence hollow that holds no construction of the table. It saves the search
// for the verb.
const mostNews = 4

// hollow looks for a predicate that says nothing.
func (s *sentence) hollow() (Fault, bool) {
	if s.attributed() || s.stockPhrase().weight == 0 && s.news(0, len(s.words)) > mostNews {
		return Fault{}, false
	}
	e, verb, end := s.weighed()
	if verb < 1 || s.words[verb].quoted || sum(e[:], ofHollows[:]) <= sure {
		return Fault{}, false
	}
	if h := s.stockPhrase(); h.weight > 0 {
		return s.fault(Vague, h.from, h.to), true
	}
	return s.fault(Vague, verb, end), true
}

// weighed gives the signs in a sentence, and where its predicate begins and ends.
func (s *sentence) weighed() (e [hollowSigns]int, verb, end int) {
	verb = s.mainVerb()
	if verb < 1 {
		return e, verb, verb
	}
	end = s.behindPredicate(verb)
	core := s.behindCore(verb, end)
	reason := end
	for reason < len(s.words) && !s.word(reason, "because", "since") {
		reason++
	}
	e[anyStatement] = 1
	e[subjectNews] = s.news(0, verb)
	e[coreNews] = s.news(verb, core)
	e[topicNews] = s.news(core, end)
	mark(&e[nothingNew], e[coreNews]+e[topicNews] == 0)
	if reason < len(s.words) {
		e[reasonNews] = s.news(reason, len(s.words))
	} else if !s.word(end, "whether") { // what holds whether or not is no condition
		e[conditionNews] = s.news(end, len(s.words))
	}
	first := &s.words[verb]
	mark(&e[lightVerb], first.is(opener|auxiliary|modal|weakModal))
	mark(&e[copula], first.is(be))
	mark(&e[identity], first.is(be) && s.word(verb+1, "the"))
	mark(&e[reported], s.reported(verb))
	mark(&e[ranging], s.any(every|all|anyOne|no|body, 0, verb))
	e[stock] = s.stockPhrase().weight
	for _, h := range s.found {
		if h.use == specific && h.from >= verb {
			e[definite] += h.weight
		}
	}
	s.countWords(&e, verb, end)
	if e[coreNews] == 0 && (e[shelled]+e[appraised] > 0 || e[stock] > 2) {
		e[topicOfShell], e[topicNews] = e[topicNews], 0
		e[subjectOfShell], e[subjectNews] = e[subjectNews], 0
	}
	return e, verb, end
}

// countWords counts the words of the predicate that are signs by themselves.
func (s *sentence) countWords(e *[hollowSigns]int, verb, end int) {
	for i := verb; i < len(s.words); i++ {
		w := &s.words[i]
		mark(&e[uncounted], w.is(plenty) || s.word(i, "some", "own", "things", "something", "certain", "much"))
		mark(&e[timed], i > verb && s.word(i, "once", "until", "before", "after", "where", "while", "unless", "only", "even", "within", "by"))
		if i >= end || w.name {
			continue
		}
		if w.is(appraisal) && !w.is(opener) {
			e[appraised]++
		}
		if w.is(shell) {
			e[shelled]++
		}
		if w.figure || w.is(number) {
			e[figured]++
		}
		mark(&e[hedged], w.is(emphasis))
		mark(&e[joined], w.is(contrast))
	}
}

// stockPhrase gives the heaviest truism of the table, or one of weight zero.
func (s *sentence) stockPhrase() hit {
	best := hit{}
	for _, h := range s.found {
		if h.use == truism && h.weight > best.weight && s.words[h.from].role == asserted && !s.words[h.from].quoted {
			best = h
		}
	}
	return best
}

// behindPredicate gives the place of the reason or condition after the predicate that opens at verb, else the end.
func (s *sentence) behindPredicate(verb int) int {
	for i := verb + 2; i < len(s.words); i++ {
		if s.words[i].is(sub) && !s.words[i].idle && !s.word(i, "than", "as") {
			return i
		}
	}
	return len(s.words)
}

// behindCore gives the place of the first preposition or clause within a predicate, else its end. One that follows the
// verb at once belongs to it: depend on.
func (s *sentence) behindCore(verb, end int) int {
	for i := verb + 2; i < end; i++ {
		if w := &s.words[i]; w.is(prep|rel) && !w.is(be) || s.word(i, "that", "how", "what") {
			return i
		}
	}
	return end
}

// repeated reports whether the word at j stands before already.
func (s *sentence) repeated(j int) bool {
	w := &s.words[j]
	if w.end-w.start < 4 {
		return false
	}
	for k := range j {
		if s.words[k].hash == w.hash {
			return true
		}
	}
	return false
}

// news counts the words from one to another that tell something by themselves, once each.
func (s *sentence) news(from, to int) int {
	n := 0
	for j := from; j < to; j++ {
		if w := &s.words[j]; w.name || !w.is(vacant) && !s.repeated(j) {
			n++
		}
	}
	return n
}
