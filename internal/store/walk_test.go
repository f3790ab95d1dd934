package store

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// A few folders that hold each other stand for more files than anybody could list.
func TestFoldersThatHoldEachOther(t *testing.T) {
	dir := plain(t)
	s := open(t, dir)
	if err := record(s, "decisions/2025/11/21/1.yaml"); err != nil {
		t.Fatal(err)
	}
	tree := strings.TrimSpace(gitIn(t, dir, "rev-parse", "feedback:feedback/decisions/2025/11/21"))
	for range 8 {
		var b strings.Builder
		for i := range 30 {
			fmt.Fprintf(&b, "040000 tree %s\td%02d\n", tree, i)
		}
		tree = made(t, dir, b.String())
	}
	store := made(t, dir, "040000 tree "+strings.TrimSpace(gitIn(t, dir, "rev-parse", "feedback:feedback/decisions"))+"\tdecisions\n"+"040000 tree "+tree+"\tedge_cases\n")
	commit := strings.TrimSpace(gitIn(t, dir, "commit-tree", "-m", "bomb", "-p", "feedback", made(t, dir, "040000 tree "+store+"\tfeedback\n")))
	gitIn(t, dir, "update-ref", "refs/heads/feedback", commit)
	names, _, err := s.NamesSince(t.Context(), "", "")
	if err != nil || len(names) < 100 || len(names) > 100_000 {
		t.Fatalf("%d names, %v", len(names), err)
	}
	records := 0
	for _, n := range names {
		if strings.Count(n.Path, "/") > deepest {
			t.Fatalf("%s is too deep", n.Path)
		}
		if strings.HasPrefix(n.Path, "decisions/") {
			records++
		}
	}
	if changes, _, err := s.Changes(t.Context(), ""); err != nil || len(changes) != len(names) || records != 1 {
		t.Errorf("%d changes, %d records, %v", len(changes), records, err)
	}
}

// made makes a folder of what git ls-tree would print.
func made(t *testing.T, dir, entries string) string {
	t.Helper()
	cmd := exec.Command("git", "mktree")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(entries)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
