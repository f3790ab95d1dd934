package benchmark

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/store"
)

// BenchmarkTravel times what it costs to find the state at which a store is read together with the branch that was fetched from a remote: as
// a process that has just begun does, and beside it without the remote. The branches are equal; the own one is ahead; both have ten
// records that the other has not, as the first process finds them and as later ones do; and there is no own one, likewise:
//
//	go test ./internal/benchmark -run '^$' -bench 'Travel$' -benchtime 20x -kb FOLDER
func BenchmarkTravel(b *testing.B) {
	for _, records := range []int{10_000, 100_000} {
		for _, kind := range []string{"equal", "ahead", "parted", "parted-first", "fresh", "fresh-first"} {
			b.Run(fmt.Sprint(kind, records), func(b *testing.B) {
				dir := b.TempDir() + "/clone"
				run(b, exec.Command("git", "clone", "-q", "--no-local", "--bare", filled(b, records), dir+".git"), "")
				run(b, exec.Command("git", "clone", "-q", "--shared", dir+".git", dir), "")
				for _, setting := range [][2]string{{"user.name", "Test"}, {"user.email", "test@example.org"}, {"gc.auto", "0"}} {
					run(b, exec.Command("git", "config", setting[0], setting[1]), dir)
				}
				ref := func(args ...string) { run(b, exec.Command("git", args...), dir) }
				entropy := rand.NewChaCha8([32]byte{7})
				more := func() {
					if _, err := openStore(b, dir).Append(context.Background(), time.Now(), "more", madeRecords(time.Now(), 10, entropy)...); err != nil {
						b.Fatal(err)
					}
				}
				if kind[:5] != "fresh" {
					ref("update-ref", "refs/heads/feedback", "refs/remotes/origin/feedback")
				}
				if kind[:5] == "parte" {
					more()
					ref("update-ref", "refs/remotes/origin/feedback", "refs/heads/feedback")
					ref("update-ref", "refs/heads/feedback", "refs/heads/feedback^")
				}
				if kind[:5] == "parte" || kind == "ahead" {
					more()
				}
				timeOf := func(remote string) float64 {
					began := time.Now()
					s, err := store.Open(context.Background(), git.Find(context.Background(), dir), store.Options{Folder: "feedback", Ref: "refs/heads/feedback", Remote: remote})
					if err == nil {
						_, err = s.Tip()
					}
					if err != nil {
						b.Fatal(err)
					}
					took := time.Since(began).Seconds()
					_ = s.Close()
					return took
				}
				if kind == "parted" || kind == "fresh" {
					timeOf("origin")
				}
				var with, without []float64
				for b.Loop() {
					if len(kind) > 6 {
						run(b, exec.Command("rm", "-rf", ".git/kbgate/joined"), dir)
					}
					with, without = append(with, timeOf("origin")), append(without, timeOf(""))
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(1e3*median(with), "with-ms")
				b.ReportMetric(1e3*median(without), "without-ms")
				b.ReportMetric(1e3*slices.Min(with), "min-ms")
			})
		}
	}
}
