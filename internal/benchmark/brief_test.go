package benchmark

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/learn/brief"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
)

// BenchmarkBrief times what an agent asks for before it writes, and the statistics of all agents, the index being there. The
// ledger is opened anew for each, as each command does:
//
//	go test ./internal/benchmark -run '^$' -bench 'Brief/.*/' -benchtime 20x -stores FOLDER
func BenchmarkBrief(b *testing.B) {
	ctx := context.Background()
	for _, records := range storeSizes {
		b.Run(fmt.Sprint(records), func(b *testing.B) {
			s := filledStore(b, records)
			indexOf(b, s)
			root := filepath.Join(s.Derived(), "..", "..", "..")
			now := firstRecord.Add(time.Duration(records) * 80 * time.Second)
			ask := func(f func(*ledger.Ledger) error) func() {
				return func() {
					l, err := ledger.Open(ctx, ledger.Options{Root: root, Config: config.Default(nil)})
					if err == nil {
						err = f(l)
					}
					if err == nil {
						err = l.Close()
					}
					if err != nil {
						b.Fatal(err)
					}
				}
			}
			b.Run("open", func(b *testing.B) { timed(b, func() {}, ask(func(*ledger.Ledger) error { return nil })) })
			for i, artifact := range []string{"", "skill-7"} {
				b.Run([]string{"brief", "brief of an artifact"}[i], func(b *testing.B) {
					timed(b, func() {}, ask(func(l *ledger.Ledger) error {
						told, err := recall.Brief(ctx, l, "agent-07", root, artifact, time.Time{})
						if err == nil && len(told.Fit(4000, brief.Markdown)) < 1000 {
							err = fmt.Errorf("it says next to nothing")
						}
						return err
					}))
				})
			}
			for _, hours := range []int{168, 24 * 365} {
				b.Run(fmt.Sprint("agents of ", hours, " hours"), func(b *testing.B) {
					timed(b, func() {}, ask(func(l *ledger.Ledger) error {
						all, err := recall.Agents(ctx, l, hours, now)
						if err == nil && len(all) != 20 {
							err = fmt.Errorf("there are %d agents", len(all))
						}
						return err
					}))
				})
			}
		})
	}
}
