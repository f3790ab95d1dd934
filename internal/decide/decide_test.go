package decide

import (
	"context"
	"fmt"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/store/index"
)

// A decision says what follows from it, by what the store teaches at that moment.
func TestDecideConcludes(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: reads many records")
	}
	l := ledgertest.New(t)
	decide := func(change func(*decision.Decision)) *decision.Decision {
		t.Helper()
		d := &decision.Decision{Verdict: decision.Rejected, Agent: "rio", Artifact: decision.Artifact{Type: decision.Skill, Name: "redis-cache.md"}}
		change(d)
		if _, err := Decide(context.Background(), l, d, ledgertest.Now); err != nil {
			t.Fatal(err)
		}
		return d
	}
	for name, test := range map[string]struct {
		change func(*decision.Decision)
		want   string
	}{
		"by a keyword":        {func(d *decision.Decision) { d.Reason = "Examples are vague and incomplete" }, "examples keyword [specificity completeness] Validate all code examples in Docker"},
		"by what is known":    {func(d *decision.Decision) { d.Reason = "I got lost, hard to follow" }, "clarity learned [] Simplify language and structure"},
		"by nothing":          {func(d *decision.Decision) { d.Reason = "Mind the Gazebo" }, "other  [] Review: mind the gazebo"},
		"no reason":           {func(*decision.Decision) {}, "other  [] Review: unclear issue"},
		"by the reviewer":     {func(d *decision.Decision) { d.Reason, d.Category = "Examples are wrong", "relevance" }, "relevance reviewer [] Ensure artifact matches Redis specifically"},
		"with its own action": {func(d *decision.Decision) { d.Reason, d.LearnedAction = "wrong", "Ask first" }, "examples keyword [] Ask first"},
		"approved":            {func(d *decision.Decision) { d.Reason, d.Verdict = "wrong, but well", decision.ApprovedWithChanges }, "  [] "},
		"from elsewhere": {func(d *decision.Decision) {
			d.Reason, d.Source, d.SourceID, d.At, d.ID = "wrong", decision.GitHub, "r1", ledgertest.Now, decision.DerivedID(ledgertest.Now, "github", "r1")
		}, "  [] "},
	} {
		d := decide(test.change)
		if got := fmt.Sprint(d.Category, " ", d.CategoryBy, " ", d.Also, " ", d.LearnedAction); got != test.want {
			t.Errorf("%s: %s; want %s", name, got, test.want)
		}
	}
	// What is corrected again and again is known from then on; what was recorded before stays.
	const reason = "Please mind the gazebo protocol"
	before := decide(func(d *decision.Decision) { d.Reason = reason })
	for range 4 {
		decide(func(d *decision.Decision) { d.Reason, d.Category = "gazebo protocol not minded", "relevance" })
		decide(func(d *decision.Decision) { d.Reason, d.Category = "the gazebo protocol!", "relevance" })
	}
	after := decide(func(d *decision.Decision) { d.Reason = reason })
	if before.Category != decision.OtherReason || after.Category != decision.Relevance || after.CategoryBy != decision.ByModel {
		t.Errorf("%s before, then %s by %s", before.Category, after.Category, after.CategoryBy)
	}
	ctx := context.Background()
	if got := l.Learned(ctx, index.Always).Assess(before); got.Category != decision.OtherReason || got.Basis != learn.ByRecord {
		t.Errorf("%+v", got)
	}
	if got := l.Learned(ctx, index.Always).Assess(&decision.Decision{Verdict: decision.Rejected, Reason: reason}); got.Category != decision.Relevance || got.Basis != learn.ByModel {
		t.Errorf("%+v", got)
	}
}
