//go:build unix

package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// Processes that write at once, beside a person who commits, packs references and collects garbage, lose nothing of each
// other's.
func TestCrowd(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs many programs at once")
	}
	processes, records := 3, 4
	if *full {
		processes, records = 8, 100
	}
	names := []string{"loose", "packed", "sha256", "head"}
	if *full {
		names = append(names, "bare", "linked work tree", "alternates", "head, packed", "head, sha256", "head, linked work tree")
	}
	for _, way := range crashWays(names...) {
		t.Run(way.name, func(t *testing.T) {
			if !*full {
				t.Parallel()
			}
			dir := way.make(t)
			began := time.Now()
			acknowledged := make([][]string, processes)
			var writers, others sync.WaitGroup
			for i := range processes {
				writers.Go(func() { acknowledged[i] = way.writer(dir, fmt.Sprint("w", i), records).run(t) })
			}
			ended := make(chan struct{})
			p := person{dir: dir, main: gitIn(t, dir, "symbolic-ref", "HEAD"), bare: way.name == "bare"}
			others.Go(func() { p.work(t, ended) })
			writers.Wait()
			took := time.Since(began)
			close(ended)
			others.Wait()
			var all []string
			for _, some := range acknowledged {
				all = append(all, some...)
			}
			if len(all) != processes*records {
				t.Errorf("%d records, want %d", len(all), processes*records)
			}
			checkAll(t, dir, way.ref, all, true)
			p.check(t, way.ref == Head)
			if left := leftOvers(t, dir); len(left) > 0 {
				t.Errorf("left: %q", left)
			}
			t.Logf("%d records and %d commits in %s; %d commits tried again", len(all), len(p.made), took, p.again)
		})
	}
}

// person is somebody who works in the repository with git.
type person struct {
	dir, main string
	bare      bool
	made      []string // the files of the commits that git said to be made
	again     int
}

func (p *person) work(t *testing.T, ended chan struct{}) {
	for i := 0; ; i++ {
		select {
		case <-ended:
			return
		default:
		}
		p.commit(t, fmt.Sprintf("note%d.md", i))
		if i%5 == 4 {
			p.must(t, "pack-refs", "--all")
		}
		if i%10 == 9 {
			p.must(t, "gc", "-q")
		}
	}
}

// commit commits a file, and tries again where git says that somebody else was first.
func (p *person) commit(t *testing.T, name string) {
	if p.bare {
		commit := p.must(t, "commit-tree", "-p", p.main, "-m", name, p.main+"^{tree}")
		p.must(t, "update-ref", p.main, commit)
		p.made = append(p.made, name)
		return
	}
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(name), 0o600); err != nil {
		t.Error(err)
	}
	for _, args := range [][]string{{"add", name}, {"commit", "-q", "-m", name}} {
		for {
			out, err := tryGit(p.dir, args...)
			if err == nil {
				break
			}
			if !strings.Contains(out, "index.lock") && !strings.Contains(out, "cannot lock ref") {
				t.Errorf("git %s: %s", args, out)
				return
			}
			p.again++
			time.Sleep(time.Millisecond)
		}
	}
	p.made = append(p.made, name)
}

// must runs git, again where a reference is locked.
func (p *person) must(t *testing.T, args ...string) string {
	for range 100 {
		out, err := tryGit(p.dir, args...)
		if err == nil {
			return out
		}
		if strings.Contains(out, "gc is already running") { // a commit began it
			return ""
		}
		if !strings.Contains(out, "lock") {
			t.Errorf("git %s: %s", args, out)
			return ""
		}
	}
	t.Errorf("git %s: always locked", args)
	return ""
}

// check looks for each commit that was made, and for what should not have come with it.
func (p *person) check(t *testing.T, head bool) {
	subjects := strings.Fields(gitIn(t, p.dir, "log", "--format=%s", p.main))
	there := map[string]bool{}
	for _, s := range subjects {
		there[s] = true
	}
	for _, name := range p.made {
		if !there[name] {
			t.Errorf("the commit of %s is lost", name)
		}
	}
	if p.bare {
		return
	}
	if out := gitIn(t, p.dir, "status", "--porcelain"); out != "" {
		t.Errorf("the work tree is not in step: %.300s", out)
	}
	if out := gitIn(t, p.dir, "log", "--format=%H", "--diff-filter=D", p.main); out != "" {
		t.Errorf("commits that delete: %s", out)
	}
	if out := gitIn(t, p.dir, "ls-tree", "--name-only", p.main); !head && strings.Contains(out, "feedback") {
		t.Errorf("records on %s: %s", p.main, out)
	}
}
