package likeness

import "math"

// weights say how much two claims' sharing a feature tells, by class.
var weights = [16]float32{unknown: 1.5, rare: 1.2, uncommon: 0.9, common: 0.6, plain: 0.25, precise: 2.5, decimal: 2, double: 1, loose: 0.3}

// Likeness is how much two claims say the same, and what that stands on. Shares are between 0 and 1.
type Likeness struct {
	Score   float32 // of the whole
	Title   float32 // of the title's words in their order
	Words   float32 // of the rarer words of the text
	Figures int     // how many figures the texts share
}

// Percent is the score as people read it.
func (l Likeness) Percent() int { return int(l.Score*100 + 0.5) }

// IsCopy reports whether nearly all words are the same. In labelled texts those that were copied with a few words changed share
// nine tenths of the rarer words or more; what was retold, and what follows the same form, shares fewer.
func (l Likeness) IsCopy() bool { return l.Words >= copied && l.Score >= copied }

const copied = 0.9

// The formula's constants, set on labelled claims.
const (
	wordPrior   = 2.0  // of weight: texts of next to no words are not alike by chance
	titlePrior  = 2.0  // of weight, likewise
	figurePrior = 1.0  // of weight: how much figures must weigh to count beside the words
	wordPower   = 0.4  // of the words in the geometric mean: a common source shares words before it shares figures
	titleFrom   = 0.6  // a title's likeness above this is a reason of its own
	titleMost   = 0.7  // and closes this much of the gap when the titles are equal
	alikeTitles = 0.5  // titles that may be each other's counter-claim
	counter     = 0.45 // what remains of the likeness when they are
	others      = 0.6  // and when they are about somebody or something else
)

// Compare measures two sketches; it is symmetric.
//
// The Dice coefficient of their weights compares the rarer words, and likewise the figures. The likeness of the texts
// is the weighted geometric mean of the two, so a figure counts only where words agree, and words only where figures
// do. Claims on one topic share words and no figures, claims from one source share some of both, and a retelling
// shares nearly all figures. Where there are few figures, the words stand in for them, as far as the words of each
// title occur in the other claim: a passage in common may be a form. A nearly equal title raises the likeness. A
// title that says the opposite, or says the same of somebody else, lowers it.
func Compare(a, b *Sketch) Likeness {
	words := shared(a.words[:a.stems], b.words[:b.stems], a.stems == maxWords, b.stems == maxWords)
	figures := shared(a.figures[:a.numbers], b.figures[:b.numbers], a.numbers == maxFigures, b.numbers == maxFigures)
	title := compareTitles(a, b)

	w := words.both / (words.mean() + wordPrior*(1-words.dice()))
	trust := min(1, 0.1+1.2*title.covered)
	f := (figures.both + figurePrior*w*trust) / (figures.mean() + figurePrior)
	score := float32(math.Pow(float64(w), wordPower) * math.Pow(float64(f), 1-wordPower))
	switch {
	case title.counter:
		score *= counter
	case title.others:
		score *= others
	case title.order > titleFrom:
		score += (1 - score) * titleMost * (title.order - titleFrom) / (1 - titleFrom)
	}
	return Likeness{Score: score, Title: title.order, Words: w, Figures: figures.n}
}

// overlap is what two sets of features weigh.
type overlap struct {
	both, a, b float32
	n          int // of shared features
}

func (o overlap) mean() float32 { return (o.a + o.b) / 2 }

func (o overlap) dice() float32 {
	if o.both == 0 {
		return 0
	}
	return o.both / o.mean()
}

// shared weighs two sorted sets. One that is cut off knows nothing of features lighter than its last, so both are
// compared down to there.
func shared(a, b []feature, aCut, bCut bool) (o overlap) {
	last := feature(1<<32 - 1)
	if aCut {
		last = a[len(a)-1]
	}
	if bCut {
		last = min(last, b[len(b)-1])
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) && min(a[i], b[j]) <= last {
		x, y := a[i], b[j]
		if x <= y {
			o.a += weights[x>>hashBits]
			i++
		}
		if y <= x {
			w := weights[y>>hashBits]
			o.b += w
			j++
			if x == y {
				o.both += w
				o.n++
			}
		}
	}
	for ; i < len(a) && a[i] <= last; i++ {
		o.a += weights[a[i]>>hashBits]
	}
	for ; j < len(b) && b[j] <= last; j++ {
		o.b += weights[b[j]>>hashBits]
	}
	return o
}
