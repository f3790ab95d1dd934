//go:build unix

package store

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/store/filelock"
	"github.com/kbgate/kbgate/internal/store/worktree"
)

// hook makes a reference-transaction hook (see githooks), which git runs with the state of its transaction.
func hook(t *testing.T, dir, script string) (remove func()) {
	t.Helper()
	name := filepath.Join(gitIn(t, dir, "rev-parse", "--path-format=absolute", "--git-common-dir"), "hooks", "reference-transaction")
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte("#!/bin/sh\n"+script), 0o777)); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.Remove(name); err != nil {
			t.Error(err)
		}
	}
}

// patient sets for how long a test waits for what does not come.
func patient(t *testing.T, d time.Duration) {
	t.Helper()
	for _, p := range []*time.Duration{&patience, &deadAfter, &worktree.IndexPatience, &worktree.CommitPatience} {
		old := *p
		*p = d
		t.Cleanup(func() { *p = old })
	}
}

// Git that is killed leaves its locks; the next run knows that they are those of the dead.
func TestKilledGit(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: kills programs")
	}
	patient(t, 300*time.Millisecond)
	for _, ref := range []string{"refs/heads/feedback", Head} {
		for _, state := range []string{"prepared", "committed"} {
			dir := plain(t)
			s := openView(t, dir, ref)
			if err := record(s, "a/1.yaml"); err != nil {
				t.Fatal(err)
			}
			remove := hook(t, dir, "[ $1 = "+state+" ] && kill -9 $PPID; exit 0")
			if err := record(s, "a/2.yaml"); err == nil {
				t.Errorf("%s, %s: no error", ref, state)
			}
			remove()
			left := leftOvers(t, dir)
			if state == "prepared" && len(left) == 0 {
				t.Errorf("%s: git left nothing", ref)
			}
			checkAfterDeath(t, writer{Dir: dir, Ref: ref, Name: "w"}, []string{"a/1.yaml"})
			if out := gitIn(t, dir, "status", "--porcelain"); out != "" {
				t.Errorf("%s, %s: %s", ref, state, out)
			}
		}
	}
}

// Whoever dies leaves its git at work. The next run waits for that.
func TestOrphanedGit(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: kills programs")
	}
	for _, ref := range []string{"refs/heads/feedback", Head} {
		dir := plain(t)
		began, goOn := filepath.Join(dir, ".git", "began"), filepath.Join(dir, ".git", "go-on")
		release := func() { _ = os.WriteFile(goOn, nil, 0o600) } // the folder may be gone
		remove := hook(t, dir, fmt.Sprintf("[ $1 = prepared ] || exit 0; echo $PPID >%[1]s.new; mv %[1]s.new %[1]s; while [ -e %[1]s ] && ! [ -e %[2]s ]; do sleep 0.02; done", began, goOn))
		orphan, told, complaint := writer{Dir: dir, Ref: ref, Name: "orphan", Records: 1}.start(t)
		ended := make(chan string, 1)
		go func() {
			told.Scan()
			ended <- told.Text()
		}()
		for !exists(began) {
			select {
			case said := <-ended:
				t.Fatalf("%s: the writer is done, but no git moved the branch: %q, %v, %s", ref, said, orphan.Wait(), complaint)
			case <-time.After(time.Millisecond):
			}
		}
		_ = orphan.Process.Kill() // and not what it has started
		_ = orphan.Wait()         // it was killed
		remove()
		isAtWork(t, began)
		next, lines, complaint := writer{Dir: dir, Ref: ref, Name: "next", Records: 1, Tells: "wait"}.start(t)
		late := time.AfterFunc(time.Minute, release) // so that a run that waits otherwise ends
		if lines.Scan(); lines.Text() != "wait" {
			release()
			t.Fatalf("%s: the next run did not wait for the orphan: %q, %v, %s", ref, lines.Text(), next.Wait(), complaint)
		}
		late.Stop()
		isAtWork(t, began)
		release()
		said := lines.Scan()
		if err := next.Wait(); err != nil || !said {
			t.Fatalf("%s: %v: %s", ref, err, complaint)
		}
		// Nobody was told of the orphan's record, but it was as good as there.
		checkAfterDeath(t, writer{Dir: dir, Ref: ref, Name: "w"}, []string{"w/orphan/0.yaml", "w/next/0.yaml"})
	}
}

// isAtWork fails a test where the process whose number a file holds is gone.
func isAtWork(t *testing.T, name string) {
	t.Helper()
	var number int
	data, err := os.ReadFile(name)
	if err == nil {
		_, err = fmt.Sscan(string(data), &number)
	}
	if err == nil {
		err = syscall.Kill(number, 0)
	}
	if err != nil {
		t.Fatalf("the orphan's git is not at work: %v", err)
	}
}

// A lock that may be that of a living program stays, whatever it holds, and the refusal names it.
func TestForeignLocks(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs many programs")
	}
	patient(t, 100*time.Millisecond)
	dir := plain(t)
	common := filepath.Join(dir, ".git")
	lock, journal := filepath.Join(common, "refs", "heads", "feedback.lock"), filepath.Join(common, "kbgate", "store.lock")
	s := openAt(t, dir, "refs/heads/feedback")
	if err := record(s, "a/1.yaml"); err != nil {
		t.Fatal(err)
	}
	ours := strings.Repeat("1", 40)
	said := ours + "\n" + lock + "\n" + filepath.Join(common, "HEAD.lock")
	for i, c := range []struct {
		what, holds, said string
		age               time.Duration // of the lock; what our dead process said is a minute old
		stays             bool
	}{
		{"nothing said", "", "", time.Hour, true},
		{"another commit", strings.Repeat("2", 40) + "\n", said, 0, true},
		{"older than what was said", "", said, time.Hour, true},
		{"older than what was said, and ours", ours + "\n", said, time.Hour, true},
		{"ours", ours + "\n", said, 0, false},
		{"half of ours", ours[:7], said, 0, false},
		{"empty, since then, and old", "", said, 30 * time.Second, false},
	} {
		write := func(name, data string, age time.Duration) {
			when := time.Now().Add(-age)
			if err := errors.Join(os.WriteFile(name, []byte(data), 0o600), os.Chtimes(name, when, when)); err != nil {
				t.Fatal(err)
			}
		}
		write(journal, c.said, time.Minute)
		write(lock, c.holds, c.age)
		err := record(s, fmt.Sprintf("b/%d.yaml", i))
		refusal := (*hint.Error)(nil)
		if c.stays != errors.As(err, &refusal) || c.stays != exists(lock) {
			t.Errorf("%s: %v; the lock stays: %t", c.what, err, exists(lock))
		}
		if c.stays && !strings.Contains(refusal.Hint, lock) {
			t.Errorf("%s: hint %q", c.what, refusal.Hint)
		}
		_ = os.Remove(lock) // it may be gone
	}
}

// A living git that holds the branch keeps it for as long as it wants, also after a process of ours has died.
func TestLivingGit(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: kills programs")
	}
	patient(t, 200*time.Millisecond)
	dir := plain(t)
	s := openAt(t, dir, "refs/heads/feedback")
	if err := record(s, "a/1.yaml"); err != nil {
		t.Fatal(err)
	}
	writer{Dir: dir, Ref: s.Ref, Name: "dead", Records: 1, Die: "turn", DieAt: 1}.run(t)
	git := exec.Command("git", "update-ref", "--stdin")
	git.Dir = dir
	in, err := git.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := git.Start(); err != nil {
		t.Fatal(err)
	}
	lock := filepath.Join(dir, ".git", "refs", "heads", "feedback.lock")
	fmt.Fprintf(in, "start\nupdate refs/heads/feedback %s\nprepare\n", gitIn(t, dir, "rev-parse", "main"))
	for !exists(lock) {
		time.Sleep(time.Millisecond)
	}
	refusal := (*hint.Error)(nil)
	if err := record(s, "a/2.yaml"); !errors.As(err, &refusal) || !exists(lock) {
		t.Errorf("%v; the lock is there: %t", err, exists(lock))
	}
	fmt.Fprint(in, "abort\n")
	if err := errors.Join(in.Close(), git.Wait()); err != nil {
		t.Fatal(err)
	}
	if err := record(s, "a/2.yaml"); err != nil {
		t.Error(err)
	}
}

// The lock of packed references that a killed `git pack-refs` leaves is not ours, and not in our way.
func TestLockOfPackedRefs(t *testing.T) {
	dir := plain(t)
	s := open(t, dir)
	lock := filepath.Join(dir, ".git", "packed-refs.lock")
	if err := os.WriteFile(lock, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a/1.yaml", "a/2.yaml"} {
		if err := record(s, name); err != nil || !exists(lock) {
			t.Errorf("%v; the lock is there: %t", err, exists(lock))
		}
	}
}

// The index's lock of another program stays; one that another process of ours holds is waited for.
func TestLockOfIndex(t *testing.T) {
	patient(t, 200*time.Millisecond)
	dir := plain(t)
	s := openAt(t, dir, Head)
	lock := filepath.Join(dir, ".git", "index.lock")
	if err := os.WriteFile(lock, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refusal := (*hint.Error)(nil)
	if err := record(s, "a/1.yaml"); !errors.As(err, &refusal) || !strings.Contains(refusal.Hint, lock) || !exists(lock) {
		t.Errorf("%v; the lock is there: %t", err, exists(lock))
	}
	if err := os.Remove(lock); err != nil {
		t.Fatal(err)
	}
	ours := filepath.Join(dir, ".git", "kbgate-lock-another")
	file, err := os.Create(ours)
	if err := errors.Join(err, filelock.Try(file), os.Link(ours, lock)); err != nil {
		t.Fatal(err)
	}
	if err := record(s, "a/1.yaml"); !errors.As(err, &refusal) || !exists(lock) {
		t.Errorf("%v; the lock is there: %t", err, exists(lock))
	}
	if err := errors.Join(os.Remove(lock), os.Remove(ours), file.Close()); err != nil {
		t.Fatal(err)
	}
	if err := record(s, "a/1.yaml"); err != nil {
		t.Error(err)
	}
	if out := gitIn(t, dir, "status", "--porcelain"); out != "" {
		t.Error(out)
	}
}
