package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// foretold gives what a clone reads after it has fetched the branch of the remote, as the id of the store's folder, and a function that
// compares it with what a sync has made since. Neither branch moves.
func foretold(t testing.TB, s *Store) (compare func()) {
	t.Helper()
	dir := s.repo.Dir
	where := func(ref string) string {
		at, _ := tryGit(dir, "rev-parse", "--verify", "--quiet", ref)
		return strings.TrimSpace(at)
	}
	_, _ = tryGit(dir, "fetch", "-q", "--prune", "origin")
	own, far := where("refs/heads/feedback"), where("refs/remotes/origin/feedback")
	if _, err := tryGit(dir, "merge-base", "--is-ancestor", far, own); own == far || far == "" || own != "" && err == nil {
		return func() {}
	}
	seen := readFolder(t, dir)
	if got := where("refs/heads/feedback"); got != own {
		t.Errorf("reading has moved the branch to %s", got)
	}
	if again := readFolder(t, dir); again != seen {
		t.Errorf("read %s, and then %s", seen, again)
	}
	return func() {
		t.Helper()
		if got := where("refs/heads/feedback:feedback"); got != seen {
			t.Errorf("the clone has read\n%s\nand the sync has made\n%s", gitIn(t, dir, "ls-tree", "-r", seen), gitIn(t, dir, "ls-tree", "-r", got))
		}
	}
}

// readFolder opens a clone's store to be read with the remote's branch, and gives its folder.
func readFolder(t testing.TB, dir string) string {
	t.Helper()
	s, err := Open(context.Background(), folder(dir), Options{Folder: "feedback", Ref: "refs/heads/feedback", Remote: "origin", Joined: func(j Joined) {
		if j.Err != nil {
			t.Error(j.Err)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, tree, err := s.Changes(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// joinedStore opens a store that is read with the remote's branch; told has what it says of that.
func joinedStore(t *testing.T, dir string) (s *Store, told *[]Joined) {
	t.Helper()
	told = new([]Joined)
	s, err := Open(t.Context(), folder(dir), Options{Folder: "feedback", Ref: "refs/heads/feedback", Remote: "origin", DerivedFiles: rows{}, Joined: func(j Joined) { *told = append(*told, j) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, told
}

// twoClones have a remote, at which the first has stored some files.
func twoClones(t *testing.T, files ...string) (first *Store, dir string) {
	t.Helper()
	parent := t.TempDir()
	gitIn(t, parent, "init", "-q", "--bare", "remote.git")
	for _, name := range []string{"a", "b"} {
		gitIn(t, parent, "clone", "-q", "remote.git", name)
		configure(t, filepath.Join(parent, name))
	}
	first = openView(t, filepath.Join(parent, "a"), "refs/heads/feedback")
	for _, name := range files {
		if _, err := first.Append(t.Context(), noon, "more", File{name, []byte(name)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := first.Sync(t.Context(), "origin", noon); err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(parent, "b")
	gitIn(t, dir, "fetch", "-q")
	return first, dir
}

func pathsOf(t *testing.T, s *Store) string {
	t.Helper()
	names, err := s.Names(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, n := range names {
		all = append(all, n.Path)
	}
	return strings.Join(all, " ")
}

// A clone that has no branch of its own reads the remote's, and its first record stands on that.
func TestFirstRecordStandsOnTheRemote(t *testing.T) {
	_, dir := twoClones(t, "a/1.yaml", "a/2.yaml")
	s, told := joinedStore(t, dir)
	if got := pathsOf(t, s); got != "a/1.yaml a/2.yaml" {
		t.Error(got)
	}
	if len(*told) != 1 || (*told)[0] != (Joined{Remote: "origin", Records: 2}) {
		t.Errorf("%+v", *told)
	}
	if _, err := tryGit(dir, "rev-parse", "--verify", "-q", "refs/heads/feedback"); err == nil {
		t.Error("reading has made a branch")
	}
	if outcomes, err := s.Append(t.Context(), noon, "one", File{"a/1.yaml", []byte("a/1.yaml")}); err != nil || outcomes[0] != Known {
		t.Error(outcomes, err)
	}
	if _, err := s.Append(t.Context(), noon, "one", File{"b/3.yaml", []byte("3")}); err != nil {
		t.Fatal(err)
	}
	if got := gitIn(t, dir, "rev-list", "--count", "--max-parents=0", "feedback"); got != "1" {
		t.Errorf("the history begins %s times", got)
	}
	if gitIn(t, dir, "rev-parse", "feedback^") != gitIn(t, dir, "rev-parse", "origin/feedback") {
		t.Error("the first record does not stand on the remote's branch")
	}
	if got := pathsOf(t, s); got != "a/1.yaml a/2.yaml b/3.yaml" || len(*told) != 1 {
		t.Error(got, *told)
	}
	checkRows(t, "the view", onBranch(dir, "feedback", rowsPath), []string{"a/1.yaml", "a/2.yaml", "b/3.yaml"})
}

// Both have what the other does not; once it was read nothing is made anew, and what git has pruned is.
func TestPartedBranchesAreReadTogether(t *testing.T) {
	first, dir := twoClones(t, "a/1.yaml")
	s, told := joinedStore(t, dir)
	if _, err := s.Append(t.Context(), noon, "own", File{"b/2.yaml", []byte("2")}); err != nil {
		t.Fatal(err)
	}
	if got := pathsOf(t, s); got != "a/1.yaml b/2.yaml" || len(*told) != 0 {
		t.Error("a branch that is ahead:", got, *told)
	}
	if _, err := os.Stat(filepath.Join(dir, ".git", "kbgate", "joined")); err == nil {
		t.Error("for a branch that is ahead something was made")
	}
	if _, err := first.Append(t.Context(), noon, "more", File{"c/3.yaml", []byte("3")}); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Sync(t.Context(), "origin", noon); err != nil {
		t.Fatal(err)
	}
	gitIn(t, dir, "fetch", "-q")
	own := gitIn(t, dir, "rev-parse", "feedback")
	const all = "a/1.yaml b/2.yaml c/3.yaml"
	if got := pathsOf(t, s); got != all {
		t.Error(got)
	}
	if len(*told) != 1 || (*told)[0] != (Joined{Remote: "origin", Records: 1}) {
		t.Errorf("%+v", *told)
	}
	commit, err := s.Tip()
	if err != nil {
		t.Fatal(err)
	}
	if got := gitIn(t, dir, "rev-parse", commit+"^1", commit+"^2"); got != own+"\n"+gitIn(t, dir, "rev-parse", "origin/feedback") {
		t.Errorf("%s stands on %s", commit, got)
	}
	gitIn(t, dir, "prune", "--expire=now")
	if got := pathsOf(t, s); got == all { // this one has it still; what matters is the next
		t.Log("read after prune")
	}
	other, _ := joinedStore(t, dir)
	if got := pathsOf(t, other); got != all {
		t.Error("after git prune:", got)
	}
	if again, err := other.Tip(); again != commit || err != nil {
		t.Errorf("%s, %v; want %s", again, err, commit)
	}
	if got := gitIn(t, dir, "for-each-ref", "--format=%(refname)"); strings.Contains(got, "joined") || gitIn(t, dir, "rev-parse", "feedback") != own {
		t.Error("references have moved:", got)
	}
	// a write goes to the own branch alone, and does not bring what is read beside it
	if _, err := s.Append(t.Context(), noon, "own", File{"d/4.yaml", []byte("4")}); err != nil {
		t.Fatal(err)
	}
	if gitIn(t, dir, "rev-parse", "feedback^") != own {
		t.Error("the write stands elsewhere than on the own branch")
	}
}

// Whatever is amiss with the branch of the remote, the own one is read, and it is said once.
func TestRemoteThatCannotBeRead(t *testing.T) {
	huge := strings.Repeat("x", maxCommit)
	for name, do := range map[string]string{
		"a missing commit": "echo 1234567890123456789012345678901234567890 >.git/refs/remotes/origin/feedback",
		"a missing tree":   "git update-ref refs/remotes/origin/feedback $(printf 'tree 1234567890123456789012345678901234567890\\nauthor a <a@b> 1 +0000\\ncommitter a <a@b> 1 +0000\\n\\nx\\n' | git hash-object -t commit -w --literally --stdin)",
		"a huge commit":    "git update-ref refs/remotes/origin/feedback $(git commit-tree -F huge origin/feedback^{tree})",
	} {
		t.Run(name, func(t *testing.T) {
			_, dir := twoClones(t, "a/1.yaml")
			writeFile(t, dir, "huge", huge)
			s, told := joinedStore(t, dir)
			plain := openView(t, dir, "refs/heads/feedback")
			if _, err := plain.Append(t.Context(), noon, "own", File{"b/2.yaml", []byte("2")}); err != nil {
				t.Fatal(err)
			}
			shell(t, dir, do)
			for range 2 {
				if got := pathsOf(t, s); got != "b/2.yaml" {
					t.Error(got)
				}
			}
			if len(*told) != 1 || (*told)[0].Err == nil || errors.Is((*told)[0].Err, context.Canceled) {
				t.Errorf("%+v", *told)
			}
		})
	}
}
