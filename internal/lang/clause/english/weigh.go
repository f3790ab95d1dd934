package english

// bias is by how much, in tenths of a nat, the parse as a label must be cheaper than the parse with its main verb at.
// Labels are short, and so are the names of sources.
func (s *sentence) bias(at int) int {
	b := 19
	switch n := s.n; {
	case n <= 2:
		b = -10
		if s.words[0].cost(adjective) < 10 {
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
	return b
}

// participial lowers the bias b for a past form before a preposition, which may well be a participle (houses built on
// sand). That is less likely after a determiner or a name, and more likely if the verb mostly has an object.
func (s *sentence) participial(b, at int) int {
	if named := at > 0 && s.words[at-1].list[0].tag == noun && s.words[at-1].list[0].number == singular; named {
		return b + 1
	}
	return b - 9
}
