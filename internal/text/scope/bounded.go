package scope

// bounded reports whether a description states the scope that the title leaves open: it says so (“limited to”, “true
// of”), tells what a word of the title stands for, or opens with a place, a period or a sample. Numbers and names
// elsewhere in it are evidence.
func (s *sentence) bounded(description string) bool {
	if description == "" {
		return false
	}
	d := readPlain(s.lex, description)
	for _, h := range d.found {
		if h.use == scoped && h.weight > 1 && h.from == 0 {
			return true
		}
	}
	return d.delimits() || d.identifies(s) || d.opensWithPlace()
}

// delimits reports whether the description speaks of the claim itself and says how far it goes.
func (d *sentence) delimits() bool {
	for i := range min(len(d.words), 6) {
		switch {
		case d.word(i, "limited", "confined", "restricted", "applies", "holds", "covers", "counts", "concerns", "true", "valid"):
			if i == 0 && d.word(0, "covers", "applies", "holds", "limited", "restricted", "confined", "counts") ||
				d.word(i+1, "to", "of", "for", "in", "only", "on", "from", "at", "within") && d.particular(i+1) {
				return true
			}
		case i == 0 && d.word(0, "only"):
			return true
		}
	}
	return false
}

// particular reports whether a number, a name or a definite noun stands after word i.
func (d *sentence) particular(i int) bool {
	for j := i; j < min(len(d.words), i+8); j++ {
		if w := &d.words[j]; w.name || w.figure || w.is(number|sampled|period) || d.word(j, "the", "this", "our") || d.word(j, "one") && j > i {
			return true
		}
	}
	return false
}

// identifies reports whether the description opens by telling what a word of the title stands for: “the ledger is item
// 212”, “the samples are the 48 cores”.
func (d *sentence) identifies(title *sentence) bool {
	if !d.word(0, "the", "this", "these", "here") {
		return false
	}
	for i := 2; i < min(len(d.words), 5); i++ {
		if !d.word(i, "is", "are", "was", "were", "means", "comprise", "comprises", "comes", "come") {
			continue
		}
		for j := range title.words {
			if title.words[j].hash == d.words[i-1].hash {
				return d.particular(i + 1)
			}
		}
	}
	return false
}

// opensWithPlace reports whether the description opens with a phrase of place or time that holds a name or a number.
func (d *sentence) opensWithPlace() bool {
	if len(d.words) == 0 || !d.words[0].is(place) || d.word(0, "from", "to", "on", "near", "behind") { // those name evidence
		return false
	}
	for i := 1; i < min(len(d.words), 6); i++ {
		if w := &d.words[i]; w.name || w.figure || w.is(number) {
			return true
		}
	}
	return false
}
