package english

// bias is by how much, in tenths of a nat, the parse as a label must be cheaper than the parse with its main verb at.
// Labels are short, and so are the names of sources.
func (s *sentence) bias(at int) int {
	b := 19
	switch n := s.n; {
	case n <= 2:
		b = -10
		switch {
		case s.statesOf(at):
			b = 1
		case s.words[0].cost(adjective) < 10:
			b = -20 // public works
		}
	case n == 3:
		b = -1
	case n == 4:
		b = 7
	case n <= 8:
		b = 9
	case n <= 12:
		b = 12
	}
	verb := &s.words[at]
	if verb.past && verb.noObject > 0 && at+1 < s.n && s.words[at+1].cost(preposition) < 10 {
		b = s.participial(b, at)
	}
	if s.reported() {
		b = min(b, 3)
		if verb.list[0].kind != lexical {
			b += 5 // is, has, can … are nothing else
		}
	}
	if s.cited() {
		b -= 20
	}
	return b
}

// participial lowers the bias b for a past form before a preposition, which may well be a participle (houses built on
// sand). That is less likely after a determiner or a name, and more likely if the verb mostly has an object.
func (s *sentence) participial(b, at int) int {
	named := at > 0 && s.words[at-1].list[0].tag == noun && s.words[at-1].list[0].number == singular
	switch {
	case s.definite(at):
	case named:
		b++
	default:
		b -= 9
	}
	if s.words[at].noObject >= 8 {
		b = min(b, 8)
	}
	return b
}

// reported tells whether the title starts with a clause that is embedded: how …, what …, evidence that … Those are
// rather titles than subjects of a verb further on.
func (s *sentence) reported() bool {
	if s.words[0].is == question || s.words[0].is == who {
		return true
	}
	for i := range min(s.n-1, 3) {
		w := &s.words[i]
		if s.words[i+1].is == that && (w.is == claimNoun || w.is == sayVerb && i > 0 && s.words[i-1].is == the) {
			return true
		}
	}
	return false
}

// cited tells whether the title starts as a source's file name does: with one to
// three names and a year.
func (s *sentence) cited() bool {
	for i := range min(s.n, 4) {
		switch w := &s.words[i]; {
		case w.year:
			return i > 0
		case w.cost(noun) > 10 && w.list[0].tag != conjunction:
			return false
		}
	}
	return false
}

// statesOf tells whether a title of two words is a noun and a verb in -s that
// is seldom a plural noun: espresso works.
func (s *sentence) statesOf(at int) bool {
	subject, verb := &s.words[0], &s.words[at]
	return verb.verbNumber() == singular && !subject.counted && verb.cost(finite) <= verb.cost(noun) &&
		subject.cost(noun) == 0 && subject.cost(adjective) > 40 && subject.cost(finite) > 40
}

// definite tells whether a determiner or numeral stands before the verb.
func (s *sentence) definite(at int) bool {
	for i := range at {
		if r := &s.words[i].readings; r.cost(determiner) <= 10 || r.cost(numeral) == 0 || r.cost(pronoun) == 0 {
			return true
		}
	}
	return false
}
