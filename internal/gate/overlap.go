package gate

import (
	"slices"

	"github.com/kbgate/kbgate/internal/finding"
)

// WithoutOverlaps leaves out the possible findings that stand on words which a certain finding of the same note stands on, or
// a possible one of a gate that comes earlier in the registry: one hint to a place is enough. What blocks is no hint, and stays:
// else an author could hide it behind a warning, or a reviewer let it through with another. A gate
// that compares hides none, since it says nothing of the words themselves, and what a finding says of another note stays, too.
// What is left takes the place of all.
func (r Registry) WithoutOverlaps(all []finding.Finding, blocks func(*finding.Finding) bool) []finding.Finding {
	rank := map[string]int{}
	compares := map[string]bool{}
	for i, g := range r {
		rank[g.ID], compares[g.ID] = i, g.Compares
	}
	byNote := map[string][]*finding.Finding{}
	for i := range all {
		if f := &all[i]; f.At.End > f.At.Start && len(f.Others) == 0 {
			byNote[f.Path] = append(byNote[f.Path], f)
		}
	}
	outranks := func(a, b *finding.Finding) bool {
		return !a.IsPossible() || a.IsPossible() && rank[a.Gate] < rank[b.Gate]
	}
	isHidden := make([]bool, len(all))
	for i := range all {
		f := &all[i]
		isHidden[i] = f.IsPossible() && len(f.Others) == 0 && !blocks(f) && slices.ContainsFunc(byNote[f.Path], func(other *finding.Finding) bool {
			return other.Gate != f.Gate && !compares[other.Gate] && outranks(other, f) && other.At.Start < f.At.End && f.At.Start < other.At.End
		})
	}
	kept := all[:0]
	for i, f := range all {
		if !isHidden[i] {
			kept = append(kept, f)
		}
	}
	return kept
}
