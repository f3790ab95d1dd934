package figure

import (
	"math"
	"strconv"
)

// Tolerances of figures that are not meant to the last digit, as factors.
const (
	roughBy  = 0.08 // a third, doubled
	aboutBy  = 0.10 // about 60
	nearlyBy = 0.15 // nearly 60 may stand for 51 and up
	calendar = 0.03 // a month for thirty days

	bound       = 1.6  // "more than a third" is not said of two thirds
	understated = 0.75 // tripled may have been quadrupled
)

// interval is the values that a figure leaves open.
type interval struct{ lo, hi float64 }

// meets reports whether two intervals have more than a point in common, or are the same point.
func (a interval) meets(b interval) bool {
	slack := 1e-9 * math.Max(math.Abs(a.hi), math.Abs(b.hi))
	if a.hi-a.lo <= slack || b.hi-b.lo <= slack {
		return a.lo <= b.hi+slack && b.lo <= a.hi+slack
	}
	return a.lo+slack < b.hi && b.lo+slack < a.hi
}

// open is the interval of a figure's value v, which for a computed figure is not f.Value.
func (f *Figure) open(v float64) interval {
	by := math.Min(f.Step/2, 0.1*math.Abs(v))
	if f.Is(Rough) {
		by = roughBy * math.Abs(v)
	}
	if f.Unit == Multiple && f.Is(Rough) && f.Hedge == Exact { // "halved" is no error where it is an understatement
		if v < 1 {
			return interval{v * understated, v + by}
		}
		return interval{v - by, v / understated}
	}
	switch f.Hedge {
	case About:
		by = math.Max(by, aboutBy*math.Abs(v))
	case Nearly:
		if f.Unit == Multiple && v < 1 {
			return interval{v / 1.03, v * (1 + nearlyBy)}
		}
		return interval{v - math.Max(by, nearlyBy*v), v * 1.03}
	case Over:
		return interval{v - by/2, v * bound}
	case Under:
		return interval{v / bound, v + by/2}
	}
	return interval{v - by, v + by}
}

// exactly is the interval of a figure that stands as evidence: its hedge widens it, but a bound is no open end.
func (f *Figure) exactly() interval {
	i := f.open(f.Value)
	switch f.Hedge {
	case Over:
		i.hi = 1.25 * f.Value
	case Under:
		i.lo = 0.8 * f.Value
	}
	return i
}

// comparable reports whether two figures may be of one quantity by their units alone; a bare number may be anything.
func (f *Figure) comparable(e *Figure) bool {
	switch {
	case f.Unit == e.Unit:
		return true
	case f.Unit == Year || e.Unit == Year:
		return false
	case f.Unit.money() && e.Unit.money():
		return f.Unit == Coin || e.Unit == Coin // cents may be of any currency
	case f.Unit == Multiple && e.bare():
		return e.Noun == 0 && !f.Is(Spelled)
	case f.bare() && e.bare(), f.Unit == Bare && f.Noun == 0, e.Unit == Bare && e.Noun == 0:
		return true
	}
	return f.Unit.relative() && e.Unit.relative()
}

func (f *Figure) bare() bool { return f.Unit == Bare || f.Unit == Count }

// relative reports whether figures of the unit are fractions of one.
func (u Unit) relative() bool { return u == Share || u == Points || u == Multiple }

// says reports whether e states the value of f.
func (f *Figure) says(e *Figure) bool {
	if (f.Unit == Year) != (e.Unit == Year) && f.Raw == e.Raw && (f.bare() || e.bare()) {
		return true // whether a number is a year was a guess
	}
	if !f.comparable(e) || f.otherRate(e) || f.otherChange(e) {
		return false
	}
	if f.Unit == Year {
		return f.sameYear(e)
	}
	if f.Unit != e.Unit && (f.bare() || e.bare()) {
		return f.asWritten().meets(e.asWritten())
	}
	a, b := f.open(f.Value), e.exactly()
	if f.Is(Rough) && e.Is(Rough) && f.Hedge == Exact && f.Unit == e.Unit {
		b = interval{e.Value * (1 - calendar), e.Value * (1 + calendar)} // one of the two is rough enough
	}
	if f.Unit == Time && e.Unit == Time && f.Value != e.Value {
		b = interval{b.lo * (1 - calendar), b.hi * (1 + calendar)}
	}
	return a.meets(b)
}

// otherChange reports whether one of two shares tells by how much something changed, and the other to what it did, or by
// how many points.
func (f *Figure) otherChange(e *Figure) bool {
	return f.Unit.relative() && (f.Is(Change) && (e.Is(Reached) || f.Is(Rough) && e.partOf()) || f.Is(Reached) && e.Is(Change)) ||
		f.Unit == Share && f.Is(Change) && e.Unit == Points
}

// partOf reports whether a share is said to be one of things that are named: "half of the capacity".
func (f *Figure) partOf() bool { return f.Unit == Share && f.Noun != 0 && !f.Is(Change) }

// otherRate reports whether f and e are rates over different times.
func (f *Figure) otherRate(e *Figure) bool {
	return f.Per != e.Per && isSpan(f.Per) && isSpan(e.Per)
}

// asWritten is the interval of the number without its unit.
func (f *Figure) asWritten() interval {
	if f.Raw == 0 {
		return interval{}
	}
	i := f.open(f.Value)
	factor := f.Raw / f.Value
	return interval{i.lo * factor, i.hi * factor}
}

func (f *Figure) sameYear(e *Figure) bool {
	if f.Noun != 0 && e.Noun != 0 && f.Noun != e.Noun {
		return false // of other months
	}
	a, b := interval{f.Value, f.Value}, interval{e.Value, e.Value}
	if f.Is(Decade) {
		a = interval{f.Value - 2, f.Value + 11}
	}
	if e.Is(Decade) {
		b.hi += 9
	}
	return a.lo <= b.hi && b.lo <= a.hi
}

// Stated reports whether one of the figures has the value of f.
func Stated(f *Figure, figures []Figure) bool {
	for i := range figures {
		if f.says(&figures[i]) && !f.counts(&figures[i]) {
			return true
		}
	}
	return f.implied(figures)
}

// implied reports whether f follows from a range of years, or from what a median is.
func (f *Figure) implied(figures []Figure) bool {
	return f.Unit == Year && betweenYears(f, figures) || f.Unit == Share && f.Value == 0.5 && f.Is(Rough) && hasMedian(figures)
}

// hasMedian reports whether a median is given: it is what half of the cases stay below.
func hasMedian(figures []Figure) bool {
	for i := range figures {
		if has(figures[i].Own, median) {
			return true
		}
	}
	return false
}

var median = StemOf([]byte("median"))

// counts reports whether f counts a handful of things, and e others.
func (f *Figure) counts(e *Figure) bool {
	return f.Unit == Count && e.Unit == Count && f.Weight() == Light && e.Noun != f.Noun && shared(f.Own, e.Own) == 0
}

// betweenYears reports whether a year lies within a range of years.
func betweenYears(f *Figure, figures []Figure) bool {
	if f.Is(Since) {
		return false
	}
	for i := 1; i < len(figures); i++ {
		a, b := &figures[i-1], &figures[i]
		if a.Unit == Year && b.Unit == Year && a.Is(From) && a.Value <= f.Value && f.Value <= b.Value {
			return true
		}
	}
	return false
}

// generic nouns count now these, now those things.
var generic = stemsOf("people", "person", "things", "cases", "times", "ways", "items", "points", "others")

// abstract nouns name what an argument counts, each as good as the next: "three factors", "four circumstances".
var abstract = stemsOf("factors", "circumstances", "reasons", "causes", "conditions", "mechanisms", "elements", "features",
	"criteria", "drivers", "forces", "traits", "variables", "predictors", "requirements", "characteristics", "properties",
	"obstacles", "barriers", "measures", "changes", "components", "parts", "steps", "stages", "phases", "kinds", "types")

func stemsOf(words ...string) (s []Stem) {
	for _, w := range words {
		s = append(s, StemOf([]byte(w)))
	}
	return s
}

// sameThings reports whether two counts count the same things.
func (f *Figure) sameThings(e *Figure) bool {
	return f.Noun == e.Noun || has(abstract, f.Noun) && has(abstract, e.Noun) && shared(f.Own, e.Own) > 1
}

// statistics are words that tell which figure of a distribution is meant; they weigh double.
var statistics = stemsOf("median", "mean", "average", "total", "maximum", "minimum", "peak", "typical")

// statistic names which figure of a distribution f is by the words of its part, 0 for none or several.
func (f *Figure) statistic() (found Stem) {
	for _, s := range statistics {
		if !has(f.Own, s) {
			continue
		}
		if s == average {
			s = mean
		}
		if found != 0 && found != s {
			return 0
		}
		found = s
	}
	return found
}

var mean, average = StemOf([]byte("mean")), StemOf([]byte("average"))

// sameDigits reports whether two numbers differ by thousands only.
func sameDigits(a, b float64) bool {
	for a > 0 && b > a*1.5 {
		a *= 1000
	}
	for b > 0 && a > b*1.5 {
		b *= 1000
	}
	return a > 0 && math.Abs(a-b) < 1e-9*a
}

// transposed reports whether two numbers are written with the same digits in another order, as copying errors are.
func transposed(a, b float64) bool {
	return a != b && a < 10*b && b < 10*a && digitCounts(a) == digitCounts(b)
}

// digitCounts is how often each digit stands in a number, four bits a digit.
func digitCounts(v float64) (counts uint64) {
	var buffer [32]byte
	written := strconv.AppendFloat(buffer[:0], v, 'f', -1, 64)
	for i, b := range written {
		if startsWithDigit(b) && i < 15 {
			counts += 1 << (4 * (b - '0'))
		}
	}
	return counts
}

// magnitude is how far apart two measures may be and still be of one kind of thing.
const magnitude = 12

// Measures reports whether some of the figures measure what f measures. A reader then expects f among them.
func Measures(f *Figure, figures []Figure) bool {
	n := 0
	for i := range figures {
		e := &figures[i]
		switch {
		case e.Is(Linked) || e.Unit == Year:
		case f.Is(Reached) && e.bare():
			if f.Value < e.Value*magnitude && e.Value < f.Value*magnitude {
				return true
			}
		case f.Unit == e.Unit && f.Unit.measured():
			if f.Value < e.Value*magnitude && e.Value < f.Value*magnitude {
				return true
			}
		case f.Unit.relative() && (e.Unit.relative() || e.Weight() == Heavy):
			if n++; n > 1 {
				return true
			}
		}
	}
	return false
}
