package number

import "math"

// How far from a hedged figure another may lie: by a part of it for "about", by so many times for "over" and "under".
const (
	aboutPart = 0.12
	overTimes = 2
)

// Agrees reports whether a figure says the same as another, as far as rounding, hedges and ranges allow.
func (f *Figure) Agrees(other *Figure) bool {
	switch {
	case f.Unit == Year && other.Unit == Year:
		isSame := f.Low <= other.High && other.Low <= f.High
		return isSame && (f.Month == other.Month || f.Month == 0 || other.Month == 0)
	case f.Unit == other.Unit || f.isPart() && other.isPart():
		return f.fits(other.Low, other) && f.fits(other.High, other) ||
			f.Low == f.High && other.Low <= f.Low && f.Low <= other.High ||
			other.Low == other.High && f.Low <= other.Low && other.Low <= f.High
	}
	if other.isBare() {
		as := other.as(f)
		return f.fits(as.Low, &as)
	}
	return f.Raw == other.Raw && f.Low*other.High == f.High*other.Low // the unit is written otherwise
}

// isBare reports whether a text leaves out what a figure counts, as the second one of "from 44 hours to 25" does.
func (f *Figure) isBare() bool { return f.Unit == Count && f.Noun == 0 }

// as is a bare figure with the unit of another, and any other figure as it is.
func (f *Figure) as(other *Figure) Figure {
	g := *f
	if f.isBare() && other.Raw != 0 && other.Unit != Year {
		g.scale(other.Unit, other.Low/other.Raw)
	}
	return g
}

func (f *Figure) isPart() bool { return f.Unit == Share || f.Unit == Points }

// fits reports whether a value is that of f, or of one of its ends. It comes from another figure, whose step and hedge count.
func (f *Figure) fits(v float64, from *Figure) bool {
	tolerance := max(f.Step, from.Step) * 0.501
	if f.Hedge == About || from.Hedge == About {
		tolerance = max(tolerance, aboutPart*math.Abs(v))
	}
	switch near := f.near(v, tolerance); {
	case near:
		return true
	case f.Hedge == Over:
		return v > f.Low && v < f.Low*overTimes
	case f.Hedge == Under:
		return v < f.High && v > f.High/overTimes
	case from.Hedge == Over:
		return f.Low > v && f.Low < v*overTimes
	case from.Hedge == Under:
		return f.High < v && f.High > v/overTimes
	}
	return false
}

func (f *Figure) near(v, tolerance float64) bool {
	return math.Abs(v-f.Low) <= tolerance || math.Abs(v-f.High) <= tolerance
}

// Compares reports whether figures measure the same, and count the same things where the text says which.
func (f *Figure) Compares(other *Figure) bool {
	switch {
	case f.Unit != other.Unit || f.Unit == Time && f.Low*other.Raw != other.Low*f.Raw:
		return false
	case f.Unit == Count:
		return f.Noun != 0 && f.Noun == other.Noun
	}
	return f.Noun == other.Noun || f.Noun == 0 || other.Noun == 0
}

// reach is how many sentences apart figures may stand of which another is made.
const reach = 3

// Follows reports whether a figure is the sum, difference, product, ratio, relative change or complement of two others that stand
// near each other, or the sum of a run of them.
func (f *Figure) Follows(all []Figure) bool {
	for i := range all {
		a := &all[i]
		if f.isPart() && a.isPart() && f.isMadeOf(1-a.Low, a, a) ||
			f.Unit.isMoney() && f.Unit == a.Unit && (f.isMadeOf(a.Low*12, a, a) || f.isMadeOf(a.Low/12, a, a)) { // a year and a month
			return true
		}
		sum := a.Low
		for j := i + 1; j < len(all) && all[j].Sentence-a.Sentence <= reach; j++ {
			first, second := a.as(&all[j]), all[j].as(a)
			a, b := &first, &second
			if f.Unit == Count && f.Noun != 0 && a.Noun != 0 && b.Noun != 0 && f.Noun != a.Noun && f.Noun != b.Noun {
				continue
			}
			if f.followsFrom(a, b) || f.followsFrom(b, a) {
				return true
			}
			if b.Unit == a.Unit && (b.Noun == a.Noun || b.Noun == 0) && b.Sentence == a.Sentence && !b.IsQuotient {
				if sum += b.Low; f.Unit == a.Unit && f.isMadeOf(sum, a, b) {
					return true
				}
			}
		}
	}
	return false
}

// secondsOfYear are those of the mean year of the Julian calendar, which astronomers use.
const secondsOfYear = 31557600

// followsFrom reports whether f is made of a and b, of which a is the larger or the later one.
func (f *Figure) followsFrom(a, b *Figure) bool {
	if a.Unit == Year && b.Unit == Year {
		return f.Unit == Time && math.Abs(f.Low/secondsOfYear-(a.Low-b.Low)) <= 1.001
	}
	if a.Low != a.High || b.Low != b.High {
		return false
	}
	if a.Sentence == b.Sentence && b.Unit == Share && f.Unit == a.Unit && f.isMadeOf(a.Low*b.Low, a, b) {
		return true // a share of what is counted, or of a share
	}
	if a.Unit != b.Unit && !(a.isPart() && b.isPart()) || a.Low < b.Low || b.Low <= 0 || a.Unit == Year ||
		a.Noun != b.Noun && a.Noun != 0 && b.Noun != 0 && !b.isPart() {
		return false
	}
	switch {
	case f.Unit == Multiple:
		return f.isMadeOf(a.Low/b.Low, a, b) || f.isMadeOf(b.Low/a.Low, a, b)
	case f.isPart():
		for _, part := range changes(a.Low, b.Low) {
			if f.isMadeOf(part, a, b) {
				return true
			}
		}
		return a.isPart() && (f.isMadeOf(a.Low-b.Low, a, b) || f.isMadeOf(a.Low+b.Low, a, b))
	}
	return f.Unit == a.Unit && (f.isMadeOf(a.Low+b.Low, a, b) || f.isMadeOf(a.Low-b.Low, a, b))
}

// changes are the parts that two values allow to say: the smaller of the larger, what it lacks, and what the larger has more.
func changes(larger, smaller float64) [3]float64 {
	return [...]float64{smaller / larger, 1 - smaller/larger, larger/smaller - 1}
}

// isMadeOf reports whether f is a value that was computed from two figures, whose own rounding may move it by a hundredth.
func (f *Figure) isMadeOf(v float64, a, b *Figure) bool {
	from := Figure{Step: math.Abs(v) * 0.02}
	if a.Hedge == About || b.Hedge == About || a.IsRough || b.IsRough {
		from.Step *= 2
	}
	return f.fits(v, &from)
}
