package loop

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/store"
)

// reasons are such as reviewers write: with keywords, with words of the lexicon, with words that only corrections teach, none.
var reasons = []string{
	"Examples are wrong", "too generic, no real examples", "Missing configuration section", "I got lost, hard to follow", "não entendi nada",
	"please mind the gazebo protocol", "the gazebo again", "tone!", "I just don't like it", "", NoReason, "???", "say what the flux is for", "nobody asked for this",
	"it is the", "does not build on my machine", "a gazebo | pipe\n<b>", "too late",
}

func madeReason(r *rand.Rand) string {
	reason := reasons[r.IntN(len(reasons))]
	if r.IntN(3) == 0 {
		reason += " " + reasons[r.IntN(len(reasons))]
	}
	return reason
}

// madeRejection makes a decision; every third comes from elsewhere, and some have a category.
func madeRejection(r *rand.Rand, n int) *decision.Decision {
	d := &decision.Decision{
		Schema: decision.Schema, Source: decision.Human, At: now.Add(time.Duration(n-300) * time.Hour), Verdict: decision.Rejected,
		Agent: []string{"rio", "Rio", "tea", "unknown"}[r.IntN(4)], Reason: madeReason(r), ReviewPoint: []string{"", "HITL-1", "hitl-1"}[r.IntN(3)],
		Artifact: decision.Artifact{Type: decision.Skill, Name: fmt.Sprint("skill-", r.IntN(3)), Path: []string{"", "skills/a.md"}[r.IntN(2)]},
		PR:       decision.PullRequest{Repo: []string{"", "a/b"}[r.IntN(2)], Number: 1 + r.IntN(2)}, Issues: []string{"scope_error"}[:r.IntN(2)],
	}
	if r.IntN(5) == 0 {
		d.Verdict = decision.Verdicts[r.IntN(3)]
	}
	if r.IntN(3) == 0 {
		d.Category = decision.Categories[r.IntN(6)]
		d.CategoryBy = append([]decision.CategoryBy{""}, decision.CategoriesBy...)[r.IntN(4)]
	}
	d.ID = decision.NewID(d.At, entropyOf{r})
	if r.IntN(3) == 0 {
		d.Source, d.SourceID = decision.FromEvent, fmt.Sprint("event-", n)
		d.ID = decision.DerivedID(d.At, string(d.Source), d.SourceID)
	}
	return d
}

type entropyOf struct{ *rand.Rand }

func (e entropyOf) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e.Uint32())
	}
	return len(p), nil
}

// madeChange amends or redacts something.
func madeChange(r *rand.Rand, n int, of []string) *decision.Amendment {
	a := &decision.Amendment{Schema: decision.AmendmentSchema, Source: decision.Human, At: now.Add(time.Duration(n-300) * time.Hour), By: "somebody", Of: of[r.IntN(len(of))]}
	a.ID = decision.NewID(a.At, entropyOf{r})
	switch r.IntN(8) {
	case 0:
		a.Field = decision.RedactedField
	case 1:
		a.Field, a.Value = decision.RedactedField, decision.TextValue([]string{"reason", "category"}[r.IntN(2)])
	case 2:
		a.Field, a.Value = "reason", decision.TextValue(madeReason(r))
	case 3:
		a.Field, a.Value = "verdict", decision.TextValue(string(decision.Verdicts[r.IntN(3)]))
	case 4:
		a.Field = "category" // none
	default:
		a.Field, a.Value = "category", decision.TextValue(string(decision.Categories[r.IntN(6)]))
		if r.IntN(5) == 0 {
			a.Source = decision.Validator
		}
	}
	return a
}

// read reads every record, learns from the corrected ones in the order in which they come, and counts.
func read(t *testing.T, l *Ledger, filters []Filter) (counts []learn.Counts, assessed map[string]learn.Assignment, c *learn.Categorizer) {
	t.Helper()
	var all []*decision.Decision
	for d, err := range l.Log(context.Background(), Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	model := new(learn.Model)
	for _, d := range all {
		said := strings.TrimSpace(d.Reason)
		if d.CategoryBy == decision.ByReviewer && d.Category != "" && said != "" && said != NoReason {
			model.Learn(d.Reason, d.Category)
		}
	}
	c = learn.NewCategorizer(l.Config.Learn.Keywords, model)
	assessed = map[string]learn.Assignment{}
	categoryOf := func(d *decision.Decision) decision.Category {
		if d.Category != "" {
			return d.Category
		}
		return c.Categorize(d.Reason).Category
	}
	for _, f := range filters {
		got, limit := learn.Counts{}, f.Limit
		for _, d := range all {
			category := categoryOf(d)
			fit := f
			fit.Category = ""
			if !fit.fits(d) || d.Verdict != decision.Rejected {
				continue
			}
			if limit--; f.Limit > 0 && limit < 0 {
				break
			}
			assessed[d.ID] = learn.Assignment{Category: category}
			if f.Category == "" || f.Category == category {
				got[category]++
			}
		}
		counts = append(counts, got)
	}
	return counts, assessed, c
}

// Whatever was recorded, corrected and hidden, the index counts as reading every record does, and the order of records
// changes nothing.
func TestCountsAreThoseOfReadingEverything(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: reads many records")
	}
	filters := []Filter{
		{}, {Agent: "RIO"}, {Agent: "nobody"}, {Since: now.Add(-290 * time.Hour), Until: now.Add(-270 * time.Hour)}, {ReviewPoint: "HITL-1", Issue: "SCOPE_error"},
		{Artifact: "skills/A.md"}, {Artifact: "skill-1", Agent: "tea"}, {Repo: "A/B", PR: 1}, {PR: 2}, {Repo: "a/b"}, {Limit: 7}, {Agent: "rio", Category: decision.Clarity},
		{Verdict: decision.Approved},
	}
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 1))
		l := ledger(t)
		if seed%2 == 1 {
			l.Config.Learn.Keywords = map[string][]string{"clarity": {"say what"}, "other": {"too late"}}
		}
		var ids []string
		n := 0
		for range 6 {
			var files []store.File
			for range 1 + r.IntN(20) {
				n++
				d := madeRejection(r, n)
				ids, files = append(ids, d.ID), append(files, encoded(t, d.Path(), d))
			}
			for range r.IntN(12) {
				n++
				a := madeChange(r, n, ids)
				ids, files = append(ids, a.ID), append(files, encoded(t, a.Path(), a))
			}
			if _, err := l.store.Append(context.Background(), now, "more", files...); err != nil {
				t.Fatal(err)
			}
			compareCounts(t, l, filters)
		}
	}
}

func compareCounts(t *testing.T, l *Ledger, filters []Filter) {
	t.Helper()
	ctx := context.Background()
	want, assessed, categorizer := read(t, l, filters)
	for i, f := range filters {
		got, err := l.Counts(ctx, f)
		if f.Verdict == decision.Approved {
			want[i] = got // counts are of rejections
		}
		if err != nil || !reflect.DeepEqual(got, want[i]) {
			t.Fatalf("%+v: %v, %v; want %v", f, got, err, want[i])
		}
	}
	byAgent, err := l.CountsByAgent(ctx, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	sum := learn.Counts{}
	for agent, counts := range byAgent {
		for c, n := range counts {
			sum[c] += n
		}
		if agent == "tea" && len(counts) > 0 {
			if of, err := l.Counts(ctx, Filter{Agent: "tea"}); err != nil || !reflect.DeepEqual(of, counts) {
				t.Fatalf("of tea %v, %v; among all agents %v", of, err, counts)
			}
		}
	}
	if !reflect.DeepEqual(sum, want[0]) {
		t.Fatalf("by agent %v; want %v", sum, want[0])
	}
	g, err := l.Learning(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, reason := range reasons {
		if got, want := g.Categorizer().Explain(reason), categorizer.Explain(reason); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %+v, want %+v", reason, got, want)
		}
	}
	for d, err := range l.Log(ctx, Filter{Verdict: decision.Rejected}) {
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Assess(ctx, d); got.Category != assessed[d.ID].Category {
			t.Fatalf("%s: %+v, want %+v", d.ID, got, assessed[d.ID])
		}
		if g.Action(d) == "" && len(d.Redacted) == 0 {
			t.Fatalf("nothing is learned from %+v", d)
		}
	}
}

// A decision says what follows from it, by what the store teaches at that moment.
func TestDecideConcludes(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: reads many records")
	}
	l := ledger(t)
	decide := func(change func(*decision.Decision)) *decision.Decision {
		t.Helper()
		d := &decision.Decision{Verdict: decision.Rejected, Agent: "rio", Artifact: decision.Artifact{Type: decision.Skill, Name: "redis-cache.md"}}
		change(d)
		if _, err := l.Decide(context.Background(), d, now); err != nil {
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
			d.Reason, d.Source, d.SourceID, d.At, d.ID = "wrong", decision.GitHub, "r1", now, decision.DerivedID(now, "github", "r1")
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
	if got := l.Assess(ctx, before); got.Category != decision.OtherReason || got.Basis != learn.ByRecord {
		t.Errorf("%+v", got)
	}
	if got := l.Assess(ctx, &decision.Decision{Verdict: decision.Rejected, Reason: reason}); got.Category != decision.Relevance || got.Basis != learn.ByModel {
		t.Errorf("%+v", got)
	}
}

// Whoever asks for an assessment where nothing can be read gets that of a store which has taught nothing.
func TestAssessWithoutStore(t *testing.T) {
	l := &Ledger{Options: Options{Config: config.Default(nil)}}
	l.learning = &Learning{categorizer: learn.NewCategorizer(nil, nil)}
	if got := l.Assess(context.Background(), &decision.Decision{Verdict: decision.Rejected, Reason: "wrong"}); got.Category != decision.Examples {
		t.Errorf("%+v", got)
	}
}
