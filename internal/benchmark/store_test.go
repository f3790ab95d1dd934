package benchmark

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/store"
)

// BenchmarkRecord times one record made durable, in a store of a thousand to a million, and beside it `git add && git
// commit` of one file in a work tree that holds as many, up to a hundred thousand. The target (contracts.md#targets) is at most
// 8 ms in the process, the same at each size:
//
//	go test ./internal/benchmark -run '^$' -bench 'Record$' -benchtime 50x -kb FOLDER
func BenchmarkRecord(b *testing.B) {
	for _, records := range []int{1_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(records), func(b *testing.B) {
			dir := filled(b, records)
			s := openStore(b, dir)
			work := ""
			if records <= 100_000 {
				work = checkedOut(b, dir)
			}
			at, entropy := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), rand.NewChaCha8([32]byte{1})
			appendOne := func() float64 {
				f := madeRecord(at.Add(time.Duration(time.Now().UnixNano()%1e12)), entropy)
				began := time.Now()
				if _, err := s.Append(context.Background(), at, "record", f); err != nil {
					b.Fatal(err)
				}
				return time.Since(began).Seconds()
			}
			appendOne() // starts git cat-file
			var ours, gits, ratios []float64
			for b.Loop() {
				took := appendOne()
				ours = append(ours, took)
				if work == "" {
					continue
				}
				f := madeRecord(at, entropy)
				name := filepath.Join(work, f.Path)
				if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
					b.Fatal(err)
				}
				if err := os.WriteFile(name, f.Data, 0o600); err != nil {
					b.Fatal(err)
				}
				git, _ := run(b, exec.Command("sh", "-c", `git add "$0" && git commit -q -m record`, f.Path), work)
				gits, ratios = append(gits, git), append(ratios, took/git)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(1e3*slices.Min(ours), "min-ms")
			b.ReportMetric(1e3*median(ours), "median-ms")
			if work != "" {
				b.ReportMetric(1e3*median(gits), "git-ms")
				b.ReportMetric(median(ratios), "ratio")
			}
		})
	}
}

// BenchmarkRecords times ten thousand records in one commit, upon a thousand to a million. The target is less than a second.
func BenchmarkRecords(b *testing.B) {
	for _, records := range []int{1_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(records), func(b *testing.B) {
			s := openStore(b, filled(b, records))
			entropy := rand.NewChaCha8([32]byte{byte(time.Now().UnixNano())})
			var seconds []float64
			for b.Loop() {
				files := madeRecords(time.Now(), 10_000, entropy)
				began := time.Now()
				if _, err := s.Append(context.Background(), began, "records", files...); err != nil {
					b.Fatal(err)
				}
				seconds = append(seconds, time.Since(began).Seconds())
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(slices.Min(seconds), "min-s")
			b.ReportMetric(median(seconds), "median-s")
		})
	}
}

// madeRecord is a decision as long as most are, at the path that its id gives it.
func madeRecord(at time.Time, entropy *rand.ChaCha8) store.File {
	id := ulid.MustNew(ulid.Timestamp(at), entropy)
	data := fmt.Appendf(nil, "schema: kbgate.decision/1\nid: %s\nsource: human\nat: %s\nverdict: rejected\nreview_point: pr-review\nreviewer: reviewer-1\n"+
		"agent: rio\nartifact: {type: skill, name: redis-cache.md}\nreason: The examples don't work as they are written here\ncategory: examples\n", id, at.UTC().Format(time.RFC3339))
	return store.File{Path: "decisions/" + at.UTC().Format("2006/01/02/") + id.String() + ".yaml", Data: data}
}

// madeRecords are those of some twenty days up to a time, five hundred a day.
func madeRecords(until time.Time, n int, entropy *rand.ChaCha8) []store.File {
	files := make([]store.File, n)
	for i := range files {
		files[i] = madeRecord(until.Add(-time.Duration(i)*24*time.Hour/500), entropy)
	}
	return files
}

// filled is a repository whose store has so many records, of five hundred a day.
func filled(b *testing.B, records int) string {
	b.Helper()
	dir := filepath.Join(b.TempDir(), "store")
	if *keep != "" {
		dir = filepath.Join(*keep, fmt.Sprint("store", records))
	}
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	making := dir + ".part"
	if err := os.RemoveAll(making); err != nil {
		b.Fatal(err)
	}
	run(b, exec.Command("git", "init", "-q", "-b", "main", making), "")
	for _, setting := range [][2]string{{"user.name", "Test"}, {"user.email", "test@example.org"}, {"gc.auto", "0"}} {
		run(b, exec.Command("git", "config", setting[0], setting[1]), making)
	}
	s := openStore(b, making)
	entropy := rand.NewChaCha8([32]byte{})
	until := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for left := records; left > 0; left -= 10_000 {
		files := madeRecords(until.Add(-time.Duration(left)*24*time.Hour/500), min(left, 10_000), entropy)
		if _, err := s.Append(context.Background(), until, "records", files...); err != nil {
			b.Fatal(err)
		}
	}
	if err := os.Rename(making, dir); err != nil {
		b.Fatal(err)
	}
	return dir
}

// checkedOut is a clone of a store with its files in a work tree.
func checkedOut(b *testing.B, dir string) string {
	b.Helper()
	work := filepath.Join(b.TempDir(), "work")
	run(b, exec.Command("git", "clone", "-q", "-b", "feedback", dir, work), "")
	for _, setting := range [][2]string{{"user.name", "Test"}, {"user.email", "test@example.org"}, {"gc.auto", "0"}} {
		run(b, exec.Command("git", "config", setting[0], setting[1]), work)
	}
	return filepath.Join(work, "feedback")
}

func openStore(b *testing.B, dir string) *store.Store {
	b.Helper()
	s, err := store.Open(context.Background(), git.Find(context.Background(), dir), store.Options{Folder: "feedback", Ref: "refs/heads/feedback"})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	return s
}
