package guard

import "github.com/kbgate/kbgate/internal/decision"

// MinimumEvidence is GUARD-003.
var MinimumEvidence = &Guard{
	ID:  "GUARD-003",
	Run: func(*Input) *Failure { return nil },
}

// evidence gives what in a draft is specific to the company or to the role.
func evidence(in *Input) []decision.Evidence { return []decision.Evidence{} }
