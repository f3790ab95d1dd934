package recall_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/guard/memory"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/shared"
	"github.com/kbgate/kbgate/internal/shared/redistest"
)

// machine is a clone, in which each command opens the ledger anew.
type machine struct {
	t    *testing.T
	root ledger.Options
	said []string // by the last command
}

func machineOf(t *testing.T) *machine {
	o := ledgertest.New(t).Options
	return &machine{t: t, root: ledger.Options{Root: o.Root, Config: o.Config}}
}

func (m *machine) run(command func(ctx context.Context, l *ledger.Ledger)) {
	m.t.Helper()
	m.said = nil
	o := m.root
	o.Warn = func(message string) { m.said = append(m.said, message) }
	l, err := ledger.Open(context.Background(), o)
	if err != nil {
		m.t.Fatal(err)
	}
	command(context.Background(), l)
	if err := l.Close(); err != nil {
		m.t.Fatal(err)
	}
}

// records records a verdict on a mail to somebody, some time before the tests take place.
func (m *machine) records(verdict decision.Verdict, to string, before time.Duration) (id string) {
	m.t.Helper()
	m.run(func(ctx context.Context, l *ledger.Ledger) {
		d := &decision.Decision{Verdict: verdict, Reviewer: "ana", Agent: "rio", Subject: to, At: ledgertest.Now.Add(-before), Reason: "too generic",
			Artifact: decision.Artifact{Type: decision.Email, Name: "mail"}, Draft: decision.Draft{Title: "Hello", Fingerprint: "f" + to}}
		if _, err := decide.Decide(ctx, l, d, ledgertest.Now); err != nil {
			m.t.Fatal(err)
		}
		id = d.ID
	})
	return id
}

// remembers gives the ids of what counts of somebody.
func (m *machine) remembers(to string) (ids []string, told *memory.Memory) {
	m.t.Helper()
	m.run(func(ctx context.Context, l *ledger.Ledger) {
		var err error
		if told, err = recall.Remembered(ctx, l, recall.Asked{Type: decision.Email, Subject: to}, ttl, ledgertest.Now); err != nil {
			m.t.Fatal(err)
		}
	})
	for _, r := range told.Rejections {
		ids = append(ids, r.ID)
	}
	return ids, told
}

func (m *machine) redacts(id string, fields ...string) {
	m.t.Helper()
	m.run(func(ctx context.Context, l *ledger.Ledger) {
		if _, err := decide.Redact(ctx, l, id, fields, "ana", "asked for", ledgertest.Now); err != nil {
			m.t.Fatal(err)
		}
	})
}

func want(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: it remembers %v, want %v", what, got, want)
	}
}

const andrew, celia = "Andrew <andrew@example.org>", "celia@example.org"

// What one machine records the other knows before any sync, whatever becomes of the server meanwhile.
func TestTwoMachines(t *testing.T) {
	server := redistest.New(t)
	t.Setenv(shared.URLVariable, server.URL())
	here, there := machineOf(t), machineOf(t)
	first := here.records(decision.Rejected, andrew, 2*time.Hour)
	got, _ := there.remembers(andrew)
	want(t, "at once", got, first)
	if got, _ = there.remembers(celia); len(got) > 0 {
		t.Errorf("of another one it remembers %v", got)
	}

	server.Stop()
	second := here.records(decision.Rejected, andrew, time.Hour)
	if len(here.said) != 1 || !strings.Contains(here.said[0], "kbgate sync") {
		t.Errorf("while the server is away, %q is said", here.said)
	}
	got, told := here.remembers(andrew)
	want(t, "its own, while the server is away", got, first, second)
	if told.Away == "" || len(here.said) != 1 {
		t.Errorf("it says %q and warns %q", told.Away, here.said)
	}
	server.Start()
	here.remembers(celia) // of whomever: the command puts back what the server lacks
	got, _ = there.remembers(andrew)
	want(t, "after the server was away", got, first, second)

	server.Do("FLUSHALL")
	got, _ = here.remembers(andrew)
	want(t, "its own, flushed", got, first, second)
	got, _ = there.remembers(andrew)
	want(t, "the other's, flushed and put back", got, first, second)

	here.redacts(first, "reason")
	if _, told := there.remembers(andrew); len(told.Rejections) != 2 || told.Rejections[0].Feedback != "" || told.Rejections[1].Feedback == "" {
		t.Errorf("after a reason was redacted it remembers %+v", told.Rejections)
	}
	here.redacts(first, decision.AllTexts)
	got, _ = there.remembers(andrew)
	want(t, "after the other was redacted", got, second)
	if all := server.Do("HVALS", "kbgate:rejection_memory:"+decision.Subject(andrew, nil)); !strings.Contains(all, "gone") {
		t.Errorf("the server holds %s", all)
	}
	here.records(decision.Approved, andrew, time.Minute)
	got, _ = there.remembers(andrew)
	want(t, "after an approval of the same text", got)
}

// What a stream brings is shared too, and what is too old to count is not.
func TestStreamIsShared(t *testing.T) {
	server := redistest.New(t)
	t.Setenv(shared.URLVariable, server.URL())
	here, there := machineOf(t), machineOf(t)
	here.run(func(ctx context.Context, l *ledger.Ledger) {
		lines := `{"verdict":"rejected","at":"2025-11-20T10:00:00Z","artifact":{"type":"email","name":"m"},"subject":"celia@example.org"}
{"verdict":"rejected","at":"2024-11-20T10:00:00Z","artifact":{"type":"email","name":"m"},"subject":"celia@example.org"}`
		if _, err := decide.Record(ctx, l, decide.Lines(l, strings.NewReader(lines), ledgertest.Now), ledgertest.Now, func(r decide.Remark) { t.Error(r) }); err != nil {
			t.Fatal(err)
		}
	})
	if got, _ := there.remembers(celia); len(got) != 1 {
		t.Errorf("it remembers %v", got)
	}
	if held := strings.Fields(server.Do("HKEYS", "kbgate:rejection_memory:"+decision.Subject(celia, nil))); len(held) != 1 {
		t.Errorf("the server holds %v", held)
	}
}

// A machine that has records from a sync puts them back where the server lost them, and of what it does not know to be gone nothing.
func TestWithoutServer(t *testing.T) {
	t.Setenv(shared.URLVariable, "")
	here := machineOf(t)
	first := here.records(decision.Rejected, andrew, time.Hour)
	got, told := here.remembers(andrew)
	want(t, "without a server", got, first)
	if told.Away != "" || len(here.said) > 0 {
		t.Errorf("it says %q and warns %q", told.Away, here.said)
	}
	t.Setenv(shared.URLVariable, "nonsense://me:s3cret@h")
	got, told = here.remembers(andrew)
	want(t, "with an address that is none", got, first)
	if !strings.Contains(told.Away, "redis://") || strings.Contains(told.Away+strings.Join(here.said, ""), "s3cret") {
		t.Errorf("it says %q and warns %q", told.Away, here.said)
	}
}
