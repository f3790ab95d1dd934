//go:build unix

package check

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// childDir tells a test process that it is to check the staged change of a repository, and nothing else.
const childDir = "KBGATE_TEST_CHECK"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		r := repo{&testing.T{}, dir}
		r.report(Request{Dir: dir, Staged: true, Now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)})
		return
	}
	os.Exit(m.Run())
}

// A process that is killed while it writes the cache leaves one that is as good as before.
func TestKilledWritersLeaveTheCacheSound(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: kills programs")
	}
	r := newRepo(t)
	c := rand.New(rand.NewPCG(9, 9))
	for i := range 1500 {
		r.write(fmt.Sprintf("notes/%s %d.md", someTitle(c, i), i), someClaim(c))
	}
	r.git("add", ".")
	r.git("commit", "-qm", "base")
	for range 10 {
		r.edit(c)
	}
	r.git("add", "-A")
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cacheDir := filepath.Join(r.dir, ".git", "kbgate")
	inTheMiddle := 0
	for n := range 12 {
		if n%3 == 0 {
			if err := os.RemoveAll(cacheDir); err != nil {
				t.Fatal(err)
			}
		}
		left, err := filepath.Glob(filepath.Join(cacheDir, "cache", "*", ".new-*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range left { // what the killed have left behind
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
		child := exec.Command(program)
		child.Env = append(os.Environ(), childDir+"="+r.dir)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- child.Wait() }()
		for writing := false; !writing; { // until a file is being written
			select {
			case <-ended:
				writing = true
			default:
				files, err := filepath.Glob(filepath.Join(cacheDir, "cache", "*", ".new-*"))
				if err != nil {
					t.Fatal(err)
				}
				if writing = len(files) > 0; writing {
					inTheMiddle++
					_ = child.Process.Kill() // it may have ended by itself
					<-ended
				}
			}
		}
		r.findings(Request{Staged: true})
	}
	t.Logf("%d of 12 were killed while they wrote", inTheMiddle)
	if inTheMiddle == 0 {
		t.Error("none was killed while it wrote")
	}
}
