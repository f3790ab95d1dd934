package figure

import (
	"math"
	"slices"
)

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

// whole is the second number of a quotient, a figure of the list.
func (f *Figure) whole(list []Figure) (whole *Figure) {
	for i := range list {
		if e := &list[i]; e.Is(Part) && f.overlaps(e) {
			whole = e
		}
	}
	return whole
}

func (f *Figure) inRange() bool { return f.Is(From) || f.Is(To) }

// score reports whether two ends of a range are rather those of a vote or a match: "5 to 4".
func (f *Figure) score(other *Figure) bool {
	return f.Unit == Bare && other.bare() && f.Raw <= 2*handful && other.Raw <= f.Raw
}

// otherScore gives a score about the same thing as f and its partner that neither of them states.
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

// Quotient gives the place in the list of the quotient that f is one of the two numbers of, or -1.
func (f *Figure) Quotient(list []Figure) int {
	if !f.Is(Part) {
		return -1
	}
	return slices.IndexFunc(list, func(q Figure) bool { return q.Is(Quotient) && q.overlaps(f) })
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
