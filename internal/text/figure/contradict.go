package figure

import "math"

// The likeness from which on two figures are taken to be of one quantity: Alike where nothing else bears the figure
// out, Identical where the author's own body does and a source is to overrule it.
const (
	Alike     = 4
	Identical = 7
)

// Contradicting gives the figure that gives another value to the quantity of f, or nil. It must only be asked when no
// figure states the value of f. Figures in links contradict nothing, as they are other notes'; nor do those that f's
// own text states as well, the siblings of f. The likeness is the least that counts.
func Contradicting(f *Figure, siblings, figures []Figure, likeness int) *Figure {
	if f.Is(Quotient) {
		return f.otherPart(siblings, figures)
	}
	if e := f.otherChangeOf(figures); e != nil {
		return e
	}
	if f.Is(Rough) {
		return nil
	}
	if f.inRange() {
		return f.otherRange(siblings, figures)
	}
	var found *Figure
	most := likeness - 1
	for i := range figures {
		e := &figures[i]
		slip := sameDigits(f.Raw, e.Raw) && e.Unit == Bare && !f.bare() // "million" for "billion", the unit left out
		if e.Unit != f.Unit && !slip || e.Is(Linked) || e.Is(Rough) || f.says(e) || !slip && !f.sameMeasure(e) || Stated(e, siblings) ||
			e.inRange() {
			continue
		}
		if n := f.likeness(e); n > most {
			found, most = e, n
		}
	}
	return found
}

// otherPart gives the quotient of the same whole as f, said of the same with another part: "13 of the 45" for "3 of 45".
func (f *Figure) otherPart(siblings, figures []Figure) *Figure {
	whole := f.whole(siblings)
	if whole == nil || whole.Raw <= handful {
		return nil
	}
	var found *Figure
	most := 0
	for i := range figures {
		e := &figures[i]
		if !e.Is(Quotient) || e.Is(Linked) || f.says(e) {
			continue
		}
		if its := e.whole(figures); its == nil || its.Raw != whole.Raw {
			continue
		}
		if n := shared(f.Own, e.Clause); n > most {
			found, most = e, n
		}
	}
	return found
}

// whole is the second number of a quotient, a figure of the list.
func (f *Figure) whole(list []Figure) (whole *Figure) {
	for i := range list {
		if e := &list[i]; e.Is(Part) && f.Start <= e.Start && e.Start < f.End {
			whole = e
		}
	}
	return whole
}

// otherChangeOf gives the end of a range, said of the same as f, that is a change by another share than f.
func (f *Figure) otherChangeOf(figures []Figure) (found *Figure) {
	if f.Unit != Share || !f.Is(Change) {
		return nil
	}
	most := 0
	for i := 1; i < len(figures); i++ {
		a, b := &figures[i-1], &figures[i]
		if !a.Is(From) || !b.Is(To) || b.Is(Linked) || a.Unit == Year || a.Value <= 0 {
			continue
		}
		way := f.Form & (Rises | Falls)
		if way != 0 && (way == Rises) != (b.Value > a.Value) {
			continue
		}
		if n := shared(f.Own, a.Own); n > most {
			if most = n; f.open(f.Value).meets(around(math.Abs(b.Value/a.Value-1), 0.01)) {
				return nil
			}
			found = b
		}
	}
	return found
}

func (f *Figure) inRange() bool { return f.Is(From) || f.Is(To) }

// otherRange gives the end of a range that differs from f, where the other ends agree: "from 9 to 3.6" for "from 9 to
// 6.3".
func (f *Figure) otherRange(siblings, figures []Figure) *Figure {
	partner := f.partner(siblings)
	if partner == nil {
		return nil
	}
	if f.Is(From) && f.score(partner) {
		return f.otherScore(partner, figures)
	}
	for i := range figures {
		e := &figures[i]
		if !e.inRange() || e.Is(Linked) || e.Unit != f.Unit || e.Is(From) != f.Is(From) || f.says(e) {
			continue
		}
		if other := e.partner(figures); other != nil && partner.says(other) && shared(f.Clause, e.Clause) > 0 {
			return e
		}
	}
	return nil
}

// score reports whether two ends of a range are rather those of a vote or a match: "5 to 4".
func (f *Figure) score(other *Figure) bool {
	return f.Unit == Bare && other.bare() && f.Raw <= 2*handful && other.Raw <= f.Raw
}

// otherScore gives a score, said of the same as f and its partner, that is none of theirs.
func (f *Figure) otherScore(partner *Figure, figures []Figure) (found *Figure) {
	for i := range figures {
		e := &figures[i]
		if !e.Is(From) || e.Is(Linked) {
			continue
		}
		its := e.partner(figures)
		if its == nil || !e.score(its) {
			continue
		}
		if e.Raw == f.Raw && its.Raw == partner.Raw {
			return nil
		}
		if found == nil && shared(f.Clause, e.Clause) > 1 {
			found = e
		}
	}
	return found
}

// partner is the other end of the range of f, a figure of the list.
func (f *Figure) partner(list []Figure) *Figure {
	for i := range list {
		if list[i].Start != f.Start || list[i].End != f.End {
			continue
		}
		if f.Is(From) && i+1 < len(list) {
			return &list[i+1]
		}
		if f.Is(To) && i > 0 {
			return &list[i-1]
		}
	}
	return nil
}

// sameMeasure reports whether two figures of one unit may contradict each other at all.
func (f *Figure) sameMeasure(e *Figure) bool {
	switch f.Unit {
	case Year:
		return f.Raw != e.Raw && transposed(f.Raw, e.Raw) && (f.Noun == e.Noun || shared(f.Own, e.Clause) > 0)
	case Bare, Points:
		return false // too loose to be held against each other
	case Count:
		if f.Noun == 0 || !f.sameThings(e) || e.Is(Few) || f.Is(Few) || e.Raw <= 1 {
			return false
		}
		if f.Weight() == Light && has(generic, f.Noun) {
			return false
		}
		return e.Raw <= 3*f.Raw && f.Raw <= 3*e.Raw
	case Share, Multiple:
		return f.Is(Change) == e.Is(Change)
	}
	return f.Unit.money() || (f.Per != 0) == (e.Per != 0)
}
