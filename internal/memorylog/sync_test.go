package memorylog_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/audit"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/decision/memory"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/memorylog"
)

// cloned opens the ledger of a new clone.
func cloned(t *testing.T, parent, remote, name string) *ledger.Ledger {
	t.Helper()
	dir := filepath.Join(parent, name)
	ledgertest.Git(t, parent, "clone", "-q", remote, dir)
	ledgertest.Git(t, dir, "config", "user.name", "Test")
	ledgertest.Git(t, dir, "config", "user.email", "test@example.org")
	l, err := ledger.Open(context.Background(), ledger.Options{Root: dir, Config: config.Default(nil)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func synced(t *testing.T, l *ledger.Ledger) {
	t.Helper()
	if _, _, err := audit.Sync(context.Background(), l, "origin", ledgertest.Now); err != nil {
		t.Fatal(err)
	}
}

// onLog changes an agent's log on the branch by hand.
func onLog(t *testing.T, l *ledger.Ledger, agent string, change func(string) string) {
	t.Helper()
	work := filepath.Join(t.TempDir(), "work")
	ledgertest.Git(t, l.Root, "worktree", "add", "-q", work, "feedback")
	name := filepath.Join(work, l.Log.File(agent))
	text, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, []byte(change(string(text))), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	ledgertest.Git(t, work, "commit", "-qam", "by hand")
	ledgertest.Git(t, l.Root, "worktree", "remove", work)
}

// Two clones that record offline have the same logs after a sync, in either order: rows as records go, and whatever anybody
// wrote.
func TestSyncOfMemoryLogs(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: syncs many clones")
	}
	logs := map[string]bool{}
	for _, order := range []string{"ab", "ba"} {
		parent := t.TempDir()
		ledgertest.Git(t, parent, "init", "-q", "--bare", "remote.git")
		a := cloned(t, parent, "remote.git", "a")
		secret := decided(t, a, event("0", "Acme pays less", -1), ledgertest.Now)
		decided(t, a, event("1", "first", 0), ledgertest.Now)
		onLog(t, a, "rio", func(s string) string {
			return strings.Replace(s, "## Log", "Likes tea.\n\n## Log", 1) + `| 2020-01-01 | skill | old | "by hand" | taste | x |` + "\n\n## Notes\n\none\n"
		})
		synced(t, a)
		b := cloned(t, parent, "remote.git", "b")
		synced(t, b)
		sides := map[byte]*ledger.Ledger{'a': a, 'b': b}

		decided(t, a, event("4", "fourth", 4), ledgertest.Now)
		decided(t, a, event("2", "second", 2), ledgertest.Now)
		if _, err := decide.Redact(context.Background(), a, secret.ID, nil, "", "", ledgertest.Now); err != nil {
			t.Fatal(err)
		}
		onLog(t, a, "rio", func(s string) string { return strings.Replace(s, "Likes tea.", "Likes tea of a.", 1) })
		decided(t, b, event("3", "third", 3), ledgertest.Now)
		decided(t, b, event("4", "fourth", 4), ledgertest.Now) // the same event, seen by both
		onLog(t, b, "rio", func(s string) string {
			return strings.Replace(s, "\none\n", "\none\nand two\n", 1) + "\n" + `| 2020-01-02 | skill | old | "by hand, of b" | taste | x |` + "\n"
		})
		for _, side := range []byte{order[0], order[1], order[0]} {
			synced(t, sides[side])
		}
		got, other := logOf(t, a, "rio"), logOf(t, b, "rio")
		if got != other {
			t.Errorf("%s:\n%s\n%s", order, got, other)
		}
		logs[got] = true
		var items []string
		for _, r := range memory.Read([]byte(got)) {
			items = append(items, r.Item+" "+r.Reason)
		}
		if want := "old by hand|item (redacted)|item first|item second|item third|item fourth"; strings.Join(items, "|") != want {
			t.Errorf("%s: %q, want %q", order, items, want)
		}
		for _, text := range []string{"Likes tea of a.", "\n## Notes\n\none\nand two\n", "by hand, of b"} {
			if !strings.Contains(got, text) {
				t.Errorf("%s: %q is lost:\n%s", order, text, got)
			}
		}
		if found, err := audit.Verify(context.Background(), a, "", ledgertest.Now, nil); err != nil || len(found.Damages) > 0 {
			t.Errorf("%+v, %v", found, err)
		}
	}
	if len(logs) != 1 {
		t.Errorf("the order of the syncs shows: %v", logs)
	}
}

func event(id, reason string, hours int) *decision.Decision {
	d := rejected("rio", "item", reason)
	d.Source, d.SourceID, d.At = decision.FromEvent, id, ledgertest.Now.Add(time.Duration(hours)*time.Hour-24*time.Hour)
	d.ID = decision.DerivedID(d.At, string(d.Source), id)
	return d
}

func TestMergeTexts(t *testing.T) {
	plain := func(base, a, b []byte) ([]byte, error) {
		if string(a) == string(base) {
			return b, nil
		}
		return a, nil
	}
	for _, c := range [][4]string{
		{"a\nb\n", "a\r\nb\r\n", "a\nc\n", "a\r\nc\r\n"},
		{"a\nb\n", "a\nc\n", "a\r\nb\r\n", "a\r\nc\r\n"},
		{"a\r\nb\r\n", "a\nb\n", "a\r\nc\r\n", "a\nc\n"},
		{"a\r\n", "a\r\n", "b\r\n", "b\r\n"},
	} {
		if got, err := memorylog.MergeTexts([]byte(c[0]), []byte(c[1]), []byte(c[2]), plain); string(got) != c[3] || err != nil {
			t.Errorf("%q: %q, %v", c, got, err)
		}
	}
}

// At the head the log is a file of the user's. It may have been there before, and be imported, again and again.
func TestMemoryLogAtHead(t *testing.T) {
	dir := t.TempDir()
	ledgertest.Git(t, dir, "init", "-q")
	ledgertest.Git(t, dir, "config", "user.name", "Test")
	ledgertest.Git(t, dir, "config", "user.email", "test@example.org")
	name := filepath.Join(dir, "memory", "rio-memory.md")
	old := "# Rio\r\n\r\n## Log de Rejeições\r\n\r\n| Data | Tipo | Item | Motivo | Categoria | Aprendizado |\r\n|---|---|---|---|---|---|\r\n" +
		"| 2025-02-03 | song | redis | \"errado\" | taste | Testar |\r\n\r\n## Notes\r\n"
	if err := errors.Join(os.Mkdir(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(old), 0o600)); err != nil {
		t.Fatal(err)
	}
	ledgertest.Git(t, dir, "add", ".")
	ledgertest.Git(t, dir, "commit", "-qm", "first")
	cfg := config.Default(nil)
	cfg.Store.Ref = "HEAD"
	l, err := ledger.Open(context.Background(), ledger.Options{Root: dir, Config: cfg})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	importLog := func(want decide.Tally) {
		t.Helper()
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := decide.Record(context.Background(), l, decide.Rows(l, strings.NewReader(string(file)), name, "", ledgertest.Now), ledgertest.Now, func(decide.Remark) {})
		if err != nil || got != want {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
	importLog(decide.Tally{Added: 1})
	if text, _ := os.ReadFile(name); string(text) != old {
		t.Errorf("what was imported is there twice: %q", text)
	}
	decided(t, l, rejected("rio", "kafka", "vague\nand long"), ledgertest.Now)
	decided(t, l, rejected("rio", "kafka", "vague\nand long"), ledgertest.Now)
	row := "| 2025-11-21 | skill | kafka | \"vague<br>and long\" | specificity | Add concrete Kafka use cases (pub/sub, streaming) |\r\n"
	want := strings.Replace(old, "\r\n\r\n## Notes", "\r\n"+row+row+"\r\n## Notes", 1)
	if text, _ := os.ReadFile(name); string(text) != want {
		t.Errorf("%q, want %q", text, want)
	}
	importLog(decide.Tally{Known: 3})
	importLog(decide.Tally{Known: 3})
	if out := ledgertest.Git(t, dir, "status", "--porcelain"); out != "" {
		t.Error(out)
	}
}

// The file is that of the document, and one rejection is to be in it within 100 ms at ten thousand rows.
func BenchmarkMemoryLog(b *testing.B) {
	for _, ref := range []string{"refs/heads/feedback", "HEAD"} {
		for _, rows := range []int{0, 1_000, 10_000} {
			b.Run(fmt.Sprint(ref, "/", rows), func(b *testing.B) {
				cfg := config.Default(nil)
				cfg.Store.Ref = ref
				l := ledgertest.Of(b, cfg)
				ledgertest.Git(b, l.Root, "commit", "-q", "--allow-empty", "-m", "first")
				decided(b, l, rejected("rio", "first", "wrong"), ledgertest.Now)
				if rows > 0 {
					all := decide.Lines(l, strings.NewReader(ledgertest.Lines(rows)), ledgertest.Now)
					r := rand.New(rand.NewPCG(1, 1))
					if _, err := decide.Record(context.Background(), l, func(yield func(decision.Line, error) bool) {
						for line, err := range all {
							line.Decision.Agent, line.Decision.Reason = "rio", sentence(r)
							if !yield(line, err) {
								return
							}
						}
					}, ledgertest.Now, func(r decide.Remark) { b.Error(r) }); err != nil {
						b.Fatal(err)
					}
				}
				for b.Loop() {
					decided(b, l, rejected("rio", "redis-cache.md", "The second example does not work as it is written, and the third one is missing."), ledgertest.Now)
				}
				b.ReportMetric(float64(len(logOf(b, l, "rio")))/1e6, "MB")
			})
		}
	}
}

// sentence is a reason as long as most are, in the words of reviewers.
func sentence(r *rand.Rand) string {
	words := strings.Fields("the second example does not work as it is written and third step is missing altogether too vague for a reader " +
		"who has never seen redis configuration section unclear wrong port name structure confusing output differs here please show what happens when")
	var b strings.Builder
	for range 8 + r.IntN(20) {
		fmt.Fprintf(&b, "%s ", words[r.IntN(len(words))])
	}
	return fmt.Sprint(b.String(), r.IntN(1000))
}
