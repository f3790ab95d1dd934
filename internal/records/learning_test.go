package records_test

import (
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/records"
)

// Whoever asks for an assessment where nothing can be read gets that of a store which has taught nothing.
func TestAssessWithoutStore(t *testing.T) {
	if got := records.NewUntrained(nil).Assess(&decision.Decision{Verdict: decision.Rejected, Reason: "wrong"}); got.Category != decision.Examples {
		t.Errorf("%+v", got)
	}
}
