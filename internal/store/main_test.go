package store

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/store/worktree"
)

// full asks for as many processes, records and deaths as it has to bear; without it, for so few that the tests are quick.
var full = flag.Bool("full", false, "write as many records in as many processes, and die as often, as the store has to bear")

// Each step of the contract runs git and waits for the disk, so a few runs have to do unless more are asked for.
func TestMain(m *testing.M) {
	if job := os.Getenv("KBGATE_STORE_WRITER"); job != "" {
		if err := write(job); err != nil {
			fmt.Fprintln(os.Stderr, err)
			if way, _ := hint.Of(err); way != "" {
				fmt.Fprintln(os.Stderr, "hint:", way)
			}
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if !asked {
		_ = flag.Set("rapid.checks", "4") // it is there
	}
	os.Exit(m.Run())
}

// writer is a process that appends records, one commit each, and says the name of each one that is there for good.
type writer struct {
	Dir, Ref, Name string
	Records        int
	Packs          bool   // each record goes into a pack
	Die            string // the step that kills it
	DieAt          int    // at the how manyth time, from 1 on
	Tells          string // the step that it says to have reached, once
}

func (w writer) path(record int) string { return fmt.Sprintf("w/%s/%d.yaml", w.Name, record) }

// die ends this process as `kill -9` does.
func die() {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Kill()
	}
	select {} // nothing comes after
}

// write is the process itself.
func write(job string) error {
	var w writer
	if err := json.Unmarshal([]byte(job), &w); err != nil {
		return err
	}
	deadAfter = 300 * time.Millisecond
	patience, lockPatience, worktree.IndexPatience, worktree.CommitPatience = 10*time.Minute, 10*time.Minute, 10*time.Minute, 10*time.Minute // the machine may be busy
	if w.Packs {
		manyObjects = 1
	}
	times := make(chan int, 1) // objects are written at once
	times <- 0
	var told sync.Once
	onStep = func(step string) {
		if step == w.Tells {
			told.Do(func() { fmt.Println(step) })
		}
		if step != w.Die {
			return
		}
		n := <-times + 1
		if n == w.DieAt {
			die()
		}
		times <- n
	}
	ctx := context.Background()
	s, err := Open(ctx, folder(w.Dir), Options{Folder: "feedback", Ref: w.Ref, DerivedFiles: rows{}})
	if err != nil {
		return err
	}
	for i := range w.Records {
		file := File{w.path(i), fmt.Appendf(nil, "record: %s %d\n", w.Name, i)}
		if outcomes, err := s.Append(ctx, noon, "record", file); err != nil || outcomes[0] == Differ {
			return fmt.Errorf("%s: %v, %w", w.path(i), outcomes, err)
		}
		fmt.Println(w.path(i))
	}
	return s.Close()
}
