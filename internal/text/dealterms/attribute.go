package dealterms

// owned is a disclosure with the index of the organisation.
type owned struct {
	Disclosure
	name int
}

// attribute gives what the sentences of a document tell of organisations.
func (d *document) attribute(t *topic) []owned {
	var all []owned
	for i := range d.sentences {
		s := &d.sentences[i]
		terms := s.terms()
		if len(s.mentions) == 0 {
			if i > 0 && s.takesUp(&d.sentences[i-1]) {
				t.pass(s)
				t.known = t.known && t.field
				continue
			}
			if name, own, compares := s.ofColumns(terms); compares {
				if len(own) > 0 {
					all = append(all, s.disclose(name, own))
				}
			} else if accepted := t.accepts(s, terms); len(accepted) > 0 {
				all = append(all, s.disclose(t.name, accepted))
				t.told = true
			}
			t.pass(s)
			continue
		}
		if len(terms) == 0 && i > 0 {
			terms = s.elliptic(&d.sentences[i-1])
		}
		told := false
		for k, m := range s.mentions {
			if s.namedBefore(k) {
				continue
			}
			if own := s.linked(m.name, terms); len(own) > 0 {
				all = append(all, s.disclose(m.name, own))
				told = true
			}
		}
		if !told && i > 0 && s.pointsBack() {
			if back := &d.sentences[i-1]; len(back.mentions) == 0 && !t.accepted(back) {
				if own := atLeast(bound, back.terms()); len(own) > 0 && !back.aboutOthers() {
					all = append(all, back.disclose(s.mentions[0].name, own))
				}
			}
		}
		t.set(s)
		t.told = told
		t.list = t.list || s.entitles(told)
	}
	return all
}

// entitles reports whether the items behind one that names the organisation are about it: where that one tells a term,
// or is a field of a record, "organisation: Teleo". The rows of a table that begins with a name are about others.
func (s *sentence) entitles(told bool) bool {
	m := s.mentions[0]
	switch s.block {
	case item:
		return told || s.heading == 0 && m.from > 0 && m.to == len(s.tokens) && s.tokens[m.from].before&colon != 0
	case row:
		return told && m.from > 0
	}
	return false
}

// accepted reports whether the terms of a sentence have been told of the topic already.
func (t *topic) accepted(s *sentence) bool { return len(t.accepts(s, s.terms())) > 0 }

// namedBefore reports whether an earlier mention names the same organisation.
func (s *sentence) namedBefore(k int) bool {
	for _, m := range s.mentions[:k] {
		if m.name == s.mentions[k].name {
			return true
		}
	}
	return false
}

// atLeast keeps the terms of some weight.
func atLeast(least weight, terms []term) []term {
	var kept []term
	for _, t := range terms {
		if t.weight >= least {
			kept = append(kept, t)
		}
	}
	return kept
}
