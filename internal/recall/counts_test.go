package recall_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/store"
)

// reasons are such as reviewers write: with keywords, with words of the lexicon, with words that only corrections teach, none.
var reasons = []string{
	"Examples are wrong", "too generic, no real examples", "Missing configuration section", "I got lost, hard to follow", "não entendi nada",
	"please mind the gazebo protocol", "the gazebo again", "tone!", "I just don't like it", "", learn.NoReason, "???", "say what the flux is for", "nobody asked for this",
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
		Schema: decision.Schema, Source: decision.Human, At: ledgertest.Now.Add(time.Duration(n-300) * time.Hour), Verdict: decision.Rejected,
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
	a := &decision.Amendment{Schema: decision.AmendmentSchema, Source: decision.Human, At: ledgertest.Now.Add(time.Duration(n-300) * time.Hour), By: "somebody", Of: of[r.IntN(len(of))]}
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
func read(t *testing.T, l *ledger.Ledger, filters []recall.Filter) (counts []learn.Counts, assessed map[string]learn.Assignment, c *learn.Categorizer) {
	t.Helper()
	var all []*decision.Decision
	for d, err := range recall.Log(context.Background(), l, recall.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	model := new(learn.Model)
	for _, d := range all {
		said := strings.TrimSpace(d.Reason)
		if d.CategoryBy == decision.ByReviewer && d.Category != "" && said != "" && said != learn.NoReason {
			model.LearnStems(learn.Stems(d.Reason), d.Category)
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
		var fit, naming []*decision.Decision // newest first
		for _, d := range all {
			if f.Limit == 0 && (f.Until.IsZero() || d.At.Before(f.Until)) { // approvals name an agent too
				naming = append(naming, d)
			}
			whole := f
			if whole.Category = ""; f.Limit == 0 && d.PR.Number > 0 { // a chain is looked at whole
				whole.Since, whole.Agent = time.Time{}, ""
			}
			if !whole.Fits(d) || d.Verdict != decision.Rejected || d.Source == decision.Validator {
				continue
			}
			if limit--; f.Limit > 0 && limit < 0 {
				break
			}
			assessed[d.ID] = learn.Assignment{Category: categoryOf(d)}
			fit = append(fit, d)
		}
		for i, d := range fit {
			category := categoryOf(d)
			if f.Limit > 0 {
				naming = fit
			}
			agent := ownerOf(d, naming)
			isAgain := slices.ContainsFunc(fit, func(o *decision.Decision) bool {
				isSame := o != d && d.PR.Number > 0 && strings.EqualFold(o.PR.String(), d.PR.String()) && ownerOf(o, naming) == agent
				isNewer := slices.Index(fit, o) < i
				return isSame && (hasWords(o) && (!hasWords(d) || categoryOf(o) == category && isNewer) || !hasWords(o) && !hasWords(d) && isNewer)
			})
			if isAgain || d.At.Before(f.Since) || f.Agent != "" && agent != recall.AgentName(f.Agent) {
				continue
			}
			if f.Category == "" || f.Category == category {
				got[category]++
			}
		}
		counts = append(counts, got)
	}
	return counts, assessed, c
}

// hasWords reports whether somebody said why something was rejected.
func hasWords(d *decision.Decision) bool {
	said := strings.TrimSpace(d.Reason)
	return said != "" && said != learn.NoReason || d.CategoryBy == decision.ByReviewer || d.Category != "" && d.Category != decision.OtherReason
}

// ownerOf is whose work was rejected: on a pull request, if the decision does not say, whom the newest of the others names.
func ownerOf(d *decision.Decision, all []*decision.Decision) string {
	agent := recall.AgentName(d.Agent)
	for _, o := range all {
		if agent == decision.Unknown && d.PR.Number > 0 && strings.EqualFold(o.PR.String(), d.PR.String()) {
			agent = recall.AgentName(o.Agent)
		}
	}
	return agent
}

// Whatever was recorded, corrected and hidden, the index counts as reading every record does, and the order of records
// changes nothing.
func TestCountsAreThoseOfReadingEverything(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: reads many records")
	}
	filters := []recall.Filter{
		{}, {Agent: "RIO"}, {Agent: "nobody"}, {Since: ledgertest.Now.Add(-290 * time.Hour), Until: ledgertest.Now.Add(-270 * time.Hour)}, {ReviewPoint: "HITL-1", Issue: "SCOPE_error"},
		{Artifact: "skills/A.md"}, {Artifact: "skill-1", Agent: "tea"}, {Repo: "A/B", PR: 1}, {PR: 2}, {Repo: "a/b"}, {Limit: 7}, {Agent: "rio", Category: decision.Clarity},
		{Verdict: decision.Approved},
	}
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 1))
		l := ledgertest.New(t)
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
				ids, files = append(ids, d.ID), append(files, ledgertest.Encoded(t, d.Path(), d))
			}
			for range r.IntN(12) {
				n++
				a := madeChange(r, n, ids)
				ids, files = append(ids, a.ID), append(files, ledgertest.Encoded(t, a.Path(), a))
			}
			if _, err := l.Store.Append(context.Background(), ledgertest.Now, "more", files...); err != nil {
				t.Fatal(err)
			}
			compareCounts(t, l, filters)
		}
	}
}

func compareCounts(t *testing.T, l *ledger.Ledger, filters []recall.Filter) {
	t.Helper()
	ctx := context.Background()
	want, assessed, categorizer := read(t, l, filters)
	for i, f := range filters {
		got, err := recall.Counts(ctx, l, f)
		if f.Verdict == decision.Approved {
			want[i] = got // counts are of rejections
		}
		if err != nil || !reflect.DeepEqual(got, want[i]) {
			t.Fatalf("%+v: %v, %v; want %v", f, got, err, want[i])
		}
	}
	byAgent, err := recall.CountsByAgent(ctx, l, recall.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	sum := learn.Counts{}
	for agent, counts := range byAgent {
		for c, n := range counts {
			sum[c] += n
		}
		if agent == "tea" && len(counts) > 0 {
			if of, err := recall.Counts(ctx, l, recall.Filter{Agent: "tea"}); err != nil || !reflect.DeepEqual(of, counts) {
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
		if got, want := g.Categorizer.Explain(reason), categorizer.Explain(reason); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %+v, want %+v", reason, got, want)
		}
	}
	for d, err := range recall.Log(ctx, l, recall.Filter{Verdict: decision.Rejected}) {
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Assess(d); got.Category != assessed[d.ID].Category {
			t.Fatalf("%s: %+v, want %+v", d.ID, got, assessed[d.ID])
		}
		if g.Action(d) == "" && len(d.Redacted) == 0 {
			t.Fatalf("nothing is learned from %+v", d)
		}
	}
}

// A rejection on a pull request that names no agent is of the agent whom an approval there names, for patterns as for statistics.
func TestApprovalsNameTheAgentOfAChain(t *testing.T) {
	l := ledgertest.New(t)
	var files []store.File
	for i, one := range []struct {
		verdict decision.Verdict
		agent   string
		pr      int
	}{{decision.Rejected, decision.Unknown, 1}, {decision.Approved, "rio", 1}, {decision.Rejected, decision.Unknown, 2}, {decision.Approved, decision.Unknown, 2}} {
		d := &decision.Decision{Schema: decision.Schema, Source: decision.FromEvent, SourceID: strconv.Itoa(i), At: ledgertest.Now.Add(time.Duration(i) * time.Hour), Verdict: one.verdict,
			Agent: one.agent, Artifact: decision.Artifact{Type: decision.Claim, Name: "a"}, PR: decision.PullRequest{Repo: "a/b", Number: one.pr}}
		if one.verdict == decision.Rejected {
			d.Reason = "Too vague"
		}
		d.ID = decision.DerivedID(d.At, string(d.Source), d.SourceID)
		files = append(files, ledgertest.Encoded(t, d.Path(), d))
	}
	ctx := context.Background()
	if _, err := l.Store.Append(ctx, ledgertest.Now, "some", files...); err != nil {
		t.Fatal(err)
	}
	want := map[string]learn.Counts{"rio": {decision.Specificity: 1}, decision.Unknown: {decision.Specificity: 1}}
	got, err := recall.CountsByAgent(ctx, l, recall.Filter{})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	for agent, counts := range want {
		if of, err := recall.Counts(ctx, l, recall.Filter{Agent: agent}); err != nil || !reflect.DeepEqual(of, counts) {
			t.Errorf("of %s %v, %v; want %v", agent, of, err, counts)
		}
	}
}
