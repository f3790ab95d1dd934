package guard

import (
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/enrich"
	"github.com/kbgate/kbgate/internal/guard/memory"
)

// Check judges a draft by the memory of its subject.
func (r Registry) Check(d *draft.Draft, m *memory.Memory, s Settings, now time.Time) Result {
	in := &Input{Draft: d, Memory: m, Settings: s, Now: now, Context: enrich.Extract(d.Lead)}
	result := Result{Passed: true, RuleFailures: []Failure{}, Fingerprint: draft.Fingerprint(d.Subject, d.Body), Evidence: in.shown().list(),
		MemoryHit: len(m.Rejections) > 0, Template: d.Template, Campaign: d.Campaign}
	if s.Mode == Off {
		return result
	}
	var blocking []string
	for _, g := range r {
		if g.Types != nil && !slices.Contains(g.Types, d.Type) {
			continue
		}
		failure := g.Run(in)
		if failure == nil {
			continue
		}
		failure.RuleID = g.ID
		if g == MinimumEvidence && in.Context.MeetsMinimum() {
			result.Rescued, result.RecommendedOpener = true, in.Context.RecommendedOpenerSignal
			continue
		}
		result.RuleFailures = append(result.RuleFailures, *failure)
		if failure.Possible {
			continue
		}
		blocking = append(blocking, failure.RuleID+": "+failure.Message)
		if g == RejectionMemory {
			result.Next = s.OnBlock
		}
	}
	if len(blocking) > 0 {
		reason := strings.Join(blocking, "; ")
		result.Passed, result.BlockedReason = s.Mode == Soft, &reason
	}
	return result
}
