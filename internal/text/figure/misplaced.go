package figure

// Misplaced gives the figure that stands where f should, although others have the value of f, or nil: it went the other
// way, or the other end of its range is where it should be.
func Misplaced(f *Figure, siblings, figures []Figure) *Figure {
	if f.inRange() {
		if partner := f.partner(siblings); partner != nil && f.Is(From) && f.score(partner) {
			return f.otherScore(partner, figures)
		}
		return f.reversed(siblings, figures)
	}
	if f.Unit == Year || f.bare() && f.Weight() != Heavy {
		return nil
	}
	return f.turned(figures)
}

// elliptic is up to how many words the part of a figure may leave out what it is about.
const elliptic = 3

// turned gives the figure with the value of f that went the other way, if all of them did: "rose 40 percent" for "down 40
// percent".
func (f *Figure) turned(figures []Figure) (found *Figure) {
	way := f.Form & (Rises | Falls)
	if way == 0 {
		return nil
	}
	for i := range figures {
		e := &figures[i]
		if !f.kin(e) || !f.says(e) {
			continue
		}
		if its := e.Form & (Rises | Falls); f.Label != 0 && f.Label == e.Label || its == 0 || its == way || shared(f.Clause, e.Clause) == 0 && len(e.Own) > elliptic {
			return nil
		}
		if found == nil {
			found = e
		}
	}
	return found
}

// kin reports whether two figures are of one unit, and e not of another note.
func (f *Figure) kin(e *Figure) bool {
	return (e.Unit == f.Unit || e.bare() && f.bare() || e.Unit == Bare && e.Noun == 0) && !e.Is(Linked)
}

// distance is how many sentences apart two figures stand.
func distance(a, b *Figure) int32 { return max(a.Sentence-b.Sentence, b.Sentence-a.Sentence) }

// apart counts the stems of own that list holds and the rival list does not.
func apart(own, list, rival []Stem) int {
	n := 0
	for _, s := range own {
		if has(list, s) && !has(rival, s) {
			n++
		}
	}
	return n
}

// reversed gives the figure where the range that f opens ends in the figures: "from 23 to 26" for "26 before, 23 after".
func (f *Figure) reversed(siblings, figures []Figure) *Figure {
	end := f.partner(siblings)
	if !f.Is(From) || end == nil || f.says(end) {
		return nil
	}
	var found *Figure
	for i := range figures {
		a := &figures[i]
		if !f.kin(a) {
			continue
		}
		for j := i + 1; j < len(figures) && figures[j].Sentence == a.Sentence; j++ {
			b := &figures[j]
			if f.says(a) && end.says(b) {
				return nil // in the order of the title
			}
			if !end.says(a) || !f.says(b) {
				continue
			}
			if a.Is(From) && b.Is(To) || (a.Is(Earlier) || b.Is(Later)) && !a.Is(Later) && !b.Is(Earlier) {
				found = b
			}
		}
	}
	return found
}
