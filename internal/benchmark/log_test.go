package benchmark

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// BenchmarkLog times `kbgate log` as a command, on a store whose index is there (warm) or has to be made (cold), and beside it
// git's own list of the records, `git ls-tree -r`, which reads none of them:
//
//	go test ./internal/benchmark -run '^$' -bench 'Log/.*/' -benchtime 10x -stores FOLDER
func BenchmarkLog(b *testing.B) {
	program := build(b)
	for _, records := range storeSizes {
		b.Run(fmt.Sprint(records), func(b *testing.B) {
			s := filledStore(b, records)
			dir := filepath.Join(s.Derived(), "..", "..", "..")
			for i, ask := range []struct {
				name string
				args []string
			}{
				{"newest 20", []string{"--limit", "20"}},
				{"newest 20 of one agent", []string{"--agent", "Agent-07", "--limit", "20"}},
				{"newest 20 of one agent and issue", []string{"--agent", "agent-07", "--verdict", "rejected", "--issue", "scope_error", "--limit", "20"}},
				{"one artifact", []string{"--artifact", fmt.Sprint("skill-", records/2)}},
				{"one agent", []string{"--agent", "agent-07", "--format", "jsonl"}},
			} {
				log := func() float64 {
					seconds, _ := run(b, exec.Command(program, append([]string{"log"}, ask.args...)...), dir)
					return seconds
				}
				for _, cold := range []bool{false, true} {
					if cold && i > 1 {
						continue // the newest are told without an index, and for any other question it is made
					}
					b.Run(fmt.Sprintf("%s/cold=%t", ask.name, cold), func(b *testing.B) {
						run(b, exec.Command(program, "log", "--agent", "nobody"), dir) // makes the index
						var logs, lists, ratios []float64
						for b.Loop() {
							list, _ := run(b, exec.Command("git", "ls-tree", "-r", "--name-only", "refs/heads/feedback"), dir)
							if cold {
								if err := os.RemoveAll(s.Derived()); err != nil {
									b.Fatal(err)
								}
							}
							took := log()
							logs, lists, ratios = append(logs, took), append(lists, list), append(ratios, took/list)
						}
						report(b, logs)
						b.ReportMetric(1000*median(lists), "ls-tree-ms")
						b.ReportMetric(median(ratios), "ratio")
					})
				}
			}
		})
	}
}
