//go:build unix

package store

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A hook of the user's that forbids to move the branch is obeyed, wherever it lies.
func TestRefusingHook(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs many programs")
	}
	for _, ref := range []string{"refs/heads/feedback", Head} {
		for _, elsewhere := range []bool{false, true} {
			dir := plain(t)
			s := openView(t, dir, ref)
			if err := record(s, "a/1.yaml"); err != nil {
				t.Fatal(err)
			}
			remove := hook(t, dir, "echo not on a Friday >&2; [ $1 != prepared ]")
			if elsewhere {
				gitIn(t, dir, "config", "core.hooksPath", filepath.Join(dir, ".git", "elsewhere"))
				if err := os.Rename(filepath.Join(dir, ".git", "hooks"), filepath.Join(dir, ".git", "elsewhere")); err != nil {
					t.Fatal(err)
				}
			}
			before, _ := s.Tip()
			refused(t, record(s, "a/2.yaml"), "not on a Friday", "hook")
			if tip, err := s.Tip(); tip != before || err != nil {
				t.Errorf("%s: tip %s, %v", ref, tip, err)
			}
			unharmed(t, dir)
			if left := leftOvers(t, dir); len(left) > 0 {
				t.Errorf("left: %q", left)
			}
			if elsewhere {
				gitIn(t, dir, "config", "--unset", "core.hooksPath")
			} else {
				remove()
			}
			if err := record(s, "a/2.yaml"); err != nil {
				t.Error(err)
			}
			unharmed(t, dir)
		}
	}
}

// A hook of git's may record, on a branch of the store's own; under an open commit the head may not move.
func TestWithinHook(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs many programs")
	}
	for _, args := range [][]string{{"commit", "-q", "-m", "two"}, {"commit", "-q", "-a", "-m", "two"}, {"commit", "-q", "-m", "two", "--", "README.md"}} {
		for _, ref := range []string{"refs/heads/feedback", Head} {
			dir := plain(t)
			job, err := json.Marshal(writer{Dir: ".", Ref: ref, Name: "hook", Records: 1})
			if err != nil {
				t.Fatal(err)
			}
			script := fmt.Sprintf("#!/bin/sh\nKBGATE_STORE_WRITER='%s' %s >.git/said 2>&1\nexit 0\n", job, os.Args[0])
			name := filepath.Join(dir, ".git", "hooks", "pre-commit")
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(script), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "README.md"), []byte("two\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			gitIn(t, dir, "add", ".")
			gitIn(t, dir, args...)
			said, err := os.ReadFile(filepath.Join(dir, ".git", "said"))
			if err != nil {
				t.Fatal(err)
			}
			if want := map[string]string{Head: "hint: record when the commit is made"}[ref]; !strings.Contains(string(said), want) {
				t.Errorf("%s: %s", args, said)
			}
			if ref != Head {
				checkAll(t, dir, ref, []string{"w/hook/0.yaml"}, true)
			}
			if out := gitIn(t, dir, "show", "--name-only", "--format=%s", "main"); out != "two\n\nREADME.md" {
				t.Errorf("%s: %s", args, out)
			}
			unharmed(t, dir)
		}
	}
}

// A program may be told where the repository is.
func TestEnvironment(t *testing.T) {
	dir := plain(t)
	t.Setenv("GIT_DIR", filepath.Join(dir, ".git"))
	t.Setenv("GIT_WORK_TREE", dir)
	for _, ref := range []string{"refs/heads/feedback", Head} {
		s := openAt(t, t.TempDir(), ref)
		if err := record(s, "a/1.yaml"); err != nil {
			t.Error(err)
		}
	}
	unharmed(t, dir)
	if !exists(filepath.Join(dir, "feedback", "a", "1.yaml")) {
		t.Error("the file is not in the work tree")
	}
}
