package learn

import (
	"math"
	"slices"
)

// explain proposes a category and shows which words spoke for it.
func (m *Model) explain(reason string, words []word, features []feature) *Proposal {
	category, probability := m.propose(features)
	p := &Proposal{Category: category, Probability: probability, Learned: m.Reasons()}
	prior := m.prior()
	at := indexOf(category)
	for _, f := range features {
		w, ok := m.evidence(f.hash, &prior)
		if !ok {
			continue
		}
		n := 0
		for _, count := range m.stems[f.hash] {
			n += int(count)
		}
		p.Words = append(p.Words, Weight{reason[words[f.first].start:words[f.last].end], f.stem, w[at], n})
	}
	slices.SortStableFunc(p.Words, func(a, b Weight) int {
		switch x, y := math.Abs(a.Weight), math.Abs(b.Weight); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return p
}
