package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/report"
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
	showsIn(t, "README.md", "    $ kbgate check examples/kb\n", &result.Document)
	fired := map[string]bool{}
	for _, f := range result.Document.Findings {
		fired[f.Gate] = true
	}
	for _, g := range gate.BuiltIn {
		if !fired[g.ID] && g != gate.InvalidSuppression && !g.OfChange && !g.OfDrafts {
			t.Errorf("%s finds nothing in %s", g.ID, root)
		}
	}
}

// showsIn fails where what a page shows of a check's findings, below its command, is not what the check writes.
func showsIn(t *testing.T, page, command string, doc *finding.Document) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", page))
	if err != nil {
		t.Fatal(err)
	}
	_, shown, ok := strings.Cut(string(text), command)
	shown, _, _ = strings.Cut(shown, "\n\n")
	var out bytes.Buffer
	if err := report.WriteText(&out, doc, report.TextOptions{Gates: gate.BuiltIn}); err != nil {
		t.Fatal(err)
	}
	shown = strings.TrimPrefix(strings.ReplaceAll("\n"+shown, "\n    ", "\n"), "\n")
	if !ok || !strings.Contains(out.String(), shown+"\n\n") {
		t.Errorf("%s shows\n%s\nwhich is not in\n%s", page, shown, out.String())
	}
}
