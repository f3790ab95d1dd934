package learn

import (
	"cmp"
	"math"
	"slices"

	"github.com/kbgate/kbgate/internal/learn/reading"
)

// faint is the weight below which a word is not shown.
const faint = 0.2

// explain proposes a category and shows which words spoke for it: by how much each moves the logarithm of the category's
// odds against the average of all.
func (m *Model) explain(reason string, words []reading.Word, l *lexicon) *Proposal {
	features := l.featuresOf(words)
	category, probability := m.propose(features, l)
	p := &Proposal{Category: category, Probability: probability, Learned: m.Reasons(), Complaint: l.complaint(features)}
	at := indexOf(category)
	n, seen := 0.0, 0.0
	for i := range features {
		if features[i].known != nil {
			n++
		}
		if _, ok := m.stems[features[i].hash]; ok {
			seen++
		}
	}
	for i := range features {
		f := &features[i]
		weight := 0.0
		if f.known != nil {
			weight = f.known.weights.above(at) * dampened(n)
		}
		reasons := 0
		if w, ok := m.evidence(f); ok {
			weight += w.above(at) * dampened(seen)
			for _, count := range m.stems[f.hash].seen {
				reasons += int(count)
			}
		}
		if math.Abs(weight) >= faint {
			p.Words = append(p.Words, Weight{reason[words[f.first].Start:words[f.last].End], f.stem, weight, reasons, f.known != nil})
		}
	}
	slices.SortStableFunc(p.Words, func(a, b Weight) int { return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)) })
	return p
}

// above gives by how much one stands above the average of all.
func (w *weights) above(at int) float64 {
	sum := 0.0
	for _, x := range w {
		sum += x
	}
	return w[at] - sum/float64(len(w))
}
