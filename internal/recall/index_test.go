package recall_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// The index of decisions says of each what the decision says with its amendments folded in, redactions of amendments too.
func TestIndexOfDecisions(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: reads many records")
	}
	ctx, dir := context.Background(), t.TempDir()
	for _, args := range [][]string{{"init", "-q"}, {"config", "user.name", "Test"}, {"config", "user.email", "test@example.org"}} {
		cmd := exec.Command("git", args...)
		if cmd.Dir = dir; cmd.Run() != nil {
			t.Skip("there is no git")
		}
	}
	s, err := store.Open(ctx, git.Find(ctx, dir), store.Options{Folder: "feedback", Ref: "refs/heads/feedback"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := rand.New(rand.NewPCG(1, 1))
	var decisions []*decision.Decision
	var amendments []*decision.Amendment
	for round := range 30 {
		at := indexNoon.Add(time.Duration(round) * time.Hour)
		var files []store.File
		for i := range r.IntN(4) {
			d := madeDecision(at, fmt.Sprint(round, "-", i), r)
			decisions, files = append(decisions, d), append(files, ledgertest.Encoded(t, d.Path(), d))
		}
		for i := 0; i < 3 && len(decisions) > 0; i++ {
			a := madeAmendment(at, fmt.Sprint(round, "-", i), r, decisions, amendments)
			amendments, files = append(amendments, a), append(files, ledgertest.Encoded(t, a.Path(), a))
		}
		if _, err := s.Append(ctx, at, "more", files...); err != nil {
			t.Fatal(err)
		}
		x, err := records.OpenIndex(ctx, s, nil, nil, index.Options{})
		if err != nil {
			t.Fatal(err)
		}
		compareWithFold(t, x, decisions, amendments)
	}
}

func compareWithFold(t *testing.T, x *index.Index, decisions []*decision.Decision, amendments []*decision.Amendment) {
	t.Helper()
	var want []string
	var columns []string
	for _, c := range decision.Columns() {
		columns = append(columns, c.Name)
	}
	for _, d := range decisions {
		view := decision.Fold(d, amendments...)
		var texts []string
		for _, own := range view.Texts() {
			texts = append(texts, fmt.Sprint(slices.DeleteFunc(slices.Clone(own), func(s string) bool { return s == "" })))
		}
		want = append(want, d.Path()+" "+d.At.String()+" "+strings.Join(texts, " "))
	}
	rows, err := x.Rows(context.Background(), index.Query{}, 0, columns...)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range rows {
		var texts []string
		for _, own := range r.Texts {
			texts = append(texts, fmt.Sprint(own))
		}
		got = append(got, r.Path+" "+r.At.String()+" "+strings.Join(texts, " "))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// madeDecision makes a decision at random.
func madeDecision(at time.Time, id string, r *rand.Rand) *decision.Decision {
	d := &decision.Decision{
		Schema: decision.Schema, Source: decision.FromEvent, SourceID: id, At: at, Verdict: decision.Verdicts[r.IntN(3)], Agent: fmt.Sprint("agent-", r.IntN(3)),
		Artifact: decision.Artifact{Type: decision.Skill, Name: "skill " + id}, Subject: "somebody " + id, Category: decision.Clarity,
		Issues: []string{"scope_error", "date_errors"}[:r.IntN(3)], Tags: []string{"t" + id}, PR: decision.PullRequest{Repo: "a/b", Number: r.IntN(3)},
	}
	if score := float64(r.IntN(200)) / 2; score < 50 {
		d.QualityScore, d.ReviewSeconds = &score, r.IntN(3)
	}
	d.ID = decision.DerivedID(at, string(d.Source), id)
	return d
}

// madeAmendment makes an amendment at random.
func madeAmendment(at time.Time, id string, r *rand.Rand, of []*decision.Decision, earlier []*decision.Amendment) *decision.Amendment {
	a := &decision.Amendment{Schema: decision.AmendmentSchema, Source: decision.FromEvent, SourceID: id, At: at, By: "somebody", Of: of[r.IntN(len(of))].ID}
	a.ID = decision.DerivedID(at, "amendment", id)
	switch r.IntN(6) {
	case 0:
		a.Field, a.Value = "category", decision.TextValue(string(decision.Categories[r.IntN(6)]))
	case 1:
		a.Field, a.Value = "subject", decision.TextValue("another "+id)
	case 2:
		a.Field, a.Value = "issues", decision.ListValue("near_duplicate", id)
	case 3:
		a.Field, a.Value = "agent", decision.ListValue("of the wrong type")
	case 4:
		a.Field = decision.RedactedField
	default:
		a.Field = decision.RedactedField
		if len(earlier) > 0 {
			a.Of = earlier[r.IntN(len(earlier))].ID
		}
	}
	return a
}

var indexNoon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
