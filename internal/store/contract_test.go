package store

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// way is one way of writing: a kind of repository, and where in it the store lies.
type way struct {
	name string
	ref  string
	make func(t testing.TB) (dir string) // a repository with one commit on main
	many bool                            // files in each commit, so that they go into packs
}

var ways = []way{
	{"loose", "refs/heads/feedback", func(t testing.TB) string { return plain(t) }, false},
	{"packed", "refs/heads/feedback", func(t testing.TB) string { return plain(t) }, true},
	{"bare", "refs/heads/feedback", func(t testing.TB) string {
		dir := filepath.Join(t.TempDir(), "bare.git")
		gitIn(t, plain(t), "clone", "-q", "--bare", ".", dir)
		configure(t, dir)
		return dir
	}, false},
	{"sha256", "refs/heads/feedback", func(t testing.TB) string { return plain(t, "--object-format=sha256") }, false},
	{"linked work tree", "refs/heads/feedback", func(t testing.TB) string {
		dir := filepath.Join(t.TempDir(), "linked")
		gitIn(t, plain(t), "worktree", "add", "-q", dir)
		return dir
	}, false},
	{"settings of the work tree", "refs/heads/feedback", func(t testing.TB) string {
		dir := plain(t)
		gitIn(t, dir, "config", "extensions.worktreeConfig", "true")
		gitIn(t, dir, "config", "--worktree", "core.logAllRefUpdates", "always")
		return dir
	}, false},
	{"alternates", "refs/heads/feedback", func(t testing.TB) string {
		dir := filepath.Join(t.TempDir(), "shared")
		gitIn(t, plain(t), "clone", "-q", "--shared", ".", dir)
		configure(t, dir)
		return dir
	}, false},
	{"head", Head, func(t testing.TB) string { return plain(t) }, false},
	{"head, packed", Head, func(t testing.TB) string { return plain(t) }, true},
	{"head, sha256", Head, func(t testing.TB) string { return plain(t, "--object-format=sha256") }, false},
	{"head, linked work tree", Head, func(t testing.TB) string {
		dir := filepath.Join(t.TempDir(), "linked")
		gitIn(t, plain(t), "worktree", "add", "-q", dir)
		return dir
	}, false},
}

func plain(t testing.TB, args ...string) string {
	dir, run := repository(t, args...)
	if err := os.WriteFile(filepath.Join(dir, "README.md"), []byte("notes\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run("add", ".")
	run("commit", "-q", "-m", "first")
	return dir
}

func configure(t testing.TB, dir string) {
	gitIn(t, dir, "config", "user.name", "Test")
	gitIn(t, dir, "config", "user.email", "test@example.org")
}

func gitIn(t testing.TB, dir string, args ...string) string {
	t.Helper()
	out, err := tryGit(dir, args...)
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func tryGit(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// The contract: whatever else goes on in the repository, what was appended is there, once and unchanged.
func TestContract(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: compares with many random cases")
	}
	for _, w := range ways {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(rt *rapid.T) { contract(t, rt, w) })
		})
	}
}

func contract(t *testing.T, rt *rapid.T, w way) {
	dir := w.make(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var stores []*Store
	for range 2 {
		s, err := Open(ctx, folder(dir), Options{Folder: "feedback", Ref: w.ref, DerivedFiles: rows{}})
		if err != nil {
			rt.Fatal(err)
		}
		defer s.Close()
		stores = append(stores, s)
	}
	model := map[string]string{}
	var mine []string             // lines of somebody in the view's file
	seen := map[string]int{"": 0} // of each tip, how many files there were
	names := rapid.SampledFrom([]string{"a/1.yaml", "a/2.yaml", "a/b/3.yaml", "a.b/4.yaml", "c/5.yaml", "c/6.yaml", "rules/x/proposal.yaml"})
	for i := range rapid.IntRange(1, 8).Draw(rt, "steps") {
		switch rapid.SampledFrom([]string{"append", "append", "append", "commit", "gc", "pack-refs", "stage", "edit"}).Draw(rt, "step") {
		case "append":
			files := make([]File, rapid.IntRange(1, 3).Draw(rt, "files"))
			for k := range files {
				files[k] = File{names.Draw(rt, "name"), rapid.SampledFrom([][]byte{[]byte("one"), []byte("two"), nil}).Draw(rt, "content")}
			}
			if w.many {
				for k := range manyObjects {
					files = append(files, File{fmt.Sprintf("many/%d/%d.yaml", i, k), []byte("many")})
				}
			}
			got, err := stores[rapid.IntRange(0, 1).Draw(rt, "store")].Append(ctx, noon, "more", files...)
			if err != nil {
				rt.Fatal(err)
			}
			for k, f := range files {
				want := Added
				if there, ok := model[f.Path]; ok {
					if want = Differ; there == string(f.Data) {
						want = Known
					}
				} else {
					model[f.Path] = string(f.Data)
				}
				if twin := slices.IndexFunc(files, func(o File) bool { return o.Path == f.Path }); twin < k && want == Known {
					want = max(got[twin], Known)
				}
				if got[k] != want {
					rt.Fatalf("%s: %v, want %v", f.Path, got[k], want)
				}
			}
		case "commit":
			if w.name == "bare" {
				continue
			}
			if err := os.WriteFile(filepath.Join(dir, "note.md"), fmt.Appendf(nil, "%d %v\n", i, time.Now()), 0o600); err != nil {
				rt.Fatal(err)
			}
			gitIn(t, dir, "add", "note.md")
			gitIn(t, dir, "commit", "-q", "-m", "a note")
		case "stage":
			if w.name == "bare" {
				continue
			}
			if err := os.WriteFile(filepath.Join(dir, "staged.md"), fmt.Appendf(nil, "%d\n", i), 0o600); err != nil {
				rt.Fatal(err)
			}
			gitIn(t, dir, "add", "staged.md")
		case "edit":
			if w.ref == Head && len(model) > 0 {
				mine = append(mine, fmt.Sprintf("#mine %d\n", i))
				edit(rt, dir, mine[len(mine)-1], rapid.Bool().Draw(rt, "staged"))
			}
		case "gc":
			gitIn(t, dir, "gc", "-q", "--prune=now")
		case "pack-refs":
			gitIn(t, dir, "pack-refs", "--all")
		}
		checkStore(ctx, rt, stores[i%2], model, seen)
		checkView(rt, w, dir, model, mine)
	}
	gitIn(t, dir, "fsck", "--strict", "--no-dangling")
	if w.ref == Head {
		if got := gitIn(t, dir, "status", "--porcelain", "feedback"); got != "" {
			rt.Fatalf("the work tree is not in step: %s", got)
		}
	}
}

// checkStore compares a store with what it should hold, and asks what is new since each earlier tip.
func checkStore(ctx context.Context, rt *rapid.T, s *Store, model map[string]string, seen map[string]int) {
	for since, before := range seen {
		names, tip, err := s.NamesSince(ctx, "", since)
		if err != nil {
			rt.Fatal(err)
		}
		if len(names) != len(model)-before {
			rt.Fatalf("%d files since %q, want %d", len(names), since, len(model)-before)
		}
		if since == "" {
			for f, err := range s.Contents(ctx, names, 100) {
				if err != nil || model[f.Path] != string(f.Data) {
					rt.Fatalf("%s: %q, %v", f.Path, f.Data, err)
				}
			}
			if sorted := slices.Sorted(maps.Keys(model)); len(names) > 0 && !slices.ContainsFunc(names, func(n Name) bool { return n.Path == sorted[0] }) {
				rt.Fatal("names and contents disagree")
			}
			if tip != "" {
				seen[tip] = len(model)
			}
		}
	}
}
