package benchmark

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/store"
)

// corrections is how many of the newest rejections have a category that a reviewer set.
const corrections = 10_000

// words are what made-up reasons are made of. A third of them hold a keyword; the rest is left to the model.
var words = strings.Fields("section step reader page table query cache setup figure cost source market answer claim title agent request " +
	"rewrite shorten quote measure compare name follow explain prove test run build read understand support finish start change " +
	"numbers dates sources headings commands settings limits reasons customers teams partners prices " +
	"too very not never hardly still again already almost quite")

// reasonOf makes a reason of ten words or so, of which one is rare.
func reasonOf(r *rand.Rand) string {
	text := make([]string, 6+r.IntN(8))
	for i := range text {
		text[i] = words[r.IntN(len(words))]
	}
	text[0] = fmt.Sprint("w", r.IntN(5000))
	if r.IntN(3) == 0 {
		text[len(text)-1] = []string{"wrong", "vague", "unclear", "missing", "irrelevant"}[r.IntN(5)]
	}
	return strings.Join(text, " ")
}

// rejection makes the decision of a number as others record them: without a category, which its reason has to tell.
func rejection(i, of int) *decision.Decision {
	d := madeUp(i)
	r := rand.New(rand.NewPCG(uint64(i), 9))
	d.Reason, d.Category, d.LearnedAction = reasonOf(r), "", ""
	if d.Verdict == decision.Rejected && i >= of-corrections*3/2 {
		d.Category, d.CategoryBy = decision.Categories[r.IntN(len(decision.Categories))], decision.ByReviewer
	}
	return d
}

// taughtLedger opens the ledger of a made-up store of that many decisions.
func taughtLedger(tb testing.TB, records int) *ledger.Ledger {
	tb.Helper()
	return openLedger(tb, decisionsIn(tb, "taught", records, func(i int) *decision.Decision { return rejection(i, records) }))
}

func fillTaught(tb testing.TB, dir string, records int) {
	tb.Helper()
	fill(tb, dir, records, func(i int) *decision.Decision { return rejection(i, records) })
}

// fill makes a repository of a folder, with a store of that many decisions, which are appended in batches.
func fill(tb testing.TB, dir string, records int, record func(i int) *decision.Decision) {
	tb.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		tb.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"config", "user.name", "b"}, {"config", "user.email", "b@example.org"}, {"config", "gc.auto", "0"}} {
		run(tb, exec.Command("git", args...), dir)
	}
	s, err := store.Open(context.Background(), git.Find(context.Background(), dir), store.Options{Folder: "feedback", Ref: "refs/heads/feedback"})
	if err != nil {
		tb.Fatal(err)
	}
	defer s.Close()
	for i := 0; i < records; {
		var files []store.File
		for ; len(files) < 20_000 && i < records; i++ {
			d := record(i)
			data, err := d.Encode()
			if err != nil {
				tb.Fatal(err)
			}
			files = append(files, store.File{Path: d.Path(), Data: data})
		}
		if _, err := s.Append(context.Background(), firstRecord, "made up", files...); err != nil {
			tb.Fatal(err)
		}
	}
}

// decisionsIn gives the folder of a store that fill has made: a kept one of that name where stores are kept, else a new one.
func decisionsIn(tb testing.TB, name string, records int, record func(i int) *decision.Decision) (dir string) {
	tb.Helper()
	dir = tb.TempDir()
	if *keepStores != "" {
		dir = filepath.Join(*keepStores, fmt.Sprint(name, "-", records))
	}
	made := filepath.Join(dir, ".git", "made-up")
	if _, err := os.Stat(made); err != nil {
		fill(tb, dir, records, record)
		if err := os.WriteFile(made, nil, 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	return dir
}

func openLedger(tb testing.TB, dir string) *ledger.Ledger {
	tb.Helper()
	l, err := ledger.Open(context.Background(), ledger.Options{Root: dir, Config: config.Default(nil)})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { l.Close() })
	return l
}

// BenchmarkPatterns times the patterns of one agent of twenty, over decisions of which two of three are rejections without a
// category, and with ten thousand corrections to learn from. The target (contracts.md#targets) is less than 20 ms
// over 100 thousand records and 200 ms over 1 million, with an index:
//
//	go test ./internal/benchmark -run '^$' -bench Patterns -benchtime 20x -stores FOLDER
func BenchmarkPatterns(b *testing.B) {
	ctx := context.Background()
	for _, records := range storeSizes {
		b.Run(fmt.Sprint(records), func(b *testing.B) {
			kept := taughtLedger(b, records)
			patterns := func(l *ledger.Ledger, f recall.Filter) {
				counts, err := recall.Counts(ctx, l, f)
				if err != nil || counts.Total() == 0 {
					b.Fatal(counts, err)
				}
				learn.Patterns(counts, recall.Threshold(l.Config))
			}
			patterns(kept, recall.Filter{}) // makes the index
			ofOne := recall.Filter{Agent: "agent-07"}
			nothing := func() {}
			b.Run("of one agent", func(b *testing.B) { timed(b, nothing, func() { patterns(kept, ofOne) }) })
			var fresh *ledger.Ledger
			anew := func() { fresh = openLedger(b, kept.Root) }
			b.Run("of one agent, by a new process", func(b *testing.B) { timed(b, anew, func() { patterns(fresh, ofOne) }) })
			b.Run("of its last 30 days", func(b *testing.B) {
				last := ofOne
				last.Since = madeUp(records).At.AddDate(0, 0, -30)
				timed(b, nothing, func() { patterns(kept, last) })
			})
			b.Run("over all", func(b *testing.B) { timed(b, nothing, func() { patterns(kept, recall.Filter{}) }) })
			b.Run("what is learned", func(b *testing.B) {
				timed(b, anew, func() {
					if _, err := fresh.Learning(ctx); err != nil {
						b.Fatal(err)
					}
				})
			})
		})
	}
}

// BenchmarkReject times one rejection: its category, what is learned from it, the record made durable, and the patterns of its
// agent. The targets (contracts.md#targets) are 500 ms for all of it at ten thousand entries, and less than 20 ms for the
// program's own share, without making the record durable and without the memory log:
//
//	go test ./internal/benchmark -run '^$' -bench Reject -benchtime 50x
func BenchmarkReject(b *testing.B) {
	const reason = "I could not follow the second half of it"
	for _, records := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(records), func(b *testing.B) {
			dir := b.TempDir()
			fillTaught(b, dir, records)
			for _, process := range []string{"the same process", "a new process"} {
				b.Run(process, func(b *testing.B) {
					l := openLedger(b, dir)
					reject(b, l, reason)
					var whole, own []float64
					for b.Loop() {
						if process == "a new process" {
							l = openLedger(b, dir)
						}
						all, learning := reject(b, l, reason)
						whole, own = append(whole, all), append(own, learning)
					}
					report(b, whole)
					b.ReportMetric(1000*slices.Min(own), "own-min-ms")
					b.ReportMetric(1000*median(own), "own-median-ms")
				})
			}
			program := build(b)
			b.Run("a command", func(b *testing.B) {
				timed(b, func() {}, func() {
					run(b, exec.Command(program, "reject", "kafka-basics.md", "--agent", "agent-07", "--reason", reason), dir)
				})
			})
		})
	}
}

// reject makes one rejection, and gives the seconds that it took, and of those what learning took.
func reject(b *testing.B, l *ledger.Ledger, reason string) (whole, own float64) {
	b.Helper()
	ctx := context.Background()
	d := &decision.Decision{Verdict: decision.Rejected, Agent: "agent-07", Artifact: decision.Artifact{Type: decision.Skill, Name: "kafka-basics.md"}, Reason: reason}
	began := time.Now()
	if _, err := l.Learning(ctx); err != nil { // Decide asks for it once more, and it is there then
		b.Fatal(err)
	}
	learned := time.Now()
	if _, err := decide.Decide(ctx, l, d, began); err != nil {
		b.Fatal(err)
	}
	decided := time.Now()
	counts, err := recall.Counts(ctx, l, recall.Filter{Agent: d.Agent})
	if err != nil {
		b.Fatal(err)
	}
	learn.NewLogged(d.Summary(), learn.Patterns(counts, recall.Threshold(l.Config)))
	return time.Since(began).Seconds(), (learned.Sub(began) + time.Since(decided)).Seconds()
}
