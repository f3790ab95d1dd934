package figure

import "slices"

// Misplaced gives the figure that stands where f should, although others have the value of f, or nil: the value is
// that of another year, of another whole, or of what a sibling of f is about.
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
	var same []int
	for i := range figures {
		if e := &figures[i]; f.kin(e) && f.says(e) {
			if f.Label != 0 && f.Label == e.Label {
				return nil // it stands where it should
			}
			same = append(same, i)
		}
	}
	if len(same) == 0 {
		return nil
	}
	if g := f.turned(same, figures); g != nil {
		return g
	}
	for i := range figures {
		g := &figures[i]
		if !f.kin(g) || f.says(g) {
			continue
		}
		if f.ofYear(g, same, figures) || f.ofStatistic(g, same, figures) || f.ofPresent(g, same, figures) || f.ofPartner(g, same, siblings, figures) || !f.bare() && (f.ofWhole(g, same, figures) || f.ofOther(g, same, figures) || f.exchanged(g, same, siblings, figures)) {
			return g
		}
	}
	return nil
}

// elliptic is up to how many words the part of a figure may leave out what it is about.
const elliptic = 3

// turned gives the figure with the value of f that went the other way, if all of them did: "rose 40 percent" for "down 40
// percent".
func (f *Figure) turned(same []int, figures []Figure) *Figure {
	way := f.Form & (Rises | Falls)
	if way == 0 {
		return nil
	}
	for _, i := range same {
		e := &figures[i]
		if its := e.Form & (Rises | Falls); its == 0 || its == way || shared(f.Clause, e.Clause) == 0 && len(e.Own) > elliptic {
			return nil
		}
	}
	return &figures[same[0]]
}

// kin reports whether two figures are of one unit, and e not of another note.
func (f *Figure) kin(e *Figure) bool {
	return (e.Unit == f.Unit || e.bare() && f.bare() || e.Unit == Bare && e.Noun == 0) && !e.Is(Linked)
}

// ofYear reports whether g has the year of f, and all figures with the value of f have others.
func (f *Figure) ofYear(g *Figure, same []int, figures []Figure) bool {
	if f.Label == 0 || g.Label != f.Label && g.Label != 0 || g.bare() != f.bare() {
		return false
	}
	for _, i := range same {
		e := &figures[i]
		if e.Label == 0 || e.Label == f.Label || e.Sentence != g.Sentence {
			return false
		}
	}
	return true
}

// ofStatistic reports whether f is given as a mean, a median or the like, g is that one, and none with the value of f is.
func (f *Figure) ofStatistic(g *Figure, same []int, figures []Figure) bool {
	kind := f.statistic()
	if kind == 0 || g.statistic() != kind || shared(f.Own, g.Own) < 2 {
		return false
	}
	for _, i := range same {
		if its := figures[i].statistic(); its == kind || figures[i].inRange() || figures[i].Is(Reached) || distance(&figures[i], g) > nearby {
			return false
		}
	}
	return true
}

// ofPresent reports whether f is given for today, and those with its value are of a year past while g is not.
func (f *Figure) ofPresent(g *Figure, same []int, figures []Figure) bool {
	if !f.Is(Later) || f.Label != 0 || g.Is(Earlier) || shared(f.Clause, g.Clause) == 0 {
		return false
	}
	for _, i := range same {
		e := &figures[i]
		if e.Sentence != g.Sentence || e.Label == 0 || g.Label != 0 && g.Label <= e.Label {
			return false
		}
	}
	return true
}

// ofWhole reports whether g is a share of the same things as f, and the figures with the value of f, in the same
// clause, are of others: "18 percent of the claims and 41 percent of the cost".
func (f *Figure) ofWhole(g *Figure, same []int, figures []Figure) bool {
	if f.Unit != Share || f.Noun == 0 || g.Noun != f.Noun {
		return false
	}
	for _, i := range same {
		e := &figures[i]
		if e.Noun == f.Noun || !slices.Equal(e.Clause, g.Clause) {
			return false
		}
	}
	return shared(f.Own, g.Clause) >= 2
}

// ofOther reports whether f stands with most of the words that belong to g and to no figure with the value of f, and
// with none that tell such a figure from g.
func (f *Figure) ofOther(g *Figure, same []int, figures []Figure) bool {
	if g.Unit != f.Unit {
		return false
	}
	for _, i := range same {
		e := &figures[i]
		if distance(e, g) > nearby || apart(e.Own, e.Own, g.Own) == 0 {
			return false
		}
		own, crossed := apart(g.Own, g.Own, e.Own), apart(f.Own, g.Own, e.Own)
		if crossed < 1 || 2*crossed < own || apart(f.Own, e.Own, g.Own) > 0 {
			return false
		}
	}
	return true
}

// distance is how many sentences apart two figures stand.
func distance(a, b *Figure) int32 { return max(a.Sentence-b.Sentence, b.Sentence-a.Sentence) }

// exchanged reports whether f stands with the words of g, and a sibling of f that has the value of g stands with the
// words of the figure that has the value of f: "9 percent on treatment and 14 percent on placebo" for the reverse.
// Only words that tell the two apart count.
func (f *Figure) exchanged(g *Figure, same []int, siblings, figures []Figure) bool {
	for s := range siblings {
		other := &siblings[s]
		if !f.kin(other) || !other.says(g) || f.says(other) {
			continue
		}
		for _, i := range same {
			e := &figures[i]
			if e.Sentence != g.Sentence {
				return false
			}
			mine, its := apart(f.Own, g.Own, e.Own), apart(other.Own, e.Own, g.Own)
			straight := apart(f.Own, e.Own, g.Own) + apart(other.Own, g.Own, e.Own)
			if mine == 0 || its == 0 || 2*straight > mine+its {
				return false
			}
		}
		return true
	}
	return false
}

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

// ofPartner reports whether f stands with a sibling, a time, with which g stands in the figures, and no figure with the
// value of f does: "0.31 after three years" for "0.31 after one year, 0.08 after three".
func (f *Figure) ofPartner(g *Figure, same []int, siblings, figures []Figure) bool {
	if g.Unit != f.Unit && !g.bare() {
		return false
	}
	for s := range siblings {
		time := &siblings[s]
		if time.Unit != Time || f.Unit == Time || !g.attends(time, f, figures) {
			continue
		}
		alone := true
		for _, i := range same {
			alone = alone && distance(&figures[i], g) <= nearby && !figures[i].attends(time, f, figures)
		}
		if alone {
			return true
		}
	}
	return false
}

// attends reports whether a figure that says the time stands beside e, with none of f's kin between them.
func (e *Figure) attends(time, f *Figure, figures []Figure) bool {
	for i := range figures {
		t := &figures[i]
		if t.Sentence != e.Sentence || t == e || !time.says(t) {
			continue
		}
		between := false
		for j := range figures {
			k := &figures[j]
			between = between || k != t && f.Unit == k.Unit && min(t.Start, e.Start) < k.Start && k.Start < max(t.Start, e.Start)
		}
		if !between {
			return true
		}
	}
	return false
}
