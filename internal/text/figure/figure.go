// Package figure reads the numbers of a text by value and unit, in whatever form they are written: "50 percent",
// "50%", "half", "1.57 trillion dollars", "$1.57T", "tenfold", "10x", "one in four". It tells whether other figures
// bear a figure out or contradict it. It knows English. A number that is part of a name ("GPT-4", "Article 230") is
// no figure.
package figure

import "math"

// Unit is what a figure measures. Figures compare only within a unit.
type Unit uint8

// The units with the base in which Value counts them.
const (
	Bare     Unit = iota // a number alone
	Count                // things; Noun says which
	Share                // a part of a whole, as a fraction of one
	Points               // a difference of shares, as a fraction of one
	Multiple             // so many times as much
	Year                 // of the calendar; a decade is its first year
	Time                 // seconds
	Length               // metres
	Area                 // square metres
	Mass                 // grams
	Volume               // litres
	Power                // watts
	Energy               // watt hours
	Data                 // bytes
	Heat                 // degrees
	Dollar
	Euro
	Pound
	Yen
	Coin // any other currency
)

// money reports whether u is a currency.
func (u Unit) money() bool { return u >= Dollar }

// measured reports whether u is a unit of measurement, so that its figures are measured and not counted.
func (u Unit) measured() bool { return u >= Time }

// Hedge is how a text qualifies a figure.
type Hedge uint8

// The hedges.
const (
	Exact  Hedge = iota
	About        // "about", "some", "roughly"
	Nearly       // "nearly", "almost"
	Over         // "more than", "at least"
	Under        // "less than", "up to"
)

// Form is a set of traits of the way in which a figure is written.
type Form uint16

// The forms.
const (
	Spelled  Form = 1 << iota // in words
	Rough                     // as a fraction or a multiple in words, which is seldom meant to the last percent
	Change                    // says by how much something differs: "by 30 percent", "30 percent less"
	Decade                    // a year that stands for ten: "1990s"
	From                      // the first end of a range, which the next figure closes: "from 9 to 3.6"
	To                        // the second end
	Linked                    // within a wiki link: another note's figure
	Quotient                  // "24 of 27", whose two numbers are figures of their own
	Few                       // a subset by its words: "two of the", "the first three", "another two"; or of a ratio
	Reached                   // to where something changed: "fell to five"
	Earlier                   // stands with "before" or the like
	Later                     // stands with "now" or the like
	Part                      // one of the two numbers of a quotient
	Rises                     // stands with a word of growth alone
	Falls                     // stands with a word of decline alone
	Since                     // a year from or until which something is said: "since 2019"
)

// Figure is one number of a text.
type Figure struct {
	Value float64 // in the base of Unit
	Raw   float64 // as written, with magnitudes multiplied in: 50 for "50 percent"
	Step  float64 // the place value of the last digit that was meant, in the base of Unit
	Unit  Unit
	Hedge Hedge
	Form  Form
	// Label is the calendar year that stands with the figure in its part of the sentence, 0 where none does.
	Label int16
	Noun  Stem // what is counted, of what a share is taken, or the month that stands with a year
	Per   Stem // the denominator of a rate: "a year", "per hour"
	// Start and End are the byte offsets of the figure with its unit; Sentence counts from the start of the text.
	Start, End int32
	at, after  int32 // the first token, and the one after the last
	Sentence   int32
	// Before and After are the content words next to the figure in its clause, 0 where none is near.
	Before, After Stem
	// Own is the content words in the figure's own part of the sentence, Clause those of the whole clause.
	Own, Clause []Stem
	// Text is the figure as written; only Keep fills it.
	Text string
}

// Is reports whether f has all the given traits.
func (f *Figure) Is(form Form) bool { return f.Form&form == form }

// Weight says how surely a figure states a quantity that a reader may look for.
type Weight uint8

// The weights.
const (
	// Light figures count a handful of things, or are bare and small: they may be a manner of speaking.
	Light Weight = iota
	// Middling figures are small measures and rough fractions.
	Middling
	// Heavy figures state a quantity.
	Heavy
)

// handful is the largest number that counts things without being a statistic.
const handful = 12

// Weight weighs f.
func (f *Figure) Weight() Weight {
	switch {
	case f.Is(Rough) || f.Is(Spelled) && (f.bare() || f.Unit == Time) && f.Raw > handful && math.Mod(f.Raw, 10) == 0:
		return Middling // "ten thousand" may be any large number
	case f.Unit == Share || f.Unit == Points || f.Unit == Multiple || f.Unit == Year || f.Unit.money():
		return Heavy
	case f.Raw > handful || f.Raw != float64(int64(f.Raw)):
		return Heavy
	case f.Unit.measured() || f.Is(Reached):
		return Middling
	}
	return Light
}

// Limits on what Keep retains of a note.
const (
	keptFigures = 64
	keptStems   = 16
)

// Keep copies figures with their contexts so that nothing refers to source any more, and cuts the lists to a size
// that can be held for every source note.
func Keep(figures []Figure, source []byte) []Figure {
	figures = figures[:min(len(figures), keptFigures)]
	size := 0
	for i := range figures {
		size += min(len(figures[i].Own), keptStems) + min(len(figures[i].Clause), keptStems)
	}
	kept, stems := make([]Figure, len(figures)), make([]Stem, 0, size)
	keep := func(list []Stem) []Stem {
		n := len(stems)
		stems = append(stems, list[:min(len(list), keptStems)]...)
		return stems[n:len(stems):len(stems)]
	}
	for i, f := range figures {
		f.Own, f.Clause = keep(f.Own), keep(f.Clause)
		f.Text = string(source[f.Start:f.End])
		kept[i] = f
	}
	return kept
}
