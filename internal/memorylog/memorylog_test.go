package memorylog_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/audit"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/decision/memory"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/memorylog"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/store"
)

// logOf is an agent's memory log on the branch of a ledger, "" where there is none.
func logOf(t testing.TB, l *ledger.Ledger, agent string) string {
	t.Helper()
	cmd := exec.Command("git", "show", l.Ref+":"+l.Log.File(agent))
	cmd.Dir = l.Root
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return string(out)
}

func rejected(agent, item, reason string) *decision.Decision {
	return &decision.Decision{Verdict: decision.Rejected, Agent: agent, Artifact: decision.Artifact{Type: decision.Skill, Name: item}, Reason: reason}
}

func decided(t testing.TB, l *ledger.Ledger, d *decision.Decision, at time.Time) *decision.Decision {
	t.Helper()
	if _, err := decide.Decide(context.Background(), l, d, at); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestMemoryLog(t *testing.T) {
	l := ledgertest.New(t)
	decided(t, l, rejected("rio", "redis-cache.md", "Examples don't work"), ledgertest.Now)
	approved := rejected("rio", "redis-cache.md", "fine")
	approved.Verdict = decision.Approved
	decided(t, l, approved, ledgertest.Now)
	own := rejected("rio", "kafka.md", `too "vague" | <b>`)
	own.Category, own.LearnedAction = decision.Relevance, "Ask first"
	decided(t, l, own, ledgertest.Now.AddDate(0, 0, -1))
	decided(t, l, rejected("tea", "x", ""), ledgertest.Now)
	want := `# Memory of rio

## Log de Rejeicoes

| Data | Tipo | Item | Motivo | Categoria | Aprendizado |
|------|------|------|--------|-----------|-------------|
| 2025-11-21 | skill | redis-cache.md | "Examples don't work" | examples | Validate all code examples in Docker |
| 2025-11-20 | skill | kafka.md | "too \"vague\" \| &lt;b>" | relevance | Ask first |
`
	if got := logOf(t, l, "rio"); got != want {
		t.Errorf("%s\nwant:\n%s", got, want)
	}
	if got := memory.Read([]byte(logOf(t, l, "tea"))); len(got) != 1 || got[0].Reason != learn.NoReason || got[0].Category != "other" || got[0].Action != "Review: unclear issue" {
		t.Errorf("%+v", got)
	}
	if got := ledgertest.Git(t, l.Root, "log", "--format=%s", "--name-only", "-1", l.Ref); strings.Count(got, "\n") != 4 || !strings.Contains(got, "memory/tea-memory.md") {
		t.Errorf("the row came by itself: %s", got)
	}
	found, err := audit.Verify(context.Background(), l, "", ledgertest.Now, nil)
	if err != nil || len(found.Damages) > 0 || found.Records != 4 {
		t.Errorf("%+v, %v", found, err)
	}
}

// What amendments say shows, and what they hide is gone from the file.
func TestMemoryLogFollowsAmendments(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs many programs")
	}
	l := ledgertest.New(t)
	ctx := context.Background()
	first := decided(t, l, rejected("rio", "one", "Acme pays less"), ledgertest.Now)
	second := decided(t, l, rejected("rio", "two", "too vague"), ledgertest.Now)
	third := decided(t, l, rejected("rio", "three", "Umbrella is wrong"), ledgertest.Now)
	amend := func(of, field string, value decision.Value) *decision.Amendment {
		t.Helper()
		a := &decision.Amendment{Of: of, Field: field, Value: value}
		if err := decide.Amend(ctx, l, a, ledgertest.Now); err != nil {
			t.Fatal(err)
		}
		return a
	}
	tip, _ := l.Store.Tip()
	amend(second.ID, "reviewer", decision.TextValue("eva"))
	if got := ledgertest.Git(t, l.Root, "diff", "--name-only", tip, l.Ref, "--", "memory"); got != "" {
		t.Errorf("what shows in no row changes %s", got)
	}
	amend(second.ID, "category", decision.TextValue("clarity"))
	if got := logOf(t, l, "rio"); !strings.Contains(got, `"too vague" | clarity |`) {
		t.Error(got)
	}
	if _, err := decide.Redact(ctx, l, first.ID, nil, "", "", ledgertest.Now); err != nil {
		t.Fatal(err)
	}
	if got := logOf(t, l, "rio"); strings.Contains(got, "Acme") || !strings.Contains(got, `| one | "(redacted)" |`) || len(memory.Read([]byte(got))) != 3 {
		t.Error(got)
	}
	a := amend(third.ID, "reason", decision.TextValue("Tyrell is wrong"))
	if got := logOf(t, l, "rio"); strings.Contains(got, "Umbrella") || !strings.Contains(got, "Tyrell") {
		t.Error(got)
	}
	if _, err := decide.Redact(ctx, l, a.ID, nil, "", "", ledgertest.Now); err != nil {
		t.Fatal(err)
	}
	if got := logOf(t, l, "rio"); strings.Contains(got, "Tyrell") || strings.Contains(got, "Umbrella") {
		t.Error(got)
	}
	amend(second.ID, "agent", decision.TextValue("tea"))
	amend(third.ID, "agent", decision.TextValue("sol"))
	if rio, tea := memory.Read([]byte(logOf(t, l, "rio"))), memory.Read([]byte(logOf(t, l, "tea"))); len(rio) != 1 || len(tea) != 1 || tea[0].Item != "two" {
		t.Errorf("%+v\n%+v", rio, tea)
	}
}

// An event that was redacted, taken out of the history, and comes once more, stays hidden.
func TestMemoryLogOfRedactedEvent(t *testing.T) {
	l := ledgertest.New(t)
	event := func() *decision.Decision {
		d := rejected("rio", "one", "Acme pays less")
		d.Source, d.SourceID, d.At = decision.FromEvent, "e-1", ledgertest.Now
		d.ID = decision.DerivedID(d.At, string(d.Source), d.SourceID)
		return d
	}
	d := decided(t, l, event(), ledgertest.Now)
	if _, err := decide.Redact(context.Background(), l, d.ID, nil, "", "", ledgertest.Now); err != nil {
		t.Fatal(err)
	}
	t.Setenv("FILTER_BRANCH_SQUELCH_WARNING", "1")
	ledgertest.Git(t, l.Root, "commit", "-q", "--allow-empty", "-m", "first")
	ledgertest.Git(t, l.Root, "filter-branch", "-f", "--index-filter", "git rm -q --cached --ignore-unmatch feedback/"+d.Path()+" memory/rio-memory.md", l.Ref)
	if got := logOf(t, l, "rio"); got != "" {
		t.Fatal(got)
	}
	for _, d := range []*decision.Decision{rejected("rio", "zero", "wrong"), event()} {
		decided(t, l, d, ledgertest.Now)
		if got := logOf(t, l, "rio"); strings.Contains(got, "Acme") {
			t.Error(got)
		}
	}
}

// A log that is not there yet, or has lost its section, is laid of all records; what somebody wrote stays.
func TestMemoryLogIsLaidAnew(t *testing.T) {
	l := ledgertest.New(t)
	view := l.Log
	l.Log = nil
	off, err := ledger.Open(context.Background(), ledger.Options{Root: l.Root, Config: off(l.Config)})
	if err != nil {
		t.Fatal(err)
	}
	defer off.Close()
	decided(t, off, rejected("rio", "one", "a"), ledgertest.Now)
	l.Log = view
	if got := logOf(t, l, "rio"); got != "" {
		t.Error(got)
	}
	decided(t, l, rejected("rio", "two", "b"), ledgertest.Now.Add(time.Hour))
	if got := memory.Read([]byte(logOf(t, l, "rio"))); len(got) != 2 || got[0].Item != "one" {
		t.Errorf("%+v", got)
	}
}

func off(c *config.Config) *config.Config {
	other := *c
	other.Learn.MemoryLog = ""
	return &other
}

func TestFoldersOfMemoryLogs(t *testing.T) {
	for folder, isGood := range map[string]bool{
		"memory": true, "memory/": true, "a/b": true, "feedbacks": true, "feedback": false, "feedback/memory": false, "../x": false, "/x": false,
		".git": false, ".": false, "a/../b": false, "a b": false, "x\x1b": false,
	} {
		c := config.Default(nil)
		c.Learn.MemoryLog = folder
		dir := t.TempDir()
		ledgertest.Git(t, dir, "init", "-q")
		l, err := ledger.Open(context.Background(), ledger.Options{Root: dir, Config: c})
		if (err == nil) != isGood {
			t.Errorf("%q: %v", folder, err)
		}
		if err == nil {
			l.Close()
		}
	}
}

// Whatever an agent is called, its file is one of its own in the folder, on every system.
func TestFilesOfAgents(t *testing.T) {
	m := memorylog.InFolder("memory")
	for agent, want := range map[string]string{"rio": "rio", "redis-7.2_b": "redis-7.2_b", "con": "con-1143da2bc5", "Rio": "rio-04589f4322", "con.x": "con-x-9c23cea337"} {
		if got := m.File(agent); got != "memory/"+want+"-memory.md" {
			t.Errorf("%q: %s, want %s", agent, got, want)
		}
	}
	agents := []string{"", "rio", "Rio", "RIO", "../../x", "..", ".", ".git", ".GIT", "git~1", "con", "CON", "con.x", "nul.", "com1.a", "a/b", `a\b`, "a:b", "a|b", "a\x00", "a\x1b[2J", "a\n",
		"josé", "jose\u0301", "jose", "\u202ea", "a ", " a", "a.", "x" + strings.Repeat("y", 300), "x" + strings.Repeat("y", 301), "memory", "a-memory.md", "😀", "-rf", "--", "~", "$HOME", "%2e"}
	for _, a := range slices.Clone(agents) {
		agents = append(agents, strings.TrimSuffix(strings.TrimPrefix(m.File(a), "memory/"), "-memory.md"))
	}
	seen := map[string]string{}
	for _, a := range agents {
		file := m.File(a)
		folded := strings.ToLower(file)
		if other, ok := seen[folded]; ok && other != a {
			t.Errorf("%q and %q have the file %s", a, other, file)
		}
		seen[folded] = a
		if err := store.CheckPath(file); err != nil || filepath.Dir(file) != "memory" || !strings.HasSuffix(file, "-memory.md") || len(file) > 120 {
			t.Errorf("%q: %s, %v", a, file, err)
		}
	}
}

// Whatever happens to a store, its logs say what its views say.
func TestMemoryLogIsAView(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: syncs many clones")
	}
	l := ledgertest.New(t)
	ctx := context.Background()
	r := rand.New(rand.NewPCG(1, 2))
	agents := []string{"rio", "Rio", "tea"}
	var ids []string
	for step := range 60 {
		at := ledgertest.Now.Add(time.Duration(step-30) * time.Hour)
		if len(ids) == 0 || r.IntN(2) == 0 {
			d := rejected(agents[r.IntN(3)], fmt.Sprint("item ", r.IntN(3)), fmt.Sprint("reason ", r.IntN(3)))
			if r.IntN(4) == 0 {
				d.Verdict = decision.Approved
			}
			ids = append(ids, decided(t, l, d, at).ID)
			continue
		}
		a := &decision.Amendment{Of: ids[r.IntN(len(ids))]}
		switch r.IntN(5) {
		case 0:
			a.Field, a.Value = "category", decision.TextValue("clarity")
		case 1:
			a.Field, a.Value = "agent", decision.TextValue(agents[r.IntN(3)])
		case 2:
			a.Field, a.Value = "reason", decision.TextValue(fmt.Sprint("other reason ", step))
		case 3:
			a.Field, a.Value = "learned_action", decision.TextValue(fmt.Sprint("action ", r.IntN(3)))
		default:
			a.Field = decision.RedactedField
		}
		if err := decide.Amend(ctx, l, a, at); err != nil {
			t.Fatal(err)
		}
		if found, err := recall.Find(ctx, l, a.ID); err != nil || found.Amendment == nil {
			t.Fatal(err)
		}
		ids = append(ids, a.ID)
	}
	g, _ := l.Learning(ctx)
	for _, agent := range agents {
		var want []memory.Row
		for d, err := range recall.Log(ctx, l, recall.Filter{Verdict: decision.Rejected}) {
			if err != nil {
				t.Fatal(err)
			}
			if d.Agent == agent {
				want = append(want, memorylog.Row(g, d))
			}
		}
		got := memory.Read([]byte(logOf(t, l, agent)))
		order := func(a, b memory.Row) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }
		slices.SortFunc(got, order)
		slices.SortFunc(want, order)
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%v\nwant\n%v", agent, got, want)
		}
	}
}
