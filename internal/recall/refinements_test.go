package recall_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// Whether a refinement helped is told by the first decision behind the last session on its artifact, and by an amendment before that; what is
// no sound record counts for nothing. All of that is the same with an index and without.
func TestRefinements(t *testing.T) {
	ctx, l, now := context.Background(), ledgertest.New(t), ledgertest.Now
	var files []store.File
	put := func(path string, r interface{ Encode() ([]byte, error) }) {
		data, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, store.File{Path: path, Data: data})
	}
	refine := func(hour int, artifact string) *decision.Refinement {
		at, score := now.Add(time.Duration(hour)*time.Hour), 3.0
		r := &decision.Refinement{Schema: decision.RefinementSchema, Source: decision.Human, At: at, ID: decision.NewID(at, rand.Reader), Artifact: decision.Artifact{Type: decision.Code, Name: artifact},
			OriginalPrompt: "Fix it.", RefinedPrompt: "Fix it well.", FeedbackType: decision.RuntimeError, ActionsApplied: []string{"add_context"}, Iteration: 1, ScoreBefore: &score, ScoreAfter: &score}
		r.Session = r.ID
		return r
	}
	decide := func(hour int, artifact string, verdict decision.Verdict) {
		at := now.Add(time.Duration(hour) * time.Hour)
		d := &decision.Decision{Schema: decision.Schema, Source: decision.Human, At: at, ID: decision.NewID(at, rand.Reader), Verdict: verdict, Agent: "rio", Reviewer: "ana",
			Artifact: decision.Artifact{Type: decision.Code, Name: artifact}, Reason: "as it is", Category: decision.Clarity}
		put(d.Path(), d)
	}
	want := map[string]decision.Outcome{}
	keep := func(r *decision.Refinement, outcome decision.Outcome) *decision.Refinement {
		put(r.Path(), r)
		want[r.ID] = outcome
		return r
	}
	keep(refine(-20, "a.py"), "") // refined again before anybody decided
	keep(refine(-19, "a.py"), decision.DidNot)
	decide(-18, "a.py", decision.Rejected)
	keep(refine(-17, "a.py"), decision.Helped)
	decide(-16, "a.py", decision.Approved)
	decide(-15, "a.py", decision.Rejected) // not the first one
	keep(refine(-14, "a.py"), "")          // nobody has decided since
	decide(-30, "b.py", decision.Approved) // before it
	keep(refine(-29, "b.py"), "")
	said := keep(refine(-28, "c.py"), decision.DidNot)
	decide(-27, "c.py", decision.Approved)
	amend := &decision.Amendment{Schema: decision.AmendmentSchema, Of: said.ID, Field: decision.SuccessField, Value: decision.TextValue("false"), By: "ana", At: now, ID: decision.NewID(now, rand.Reader)}
	put(amend.Path(), amend)
	unsound := *amend
	unsound.At = now.Add(time.Hour)
	unsound.ID, unsound.By, unsound.Value = decision.NewID(unsound.At, rand.Reader), "", decision.TextValue("true")
	put(unsound.Path(), &unsound)

	ahead := refine(24*400, "d.py")
	put(ahead.Path(), ahead)
	misnamed := refine(-3, "d.py")
	put(refine(-3, "d.py").Path(), misnamed)
	lacking := refine(-2, "d.py")
	lacking.FeedbackType = "no_such_type"
	put(lacking.Path(), lacking)
	files = append(files, store.File{Path: strings.TrimSuffix(refine(-1, "d.py").Path(), ".yaml") + ".txt", Data: []byte("x")})
	if _, err := l.Store.Append(ctx, now, "all", files...); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"without an index", "with one"} {
		found, err := recall.Refinements(ctx, l, recall.RefinementFilter{}, now.Add(2*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]decision.Outcome{}
		for _, r := range found.All {
			got[r.ID] = r.Success
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || found.Damaged != 4 || !found.IsAll {
			t.Errorf("%s: %v, %d damaged; want %v", name, got, found.Damaged, want)
		}
		if _, err := l.Index(ctx, index.Always); err != nil {
			t.Fatal(err)
		}
	}
}
