//go:build unix

package ledger_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/verdict"
)

// TestSpoolWriter is no test: it is what the processes of the tests below do. It keeps verdicts and takes them in, and prints each state
// that was kept.
func TestSpoolWriter(t *testing.T) {
	dir, name := os.Getenv("KBGATE_SPOOL_DIR"), os.Getenv("KBGATE_SPOOL_NAME")
	if dir == "" {
		t.Skip("runs for other tests")
	}
	ctx := context.Background()
	l, err := ledger.Open(ctx, ledger.Options{Root: dir, Config: config.Default(nil)})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for n := range 30 {
		state := fmt.Sprintf("%s-%d", name, n)
		v := &verdict.Verdict{Schema: verdict.Schema, At: ledgertest.Now, State: state, Findings: []verdict.Count{{Gate: "broken_wiki_links", Certain: 1}}}
		if _, err := l.Spool().Add(ctx, v); err != nil {
			t.Fatal(err)
		}
		fmt.Println("kept", state)
		if n%3 == 2 {
			if err := l.TakeIn(ctx, ledgertest.Now); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// spoolWriter runs such a process, and kills it once it has kept so many states (0: never). It gives the states that were kept.
func spoolWriter(t *testing.T, dir, name string, dieAfter int) (kept []string) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestSpoolWriter$")
	cmd.Env = append(os.Environ(), "KBGATE_SPOOL_DIR="+dir, "KBGATE_SPOOL_NAME="+name)
	out, err := cmd.StdoutPipe()
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Error(err)
		return nil
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		state, ok := strings.CutPrefix(lines.Text(), "kept ")
		if !ok {
			continue
		}
		if kept = append(kept, state); dieAfter > 0 && len(kept) == dieAfter {
			time.AfterFunc(time.Duration(rand.N(8_000_000)), func() { _ = cmd.Process.Kill() })
		}
	}
	if err := cmd.Wait(); err != nil && dieAfter == 0 {
		t.Errorf("%v: %s", err, complaint.String())
	}
	return kept
}

// recorded counts the records of each state, after what waits was taken in.
func recorded(t *testing.T, l *ledger.Ledger) map[string]int {
	t.Helper()
	ctx := context.Background()
	for range 3 { // what a process left, and what waits behind it
		if err := l.TakeIn(ctx, ledgertest.Now); err != nil {
			t.Fatal(err)
		}
	}
	names, err := l.Store.Names(ctx, decision.Decisions.Folder)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for file, err := range l.Store.Contents(ctx, names, decision.MaxRecord) {
		if err != nil {
			t.Fatal(err)
		}
		d, err := decision.Decode(file.Data)
		if err != nil {
			t.Fatal(err)
		}
		counts[d.Artifact.SHA]++
	}
	return counts
}

// Whoever is killed at whatever moment, nothing that was kept is lost, and nothing is recorded twice.
func TestSpoolOfKilledWriters(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: kills many processes")
	}
	l := ledgertest.New(t)
	var kept []string
	for round := range 20 {
		kept = append(kept, spoolWriter(t, l.Root, fmt.Sprint("w", round), 1+rand.IntN(15))...)
	}
	counts := recorded(t, l)
	for _, state := range kept {
		if counts[state] != 1 {
			t.Errorf("%s is recorded %d times", state, counts[state])
		}
	}
	for state, n := range counts {
		if n != 1 {
			t.Errorf("%s is recorded %d times", state, n)
		}
	}
}

func TestSpoolOfEightWriters(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs many processes at once")
	}
	l := ledgertest.New(t)
	var writers sync.WaitGroup
	kept := make([][]string, 8)
	for i := range kept {
		writers.Go(func() { kept[i] = spoolWriter(t, l.Root, fmt.Sprint("w", i), 0) })
	}
	writers.Wait()
	counts, all := recorded(t, l), 0
	for _, states := range kept {
		for _, state := range states {
			if all++; counts[state] != 1 {
				t.Errorf("%s is recorded %d times", state, counts[state])
			}
		}
	}
	if all != 240 || len(counts) != all {
		t.Errorf("%d were kept, %d recorded", all, len(counts))
	}
}

// What waits is recorded with the next record, in one commit; and a record is stored though what waits cannot be.
func TestSpoolIsTakenInWithARecord(t *testing.T) {
	ctx, l := context.Background(), ledgertest.New(t)
	v := &verdict.Verdict{Schema: verdict.Schema, At: ledgertest.Now, State: "one", Findings: []verdict.Count{{Gate: "broken_wiki_links", Certain: 1}}}
	for _, state := range []string{"one", "two"} {
		v.State = state
		if _, err := l.Spool().Add(ctx, v); err != nil {
			t.Fatal(err)
		}
	}
	record := &decision.Decision{Schema: decision.Schema, ID: l.NewID(ledgertest.Now), Source: decision.Human, At: ledgertest.Now, Verdict: decision.Rejected, Agent: "rio",
		Artifact: decision.Artifact{Type: decision.Skill, Name: "x"}}
	outcomes, err := l.Append(ctx, ledgertest.Now, "Record a decision", true, ledgertest.Encoded(t, record.Path(), record))
	if err != nil || len(outcomes) != 1 {
		t.Fatal(outcomes, err)
	}
	if counts := recorded(t, l); counts["one"] != 1 || counts["two"] != 1 || len(counts) != 3 {
		t.Errorf("recorded are %v", counts)
	}
	if n := strings.TrimSpace(ledgertest.Git(t, l.Root, "rev-list", "--count", "refs/heads/feedback")); n != "1" {
		t.Errorf("%s commits", n)
	}
	v.State, v.At = "future", ledgertest.Now.AddDate(0, 0, 3)
	if _, err := l.Spool().Add(ctx, v); err != nil {
		t.Fatal(err)
	}
	if counts := recorded(t, l); counts["future"] != 0 || len(counts) != 3 {
		t.Errorf("recorded are %v", counts)
	}
}
