//go:build unix

package store

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// start starts a writer with the programs that it runs in a process group of their own.
func (w writer) start(t *testing.T) (*exec.Cmd, *bufio.Scanner, *bytes.Buffer) {
	t.Helper()
	job, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "KBGATE_STORE_WRITER="+string(job))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	complaint := new(bytes.Buffer)
	cmd.Stderr = complaint
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewScanner(out), complaint
}

// run runs a writer to its end, and gives what it said to be there.
func (w writer) run(t *testing.T) (acknowledged []string) {
	t.Helper()
	cmd, lines, complaint := w.start(t)
	for lines.Scan() {
		acknowledged = append(acknowledged, lines.Text())
	}
	if err := cmd.Wait(); err != nil && w.Die == "" {
		t.Fatalf("%v: %s", err, complaint)
	}
	return acknowledged
}

// checkAfterDeath looks at a store whose writer died, appends to it, and looks again.
func checkAfterDeath(t *testing.T, w writer, acknowledged []string) {
	t.Helper()
	next := writer{Dir: w.Dir, Ref: w.Ref, Name: w.Name + "-next", Records: 1}
	cmd, lines, complaint := next.start(t)
	const longest = 5 * time.Minute // half of a writer's patience: only one that waits for what is dead takes as long
	stuck := time.AfterFunc(longest, func() { _ = cmd.Process.Kill() })
	for lines.Scan() {
		acknowledged = append(acknowledged, lines.Text())
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("the next run, ended by this test: %t: %v: %s", !stuck.Stop(), err, complaint)
	}
	stuck.Stop()
	checkAll(t, w.Dir, w.Ref, acknowledged, true)
	if left := leftOvers(t, w.Dir); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// checkAll compares a store with what was said to be there.
func checkAll(t *testing.T, dir, ref string, acknowledged []string, isSettled bool) {
	t.Helper()
	s, err := Open(context.Background(), folder(dir), Options{Folder: "feedback", Ref: ref})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	names, tip, err := s.NamesSince(context.Background(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for f, err := range s.Contents(context.Background(), names, 1000) {
		if err != nil {
			t.Fatal(err)
		}
		there[f.Path] = len(f.Data) > 0
	}
	var all []string
	for _, n := range names {
		all = append(all, n.Path)
	}
	if data := onBranch(dir, tip, rowsPath); data != nil {
		checkRows(t, "the view", data, all)
	}
	for _, name := range acknowledged {
		if !there[name] {
			t.Errorf("%s is lost", name)
		}
	}
	if out := gitIn(t, dir, "fsck", "--strict", "--no-dangling"); strings.Contains(out, "error") {
		t.Error(out)
	}
	if ref != Head {
		return
	}
	// What a dead process laid and did not commit is not there any more: nobody was told that it would be.
	if out := gitIn(t, dir, "status", "--porcelain", "-uall", "feedback", "views"); out != "" && isSettled {
		t.Errorf("the work tree is not in step: %s", out)
	}
}

// leftOvers are files of locks and passing ones below the git directory.
func leftOvers(t *testing.T, dir string) (left []string) {
	t.Helper()
	common := gitIn(t, dir, "rev-parse", "--path-format=absolute", "--git-common-dir")
	err := filepath.WalkDir(common, func(name string, entry fs.DirEntry, err error) error {
		base := filepath.Base(name)
		if strings.HasSuffix(base, ".lock") && base != "store.lock" || strings.HasPrefix(base, "kbgate-") || strings.HasPrefix(base, "laying") {
			left = append(left, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// crashWays are the ways of writing that differ in what may be left of them.
func crashWays(names ...string) (some []way) {
	for _, w := range ways {
		for _, name := range names {
			if w.name == name {
				some = append(some, w)
			}
		}
	}
	return some
}

func (w way) writer(dir, name string, records int) writer {
	return writer{Dir: dir, Ref: w.ref, Name: name, Records: records, Packs: w.many}
}

// A process that dies between any two steps loses nothing that it said to be there, and leaves nothing in the way.
func TestDeathAtEachStep(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: kills programs")
	}
	steps := []string{"object", "objects", "turn", "reference"}
	names, moments := []string{"loose", "packed", "sha256", "head"}, []int{2}
	if *full {
		names, moments = append(names, "bare", "linked work tree", "head, packed", "head, sha256", "head, linked work tree"), []int{1, 2}
	}
	for _, way := range crashWays(names...) {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			dir := way.make(t)
			steps := steps
			if way.ref == Head {
				steps = append(steps[:len(steps):len(steps)], "lock", "work tree", "index")
			}
			for _, step := range steps {
				for _, at := range moments {
					w := way.writer(dir, fmt.Sprint(strings.ReplaceAll(step, " ", "-"), at), 2)
					w.Die, w.DieAt = step, at
					acknowledged := w.run(t)
					if step == "object" && (way.many || way.name == "sha256" || way.name == "head, sha256") {
						continue // git writes them
					}
					if len(acknowledged) == 2 {
						t.Errorf("nothing died at %q", step)
					}
					checkAfterDeath(t, w, acknowledged)
				}
			}
		})
	}
}

// A process that is killed at any moment, with all that it runs or alone, does not either.
func TestDeathAtRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: kills programs")
	}
	deaths := 4
	if *full {
		deaths = 50
	}
	for _, way := range crashWays("loose", "packed", "sha256", "head") {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			dir := way.make(t)
			var acknowledged []string
			for i := range deaths {
				w := way.writer(dir, fmt.Sprint("w", i), 1000)
				cmd, lines, complaint := w.start(t)
				if !lines.Scan() { // its first record shows that nothing is in its way
					t.Fatalf("death %d: %v: %s", i, cmd.Wait(), complaint)
				}
				acknowledged = append(acknowledged, lines.Text())
				victim := -cmd.Process.Pid // the whole group
				if i%3 == 0 {
					victim = cmd.Process.Pid
				}
				moment := rand.N(40 * time.Millisecond)
				time.AfterFunc(moment, func() { _ = syscall.Kill(victim, syscall.SIGKILL) })
				for lines.Scan() {
					acknowledged = append(acknowledged, lines.Text())
				}
				_ = cmd.Wait() // it was killed
				if i%10 == 9 || i == deaths-1 {
					checkAll(t, dir, way.ref, acknowledged, false)
				}
			}
			w := way.writer(dir, "last", 1)
			checkAfterDeath(t, w, append(acknowledged, w.run(t)...))
			t.Logf("%d deaths, %d records", deaths, len(acknowledged))
		})
	}
}

// What somebody was editing when a process died is as it was before that, and follows the next one alone.
func TestDeathBesideEdits(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: kills programs")
	}
	for _, step := range []string{"work tree", "index", "turn"} {
		for _, stage := range []bool{false, true} {
			dir := plain(t)
			w := writer{Dir: dir, Ref: Head, Name: "w", Records: 1}
			acknowledged := w.run(t)
			writeFile(t, dir, rowsPath, "#mine\nw/w/0.yaml\n")
			if stage {
				gitIn(t, dir, "add", rowsPath)
			}
			w.Name, w.Die, w.DieAt = "dead", step, 1
			if said := w.run(t); len(said) > 0 {
				t.Fatalf("nothing died at %q", step)
			}
			w.Name, w.Die = "next", ""
			acknowledged = append(acknowledged, w.run(t)...)
			want := "#mine\nw/w/0.yaml\nw/next/0.yaml\n"
			if got := readFile(t, dir, rowsPath); got != want {
				t.Errorf("%s: %q, want %q", step, got, want)
			}
			if !stage {
				want = strings.TrimPrefix(want, "#mine\n")
			}
			if got := onBranch(dir, "", rowsPath); string(got) != strings.TrimSpace(want) {
				t.Errorf("%s, staged: %q, want %q", step, got, want)
			}
			if out := gitIn(t, dir, "status", "--porcelain", "-uall", "feedback"); out != "" {
				t.Errorf("%s: %s", step, out)
			}
			checkAll(t, dir, Head, acknowledged, false)
			if left := leftOvers(t, dir); len(left) > 0 {
				t.Errorf("left: %q", left)
			}
		}
	}
}
