package figure

import "math"

// Computed reports whether the value of f follows from figures that stand close together, by the arithmetic that an
// author leaves to the reader: ratios, differences, sums, complements and spans of years.
func Computed(f *Figure, figures []Figure) bool { return f.computed(figures, true) }

// exact reports whether f is meant to the last digit.
func (f *Figure) exact() bool { return !f.Is(Spelled) && !f.Is(Rough) && f.Hedge == Exact }

// BorneElsewhere reports whether another note states f, or allows to compute it. The other note may speak of many
// things. So a computed value, or one that agrees only by a wide margin, must share words with the clause of f.
func BorneElsewhere(f *Figure, figures []Figure) bool {
	wide := f.Is(Rough) || f.Unit == Bare
	if !wide && Stated(f, figures) {
		return true
	}
	for i := range figures {
		if e := &figures[i]; wide && f.says(e) && f.about(e) {
			return true
		}
	}
	return f.computed(figures, false)
}

// computed is Computed where it is loose, else the part of BorneElsewhere that reckons.
func (f *Figure) computed(figures []Figure, loose bool) bool {
	if f.Unit == Points {
		return f.apartFrom(figures)
	}
	if f.Unit == Time && spanned(f, figures) || f.Unit == Bare && f.Raw > handful && f.Raw < 120 && aged(f, figures) {
		return true
	}
	for i := range figures {
		a := &figures[i]
		if (loose || f.partsWith(a)) && f.completes(a) {
			return true
		}
		if f.Unit == Multiple && a.Unit == Share && (loose || f.about(a)) && f.open(f.Value).meets(around(1-a.Value, a.Step)) {
			return true // "halved" for "down by 50 percent"
		}
		if (loose || f.about(a)) && f.converted(a) {
			return true
		}
		for j := i + 1; j < len(figures) && figures[j].Sentence-a.Sentence <= nearby; j++ {
			b := &figures[j]
			if (loose || f.admits(a, b)) && (f.follows(a, b) || f.multiplied(a, b) || f.reckoned(a, b)) {
				return true
			}
		}
	}
	return f.summed(figures, loose)
}

// completes reports whether f is the rest that a share leaves.
func (f *Figure) completes(e *Figure) bool {
	return f.Unit == Share && !f.Is(Change) && e.Unit == Share && f.open(f.Value).meets(around(1-e.Value, e.Step))
}

// partsWith reports whether a share is of the same things as f, so that it leaves the rest to f.
func (f *Figure) partsWith(e *Figure) bool {
	return f.Noun != 0 && (e.Noun == f.Noun || has(e.Own, f.Noun))
}

// apartFrom reports whether f is the distance of two shares: of those whose words are most like those of f.
func (f *Figure) apartFrom(figures []Figure) (found bool) {
	most := 0
	for i := range figures {
		a := &figures[i]
		for j := i + 1; j < len(figures) && figures[j].Sentence-a.Sentence <= nearby; j++ {
			b := &figures[j]
			if a.Unit != Share && b.Unit != Share && a.Unit != Points && b.Unit != Points || !a.comparable(b) ||
				a.Unit != b.Unit && !a.bare() && !b.bare() {
				continue
			}
			alike := shared(f.Clause, a.Own) + shared(f.Clause, b.Own)
			if fits := f.follows(a, b); alike > most || alike == most && fits {
				most, found = alike, fits
			}
		}
	}
	return found
}

// isGap reports whether f is the distance in points of any two figures of one sentence.
func (f *Figure) isGap(figures []Figure) bool {
	for i := range figures {
		for j := i + 1; j < len(figures) && figures[j].Sentence == figures[i].Sentence; j++ {
			if f.Unit == Points && figures[i].Unit == Share && f.follows(&figures[i], &figures[j]) {
				return true
			}
		}
	}
	return false
}

// nearby is how many sentences apart two figures may stand to be reckoned together.
const nearby = 1

func around(v, step float64) interval { return interval{v - step/2, v + step/2} }

// about reports whether what e says is about what the clause of f speaks of, as far as common words tell.
func (f *Figure) about(e *Figure) bool { return shared(f.Clause, e.Own) > 0 }

// admits reports whether the operands a and b are about what f speaks of: a share of named things is reckoned from such
// things.
func (f *Figure) admits(a, b *Figure) bool {
	if f.partOf() && !f.partsWith(a) && !f.partsWith(b) {
		return false
	}
	return f.about(a) || f.about(b)
}

// akin reports whether two comparable figures may be operands of one reckoning: numbers that count nothing named must
// stand in one sentence with the other, and the two numbers of a quotient belong to each other only.
func (a *Figure) akin(b *Figure) bool {
	if a.otherRate(b) || a.Is(Linked) || b.Is(Linked) || a.Is(Part) != b.Is(Part) {
		return false
	}
	if a.bare() != b.bare() && (a.inRange() || b.inRange()) && a.Is(From) != b.Is(To) {
		return false // "twenty minutes away between eight and five"
	}
	if a.Unit == Bare || b.Unit == Bare {
		return a.Sentence == b.Sentence || a.counted() && b.counted()
	}
	return true
}

// counted reports whether a number is written as statistics are: in digits, or too large for a manner of speaking.
func (f *Figure) counted() bool { return !f.Is(Spelled) || f.Raw > handful }

// follows reports whether f is the ratio or the difference of a and b.
func (f *Figure) follows(a, b *Figure) bool {
	if a.Unit == Year || b.Unit == Year || !a.comparable(b) || !a.akin(b) {
		return false
	}
	x, y := a.Value, b.Value
	if a.Unit != b.Unit {
		x, y = a.Raw, b.Raw // "from 65 to 54 percent"
		if a.Unit == Points || b.Unit == Points || a.Unit == Share || b.Unit == Share {
			x, y = x/100, y/100
		}
	}
	if x == 0 || y == 0 {
		return false
	}
	switch {
	case f.Unit.relative():
		return f.ratio(a, b, x, y)
	case f.Is(Reached):
		return false // a level is no difference
	case f.bare() && a.Noun != 0 && b.Noun != 0 && a.Noun != b.Noun:
		return false
	case f.Unit != Year && (f.Unit == a.Unit || f.Unit == b.Unit || f.Unit == Coin && a.Unit.money() || f.bare() && a.bare() && b.bare()):
		return f.exactly().meets(around(math.Abs(x-y)*f.scaleTo(a, b), f.Step/10))
	}
	return false
}

// multiplied reports whether f is so many of the one figure as the other counts, or a share of it: "61 percent of 412",
// "187 million euros for 22,600 claims".
func (f *Figure) multiplied(a, b *Figure) bool {
	if f.Unit == Year || f.Unit.relative() || f.Weight() == Light {
		return false
	}
	if a.Unit != f.Unit && !(a.bare() && f.bare()) {
		a, b = b, a
	}
	if a.Unit != f.Unit && !(a.bare() && f.bare()) || b.Value == 0 || !b.bare() && b.Unit != Share && b.Unit != Multiple {
		return false
	}
	if b.bare() && f.bare() {
		return false // any two numbers multiply to something
	}
	open := f.open(f.Value)
	product, quotient := a.Value*b.Value, a.Value/b.Value
	return open.meets(around(product, product*ratioBy)) || b.bare() && open.meets(around(quotient, quotient*ratioBy))
}

// spans are the times over which rates are given, in days.
var spans = []struct {
	name Stem
	days float64
}{
	{StemOf([]byte("hour")), 1.0 / 24}, {StemOf([]byte("day")), 1}, {StemOf([]byte("week")), 7}, {StemOf([]byte("month")), 30.44}, {StemOf([]byte("year")), 365.25},
	{StemOf([]byte("annual")), 365.25}, {StemOf([]byte("daily")), 1}, {StemOf([]byte("weekly")), 7}, {StemOf([]byte("monthly")), 30.44},
}

// isSpan reports whether a denominator is a time.
func isSpan(s Stem) bool {
	for i := range spans {
		if spans[i].name == s {
			return true
		}
	}
	return false
}

// converted reports whether f is e over another time: "$500 a month" for "$6,150 for the year".
func (f *Figure) converted(e *Figure) bool {
	if f.Unit != e.Unit && !(f.bare() && e.bare()) || f.Per == 0 || f.Unit.relative() {
		return false
	}
	for _, mine := range spans {
		if mine.name != f.Per {
			continue
		}
		for _, its := range spans {
			if its.days != mine.days && (e.Per == its.name || e.Per == 0 && has(e.Own, its.name)) && f.open(f.Value).meets(around(e.Value*mine.days/its.days, e.Step)) {
				return true
			}
		}
	}
	return false
}

// reckoned reports whether f is a year so many years from another, or a share of a share.
func (f *Figure) reckoned(a, b *Figure) bool {
	const year = 31557600
	if a.Unit == Share && b.Unit == Share {
		product := a.Value * b.Value
		return f.Unit == Share && f.open(f.Value).meets(around(product, product*ratioBy))
	}
	if b.Unit == Year {
		a, b = b, a
	}
	return f.Unit == Year && a.Unit == Year && b.Unit == Time && math.Mod(b.Value, year) == 0 &&
		math.Abs(f.Value-a.Value) == b.Value/year
}

// scaleTo is the factor from numbers as written to the base of f, where only f has a unit.
func (f *Figure) scaleTo(a, b *Figure) float64 {
	if f.bare() || f.Raw == 0 || a.Unit == b.Unit && !a.bare() {
		return 1
	}
	for _, e := range [2]*Figure{a, b} {
		if e.Unit == f.Unit && e.Raw != 0 {
			return e.Value / e.Raw // "11 hours, while it had been 19"
		}
	}
	return f.Value / f.Raw
}

// ratio reports whether a share, a multiple or points follow from two values.
func (f *Figure) ratio(a, b *Figure, x, y float64) bool {
	shares := a.Unit == Share || b.Unit == Share || a.Unit == Points || b.Unit == Points
	low, high := math.Min(x, y), math.Max(x, y)
	open := f.open(f.Value)
	fits := func(v float64) bool {
		return open.meets(interval{v * (1 - ratioBy), v * (1 + ratioBy)})
	}
	if f.Unit == Points {
		return shares && open.meets(around(high-low, 1e-6))
	}
	if shares && f.Is(Rough) && !f.Is(Change) && open.meets(around(high-low, 1e-6)) {
		return true
	}
	if f.Unit == Share && !f.Is(Change) && (shares && !f.Is(Rough) || a.Label != b.Label || a.Is(From) && b.Is(To)) {
		return false // "80 percent of wallets" is no ratio of two other percentages
	}
	if f.Unit == Share {
		if f.Is(Change) {
			return fits(1-low/high) || fits(high/low-1)
		}
		return fits(low/high) || fits(1-low/high) || !f.Is(Rough) && a.bare() && b.bare() && a.Sentence == b.Sentence && (fits(low/(low+high)) || fits(high/(low+high)))
	}
	if a.Is(From) && b.Is(To) {
		return fits(y / x) // "from 5.6 to 2.8" doubles nothing
	}
	return fits(low/high) || fits(high/low)
}

// ratioBy is how far rounding of both values may move their ratio.
const ratioBy = 0.005

// aged reports whether a bare number is the years between two that stand together, as "he died at seventy-eight" is.
func aged(f *Figure, figures []Figure) bool {
	for i := 1; i < len(figures); i++ {
		a, b := &figures[i-1], &figures[i]
		if a.Unit != Year || b.Unit != Year || distance(a, b) > nearby {
			continue
		}
		if span := math.Abs(b.Value - a.Value); span == f.Raw || span == f.Raw+1 {
			return true
		}
	}
	return false
}

// spanned reports whether a length of time lies between two years.
func spanned(f *Figure, figures []Figure) bool {
	const year = 31557600
	if f.Value < year {
		return false
	}
	open := f.open(f.Value)
	for i := range figures {
		for j := i + 1; j < len(figures) && figures[i].Unit == Year; j++ {
			if figures[j].Unit != Year || figures[j].Sentence-figures[i].Sentence > 2*nearby {
				continue
			}
			span := math.Abs(figures[j].Value - figures[i].Value)
			if open.meets(interval{(span - 0.5) * year, (span + 1.5) * year}) {
				return true
			}
		}
	}
	return false
}

// term reports whether e may be added to a first term to give f: both are of one thing, as far as the text says of what.
func (f *Figure) term(first, e *Figure) bool {
	switch {
	case e.Is(Rough) || e.Is(Quotient) || e.Is(Linked) || e.Unit != f.Unit && !(f.bare() && e.bare()) || f.otherRate(e):
		return false
	case f.Weight() == Light:
		return e.Noun == f.Noun
	case f.Unit == Share:
		return e.Noun == first.Noun || e.Noun == 0 || first.Noun == 0
	}
	return true
}

// summed reports whether neighbouring figures of one sentence, or of a list, add up to f.
func (f *Figure) summed(figures []Figure, loose bool) bool {
	if f.Unit == Year || f.Unit == Multiple || f.Is(Change) {
		return false
	}
	for i := range figures {
		if !f.term(&figures[i], &figures[i]) || !loose && !f.admits(&figures[i], &figures[i]) {
			continue
		}
		sum, terms := 0.0, 0
		for j := i; j < len(figures) && j < i+12 && figures[j].Sentence-figures[max(i, j-1)].Sentence <= nearby; j++ {
			e := &figures[j]
			if !f.term(&figures[i], e) {
				continue
			}
			terms++
			if sum += e.Value; terms > 1 && (f.exactly().meets(around(sum, f.Step/10)) || f.Unit == Share && f.exactly().meets(around(1-sum, f.Step/10))) {
				return true
			}
		}
	}
	return false
}
