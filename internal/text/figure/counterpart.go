package figure

import "slices"

// Search looks among the figures of a text for the one that a figure of a field should be. It is ready when its fields
// are set.
type Search struct {
	Siblings []Figure // the figures of the field
	Title    []Figure // for a figure of a description, those of the title
	InTitle  bool     // the field is the title
	Borne    bool     // the claim's own body bears the figure out
	Source   bool     // the text is a source note, which may speak of many things
}

// mostStems is how many words of a part are weighed, and mostAgreeing how many figures that agree.
const (
	mostStems    = 32
	mostAgreeing = 8
)

// matcher is a search for the counterpart of f.
type matcher struct {
	*Search
	f        *Figure
	figures  []Figure
	agreeing []int              // the figures of the text that agree with f
	rarity   [mostStems]float64 // of the stems of f.Own: one in so many sentences with figures has them
	taken    [mostFigures]bool  // the figures of the text that another one of the field states
	common   traits             // those that are the same for all figures of the text
	ready    bool
}

// Contradicting gives the figure of the text that seems to be of the quantity of f and gives another value, or nil. Where
// a figure agrees with f, the other must fit better than that. Figures in links contradict nothing, as they are other
// notes'.
func (s *Search) Contradicting(f *Figure, figures []Figure) *Figure {
	m := matcher{Search: s, f: f, figures: figures}
	if len(figures) == 0 || f.Is(Part) && m.wholeStated() || f.implied(figures) || f.isGap(figures) {
		return nil
	}
	var room [mostAgreeing]int
	m.agreeing = room[:0]
	for j := range figures {
		if len(m.agreeing) < mostAgreeing && f.says(&figures[j]) {
			m.agreeing = append(m.agreeing, j)
		}
	}
	var found *Figure
	most := 0.0
	for j := range figures {
		if !m.admits(j) || f.says(&figures[j]) {
			continue
		}
		if sum := m.evidence(j); sum > most {
			found, most = &figures[j], sum
		}
	}
	if found == nil && len(m.agreeing) == 0 {
		return f.otherChangeOf(figures)
	}
	return found
}

// prepare weighs what is the same for all figures of the text.
func (m *matcher) prepare() {
	m.ready = true
	f := m.f
	x := &m.common
	known, strangers := false, false
	for s := range m.Siblings {
		o := &m.Siblings[s]
		if o.overlaps(f) {
			continue
		}
		stated := false
		for j := range m.figures {
			if e := &m.figures[j]; o.Unit == e.Unit && o.says(e) {
				m.taken[j], stated = true, true
			}
		}
		switch {
		case stated:
			known = true
		case o.Weight() != Light:
			strangers = true
		}
	}
	x[company] = is(known && !strangers)
	free := 0
	for j := range m.figures {
		if m.admits(j) && !m.taken[j] && !f.says(&m.figures[j]) {
			free++
		}
	}
	for i, s := range f.Own[:min(len(f.Own), mostStems)] {
		n, last := 0, int32(-1)
		for k := range m.figures {
			if e := &m.figures[k]; e.Sentence != last && has(e.Clause, s) {
				n, last = n+1, e.Sentence
			}
		}
		m.rarity[i] = 1 / float64(max(n, 1))
	}
	x[constant] = 1
	if partner := f.partner(m.Siblings); f.inRange() && partner != nil {
		x[ownRange] = is(!Stated(partner, m.figures))
	}
	x[fromTitle] = is(m.InTitle)
	x[sameAsTitle] = is(slices.ContainsFunc(m.Title, func(t Figure) bool { return f.says(&t) }))
	x[fromSource] = is(m.Source)
	x[borneOut] = is(m.Borne && m.Source)
	x[light] = is(f.Weight() == Light)
	x[ofYears] = is(f.Unit == Year)
	if len(m.agreeing) > 0 {
		x[agreed] = 1
		return
	}
	x[choice] = 1 / float64(max(free, 1))
	x[derivedAbout] = is(f.computed(m.figures, false))
	x[derivedAny] = is(x[derivedAbout] > 0 || f.computed(m.figures, true))
	x[derivedInWords] = is(x[derivedAny] > 0 && !f.exact())
}

// admits reports whether figure j of the text may be the counterpart by its unit.
func (m *matcher) admits(j int) bool {
	f, e := m.f, &m.figures[j]
	switch {
	case e.Is(Linked) || f.otherRate(e) || f.Unit != Year && f.apartBy(e) < rounding:
		return false
	case e.handful() && !f.Is(Spelled) && (f.Noun == 0 || f.Noun != e.Noun), f.Weight() == Light && f.Unit != e.Unit && !e.bare():
		return false
	case f.Unit == e.Unit:
		return true
	case f.Unit == Multiple && e.Unit == Bare || e.Unit == Multiple && f.Unit == Bare:
		return true
	case f.bare() && e.Unit.money() || f.Unit.money() && e.bare():
		return f.Raw >= manyOf && e.Raw >= manyOf // the currency is left out
	}
	return f.comparable(e)
}

const (
	rounding = 0.02 // in doublings
	manyOf   = 1e5
)

// handful reports whether f is a small number in words, a manner of speaking.
func (f *Figure) handful() bool { return f.Is(Spelled) && f.Weight() == Light }

func (f *Figure) overlaps(o *Figure) bool { return o.Start < f.End && f.Start < o.End }

// evidence sums up what speaks for figure j of the text being the counterpart of f; above 0 it is.
func (m *matcher) evidence(j int) float64 {
	var against traits
	least := 0.0
	for n, i := range m.agreeing {
		var x traits
		if !m.contrast(&x, j, i) {
			return none
		}
		if sum := x.sum(); n == 0 || sum < least {
			least, against = sum, x
		}
	}
	if !m.ready {
		m.prepare()
	}
	if len(m.agreeing) == 0 && m.taken[j] {
		return none
	}
	x := m.common
	if !m.pair(&x, j) {
		return none
	}
	x.add(&against)
	return x.sum()
}

// none is the evidence of a figure that cannot be the counterpart.
const none = -100

// wholeStated reports whether the text states the quotient that f is one of the two numbers of.
func (m *matcher) wholeStated() bool {
	return slices.ContainsFunc(m.Siblings, func(o Figure) bool { return o.Is(Quotient) && o.overlaps(m.f) && Stated(&o, m.figures) })
}
