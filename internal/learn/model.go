package learn

import (
	"math"

	"github.com/kbgate/kbgate/internal/decision"
)

// Model is the second stage: naive Bayes over the stems of corrected reasons, its counts begun by a lexicon. It holds
// nothing but counts, so that learning is incremental, a correction can be taken back, and the order of reasons changes
// nothing. The zero value knows the lexicon alone. It is not safe for use by several goroutines while one of them learns.
//
// Each stem speaks by how much likelier a category is among the reasons that hold it than among all, P(c|f)/P(c), which
// is Bayes' rule for P(f|c)/P(f) (Manning, Raghavan, Schütze, Introduction to Information Retrieval, 2008, section 13.2).
// P(c|f) is shrunk to P(c) as by a Dirichlet prior, so that what is rare says little and what is new says nothing.
type Model struct {
	reasons counts            // of each category
	stems   map[uint64]counts // how many reasons of each category hold a stem
}

// counts are whole numbers, one for each of decision.Categories.
type counts [6]uint32

// The constants of the second stage, chosen by tenfold cross-validation on the half of the labelled reasons that is for
// tuning.
const (
	shrinkage = 4.0 // reasons for which P(c) counts within P(c|f)
	evenness  = 5.0 // reasons of each category that are taken as given, so that a small store has no favourite
	// The words of a reason are not independent: the sum of n of them is divided by n to this power.
	dependence = 0.25
)

// Learn takes in a reason whose category people have set.
func (m *Model) Learn(reason string, category decision.Category) {
	m.change(reason, category, func(n *uint32) { *n++ })
}

// Unlearn takes back what Learn took in: a category that was corrected once more, a reason that was hidden.
func (m *Model) Unlearn(reason string, category decision.Category) {
	m.change(reason, category, func(n *uint32) { *n -= min(*n, 1) })
}

func (m *Model) change(reason string, category decision.Category, by func(*uint32)) {
	words := wordsOf(reason)
	c := indexOf(category)
	if m.stems == nil {
		m.stems = map[uint64]counts{}
	}
	by(&m.reasons[c])
	for _, f := range featuresOf(words, isPortuguese(words)) {
		if !f.teaches {
			continue
		}
		n := m.stems[f.hash]
		if by(&n[c]); n == (counts{}) {
			delete(m.stems, f.hash)
		} else {
			m.stems[f.hash] = n
		}
	}
}

// Reasons is how many reasons the model has learned from.
func (m *Model) Reasons() int {
	total := 0
	for _, n := range m.reasons {
		total += int(n)
	}
	return total
}

// Propose gives the likeliest category of a reason and its probability.
func (m *Model) Propose(reason string) (decision.Category, float64) {
	words := wordsOf(reason)
	return m.propose(featuresOf(words, isPortuguese(words)))
}

func (m *Model) propose(features []feature) (decision.Category, float64) {
	p := m.probabilities(features)
	best := 0
	for c := range p {
		if p[c] > p[best] {
			best = c
		}
	}
	return decision.Categories[best], p[best]
}

// probabilities gives P(c|features).
func (m *Model) probabilities(features []feature) weights {
	prior := m.prior()
	var score weights
	for c := range score {
		score[c] = math.Log(prior[c])
	}
	var sum weights
	known := 0.0
	for _, f := range features {
		if w, ok := m.evidence(f.hash, &prior); ok {
			known++
			for c := range sum {
				sum[c] += w[c]
			}
		}
	}
	scale := math.Pow(max(known, 1), dependence)
	for c := range score {
		score[c] += sum[c] / scale
	}
	return softmax(score)
}

// prior gives P(c).
func (m *Model) prior() weights {
	total := 0.0
	var p weights
	for c, n := range m.reasons {
		p[c] = evenness + float64(n)
		total += p[c]
	}
	for c := range p {
		p[c] /= total
	}
	return p
}

// evidence gives how a stem changes the logarithm of each category's odds; false where it was never seen.
func (m *Model) evidence(stem uint64, prior *weights) (weights, bool) {
	seen, learned := m.stems[stem]
	w, known := lexicon()[stem]
	if !learned && !known {
		return w, false
	}
	total := shrinkage
	for c := range w {
		w[c] += float64(seen[c])
		total += w[c]
	}
	for c := range w {
		w[c] = math.Log((w[c]/prior[c] + shrinkage) / total)
	}
	return w, true
}

func softmax(score weights) weights {
	top, sum := math.Inf(-1), 0.0
	for _, s := range score {
		top = max(top, s)
	}
	for c := range score {
		score[c] = math.Exp(score[c] - top)
		sum += score[c]
	}
	for c := range score {
		score[c] /= sum
	}
	return score
}
