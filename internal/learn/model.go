package learn

import (
	"math"
	"slices"

	"github.com/kbgate/kbgate/internal/decision"
)

// Model is the second stage. A lexicon begins it: a log-linear model over phrases and stems, whose weights were fitted
// beforehand. To that a store adds what its corrected reasons teach. It holds nothing but counts, so that learning is
// incremental and the order of reasons changes nothing. The zero value knows the lexicon
// alone. It is not safe for use by several goroutines while one of them learns.
//
// Of each phrase and stem it counts how many corrected reasons of each category hold it, and how many the lexicon alone would
// have expected. The logarithm of their ratio is what the store says beyond the lexicon: one step of iterative scaling
// (Darroch, Ratcliff, Generalized iterative scaling for log-linear models, 1972). What the lexicon knows already teaches
// nothing, and so cannot count twice.
type Model struct {
	reasons tally
	stems   map[uint64]tally
}

// tally counts reasons of each category.
type tally struct {
	seen     counts // as people set it
	expected counts // as the lexicon gives it, in hundredths of a reason
}

// counts are whole numbers, one for each of decision.Categories.
type counts [6]uint32

// The constants of the second stage. Those of learning were chosen by learning curves: the lexicon was fitted without the
// halves for tuning, and these gave both the corrections and what was measured, in many orders.
const (
	// The phrases of a reason are not independent: the sum of n of them is multiplied by (usual/n) to this power.
	dependence = 0.5
	usual      = 12.0
	least      = 4.0 // n counts as this at least

	// Reasons of each category that are taken as seen and as expected, so that what is rare says little: of a phrase that
	// the lexicon knows, of a stem that it does not know, and for how often the categories occur at all.
	familiar = 15.0
	newcomer = 1.0
	evenness = 60.0

	// Platt's curve, fitted to proposals for reasons that the fit had not seen (Platt, Probabilistic outputs for support
	// vector machines, 1999): the odds that a proposal is right are those of its score to this power, times exp(shift).
	slope = 0.79
	shift = 0.11
)

// count takes in the features of a reason.
func (m *Model) count(features []feature, l *lexicon, category decision.Category) {
	c := indexOf(category)
	p := new(Model).probabilities(features, l)
	count := func(t tally) tally {
		t.seen[c]++
		for e := range p {
			t.expected[e] += uint32(math.Round(100 * p[e]))
		}
		return t
	}
	if m.stems == nil {
		m.stems = map[uint64]tally{}
	}
	m.reasons = count(m.reasons)
	for _, f := range features {
		if f.teaches {
			m.stems[f.hash] = count(m.stems[f.hash])
		}
	}
}

// Reasons is how many reasons the model has learned from.
func (m *Model) Reasons() int {
	total := 0
	for _, n := range m.reasons.seen {
		total += int(n)
	}
	return total
}

// propose gives the likeliest category of a reason and its probability.
func (m *Model) propose(features []feature, l *lexicon) (decision.Category, float64) {
	p := m.probabilities(features, l)
	best := slices.Index(p[:], slices.Max(p[:])) // of equal ones the first
	return decision.Categories[best], calibrated(p[best])
}

// calibrated is Platt's: a logistic curve through how often proposals of that score were right.
func calibrated(p float64) float64 {
	p = min(max(p, 1e-9), 1-1e-9)
	return 1 / (1 + math.Exp(-slope*math.Log(p/(1-p))-shift))
}

// probabilities gives P(c|features), before it is calibrated.
func (m *Model) probabilities(features []feature, l *lexicon) weights {
	score := m.prior(l)
	add := func(sum *weights, n float64) {
		scale := dampened(n)
		for c := range score {
			score[c] += sum[c] * scale
		}
	}
	var known, learned weights
	n, seen := 0.0, 0.0
	for i := range features {
		f := &features[i]
		if f.known != nil {
			n++
			for c, w := range f.known.weights {
				known[c] += w
			}
		}
		if w, ok := m.evidence(f); ok {
			seen++
			for c := range w {
				learned[c] += w[c]
			}
		}
	}
	add(&known, n)
	add(&learned, seen)
	return softmax(score)
}

// dampened gives the factor for a sum of n.
func dampened(n float64) float64 { return math.Pow(usual/max(n, least), dependence) }

// prior gives log P(c), up to a constant: what the lexicon's bias says, moved by the store's own distribution.
func (m *Model) prior(l *lexicon) weights {
	p := l.bias
	beyond := m.reasons.beyond(evenness)
	for c := range p {
		p[c] += beyond[c]
	}
	return p
}

// evidence gives how the corrected reasons that hold a feature change the logarithm of each category's odds; false where
// there are none.
func (m *Model) evidence(f *feature) (weights, bool) {
	t, ok := m.stems[f.hash]
	if !ok {
		return weights{}, false
	}
	if f.known == nil {
		return t.beyond(newcomer), true
	}
	return t.beyond(familiar), true
}

// beyond gives the logarithm of how much oftener each category was seen than the lexicon expected.
func (t *tally) beyond(given float64) (w weights) {
	for c := range w {
		w[c] = math.Log((float64(t.seen[c]) + given) / (float64(t.expected[c])/100 + given))
	}
	return w
}

func softmax(score weights) weights {
	top, sum := slices.Max(score[:]), 0.0
	for c := range score {
		score[c] = math.Exp(score[c] - top)
		sum += score[c]
	}
	for c := range score {
		score[c] /= sum
	}
	return score
}
