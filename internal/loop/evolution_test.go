package loop

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/store"
)

var lastMonth = evolution.Window{Since: now.AddDate(0, 0, -30), Until: now}

func rejectedAt(t *testing.T, l *Ledger, at time.Time, reason string, category decision.Category) *decision.Decision {
	t.Helper()
	d := &decision.Decision{At: at, Verdict: decision.Rejected, Agent: "rio", Artifact: decision.Artifact{Type: decision.Skill, Name: "redis-cache"}, Reason: reason, Category: category}
	if _, err := l.Decide(context.Background(), d, now); err != nil {
		t.Fatal(err)
	}
	return d
}

// The report counts what amendments have made of the records: a corrected category, and a reason that another one hides.
func TestEvolutionFoldsAmendments(t *testing.T) {
	ctx, l := context.Background(), ledger(t)
	l.Config.Learn.Keywords = map[string][]string{"relevance": {"wibble"}}
	rejectedAt(t, l, now.Add(-5*time.Hour), "wibble", "")
	clarity := rejectedAt(t, l, now.Add(-4*time.Hour), "whatever", decision.Clarity)
	reworded := rejectedAt(t, l, now.Add(-3*time.Hour), "something is missing", "")
	last := rejectedAt(t, l, now.Add(-2*time.Hour), "the secret example is wrong", "")
	if e, err := l.Evolution(ctx, lastMonth); err != nil || len(e.Artifacts) != 1 || e.Artifacts[0].Reason != last.Reason || e.Artifacts[0].Action == "" {
		t.Fatalf("%v, %+v", err, e)
	}
	for _, a := range []*decision.Amendment{
		{Of: clarity.ID, Field: "category", Value: decision.TextValue("specificity"), By: "me"},
		{Of: reworded.ID, Field: "reason", Value: decision.TextValue("too vague"), By: "me"},
	} {
		if err := l.Amend(ctx, a, now); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.Redact(ctx, last.ID, nil, "me", "", now); err != nil {
		t.Fatal(err)
	}
	e, err := l.Evolution(ctx, lastMonth)
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
	ctx, l := context.Background(), ledger(t)
	rejectedAt(t, l, now.Add(-5*time.Hour), "vague", "")
	var files []store.File
	for _, at := range []time.Time{now.AddDate(0, 0, -1), now.AddDate(0, 0, -40), now.AddDate(0, 0, -90)} {
		files = append(files, store.File{Path: (&decision.Decision{ID: l.newID(at)}).Path(), Data: []byte("schema: [\n")})
	}
	if _, err := l.store.Append(ctx, now, "damage", files...); err != nil {
		t.Fatal(err)
	}
	e, err := l.Evolution(ctx, lastMonth)
	if err != nil || e.Unread != (evolution.Unread{Window: 1, Earlier: 1}) || e.Approval.Decisions != 1 {
		t.Errorf("%v, %+v", err, e)
	}
}

// Whether the period before is a whole one depends on what lies before it.
func TestEvolutionKnowsWhatIsOlder(t *testing.T) {
	ctx, l := context.Background(), ledger(t)
	rejectedAt(t, l, now.AddDate(0, 0, -1), "vague", "")
	rejectedAt(t, l, now.AddDate(0, 0, -35), "vague", "")
	e, err := l.Evolution(ctx, lastMonth)
	if err != nil || e.Earlier == nil || e.Earlier.Whole {
		t.Errorf("%v, %+v", err, e.Earlier)
	}
	rejectedAt(t, l, now.AddDate(0, 0, -90), "vague", "")
	if e, err = l.Evolution(ctx, lastMonth); err != nil || !e.Earlier.Whole {
		t.Errorf("%v, %+v", err, e.Earlier)
	}
}
