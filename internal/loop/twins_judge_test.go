package loop

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/store"
)

// twinned gives a ledger of some decisions, each with a twin that disagrees, and their ids and contents in order.
func twinned(t *testing.T, n int) (l *Ledger, ids, blobs []string) {
	t.Helper()
	l = ledgerOf(t, config.Default(nil))
	var files []store.File
	for i := range n {
		d := decision.Decision{Schema: decision.Schema, ID: "01K8ZDR380000000000000000" + string(rune('1'+i)), Source: decision.Human, At: now.AddDate(-1, 0, 0), Verdict: decision.Rejected,
			Reviewer: "ana", Agent: "rio", Artifact: decision.Artifact{Type: "skill", Name: "a"}, Reason: "as it was"}
		own := encoded(t, d.Path(), &d)
		blob := decision.BlobID(own.Data, strings.Repeat("0", 40))
		d.Verdict = decision.Approved
		twin := encoded(t, "", &d)
		twin.Path = decision.TwinPath(&d, decision.BlobID(twin.Data, strings.Repeat("0", 40)))
		files, ids, blobs = append(files, own, twin), append(ids, d.ID), append(blobs, blob)
	}
	if _, err := l.store.Append(context.Background(), now, "twins", files...); err != nil {
		t.Fatal(err)
	}
	return l, ids, blobs
}

// Of more ids than are judged what this clone had first counts, and nothing else; how many there are is told.
func TestTwinsBeyondWhatIsJudged(t *testing.T) {
	l, ids, blobs := twinned(t, 5)
	ctx := context.Background()
	if err := l.store.Keep(ctx, map[string]store.Keep{(&decision.Decision{ID: ids[4]}).Path(): {Blob: blobs[4]}}); err != nil {
		t.Fatal(err)
	}
	defer func(files, bytes int) { mostJudged, mostJudgedBytes = files, bytes }(mostJudged, mostJudgedBytes)
	for _, bound := range []struct{ files, bytes int }{{4, mostJudgedBytes}, {mostJudged, 800}} {
		mostJudged, mostJudgedBytes = bound.files, bound.bytes
		l.index, l.judged = nil, ""
		open, err := l.Disputes(ctx)
		if err != nil || len(open) != 5 {
			t.Fatalf("%d disputes, %v", len(open), err)
		}
		for i, d := range open {
			if d.Beyond != (i >= 2) || d.Beyond && bound.files == 4 && (d.Choice != nil) != (i == 4) {
				t.Errorf("%+v: %d: %+v", bound, i, d)
			}
		}
	}
	mostJudged = 4
	audit, err := l.Verify(ctx, "", now, nil)
	if err != nil || !slices.ContainsFunc(audit.Damages, func(d Damage) bool {
		return strings.HasPrefix(d.Message, "3 more decisions have twins beyond the 4 files that are judged")
	}) {
		t.Errorf("%+v, %v", audit, err)
	}
}

// To record judges nothing, and goes by what was chosen last.
func TestHurriedLedger(t *testing.T) {
	l, ids, blobs := twinned(t, 2)
	ctx := context.Background()
	if err := l.store.Keep(ctx, map[string]store.Keep{(&decision.Decision{ID: ids[0]}).Path(): {Blob: blobs[0]}}); err != nil {
		t.Fatal(err)
	}
	of := func(l *Ledger) (good, bad []string) { return told(t, l.Log(ctx, Filter{})) }
	again := func() *Ledger {
		next, err := Open(ctx, Options{Root: l.Root, Config: l.Config})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { next.Close() })
		next.Hurry()
		return next
	}
	if good, bad := of(again()); len(good) != 0 || len(bad) != 2 {
		t.Errorf("before anything was judged: %v, %v", good, bad)
	}
	if good, bad := of(l); len(good) != 1 || len(bad) != 1 {
		t.Errorf("judged: %v, %v", good, bad)
	}
	if good, bad := of(again()); len(good) != 1 || len(bad) != 1 {
		t.Errorf("hurried: %v, %v", good, bad)
	}
	hurried := again()
	if _, err := hurried.Index(ctx); err != nil {
		t.Fatal(err)
	}
	if hurried.open != nil {
		t.Error("it was judged")
	}
}
