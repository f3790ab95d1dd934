package guard

import "github.com/kbgate/kbgate/internal/decision"

// MinimumEvidence is GUARD-003.
var MinimumEvidence = &Guard{
	ID:    "GUARD-003",
	Types: []decision.ArtifactType{decision.Email},
	Run:   minimumEvidence,
}

func minimumEvidence(in *Input) *Failure {
	s := readEvidence(in)
	if len(s.company) > 0 && len(s.role) > 0 {
		return nil
	}
	return &Failure{Message: "no evidence", Possible: s.isDoubtful()}
}

// enoughWork is how many words of people's work make a text concrete.
const enoughWork = 8

func (s *shown) isDoubtful() bool {
	role := len(s.role) > 0 || s.work >= enoughWork || !s.mapped && len(s.company) > 0
	company := len(s.company) > 0 || !s.known && s.work >= enoughWork
	return role && company
}
