package recall_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/store"
)

var lastMonth = evolution.Window{Since: ledgertest.Now.AddDate(0, 0, -30), Until: ledgertest.Now}

func rejectedAt(t *testing.T, l *ledger.Ledger, at time.Time, reason string, category decision.Category) *decision.Decision {
	t.Helper()
	d := &decision.Decision{At: at, Verdict: decision.Rejected, Agent: "rio", Artifact: decision.Artifact{Type: decision.Skill, Name: "redis-cache"}, Reason: reason, Category: category}
	if _, err := decide.Decide(context.Background(), l, d, ledgertest.Now); err != nil {
		t.Fatal(err)
	}
	return d
}

// The report counts what amendments have made of the records: a corrected category, and a reason that another one hides.
func TestEvolutionFoldsAmendments(t *testing.T) {
	ctx, l := context.Background(), ledgertest.New(t)
	l.Config.Learn.Keywords = map[string][]string{"relevance": {"wibble"}}
	rejectedAt(t, l, ledgertest.Now.Add(-5*time.Hour), "wibble", "")
	clarity := rejectedAt(t, l, ledgertest.Now.Add(-4*time.Hour), "whatever", decision.Clarity)
	reworded := rejectedAt(t, l, ledgertest.Now.Add(-3*time.Hour), "something is missing", "")
	last := rejectedAt(t, l, ledgertest.Now.Add(-2*time.Hour), "the secret example is wrong", "")
	if e, err := recall.Evolution(ctx, l, lastMonth); err != nil || len(e.Artifacts) != 1 || e.Artifacts[0].Reason != last.Reason || e.Artifacts[0].Action == "" {
		t.Fatalf("%v, %+v", err, e)
	}
	for _, a := range []*decision.Amendment{
		{Of: clarity.ID, Field: "category", Value: decision.TextValue("specificity"), By: "me"},
		{Of: reworded.ID, Field: "reason", Value: decision.TextValue("too vague"), By: "me"},
	} {
		if err := decide.Amend(ctx, l, a, ledgertest.Now); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := decide.Redact(ctx, l, last.ID, nil, "me", "", ledgertest.Now); err != nil {
		t.Fatal(err)
	}
	e, err := recall.Evolution(ctx, l, lastMonth)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range e.Categories {
		got = append(got, fmt.Sprint(c.Category, " ", c.Share.Count))
	}
	if want := "specificity 2, examples 1, relevance 1"; strings.Join(got, ", ") != want {
		t.Errorf("%s; want %s", strings.Join(got, ", "), want)
	}
	if a := e.Artifacts[0]; a.Reason != "" || a.Action != "" || a.Rejected != 4 {
		t.Errorf("%+v", a)
	}
}

// What cannot be read is counted by the time that its name tells.
func TestEvolutionCountsTheUnread(t *testing.T) {
	ctx, l := context.Background(), ledgertest.New(t)
	rejectedAt(t, l, ledgertest.Now.Add(-5*time.Hour), "vague", "")
	var files []store.File
	for _, at := range []time.Time{ledgertest.Now.AddDate(0, 0, -1), ledgertest.Now.AddDate(0, 0, -40), ledgertest.Now.AddDate(0, 0, -90)} {
		files = append(files, store.File{Path: (&decision.Decision{ID: l.NewID(at)}).Path(), Data: []byte("schema: [\n")})
	}
	if _, err := l.Store.Append(ctx, ledgertest.Now, "damage", files...); err != nil {
		t.Fatal(err)
	}
	e, err := recall.Evolution(ctx, l, lastMonth)
	if err != nil || e.Unread != (evolution.Unread{Window: 1, Earlier: 1}) || e.Approval.Decisions != 1 {
		t.Errorf("%v, %+v", err, e)
	}
}

// Whether the period before is a whole one depends on what lies before it.
func TestEvolutionKnowsWhatIsOlder(t *testing.T) {
	ctx, l := context.Background(), ledgertest.New(t)
	rejectedAt(t, l, ledgertest.Now.AddDate(0, 0, -1), "vague", "")
	rejectedAt(t, l, ledgertest.Now.AddDate(0, 0, -35), "vague", "")
	e, err := recall.Evolution(ctx, l, lastMonth)
	if err != nil || e.Earlier == nil || e.Earlier.Whole {
		t.Errorf("%v, %+v", err, e.Earlier)
	}
	rejectedAt(t, l, ledgertest.Now.AddDate(0, 0, -90), "vague", "")
	if e, err = recall.Evolution(ctx, l, lastMonth); err != nil || !e.Earlier.Whole {
		t.Errorf("%v, %+v", err, e.Earlier)
	}
}

// Whatever stands among the records and cannot be read counts once, and again after the index was made anew.
func TestUnreadable(t *testing.T) {
	ctx, l := context.Background(), ledgertest.New(t)
	rejectedAt(t, l, ledgertest.Now.Add(-time.Hour), "vague", "")
	day := ledgertest.Now.Format("/2006/01/02/")
	id := l.NewID(ledgertest.Now)
	steps := []struct {
		file store.File
		want int
	}{
		{store.File{Path: "decisions/notes.txt", Data: []byte("a note")}, 1},
		{store.File{Path: "decisions/README.md", Data: []byte("of records")}, 1},
		{store.File{Path: "amendments/readme.txt", Data: []byte("of amendments")}, 1},
		{store.File{Path: "rules/x.txt", Data: []byte("of others")}, 1},
		{store.File{Path: "amendments" + day + l.NewID(ledgertest.Now) + ".yaml", Data: []byte("of: [")}, 2},
		{store.File{Path: "decisions" + day + id + ".yaml", Data: []byte("schema: [")}, 3},
		{store.File{Path: "amendments/stray.yaml", Data: []byte("x")}, 4},
	}
	for _, step := range steps {
		if _, err := l.Store.Append(ctx, ledgertest.Now, "damage", step.file); err != nil {
			t.Fatal(err)
		}
		if n, err := recall.Unreadable(ctx, l); err != nil || n != step.want {
			t.Errorf("%s: %d, %v; want %d", step.file.Path, n, err, step.want)
		}
	}
	e, err := recall.Evolution(ctx, l, evolution.Window{Since: ledgertest.Now.AddDate(0, 0, -30), Until: ledgertest.Now.AddDate(0, 0, 1)})
	if err != nil || e.Unread != (evolution.Unread{Window: 1, Undated: 3}) || e.Approval.Decisions != 1 {
		t.Errorf("%+v, %v", e.Unread, err)
	}
	bad := 0
	for _, err := range recall.Log(ctx, l, recall.Filter{}) {
		if err != nil {
			bad++
		}
	}
	if bad != 4 {
		t.Errorf("the log comes upon %d", bad)
	}
}
