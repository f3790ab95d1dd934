package benchmark

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/verdict"
)

// verdictsOfGates are so many records of what gates found, on pull requests of three heads each, and of what reviewers said of them.
func verdictsOfGates(n int) (all []*decision.Decision) {
	at := endOfYear.AddDate(-1, 0, 0)
	for i := 0; len(all) < n; i++ {
		at = at.Add(5 * time.Minute)
		for head := range 3 {
			v := verdict.Verdict{At: at.Add(time.Duration(head) * time.Minute), State: fmt.Sprintf("%040x", 3*i+head), Policy: "p", Agent: fmt.Sprint("agent-", i%20)}
			for j, g := range gate.BuiltIn {
				if (i+j+head)%7 == 0 {
					v.Findings = append(v.Findings, verdict.Count{Gate: g.ID, Certain: i % 3, Possible: 1})
				}
			}
			all = append(all, v.OfPull("team/kb", i+1))
		}
		d := &decision.Decision{Schema: decision.Schema, Source: decision.GitHub, SourceID: fmt.Sprint(i), At: at.Add(4 * time.Minute), Verdict: decision.Approved, ReviewPoint: "pr-review", Reviewer: "ana",
			Agent: "agent-1", Artifact: decision.Artifact{Type: decision.Claim, Name: fmt.Sprintf("team/kb#%d", i+1)}, PR: decision.PullRequest{Repo: "team/kb", Number: i + 1}}
		d.ID = decision.DerivedID(d.At, string(d.Source), d.SourceID)
		all = append(all, d)
	}
	return all
}

// What gates are worth by 100 thousand records, with an index: at most 200 ms.
func BenchmarkGatesWorth(b *testing.B) {
	dir := b.TempDir()
	l := yearsLedger(b, dir, verdictsOfGates(100_000))
	if _, err := recall.Worth(context.Background(), l, time.Time{}, nil); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		fresh, err := ledger.Open(context.Background(), ledger.Options{Root: dir, Config: config.Default(gate.BuiltIn.Specs())})
		if err != nil {
			b.Fatal(err)
		}
		w, err := recall.Worth(context.Background(), fresh, time.Time{}, nil)
		if err != nil || w.Proposals != 25_000 {
			b.Fatalf("%v, %d proposals", err, w.Proposals)
		}
		if err := fresh.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
