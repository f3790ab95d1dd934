package check_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
)

// repeatsOf records the rejections of some notes, stages others, and gives the findings of repeat_draft on those.
func repeatsOf(t *testing.T, rejected, staged map[string]string) (found []finding.Finding) {
	t.Helper()
	l := ledgertest.New(t)
	now := time.Now()
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = l.Root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	run("commit", "-q", "--allow-empty", "-m", "base")
	for name, text := range rejected {
		sum := sha256.Sum256([]byte(text))
		note := draft.ReadMarkdown(name, []byte(text))
		note.Type = decision.Claim
		d := &decision.Decision{Verdict: decision.Rejected, Reviewer: "eva", Reason: "no", Artifact: decision.Artifact{Type: decision.Claim,
			Name: filepath.Base(name), Path: name, SHA: hex.EncodeToString(sum[:])}, Draft: decide.Kept(note, decision.Rejected)}
		if _, err := decide.Decide(context.Background(), l, d, now.Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range staged {
		file := filepath.Join(l.Root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run("add", "claims")
	result, err := check.Run(context.Background(), check.Request{Dir: l.Root, Staged: true, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Document.Findings {
		if f.Gate == "repeat_draft" {
			found = append(found, f)
		}
	}
	return found
}

// Authors mended the claims of the folder that KBGATE_REJECTED_SAMPLE names, NN-before.md and NN-after.md: at most one of the mends may be
// blocked as a repeat, and each claim as it was is.
func TestMendsPass(t *testing.T) {
	sample := os.Getenv("KBGATE_REJECTED_SAMPLE")
	if sample == "" {
		t.Skip("KBGATE_REJECTED_SAMPLE names no folder of rejected claims")
	}
	names, _ := filepath.Glob(filepath.Join(sample, "*-after.md"))
	pairs, blocked, hinted := 0, 0, 0
	for _, name := range names { // each by itself: some were mended, rejected once more, and mended again
		mended, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		was, err := os.ReadFile(strings.Replace(name, "-after", "-before", 1))
		if err != nil {
			continue
		}
		pairs++
		before, after := map[string]string{"claims/a.md": string(was)}, map[string]string{"claims/a.md": string(mended)}
		for _, f := range repeatsOf(t, before, after) {
			if f.Severity == finding.Blocking {
				blocked++
			} else {
				hinted++
			}
		}
		if got := repeatsOf(t, before, before); len(got) != 1 || got[0].Severity != finding.Blocking {
			t.Errorf("%s comes back as it was: %+v", name, got)
		}
	}
	t.Logf("of %d mends %d are blocked and %d are hinted", pairs, blocked, hinted)
	if pairs == 0 || blocked > 1 {
		t.Error("more than one is blocked, or there are none")
	}
}
