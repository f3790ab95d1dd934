package decide

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/verdict"
)

// Jobs that record at one time take no more heads of a pull request together than one would.
func TestHeadsOfJobsAtOneTime(t *testing.T) {
	ctx, now := context.Background(), time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	first := ledgertest.New(t)
	const jobs = MostHeads + 10
	var mu sync.Mutex
	var working sync.WaitGroup
	added, leftOut := 0, 0
	for i := range jobs {
		working.Go(func() {
			l, err := ledger.Open(ctx, ledger.Options{Root: first.Root, Config: first.Config})
			if err != nil {
				t.Error(err)
				return
			}
			defer l.Close()
			v := &verdict.Verdict{Schema: verdict.Schema, State: strings.Repeat(fmt.Sprintf("%02x", i), 20), Findings: []verdict.Count{{Gate: "date_errors", Certain: 1}}}
			outcome, why, err := RecordVerdict(ctx, l, v, Pull{Repo: "team/kb", Number: 7}, now)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err != nil:
				t.Error(err)
			case why != "":
				leftOut++
			case outcome == store.Added:
				added++
			}
		})
	}
	working.Wait()
	known, err := recall.JudgedOf(ctx, first, "team/kb", 7)
	if err != nil || len(known.Heads) != MostHeads || added != MostHeads || leftOut != jobs-MostHeads {
		t.Errorf("%d heads, %d added, %d left out, %v", len(known.Heads), added, leftOut, err)
	}
}
