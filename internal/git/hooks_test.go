package git

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestHooks(t *testing.T) {
	dir, do := repository(t)
	ctx := context.Background()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "sub", "a.md"), "")
	expect := func(path, setting string, shared bool) {
		t.Helper()
		got, err := Hooks(ctx, Find(ctx, filepath.Join(dir, "sub")))
		if err != nil || got.Path != path || got.Setting != setting || got.IsShared() != shared {
			t.Errorf("%+v, %v; want %s", got, err, path)
		}
	}
	expect(filepath.Join(dir, ".git", "hooks"), "", false)
	do("config", "core.hooksPath", "of its own")
	expect(filepath.Join(dir, "of its own"), "of its own", false)
	do("config", "--unset", "core.hooksPath")
	do("config", "--global", "core.hooksPath", filepath.Join(dir, "shared"))
	expect(filepath.Join(dir, "shared"), filepath.Join(dir, "shared"), true)
}

// A link in the work tree, which a change may have planted, leads to the hooks of others where it leads out of the repository.
func TestHooksBehindLinks(t *testing.T) {
	dir, do := repository(t)
	ctx := context.Background()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	outside := t.TempDir()
	if outside, err = filepath.EvalSymlinks(outside); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "tools", "hooks", "x"), "")
	put(t, filepath.Join(outside, "hooks", "x"), "")
	for name, target := range map[string]string{"out": filepath.Join(outside, "hooks"), "above": outside, "in": "tools/hooks", "git": ".git/hooks"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	if err := os.Symlink(dir, filepath.Join(outside, "tree")); err != nil {
		t.Skip(err)
	}
	for setting, shared := range map[string]bool{
		"out": true, "above/hooks": true, "above/not-there": true, filepath.Join(dir, "out"): true, "./tools/../out": true, filepath.Join(outside, "tree", "out"): true,
		"in": false, "git": false, "tools/hooks": false, "not-there": false, filepath.Join(outside, "hooks"): false, filepath.Join(outside, "tree", "in"): false,
	} {
		do("config", "core.hooksPath", setting)
		got, err := Hooks(ctx, Find(ctx, dir))
		if err != nil || got.IsShared() != shared {
			t.Errorf("%s: %+v, %v", setting, got, err)
		}
	}
}

func TestAnnouncedHeads(t *testing.T) {
	one, two := strings.Repeat("1a", 20), strings.Repeat("2b", 32)
	got := announcedHeads([]string{"GITHEAD_" + two + "=side", "HOME=/", "GITHEAD_" + one + "=theirs=ours", "GITHEAD_main=x", "GITHEAD_--all=x"})
	if !slices.Equal(got, []string{one, two}) {
		t.Errorf("%q", got)
	}
	for name, want := range map[string]bool{strings.Repeat("0", 40): true, strings.Repeat("0", 64): true, one: false, "0": false, "": false} {
		if IsNoCommit(name) != want {
			t.Errorf("%q is no commit: %v", name, !want)
		}
	}
}

func TestEditedFiles(t *testing.T) {
	dir, do := repository(t)
	ctx := context.Background()
	sub := filepath.Join(dir, "kb")
	for _, name := range []string{"same.md", "changed.md", "gone.md", "moved.md"} {
		put(t, filepath.Join(sub, name), name)
	}
	put(t, filepath.Join(dir, ".gitignore"), "*.log\n")
	do("add", ".")
	if got, err := EditedFiles(ctx, Find(ctx, sub)); err != nil || len(got) != 4 {
		t.Errorf("before the first commit: %q, %v", got, err)
	}
	do("commit", "-qm", "one")
	put(t, filepath.Join(sub, "changed.md"), "otherwise")
	put(t, filepath.Join(sub, "new", "line\nend.md"), "")
	put(t, filepath.Join(sub, "a.log"), "")
	put(t, filepath.Join(dir, "outside.md"), "")
	do("rm", "-q", "kb/gone.md")
	do("mv", "kb/moved.md", "kb/arrived.md")
	want := []string{"arrived.md", "changed.md", "gone.md", "moved.md", "new/line\nend.md"}
	if got, err := EditedFiles(ctx, Find(ctx, sub)); err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	for name, want := range map[string]bool{"a.log": true, "changed.md": false, "new.md": false, ":(top)a.md": false, "*.log": true} {
		if got, err := IsIgnored(ctx, Find(ctx, sub), name); err != nil || got != want {
			t.Errorf("%s is ignored: %v, %v", name, got, err)
		}
	}
}

func TestUnpublished(t *testing.T) {
	dir, do := repository(t)
	ctx := context.Background()
	remote := t.TempDir()
	do("init", "-q", "--bare", remote)
	do("remote", "add", "origin", remote)
	do("checkout", "-q", "-b", "main")
	commit := func(name string) string {
		t.Helper()
		do("commit", "-q", "--allow-empty", "-m", name)
		id, err := Commit(ctx, Find(ctx, dir), "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	expect := func(what, base string, isNew bool) {
		t.Helper()
		if got, found, err := Unpublished(ctx, Find(ctx, dir), "HEAD"); err != nil || got != base || found != isNew {
			t.Errorf("%s: %q, %v, %v; want %q, %v", what, got, found, err, base, isNew)
		}
	}
	first := commit("first")
	expect("all of it", "", true)
	do("push", "-q", "origin", "main")
	expect("nothing", "", false)
	do("checkout", "-q", "-b", "side")
	commit("side")
	expect("a branch", first, true)
	do("checkout", "-q", "main")
	second := commit("second")
	do("push", "-q", "origin", "main")
	do("checkout", "-q", "side")
	do("merge", "-q", "--no-edit", "main")
	expect("a branch that took in what was published", second, true)
}

func FuzzEditedFiles(f *testing.F) {
	f.Add([]byte(" M kb/a.md\x00?? kb/b.md\x00D  c.md\x00"), "kb/")
	f.Fuzz(func(t *testing.T, out []byte, prefix string) {
		if files := editedFiles(out, prefix); !slices.IsSorted(files) {
			t.Errorf("%q", files)
		}
	})
}
