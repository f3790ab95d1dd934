package review

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
)

// told is a house with a history and decisions.
type told struct {
	t *testing.T
	*ledger.Ledger
	day int
}

func newTold(t *testing.T) *told {
	l := ledgertest.Of(t, config.Default(gate.BuiltIn.Specs()))
	ledgertest.Git(t, l.Root, "checkout", "-q", "-b", "main")
	return &told{t, l, 0}
}

func (h *told) git(args ...string) string {
	h.t.Helper()
	h.day++
	at := fmt.Sprintf("2025-01-%02dT12:00:00Z", 1+h.day%28)
	h.t.Setenv("GIT_AUTHOR_DATE", at)
	h.t.Setenv("GIT_COMMITTER_DATE", at)
	return strings.TrimSpace(ledgertest.Git(h.t, h.Root, args...))
}

// commit writes a claim and commits it.
func (h *told) commit(name, text, message string) string {
	h.t.Helper()
	file := filepath.Join(h.Root, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
	h.git("add", "-A")
	h.git("commit", "-q", "-m", message)
	return h.git("rev-parse", "HEAD")
}

func (h *told) decide(d decision.Decision) {
	h.t.Helper()
	h.day++
	d.At = time.Date(2025, 2, 1+h.day%27, 12, h.day, 0, 0, time.UTC)
	if d.Reviewer == "" {
		d.Reviewer = "ana"
	}
	if _, err := decide.Decide(h.t.Context(), h.Ledger, &d, ledgertest.Now); err != nil {
		h.t.Fatal(err)
	}
}

func (h *told) pool() *Pool {
	h.t.Helper()
	repo := git.Find(h.t.Context(), h.Root)
	tip, err := git.Tip(h.t.Context(), repo)
	if err != nil || tip == "" {
		h.t.Fatal(tip, err)
	}
	p, err := FindPool(h.t.Context(), History{Repository: repo, Tip: tip, Config: config.Default(gate.BuiltIn.Specs()), Gates: gate.BuiltIn, Ledger: h.Ledger})
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

func (p *Pool) find(path string) *Case {
	if at := slices.IndexFunc(p.cases, func(c Case) bool { return c.Path == path }); at >= 0 {
		return &p.cases[at]
	}
	return nil
}

// claimOf is a claim about a number, which says something of its own.
func claimOf(n int, title string) string {
	return fmt.Sprintf("---\ntype: claim\ndomain: tea\nconfidence: likely\nsource: \"Trial %d\"\ncreated: 2025-01-02\n---\n\n# %s\n\nIn trial %d the tasters found the difference in %d of 40 cups.\n", n, title, n, n)
}

func TestPool(t *testing.T) {
	h := newTold(t)
	bold, modest := claimOf(1, "glass always spoils tea"), claimOf(1, "glass spoiled tea in one shop")
	h.commit("claims/rejected.md", bold, "Add")
	h.commit("claims/rejected.md", modest, "Better")
	h.commit("claims/approved.md", claimOf(2, "tins keep tea dry in coastal shops"), "Add")
	h.commit("claims/corrected.md", claimOf(3, "jars keep tea dry in coastal shops"), "Add")
	h.commit("claims/plain.md", claimOf(4, "paper lets the smell of tea out within weeks"), "Add")
	h.commit("claims/reviewed.md", strings.Replace(claimOf(5, "steam opens old leaves again"), "likely", "proven", 1), "Add")
	h.commit("claims/reviewed.md", claimOf(5, "steam opens old leaves again"), "Address the review: one trial is not proof\n\nCo-Authored-By: x <x@y>")
	h.commit("claims/edited.md", claimOf(6, "cold water keeps the bitter parts back"), "Add")
	h.commit("claims/edited.md", claimOf(6, "cold water keeps bitter parts back for hours"), "Say it shorter")
	h.git("checkout", "-q", "-b", "proposal")
	h.commit("claims/branch.md", claimOf(7, "every farm burns its old bushes"), "Add")
	h.commit("claims/branch.md", claimOf(7, "two farms in Uji burn their old bushes"), "Second try")
	h.git("checkout", "-q", "main")
	h.git("merge", "-q", "--no-ff", "-m", "Merge", "proposal")
	h.git("checkout", "-q", "-b", "pull")
	head := h.commit("claims/pull.md", claimOf(8, "all soft water makes tea pale"), "Add")
	h.git("checkout", "-q", "main")
	h.commit("claims/pull.md", claimOf(8, "soft water made tea pale in Leeds"), "Squashed (#7)")
	h.commit("claims/robot.md", claimOf(9, "kettles whistle lower at high places"), "Add")

	h.decide(decision.Decision{Verdict: decision.Rejected, Artifact: decision.Artifact{Type: decision.Claim, Name: "rejected.md", Path: "claims/rejected.md", SHA: sum([]byte(bold))},
		Issues: []string{"scope_error"}, Reason: "one shop only"})
	h.decide(decision.Decision{Verdict: decision.Approved, Artifact: decision.Artifact{Type: decision.Claim, Name: "rejected.md", Path: "claims/rejected.md", SHA: sum([]byte(modest))}})
	h.decide(decision.Decision{Verdict: decision.Approved, Artifact: decision.Artifact{Type: decision.Claim, Name: "approved.md", Path: "claims/approved.md"}})
	h.decide(decision.Decision{Verdict: decision.ApprovedWithChanges, Artifact: decision.Artifact{Type: decision.Claim, Name: "corrected.md", Path: "claims/corrected.md", SHA: strings.Repeat("0", 64)},
		Correction: "--- a\n+++ b\n@@ -1 +1 @@\n-# jars keep tea dry\n+# jars keep tea dry in coastal shops\n"})
	h.decide(decision.Decision{Verdict: decision.Rejected, Artifact: decision.Artifact{Type: decision.Claim, Name: "team/kb#7"}, Issues: []string{"title_overclaims"}, Reason: "Leeds only",
		PR: decision.PullRequest{Repo: "team/kb", Number: 7, HeadSHA: head}})
	h.decide(decision.Decision{Verdict: decision.Rejected, Source: decision.Validator, Reviewer: "robot", Artifact: decision.Artifact{Type: decision.Claim, Name: "robot.md", Path: "claims/robot.md"}})

	p := h.pool()
	for _, tt := range []struct {
		path, outcome, gate, text, mended string
		decided                           bool
	}{
		{"claims/rejected.md", SentBack, "scope_error", "glass always spoils", "+ # glass spoiled tea in one shop", true},
		{"claims/approved.md", Accepted, "", "tins keep tea dry", "", true},
		{"claims/corrected.md", SentBack, "", "", "- # jars keep tea dry\n+ # jars keep tea dry in coastal shops", true},
		{"claims/pull.md", SentBack, "title_overclaims", "all soft water", "+ # soft water made tea pale in Leeds", true},
		{"claims/plain.md", Accepted, "", "paper lets the smell", "", false},
		{"claims/reviewed.md", SentBack, "confidence_miscalibration", "confidence: proven", "- confidence: proven\n+ confidence: likely", false},
		{"claims/branch.md", SentBack, "title_overclaims", "every farm burns", "+ # two farms in Uji", false},
		{"claims/robot.md", Accepted, "", "kettles whistle", "", false}, // what a reader decided is not the house's bar
	} {
		c := p.find(tt.path)
		switch {
		case c == nil:
			t.Errorf("%s is no precedent", tt.path)
		case c.Outcome != tt.outcome || (c.Decided != "") != tt.decided || strings.Join(c.Gates, " ") != tt.gate || !strings.Contains(c.Text, tt.text) || !strings.Contains(c.Mended, tt.mended):
			t.Errorf("%s: %s, decided %v, gates %q\n%s\n%s", tt.path, c.Outcome, c.Decided, c.Gates, c.Text, c.Mended)
		}
	}
	day := func(path string) string {
		return ledgertest.Git(t, h.Root, "log", "--diff-filter=A", "--format=%as", "--", path)
	}
	for _, path := range []string{"claims/rejected.md", "claims/approved.md", "claims/plain.md", "claims/reviewed.md", "claims/branch.md"} {
		c := p.find(path)
		if c == nil || c.Brought != strings.TrimSpace(day(path)) || (c.Decided != "") != strings.HasPrefix(c.Decided, "2025-02-") {
			t.Errorf("%s was brought on %s: %+v", path, day(path), c)
		}
	}
	if c := p.find("claims/edited.md"); c != nil {
		t.Errorf("an edit without a reason is a precedent: %+v", c)
	}
	if c := p.find("claims/reviewed.md"); c != nil && strings.Contains(c.Reason, "Co-Authored") {
		t.Errorf("a trailer is a reason: %q", c.Reason)
	}
}

func TestSpread(t *testing.T) {
	var cases []Precedent
	for i := range 60 {
		cases = append(cases, Precedent{Outcome: Accepted, Path: fmt.Sprintf("a/%d.md", i), Text: claimOf(i, fmt.Sprintf("tea %d keeps its colour in tins", i))})
		gates := []string{[]string{"scope_error", "scope_error", "scope_error", "date_errors"}[i%4]}
		cases = append(cases, Precedent{Outcome: SentBack, Path: fmt.Sprintf("s/%d.md", i), Text: claimOf(i, fmt.Sprintf("tea %d always fades", i)), Gates: gates, Decided: map[bool]string{true: "2026-04-01"}[i < 3]})
	}
	none := func(string) bool { return false }
	paths := func(all []*Case) (paths []string) {
		for _, c := range all {
			paths = append(paths, c.Path)
		}
		return paths
	}
	first := newPool(slices.Clone(cases), nil)
	slices.Reverse(cases)
	second := newPool(cases, nil)
	chosen := first.spread(none)
	if !slices.Equal(paths(chosen), paths(second.spread(none))) {
		t.Error("the order in which cases are found changes the precedents")
	}
	counts := map[string]int{}
	for _, c := range chosen {
		counts[c.Outcome]++
		for _, g := range c.Gates {
			counts[g]++
		}
	}
	if counts[Accepted] != mostOfEach || counts[SentBack] != mostOfEach || counts["date_errors"] != mostOfEach/2 {
		t.Errorf("%v", counts)
	}
	for _, decided := range []string{"s/0.md", "s/1.md", "s/2.md"} {
		if !slices.Contains(paths(chosen), decided) {
			t.Errorf("%s was decided on, and is no precedent", decided)
		}
	}
	own := chosen[0].Path
	if slices.Contains(paths(first.spread(func(p string) bool { return p == own })), own) {
		t.Error("a claim is its own precedent")
	}
	for _, c := range first.ToReplay(40) {
		if slices.Contains(paths(chosen), c.Path) {
			t.Errorf("%s is replayed, and a precedent", c.Path)
		}
	}
}

// The nearest are those that share a claim's rare words, and nothing that bears its own name, or one name twice.
func TestNearest(t *testing.T) {
	var all []Precedent
	for i := range 20 {
		all = append(all, Precedent{Outcome: []string{Accepted, SentBack}[i%2], Path: fmt.Sprintf("a/%d.md", i), Text: claimOf(i, fmt.Sprintf("tea %d keeps its colour in tins", i))})
	}
	kettle := claimOf(30, "kettles whistle lower on high passes")
	all = append(all, Precedent{Outcome: SentBack, Path: "a/whistle.md", Text: kettle}, Precedent{Outcome: SentBack, Path: "b/whistle.md", Text: kettle},
		Precedent{Outcome: Accepted, Path: "b/own.md", Text: kettle}, Precedent{Outcome: SentBack, Path: "a/gone.md", Mended: "- kettles whistle"})
	of := claim.Parse("c/own.md", []byte(claimOf(31, "a whistle of kettles is lower in the passes")))
	p := newPool(all, nil)
	near := p.nearest(of, func(path string) bool { return strings.HasSuffix(path, "/own.md") })
	var paths []string
	for _, c := range near {
		paths = append(paths, c.Outcome+" "+c.Path)
	}
	if len(near) != 2*mostNearest || near[0].Outcome != Accepted || near[mostNearest].Path != "a/whistle.md" && near[mostNearest].Path != "b/whistle.md" ||
		strings.Contains(near[mostNearest+1].Path, "whistle") || strings.Contains(strings.Join(paths, " "), "gone") {
		t.Errorf("%q", paths)
	}
	number := 0
	for _, c := range p.spread(func(string) bool { return false }) {
		if strings.HasSuffix(c.Path, "/whistle.md") {
			number++
		}
	}
	if number != 1 {
		t.Errorf("a claim that stands in two folders is a precedent %d times", number)
	}
	shown := (&Case{Precedent: Precedent{Text: "# t\n\nBody.\n\nRelevant Notes:\n- [[a]] -- why\n* [[b]]\n\n- a point on [[c]]\n"}}).cut("A1")
	if shown.Text != "# t\n\nBody.\n\nRelevant Notes:\n\n- a point on [[c]]" {
		t.Errorf("%q", shown.Text)
	}
}

func TestDifferences(t *testing.T) {
	before := "---\nb: 1\na: x\n---\n\n# t\n\n" + strings.Repeat("same words here ", 40) + "always " + strings.Repeat("and after it ", 40) + "\n"
	after := "---\na: x\nb: 2\nc: 3\n---\n\n# t\n\n" + strings.Repeat("same words here ", 40) + "once " + strings.Repeat("and after it ", 40) + "\n"
	got := mends("n.md", []byte(before), []byte(after))
	if !strings.HasPrefix(got, "- b: 1\n+ b: 2\n+ c: 3\n- …") || len(got) > 800 || !strings.Contains(got, "always") || !strings.Contains(got, "once") {
		t.Errorf("%s", got)
	}
	gone, came := strings.Repeat("what stood there before ", 20), strings.Repeat("and what stands there now ", 40)
	if got := differences(gone+"\n", came+"\n"); len(got) > 2*maxGone+maxCame || !strings.Contains(got, "…\n+ and what") {
		t.Errorf("%s", got)
	}
	for _, pair := range [][2]string{{"é", "è"}, {"aé b", "aè b"}, {"", "x"}, {"x", ""}, {"x", "x"}} {
		differences(pair[0], pair[1]) // which must not part characters badly
	}
}

func TestCalibrate(t *testing.T) {
	var cases []*Case
	var results []Result
	add := func(outcome string, p float64, words string) {
		c := Claim{ID: fmt.Sprint(len(cases)), Path: "n.md", Text: "one two three four five"}
		cases = append(cases, &Case{Precedent: Precedent{Outcome: outcome}})
		o := Objection{Gate: "g", Words: words, Evidence: []Quotation{{"n.md", words}}, Probability: &p}
		results = append(results, Result{Request: &Request{Gates: []Question{{Gate: "g"}}, Claims: []Claim{c}}, Answer: answer(&c, SendBack, p, o)})
	}
	for i := range 20 {
		add(SentBack, 0.5+float64(i)/50, "two three four five")
		add(Accepted, 0.1+float64(i)/50, "two three four five")
	}
	c := Calibrate("r", "s", ledgertest.Now, cases, results)
	if c.Area.Value < 0.9 || c.Bar == nil || *c.Bar < 0.45 || *c.Bar > 0.6 {
		t.Errorf("%+v", c.Area)
	}
	folder := filepath.Join(t.TempDir(), "calibrations")
	if err := c.Save(folder); err != nil {
		t.Fatal(err)
	}
	if again := LoadCalibration(folder, "r", "s"); again == nil || *again.Bar != *c.Bar {
		t.Errorf("%+v", again)
	}
	if LoadCalibration(folder, "other", "s") != nil || LoadCalibration(folder, "r", "other") != nil || LoadCalibration("", "r", "s") != nil {
		t.Error("a calibration counts for another reader or store")
	}
	cases, results = nil, nil
	for range 20 { // who invents quotations has no verdict
		add(SentBack, 0.9, "nine ten eleven twelve")
		add(Accepted, 0.1, "two three four five")
	}
	if c := Calibrate("r", "s", ledgertest.Now, cases, results); c.Bar != nil || c.Unanswered != 20 {
		t.Errorf("a liar has the bar %v; %+v", *c.Bar, c)
	}
	cases, results = nil, nil
	add(SentBack, 0.9, "two three four five")
	add(Accepted, 0.1, "two three four five")
	if c := Calibrate("r", "s", ledgertest.Now, cases, results); c.Bar != nil || !strings.Contains(c.Why, "at least") {
		t.Errorf("two claims make a bar: %+v", c)
	}
}

func TestControls(t *testing.T) {
	one := func(outcome, name, day, decided string) Precedent {
		return Precedent{Outcome: outcome, Path: name, Brought: day, Decided: decided, Text: "# " + name + " holds\n"}
	}
	cases := []Precedent{
		one(SentBack, "b/sent.md", "2026-03-11", "2026-03-12"),
		one(Accepted, "b/old.md", "2026-01-01", ""),
		one(Accepted, "a/close.md", "2026-03-10", ""),
		one(Accepted, "b/near.md", "2026-03-12", ""),
		one(Accepted, "b/unknown.md", "", ""),
	}
	first := func() string { return newPool(cases, nil).spread(func(string) bool { return false })[0].Path }
	if got := first(); got != "b/near.md" {
		t.Errorf("%s stands beside what was sent back, and not the accepted claim of its folder and days", got)
	}
	cases = append(cases, one(Accepted, "a/decided.md", "2025-01-01", "2025-01-02"))
	if got := first(); got != "a/decided.md" {
		t.Errorf("%s stands beside what was sent back, and not the claim that somebody accepted", got)
	}
}
