// Package number reads the figures of a text by value and unit, in whatever form English or Portuguese writes them: "50 percent",
// "50%", "half", "1.57 trillion dollars", "$1.57T", "1.234,56", "R$ 2 milhões", "one in four", "22-25", "dobrou". It tells whether
// figures bear another out, and whether the arithmetic of a text adds up. A number that is part of a name ("GPT-4", "Article 230")
// is no figure.
package number

// Unit is what a figure measures. Figures compare only within a unit.
type Unit uint8

// The units.
const (
	Count    Unit = iota // things; Noun says which
	Share                // a part of a whole, as a fraction of one
	Points               // a difference of shares, as a fraction of one
	Multiple             // so many times as much
	Year                 // of the calendar
	Time                 // seconds
	Dollar
	Euro
	Pound
	Real
	Yen
)

// isMoney reports whether u is a currency.
func (u Unit) isMoney() bool { return u >= Dollar }

// Hedge is how a text qualifies a figure.
type Hedge uint8

// The hedges.
const (
	Exact Hedge = iota
	About       // "about", "nearly"
	Over        // "more than", "at least"
	Under       // "less than", "up to"
)

// Figure is one number, or one range of numbers, of a text.
type Figure struct {
	// Low and High are the ends of the range in the base of Unit, and the same for a single number.
	Low, High float64
	// Raw is Low as it is written, with its magnitudes: 50 for "50 percent".
	Raw float64
	// Step is the place value of the last digit that was meant, in the base of Unit.
	Step  float64
	Unit  Unit
	Hedge Hedge
	// Month is that of the calendar which stands with a year, 0 where none does.
	Month int
	// Noun is what is counted, or of what a share is taken, as the hash of its stem; 0 where the text does not say.
	Noun uint64
	// IsSpelled tells a figure in words, IsRough a fraction or multiple in words, which is seldom meant to the last percent.
	IsSpelled, IsRough bool
	// IsQuotient tells the share of "24 of 27", whose two numbers precede it as figures of their own.
	IsQuotient bool
	// isWhole tells that "of" stands before it, so that what follows may be its parts.
	isWhole bool
	// IsFrom and IsTo tell the ends of "from 9 to 3.6".
	IsFrom, IsTo bool
	// Sentence counts the sentences from the start of the text; Start and End are byte offsets, with sign and unit.
	Sentence, Start, End int

	magnitude    float64 // by which the digits or the last word are multiplied
	first, after int     // tokens
	claimed      class   // how the words around it say that it follows from other figures, classes where they do not
}

// handful is the largest number that counts things without being a statistic.
const handful = 12

// IsLight reports whether a figure may be a manner of speaking: a handful of things, a part or a multiple in words, a year.
func (f *Figure) IsLight() bool {
	isWhole := f.Raw == float64(int64(f.Raw))
	return f.IsRough || f.Unit == Year || (f.Unit == Count || f.Unit == Time || f.Unit == Multiple) && f.Raw <= handful && isWhole ||
		f.IsSpelled && f.Unit != Share
}
