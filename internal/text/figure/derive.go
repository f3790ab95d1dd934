package figure

import "math"

// Computed reports whether the value of f follows from figures that stand close together, by the arithmetic that an
// author leaves to the reader: ratios, differences, sums, complements and spans of years.
func Computed(f *Figure, figures []Figure) bool {
	if f.Unit == Points {
		return f.apartFrom(figures)
	}
	if f.Unit == Time && spanned(f, figures) {
		return true
	}
	for i := range figures {
		a := &figures[i]
		if f.Unit == Share && !f.Is(Change) && a.Unit == Share && f.open(f.Value).meets(around(1-a.Value, a.Step)) {
			return true
		}
		if f.Unit == Multiple && a.Unit == Share && f.open(f.Value).meets(around(1-a.Value, a.Step)) {
			return true // "halved" for "down by 50 percent"
		}
		if f.converted(a) {
			return true
		}
		for j := i + 1; j < len(figures) && figures[j].Sentence-a.Sentence <= nearby; j++ {
			b := &figures[j]
			if f.follows(a, b) || f.multiplied(a, b) || f.reckoned(a, b) {
				return true
			}
		}
	}
	return f.summed(figures)
}

// apartFrom reports whether f is the distance of two shares: of those whose words are most like those of f.
func (f *Figure) apartFrom(figures []Figure) (found bool) {
	most := 0
	for i := range figures {
		a := &figures[i]
		for j := i + 1; j < len(figures) && figures[j].Sentence-a.Sentence <= nearby; j++ {
			b := &figures[j]
			if a.Unit != Share && b.Unit != Share && a.Unit != Points && b.Unit != Points || !a.comparable(b) {
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

// nearby is how many sentences apart two figures may stand to be reckoned together.
const nearby = 1

func around(v, step float64) interval { return interval{v - step/2, v + step/2} }

// follows reports whether f is the ratio or the difference of a and b.
func (f *Figure) follows(a, b *Figure) bool {
	if a.Unit == Year || b.Unit == Year || !a.comparable(b) {
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
	case f.Unit != Year && (f.Unit == a.Unit || f.Unit == b.Unit || f.bare() && a.bare() && b.bare()):
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
	if f.bare() || f.Raw == 0 || a.Unit == f.Unit && b.Unit == f.Unit {
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
	if shares && f.Unit == Share && !f.Is(Change) && !f.Is(Rough) {
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

// summed reports whether neighbouring figures of one sentence, or of a list, add up to f.
func (f *Figure) summed(figures []Figure) bool {
	if f.Unit == Year || f.Unit == Multiple || f.Is(Change) {
		return false
	}
	for i := range figures {
		sum := 0.0
		for j := i; j < len(figures) && j < i+12 && figures[j].Sentence-figures[max(i, j-1)].Sentence <= nearby; j++ {
			e := &figures[j]
			if e.Is(Rough) || e.Unit != f.Unit && !(f.bare() && e.bare()) || f.Weight() == Light && e.Noun != f.Noun {
				continue
			}
			if sum += e.Value; j > i && (f.exactly().meets(around(sum, f.Step/10)) || f.Unit == Share && f.exactly().meets(around(1-sum, f.Step/10))) {
				return true
			}
		}
	}
	return false
}
