package figure

import (
	"math"
	"slices"
)

// trait is a kind of evidence for or against a figure e of a text being what a figure f of a field should be.
type trait int

const (
	constant        trait = iota
	sharedPart            // the part of the shorter own part that these make up
	sameBefore            // the content word next before both is the same
	otherThings           // f counts things of which that clause says nothing
	neighbours            // figures that stand beside both, up to two
	samePartner           // both close a range with the same other end
	clauseWords           // words of f's part that stand in the clause of the other, each by its rarity, up to three
	ownRange              // f is an end of a range, of which the text does not state the other end
	intoRange             // the reverse
	company               // it states all of them
	choice                // 1/n where n figures of the text have the unit and are free
	onlyHere              // none of the others is in this sentence
	ofTitle               // the title gives the other, and f is of a description
	sameAsTitle           // the title gives what f does
	doublings             // how often the one value must be doubled to come to the other, up to five
	slip                  // the same digits stand in another order
	thousands             // the same digits stand with other thousands: "million" for "billion"
	sameNumber            // the same number stands with another unit: "9 weeks" for "9 days"
	sameWhole             // both are parts of the same whole: "3 of the 45" for "13 of the 45"
	otherUnit             // one of them is a bare number
	inWords               // f is a number in words that counts other things
	inWordsAndUnits       // f is a measure in words
	roughly               // f is a fraction or a multiple in words
	byRough               // the other is one
	sameYear              // the same year stands with them
	otherYear             // different years do
	otherWay              // the one rose, and the other fell
	otherChange           // the one is a change and the other a level
	derivedAbout          // f follows from figures that are about what it is about
	derivedAny            // f follows from any
	derivedInWords        // f follows from any and is no exact number
	fromTitle             // f is of a title
	fromSource            // the text is a source note
	borneOut              // and the claim's own body bears f out
	light                 // f counts a handful of things
	ofYears               // f is a year
	agreed                // a figure of the text agrees with f; the following tell how the other one fits better than that
	farApart              // doublings between the two values
	agreesBy              // the part of the words of f that stand in the clause of the figure that agrees
	clauseFor             // how much more of them stand in that of the other
	wordsFor              // words of f that only the other has in its part, up to three
	wordsAgainst          // words of f that only the one that agrees has
	thingsFor             // what f counts is what the other counts, and not what that one does
	yearFor               // the year of f is that of the other and not of that one
	statFor               // the statistic is
	eraFor                // f is said of now or of then, as the other is and that one is not
	timeFor               // the times that stand with f stand in its sentence, less those in that of the one that agrees
	partnerFor            // more figures stand beside f and the other
	swapped               // a sibling of f that agrees with the other stands with the words of that one
	sameSentence          // the two stand in one sentence
	traitCount
)

type traits [traitCount]float64

func (x *traits) sum() (sum float64) {
	for i, v := range x {
		sum += v * weights[i]
	}
	return sum
}

func (x *traits) add(y *traits) {
	for i, v := range y {
		x[i] += v
	}
}

// pair fills in the traits of f and figure j of the text; it reports false where nothing says that they speak of one
// thing.
func (m *matcher) pair(x *traits, j int) bool {
	f, e := m.f, &m.figures[j]
	topical := m.words(x, e)
	if x[agreed] == 0 {
		m.beside(x, j)
	}
	x[sameBefore] = is(f.Before != 0 && f.Before == e.Before)
	after := is(f.After != 0 && f.After == e.After)
	if x[agreed] == 0 {
		x[slip] = is(f.Unit == e.Unit && transposed(f.Raw, e.Raw))
		x[thousands] = is(f.Raw != e.Raw && min(f.Raw, e.Raw) >= 1000 && sameDigits(f.Raw, e.Raw))
		x[sameNumber] = is(f.Raw == e.Raw && f.Unit == e.Unit)
		if x[slip]+x[thousands]+x[sameNumber] == 0 {
			x[doublings] = f.apartBy(e)
		}
	}
	if !topical && x[slip]+x[thousands]+x[sameBefore]+after+x[neighbours] == 0 {
		return false
	}
	alike := f.Unit == Count && f.sameMeasure(e)
	x[otherThings] = is(f.Unit == Count && !alike && (f.Noun == 0 || f.Noun != e.Noun && !has(e.Clause, f.Noun)))
	x[intoRange] = is(e.inRange() && !f.inRange())
	if f.Is(Quotient) && e.Is(Quotient) {
		mine, its := f.whole(m.Siblings), e.whole(m.figures)
		x[sameWhole] = is(mine != nil && its != nil && mine.Raw == its.Raw && mine.Raw > handful)
	}
	x[ofTitle] = is(slices.ContainsFunc(m.Title, func(t Figure) bool { return t.says(e) }))
	x[otherUnit] = is(f.Unit != e.Unit && !(f.bare() && e.bare()))
	x[inWords] = is(f.Is(Spelled) && !f.Is(Rough) && f.bare() && !alike)
	x[inWordsAndUnits] = is(f.Is(Spelled) && !f.Is(Rough) && !f.bare())
	x[roughly], x[byRough] = is(f.Is(Rough)), is(e.Is(Rough))
	x[sameYear] = is(f.Label != 0 && f.Label == e.Label)
	x[otherYear] = is(f.Label != 0 && e.Label != 0 && f.Label != e.Label)
	a, b := f.Form&(Rises|Falls), e.Form&(Rises|Falls)
	x[otherWay] = is(a != 0 && b != 0 && a != b)
	x[otherChange] = is(f.otherChange(e))
	return true
}

func is(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// farthest is the most doublings that are told apart.
const farthest = 5

// apartBy is how far apart two values are, in doublings, or for years in decades.
func (f *Figure) apartBy(e *Figure) float64 {
	a, b := f.Value, e.Value
	switch {
	case f.Unit == Year && e.Unit == Year:
		return min(math.Abs(a-b)/10, farthest)
	case f.Unit != e.Unit:
		a, b = f.Raw, e.Raw
	}
	if a <= 0 || b <= 0 {
		return farthest
	}
	return min(math.Abs(math.Log2(a/b)), farthest)
}

// words weighs the words that f and e have in common, and reports whether there are any.
func (m *matcher) words(x *traits, e *Figure) bool {
	f, n := m.f, 0
	for i, s := range f.Own[:min(len(f.Own), mostStems)] {
		if has(e.Own, s) {
			n++
		}
		if has(e.Clause, s) {
			x[clauseWords] += m.rarity[i]
		}
	}
	x[clauseWords] = min(x[clauseWords], 3)
	if shorter := min(len(f.Own), len(e.Own)); shorter > 0 {
		x[sharedPart] = float64(n) / float64(shorter)
	}
	return n > 0 || shared(f.Clause, e.Clause) > 0
}

// beside weighs the figures around f and figure j.
func (m *matcher) beside(x *traits, j int) {
	e := &m.figures[j]
	x[onlyHere] = 1
	for k := range m.figures {
		if n := &m.figures[k]; k != j && n.Sentence == e.Sentence && !n.overlaps(e) && !m.taken[k] && !n.Is(Part) && m.admits(k) {
			x[onlyHere] = 0
		}
	}
	x[neighbours], x[samePartner] = m.attended(e, 0)
}

// attended counts the siblings of f that stand within so many sentences of e as well, up to two, and whether one of them
// closes the same range.
func (m *matcher) attended(e *Figure, within int32) (n, partner float64) {
	f := m.f
	for s := range m.Siblings {
		o := &m.Siblings[s]
		if o.overlaps(f) {
			continue
		}
		for k := range m.figures {
			by := &m.figures[k]
			if by == e || distance(by, e) > within || by.overlaps(e) || o.Unit != by.Unit || !o.says(by) {
				continue
			}
			if slices.Equal(o.Clause, f.Clause) {
				n++
			} else {
				n += 0.25
			}
			if f.inRange() && e.inRange() && f.Is(From) == e.Is(From) && o.Is(To) == by.Is(To) && o.inRange() && by.inRange() {
				partner = 1
			}
			break
		}
	}
	return min(n, 2), partner
}

// contrast fills in how figure j of the text fits f better than figure i, which agrees with it. It reports false where it
// does not at all.
func (m *matcher) contrast(x *traits, j, i int) bool {
	f, g, e := m.f, &m.figures[j], &m.figures[i]
	if f.Unit != g.Unit && !(f.bare() && g.bare()) || f.Unit == Year || f.Weight() == Light {
		return false
	}
	if x[farApart] = f.apartBy(g); x[farApart] >= farthest {
		return false // rather of another kind of thing
	}
	if n := len(f.Own); n > 0 {
		its := shared(f.Own, e.Clause)
		x[agreesBy], x[clauseFor] = part(its, n), part(shared(f.Own, g.Clause)-its, n)
	}
	mine, its := apart(f.Own, g.Own, e.Own), apart(f.Own, e.Own, g.Own)
	x[wordsFor], x[wordsAgainst] = min(float64(mine), 3), min(float64(its), 3)
	if f.Noun != 0 {
		x[thingsFor] = is(g.Noun == f.Noun) - is(e.Noun == f.Noun)
	}
	if f.Label != 0 && e.Label == f.Label {
		return false // it stands where it should
	}
	x[yearFor] = is(f.Label != 0 && g.Label == f.Label && e.Label != 0 && e.Sentence == g.Sentence)
	if s := f.statistic(); s != 0 {
		x[statFor] = is(g.statistic() == s) - is(e.statistic() == s)
	}
	if f.Is(Later) {
		x[eraFor] = is(!g.Is(Earlier)) - is(!e.Is(Earlier) && e.Label == 0)
	}
	if f.Is(Earlier) {
		x[eraFor] = is(g.Is(Earlier)) - is(e.Is(Earlier))
	}
	x[timeFor] = m.times(g) - m.times(e)
	x[sameSentence] = is(e.Sentence == g.Sentence)
	if o := m.siblingOf(g); o != nil {
		if apart(o.Own, e.Own, g.Own) <= apart(o.Own, g.Own, e.Own) {
			return false // the field gives both where they belong
		}
		x[swapped] = 1
	} else {
		more, partner := m.attended(g, nearby)
		less, other := m.attended(e, nearby)
		x[partnerFor] = more + partner - less - other
	}
	return mine > 0 || x[thingsFor]+x[yearFor]+x[statFor]+x[eraFor]+x[timeFor]+x[partnerFor]+x[swapped] > 0
}

func part(n, of int) float64 { return float64(n) / float64(max(of, 1)) }

// times counts the times in the clause of f that the sentence of e gives as well.
func (m *matcher) times(e *Figure) (n float64) {
	for s := range m.Siblings {
		o := &m.Siblings[s]
		if o.Unit != Time || m.f.Unit == Time || !slices.Equal(o.Clause, m.f.Clause) {
			continue
		}
		n += is(slices.ContainsFunc(m.figures, func(t Figure) bool { return t.Sentence == e.Sentence && o.says(&t) }))
	}
	return n
}

// siblingOf gives a sibling of f that agrees with g, nil where none does.
func (m *matcher) siblingOf(g *Figure) *Figure {
	for s := range m.Siblings {
		if o := &m.Siblings[s]; !o.overlaps(m.f) && o.Unit == g.Unit && o.says(g) && !m.f.says(o) {
			return o
		}
	}
	return nil
}
