package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/hint"
)

// refused checks that an error says what is amiss, and the way out.
func refused(t *testing.T, err error, reason, wayOut string) {
	t.Helper()
	refusal := (*hint.Error)(nil)
	if !errors.As(err, &refusal) || refusal.Status != hint.Usage {
		t.Errorf("%v, want a refusal that names %q", err, reason)
	} else if !strings.Contains(refusal.Error(), reason) || !strings.Contains(refusal.Hint, wayOut) {
		t.Errorf("%q, hint %q; want %q and %q", refusal.Error(), refusal.Hint, reason, wayOut)
	}
}

// unharmed checks that nothing in a repository is half written.
func unharmed(t *testing.T, dir string) {
	t.Helper()
	if out := gitIn(t, dir, "fsck", "--strict", "--no-dangling"); strings.Contains(out, "error") {
		t.Error(out)
	}
	if out, err := tryGit(dir, "status", "--porcelain", "-uall"); err == nil && out != "" {
		t.Errorf("the work tree is not as it was: %s", out)
	}
}

// A branch that somebody has checked out would leave its files behind if it moved.
func TestBranchThatIsCheckedOut(t *testing.T) {
	dir := plain(t)
	s := open(t, dir)
	if err := record(s, "a/1.yaml"); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other")
	gitIn(t, dir, "worktree", "add", "-q", other, "feedback")
	refused(t, record(s, "a/2.yaml"), other, "HEAD")
	refused(t, record(open(t, other), "a/2.yaml"), other, "HEAD")
	gitIn(t, other, "switch", "-q", "--detach")
	if err := record(s, "a/2.yaml"); err != nil {
		t.Error(err)
	}
	gitIn(t, dir, "switch", "-q", "feedback")
	refused(t, record(s, "a/3.yaml"), dir, "HEAD")
	unharmed(t, dir)
	if err := record(openAt(t, dir, Head), "a/3.yaml"); err != nil {
		t.Error(err)
	}
	unharmed(t, dir)
}

// In a bare repository the head may well be the store's branch.
func TestHeadOfBareRepository(t *testing.T) {
	dir, run := repository(t, "--bare")
	run("symbolic-ref", "HEAD", "refs/heads/feedback")
	for _, name := range []string{"a/1.yaml", "a/2.yaml"} {
		if err := record(open(t, dir), name); err != nil {
			t.Error(err)
		}
	}
}

func TestBranchThatIsNoCommit(t *testing.T) {
	dir := plain(t)
	branch := filepath.Join(dir, ".git", "refs", "heads", "feedback")
	for _, c := range []struct{ what, holds, reason, hint string }{
		{"a blob", gitIn(t, dir, "rev-parse", "HEAD:README.md") + "\n", "no commit", "store.ref"},
		{"nothing that is there", strings.Repeat("1", 40) + "\n", "no commit", "remote"},
		{"an empty file", "", "broken", "git reflog"},
		{"garbage", "garbage\n", "broken", "git reflog"},
	} {
		if err := os.WriteFile(branch, []byte(c.holds), 0o600); err != nil {
			t.Fatal(err)
		}
		s := open(t, dir)
		_, _, failed := s.NamesSince(t.Context(), "", "")
		for _, err := range []error{failed, record(s, "a/1.yaml")} {
			unreadable := (*hint.Error)(nil)
			if !errors.As(err, &unreadable) || unreadable.Status != hint.Failure || !strings.Contains(err.Error(), c.reason) || !strings.Contains(unreadable.Hint, c.hint) {
				t.Errorf("%s: %v", c.what, err)
			}
		}
		if holds, err := os.ReadFile(branch); string(holds) != c.holds {
			t.Errorf("%s: %q, %v", c.what, holds, err)
		}
		if err := os.Remove(branch); err != nil {
			t.Fatal(err)
		}
	}
	if names, _, err := open(t, dir).NamesSince(t.Context(), "", ""); len(names) > 0 || err != nil {
		t.Errorf("no branch: %v, %v", names, err)
	}
	gitIn(t, dir, "branch", "feedback/other")
	refused(t, record(open(t, dir), "a/1.yaml"), "stands in the way", "store.ref")
}

// A folder that the repository lacks is no folder without files.
func TestMissingFolders(t *testing.T) {
	for _, lost := range []string{"feedback^{tree}", "feedback:feedback", "feedback:feedback/a", "feedback:feedback/a/b"} {
		dir := plain(t)
		if err := record(open(t, dir), "a/b/1.yaml"); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(looseName(dir, gitIn(t, dir, "rev-parse", lost))); err != nil {
			t.Fatal(err)
		}
		unreadable := (*hint.Error)(nil)
		if names, _, err := open(t, dir).NamesSince(t.Context(), "a/b", ""); !errors.As(err, &unreadable) || unreadable.Status != hint.Failure || !strings.Contains(unreadable.Hint, "git fsck") {
			t.Errorf("%s: %v, %v", lost, names, err)
		}
	}
}

// A branch may stand for another; one that is checked out is moved no more for that.
func TestSymbolicBranch(t *testing.T) {
	dir := plain(t)
	gitIn(t, dir, "symbolic-ref", "refs/heads/feedback", "refs/heads/main")
	before := gitIn(t, dir, "rev-parse", "main")
	refused(t, record(open(t, dir), "a/1.yaml"), "stands for refs/heads/main", "HEAD")
	if now := gitIn(t, dir, "rev-parse", "main"); now != before {
		t.Error(now)
	}
	gitIn(t, dir, "symbolic-ref", "refs/heads/feedback", "refs/heads/records") // which is not there yet
	if err := record(open(t, dir), "a/1.yaml"); err != nil {
		t.Error(err)
	}
}

// Folders within folders without end are told of as if they were files, and not looked into.
func TestDeepFolders(t *testing.T) {
	dir := plain(t)
	deep := filepath.Join(dir, "feedback", strings.Repeat("x/", 30))
	if err := os.MkdirAll(deep, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(deep, "1.yaml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	gitIn(t, dir, "add", ".")
	gitIn(t, dir, "commit", "-qm", "deep")
	s := openAt(t, dir, Head)
	if err := record(s, "a/1.yaml"); err != nil {
		t.Fatal(err)
	}
	if names, _, err := s.NamesSince(t.Context(), "", ""); len(names) != 2 || names[1].Path != "x/x/x/x/x" || err != nil {
		t.Errorf("%v, %v", names, err)
	}
}

// What else lies in the store's folder stays as it is.
func TestForeignEntries(t *testing.T) {
	dir := plain(t)
	if err := os.Mkdir(filepath.Join(dir, "feedback"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "feedback", "note.txt"), []byte("mine\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	gitIn(t, dir, "add", ".")
	link := gitIn(t, dir, "rev-parse", "HEAD:README.md") // the text of a link, and any commit will do for a submodule
	gitIn(t, dir, "update-index", "--add", "--cacheinfo", "120000,"+link+",feedback/link",
		"--cacheinfo", "160000,"+gitIn(t, dir, "rev-parse", "HEAD")+",feedback/module", "--cacheinfo", "100755,"+link+",feedback/a/run.yaml")
	gitIn(t, dir, "commit", "-q", "-m", "foreign")
	gitIn(t, dir, "branch", "feedback")
	s := open(t, dir)
	before := gitIn(t, dir, "ls-tree", "-r", "feedback")
	if err := record(s, "a/1.yaml"); err != nil {
		t.Fatal(err)
	}
	gitIn(t, dir, "fsck", "--strict")
	for line := range strings.Lines(before) {
		if !strings.Contains(gitIn(t, dir, "ls-tree", "-r", "feedback"), strings.TrimSpace(line)) {
			t.Errorf("%q is gone", line)
		}
	}
	refused(t, record(s, "link/1.yaml"), "a symbolic link", "store.dir")
	refused(t, record(s, "module/1.yaml"), "a submodule", "store.dir")
	refused(t, record(s, "note.txt/1.yaml"), "a file", "store.dir")
	refused(t, record(s, "a"), "a folder", "store.dir")
	if names, _, err := s.NamesSince(t.Context(), "", ""); len(names) != 3 || err != nil {
		t.Errorf("%v, %v", names, err)
	}
}

// A link in the work tree is not followed, least of all out of it.
func TestLinksInWorkTree(t *testing.T) {
	dir, outside := plain(t), t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "feedback")); err != nil {
		t.Skip(err)
	}
	s := openAt(t, dir, Head)
	refused(t, record(s, "a/1.yaml"), "is no folder", "move it away")
	if err := os.Remove(filepath.Join(dir, "feedback")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "feedback", "a"), 0o777); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "feedback", "a", "1.yaml")
	if err := os.Symlink(filepath.Join(outside, "1.yaml"), link); err != nil {
		t.Fatal(err)
	}
	refused(t, record(s, "a/1.yaml"), "is no file", "move it away")
	if left, err := os.ReadDir(outside); len(left) > 0 || err != nil {
		t.Errorf("%v, %v", left, err)
	}
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	unharmed(t, dir)
}

// Who commits has to be known.
func TestNobodyCommits(t *testing.T) {
	dir := plain(t)
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME"} {
		t.Setenv(name, t.TempDir())
	}
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	gitIn(t, dir, "config", "--unset", "user.name")
	gitIn(t, dir, "config", "--unset", "user.email")
	gitIn(t, dir, "config", "user.useConfigOnly", "true")
	refused(t, record(open(t, dir), "a/1.yaml"), "who commits", "git config user.name")
}

// A commit of ours is not signed; nobody could type the passphrase.
func TestSigningIsNotAskedFor(t *testing.T) {
	dir := plain(t)
	gitIn(t, dir, "config", "commit.gpgSign", "true")
	gitIn(t, dir, "config", "gpg.program", "false")
	for _, ref := range []string{"refs/heads/feedback", Head} {
		if err := record(openAt(t, dir, ref), "a/1.yaml"); err != nil {
			t.Error(err)
		}
	}
}

// looseName is the file of an object that git keeps by itself.
func looseName(dir, id string) string { return filepath.Join(dir, ".git", "objects", id[:2], id[2:]) }
