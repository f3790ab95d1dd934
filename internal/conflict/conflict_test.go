package conflict_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/audit"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/conflict"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// twinned gives a ledger of some decisions, each with a twin that disagrees, and their ids and contents in order.
func twinned(t *testing.T, n int) (l *ledger.Ledger, ids, blobs []string) {
	t.Helper()
	l = ledgertest.Of(t, config.Default(nil))
	var files []store.File
	for i := range n {
		d := decision.Decision{Schema: decision.Schema, ID: "01K8ZDR380000000000000000" + string(rune('1'+i)), Source: decision.Human, At: ledgertest.Now.AddDate(-1, 0, 0), Verdict: decision.Rejected,
			Reviewer: "ana", Agent: "rio", Artifact: decision.Artifact{Type: "skill", Name: "a"}, Reason: "as it was"}
		own := ledgertest.Encoded(t, d.Path(), &d)
		blob := decision.BlobID(own.Data, strings.Repeat("0", 40))
		d.Verdict = decision.Approved
		twin := ledgertest.Encoded(t, "", &d)
		twin.Path = decision.CopyPath(&d, decision.BlobID(twin.Data, strings.Repeat("0", 40)))
		files, ids, blobs = append(files, own, twin), append(ids, d.ID), append(blobs, blob)
	}
	if _, err := l.Store.Append(context.Background(), ledgertest.Now, "twins", files...); err != nil {
		t.Fatal(err)
	}
	return l, ids, blobs
}

// Of more ids than are judged what this clone had first counts, and nothing else; how many there are is told.
func TestTwinsBeyondWhatIsJudged(t *testing.T) {
	l, ids, blobs := twinned(t, 5)
	ctx := context.Background()
	if err := l.Store.RememberFirst(ctx, map[string]store.FirstContent{(&decision.Decision{ID: ids[4]}).Path(): {Blob: blobs[4]}}); err != nil {
		t.Fatal(err)
	}
	defer func(files, bytes int) { conflict.MostJudged, *conflict.MostBytes = files, bytes }(conflict.MostJudged, *conflict.MostBytes)
	for _, bound := range []struct{ files, bytes int }{{4, *conflict.MostBytes}, {conflict.MostJudged, 800}} {
		conflict.MostJudged, *conflict.MostBytes = bound.files, bound.bytes
		l := reopened(t, l, ledger.Judged)
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
	conflict.MostJudged = 4
	found, err := audit.Verify(ctx, l, "", ledgertest.Now, nil)
	if err != nil || !slices.ContainsFunc(found.Damages, func(d audit.Damage) bool {
		return strings.HasPrefix(d.Message, "3 more decisions have twins beyond the 4 files that are judged")
	}) {
		t.Errorf("%+v, %v", found, err)
	}
}

// To record judges nothing, and goes by what was chosen last.
func TestHurriedLedger(t *testing.T) {
	l, ids, blobs := twinned(t, 2)
	ctx := context.Background()
	if err := l.Store.RememberFirst(ctx, map[string]store.FirstContent{(&decision.Decision{ID: ids[0]}).Path(): {Blob: blobs[0]}}); err != nil {
		t.Fatal(err)
	}
	of := func(l *ledger.Ledger) (good, bad []string) { return told(t, recall.Log(ctx, l, recall.Filter{})) }
	again := func() *ledger.Ledger { return reopened(t, l, ledger.Remembered) }
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
	if _, err := hurried.Index(ctx, index.Always); err != nil {
		t.Fatal(err)
	}
	if open, err := hurried.Disputes(ctx); open != nil || err != nil {
		t.Error("it was judged")
	}
}

func reopened(t *testing.T, l *ledger.Ledger, conflicts ledger.Conflicts) *ledger.Ledger {
	t.Helper()
	next, err := ledger.Open(context.Background(), ledger.Options{Root: l.Root, Config: l.Config, Conflicts: conflicts})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { next.Close() })
	return next
}

// told gives what a log gives, and which records were bad.
func told(t *testing.T, log func(yield func(*decision.Decision, error) bool)) (good, bad []string) {
	t.Helper()
	for d, err := range log {
		if broken := (*records.BadRecord)(nil); errors.As(err, &broken) {
			bad = append(bad, broken.Path)
		} else if err != nil {
			t.Fatal(err)
		} else {
			good = append(good, d.ID)
		}
	}
	return good, bad
}
