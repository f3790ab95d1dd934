package main

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/gate"
)

// The example knowledge base is what a newcomer sees judged first, so every gate has something to show there. Only
// invalid_suppression has not: a comment that silences nothing would teach nothing; and gates of changes need one.
func TestExamplesShowEveryGate(t *testing.T) {
	root := filepath.Join("..", "..", "examples", "kb")
	dir, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	result, err := check.Run(context.Background(), check.Request{Dir: dir, Now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	fired := map[string]bool{}
	for _, f := range result.Document.Findings {
		fired[f.Gate] = true
	}
	for _, g := range gate.BuiltIn {
		if !fired[g.ID] && g != gate.InvalidSuppression && !g.OfChange {
			t.Errorf("%s finds nothing in %s", g.ID, root)
		}
	}
}
