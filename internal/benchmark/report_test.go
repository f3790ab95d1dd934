package benchmark

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	reports "github.com/kbgate/kbgate/internal/report/evolution"
	"github.com/kbgate/kbgate/internal/store"
)

var update = flag.Bool("update", false, "write the example report anew")

// endOfYear is when the made-up years end.
var endOfYear = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// yearsLedger opens the ledger of a new repository with made-up decisions.
func yearsLedger(tb testing.TB, dir string, all []*decision.Decision) *ledger.Ledger {
	tb.Helper()
	for _, args := range [][]string{{"init", "-q"}, {"config", "user.name", "b"}, {"config", "user.email", "b@example.org"}, {"config", "gc.auto", "0"}} {
		run(tb, exec.Command("git", args...), dir)
	}
	s, err := store.Open(context.Background(), git.Find(context.Background(), dir), store.Options{Folder: "feedback", Ref: "refs/heads/feedback"})
	if err != nil {
		tb.Fatal(err)
	}
	defer s.Close()
	for len(all) > 0 {
		some := all[:min(20_000, len(all))]
		all = all[len(some):]
		files := make([]store.File, len(some))
		for i, d := range some {
			data, err := d.Encode()
			if err == nil {
				err = d.Validate(endOfYear)
			}
			if err != nil {
				tb.Fatal(err)
			}
			files[i] = store.File{Path: d.Path(), Data: data}
		}
		if _, err := s.Append(context.Background(), endOfYear, "made up", files...); err != nil {
			tb.Fatal(err)
		}
	}
	l, err := ledger.Open(context.Background(), ledger.Options{Root: dir, Config: config.Default(gate.BuiltIn.Specs())})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { l.Close() })
	return l
}

//go:generate go test . -run TestExampleReportIsCurrent -update

// examples/report.html is what the program would write today of a made-up year.
// `go test ./internal/benchmark -run Example -update` writes it anew.
func TestExampleReportIsCurrent(t *testing.T) {
	l := yearsLedger(t, t.TempDir(), Decisions(endOfYear, 2, 60))
	e, err := recall.Evolution(context.Background(), l, evolution.Window{Since: endOfYear.AddDate(-1, 0, 0), Until: endOfYear})
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := reports.HTML(&page, e); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join("..", "..", "examples", "report.html")
	if *update {
		if err := os.WriteFile(name, page.Bytes(), 0o644); err != nil { //nolint:gosec // an example is for everybody
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(name); err != nil || !bytes.Equal(kept, page.Bytes()) {
		t.Errorf("examples/report.html is stale; `go generate ./...` writes it")
	}
	if page.Len() > 150<<10 {
		t.Errorf("the page takes %d bytes", page.Len())
	}
}

// BenchmarkReport times the report of a year of a hundred thousand decisions, with as many in the year before, the index
// being there:
//
//	go test ./internal/benchmark -run '^$' -bench Report -benchtime 10x
func BenchmarkReport(b *testing.B) {
	all := Decisions(endOfYear, 2, 1500)
	l := yearsLedger(b, b.TempDir(), all)
	w := evolution.Window{Since: endOfYear.AddDate(-1, 0, 0), Until: endOfYear}
	report := func() *evolution.Evolution {
		e, err := recall.Evolution(context.Background(), l, w)
		if err != nil {
			b.Fatal(err)
		}
		return e
	}
	decisions := report().Approval.Decisions
	timed(b, func() {}, func() {
		if err := reports.HTML(new(bytes.Buffer), report()); err != nil {
			b.Fatal(err)
		}
	})
	b.ReportMetric(float64(decisions), "decisions")
}
