package clause

// bias is how much cheaper, in tenths of a nat, the parse as a label has to be
// than the one with its main verb at. Labels are short, and so are the names of
// sources; and a past form before a preposition may well be a participle (houses
// built on sand), less likely so after a determiner.
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
		b -= 9
		if s.definite(at) {
			b += 9
		} else if at > 0 && s.words[at-1].list[0].tag == noun && s.words[at-1].list[0].number == singular {
			b += 10
		}
	}
	if s.cited() {
		b -= 20
	}
	return b
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
	return verb.verbNumber() == singular && verb.cost(finite) <= verb.cost(noun) &&
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
