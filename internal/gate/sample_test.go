package gate_test

import (
	"context"
	"os"
	"testing"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/gate"
)

// People accepted the claims of the knowledge base that KBGATE_SAMPLE names, so the gates that guess may block at most
// one in twenty of them.
func TestAcceptedClaimsPass(t *testing.T) {
	sample := os.Getenv("KBGATE_SAMPLE")
	if sample == "" {
		t.Skip("KBGATE_SAMPLE names no knowledge base")
	}
	result, err := check.Run(context.Background(), check.Request{Dir: sample, Paths: []string{sample}, Now: today})
	if err != nil {
		t.Fatal(err)
	}
	blocked := map[string]bool{}
	for _, f := range result.Document.Findings {
		if f.Severity == string(gate.Blocking) && f.Gate != gate.FrontmatterSchema.ID && f.Gate != gate.DateErrors.ID {
			blocked[f.Path] = true
			t.Logf("%s: %s: %s", f.Path, f.Gate, f.Message)
		}
	}
	n := result.Document.Checked.Claims
	t.Logf("%d of %d claims are blocked", len(blocked), n)
	if len(blocked)*20 > n {
		t.Errorf("more than one in twenty")
	}
}
