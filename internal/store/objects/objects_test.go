package objects

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/store/tree"
)

// What is written is what git would write, under either hash, each object by itself or in a pack; and what vanished comes back.
func TestGitReadsWhatIsWritten(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		for _, pack := range []bool{false, true} {
			dir := t.TempDir()
			run := func(args ...string) string {
				t.Helper()
				cmd := exec.Command("git", args...)
				cmd.Dir = dir
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
				}
				return string(out)
			}
			run("init", "-q", "--object-format="+format)
			w := &Writer{Repo: git.Find(t.Context(), dir), Pack: pack}
			large := bytes.Repeat([]byte("many lines\n"), 10_000)
			blob := w.Put(Blob, large)
			if again := w.Put(Blob, large); again != blob {
				t.Errorf("%s is %s when it is put again", blob, again)
			}
			empty := w.Put(Blob, nil)
			folder, err := tree.Encode([]tree.Entry{{Mode: tree.File, Name: "a", ID: blob}, {Mode: tree.File, Name: "b", ID: empty}})
			if err != nil {
				t.Fatal(err)
			}
			at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
			commit := w.Put(Commit, CommitOf(w.Put(Tree, folder), nil, "Test <test@example.org>", at, "first\n"))
			if err := w.Flush(t.Context()); err != nil {
				t.Fatal(err)
			}
			for name := range w.written {
				if err := os.Remove(name); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Restore(t.Context()); err != nil {
				t.Fatal(err)
			}
			run("update-ref", "refs/heads/x", commit)
			run("fsck", "--strict", "--no-dangling")
			if got := run("cat-file", "blob", "x:a"); got != string(large) {
				t.Errorf("%s, pack %t: %d bytes come back", format, pack, len(got))
			}
			if got := run("log", "-1", "--format=%an %ae %cI %s", "x"); strings.TrimSpace(got) != "Test test@example.org 2026-11-21T12:00:00+00:00 first" && !strings.HasSuffix(strings.TrimSpace(got), "12:00:00Z first") {
				t.Errorf("%s, pack %t: %s", format, pack, got)
			}
		}
	}
}
