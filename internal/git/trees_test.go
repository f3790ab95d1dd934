package git

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/git/gittest"
)

// planted is a repository for folders that no honest commit has.
func planted(t *testing.T) (Folder, gittest.Repository) {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return Find(t.Context(), dir), gittest.In(dir)
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// diffed walks from one tree to another within bounds, and gives the walk beside what it told.
func diffed(t *testing.T, repo Folder, bounds Bounds, from, to string) (paths []string, closed Closings, visited int) {
	t.Helper()
	trees := OpenTrees(t.Context(), repo)
	trees.bounds = bounds
	w := trees.walk(func(c PathChange) { paths = append(paths, c.Path) })
	if err := w.roots(from, to); err != nil {
		t.Fatal(err)
	}
	if err := trees.Close(); err != nil {
		t.Fatal(err)
	}
	return paths, w.closed.sorted(), w.visited
}

func TestWalkIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: walks histories and folders of many files")
	}
	repo, r := planted(t)
	id := must[string](t)
	blob := id(r.Blob([]byte("x\n")))
	empty := id(r.Tree())
	honest := id(r.Wide(50, gittest.File, blob))
	beside := func(mode, bomb string) string {
		return id(r.Tree(gittest.Entry{Mode: mode, Name: "bomb", ID: bomb}, gittest.Entry{Mode: gittest.Folder, Name: "notes", ID: honest}))
	}
	small := Bounds{Depth: 20, Path: 300, Folder: 1 << 20, Entries: 5000, Again: 1000, Paths: 1 << 20}
	for name, test := range map[string]struct {
		bomb   string
		bounds func(*Bounds)
		why    string
		at     string
	}{
		"ten levels of ten names": {bomb: id(r.Bomb(10, 10, gittest.File, blob)), why: "stands in many places at once, and with others stands for more than 1000 names", at: "bomb/n0000001.md"},
		"without a single file":   {bomb: id(r.Bomb(10, 10, gittest.Folder, empty)), why: "stands in many places at once", at: "bomb/n0000001.md"},
		"two levels":              {bomb: id(r.Bomb(2, 900, gittest.File, blob)), why: "stands in many places at once", at: "bomb/n0000002.md"},
		"a chain":                 {bomb: id(r.Chain(500, gittest.File, blob)), why: "lies deeper than 20 folders", at: "bomb" + strings.Repeat("/d", 20)},
		"a chain around a bomb":   {bomb: id(r.Chain(5, gittest.Folder, id(r.Bomb(5, 20, gittest.File, blob)))), why: "stands in many places at once", at: "bomb/d/d/d/d/d/n0000001.md"},
		"long names":              {bomb: id(r.Tree(gittest.Entry{Mode: gittest.Folder, Name: strings.Repeat("l", 300), ID: honest})), why: "has a path of more than 300 bytes", at: "bomb/" + strings.Repeat("l", 300)},
		"a wide folder":           {bomb: id(r.Wide(5000, gittest.File, blob)), why: "would be beyond 5000 names in all folders together", at: "bomb"},
		"a folder of many bytes":  {bomb: id(r.Wide(2000, gittest.File, blob)), bounds: func(b *Bounds) { b.Folder = 50_000 }, why: "takes more than 0 MiB as a folder of git", at: "bomb"},
		"a blob as a folder":      {bomb: blob, why: "is no folder in git, though its mode says so", at: "bomb"},
		"names out of order":      {bomb: id(r.Unsorted(gittest.Entry{Mode: gittest.File, Name: "b", ID: blob}, gittest.Entry{Mode: gittest.File, Name: "a", ID: blob})), why: "is not written as git writes folders", at: "bomb"},
		"a name twice":            {bomb: id(r.Unsorted(gittest.Entry{Mode: gittest.File, Name: "a", ID: blob}, gittest.Entry{Mode: gittest.File, Name: "a", ID: blob})), why: "is not written as git writes folders", at: "bomb"},
		"a name of several parts": {bomb: id(r.Unsorted(gittest.Entry{Mode: gittest.File, Name: "../../etc/passwd", ID: blob})), why: "is not written as git writes folders", at: "bomb"},
	} {
		t.Run(name, func(t *testing.T) {
			bounds := small
			if test.bounds != nil {
				test.bounds(&bounds)
			}
			tree := beside(gittest.Folder, test.bomb)
			notes := func(paths []string) int {
				return len(slices.DeleteFunc(paths, func(p string) bool { return !strings.HasPrefix(p, "notes/") }))
			}
			paths, closed, visited := diffed(t, repo, bounds, "", tree)
			if len(closed.First) == 0 || closed.First[0].Path != test.at || !strings.Contains(closed.First[0].Why, test.why) || closed.First[0].Gone {
				t.Errorf("closed is %+v; want %s, which %s", closed, test.at, test.why)
			}
			if n := notes(paths); n != 50 || visited > 6000 {
				t.Errorf("%d honest notes, %d names visited", n, visited)
			}
			paths, closed, _ = diffed(t, repo, bounds, tree, "")
			if n := notes(paths); n != 50 || len(closed.First) == 0 || !closed.First[0].Gone {
				t.Errorf("gone: %d honest notes, %+v", n, closed)
			}
			if paths, closed, visited = diffed(t, repo, bounds, tree, beside(gittest.Folder, honest)); visited > 6000 || len(closed.First) == 0 {
				t.Errorf("replaced: %d paths, %+v, %d visited", len(paths), closed, visited)
			}
		})
	}
}

// Two bombs of which every level differs: each pair of folders is compared once.
func TestBombAgainstBomb(t *testing.T) {
	repo, r := planted(t)
	id := must[string](t)
	one, other := id(r.Blob([]byte("x\n"))), id(r.Blob([]byte("y\n")))
	a, b := id(r.Bomb(10, 10, gittest.File, one)), id(r.Bomb(10, 10, gittest.File, other))
	small := Bounds{Depth: 20, Path: 300, Folder: 1 << 20, Entries: 5000, Again: 1000, Paths: 1 << 20}
	if _, closed, visited := diffed(t, repo, small, a, b); len(closed.First) == 0 || visited > 6000 {
		t.Errorf("%+v, %d visited", closed, visited)
	}
}

// What an honest base holds passes: many folders, some of which hold the same, such as one version of a manual beside another.
func TestWalkLetsHonestFoldersThrough(t *testing.T) {
	repo, r := planted(t)
	id := must[string](t)
	blob := id(r.Blob([]byte("x\n")))
	version := id(r.Wide(1000, gittest.File, blob))
	tree := id(r.Wide(30, gittest.Folder, version))
	paths, closed, _ := diffed(t, repo, Usual, "", tree)
	if len(paths) != 30_000 || len(closed.First) != 0 {
		t.Errorf("%d paths, %+v", len(paths), closed)
	}
}

// What a walk tells is what git tells.
func TestDiffIsGits(t *testing.T) {
	repo, r := planted(t)
	id := must[string](t)
	blobs := []string{id(r.Blob([]byte("0"))), id(r.Blob([]byte("1")))}
	names := []string{"a", "a-", "a0", "a.b", "b", "bb"}
	modes := []string{gittest.File, "100755", gittest.Link, gittest.Folder, "160000", "100664"}
	made := func(seed int) string {
		var within, entries []gittest.Entry
		for i, name := range names {
			pick := seed >> (2 * i)
			if pick%4 == 3 {
				continue
			}
			within = append(within, gittest.Entry{Mode: modes[(pick+i)%3], Name: name, ID: blobs[pick%2]})
		}
		folder := id(r.Tree(within...))
		for i, name := range names {
			e := gittest.Entry{Mode: modes[(seed/7+i*seed)%len(modes)], Name: name, ID: blobs[(seed+i)%2]}
			if e.Mode == gittest.Folder {
				e.ID = folder
			}
			if (seed/3+i)%5 != 0 {
				entries = append(entries, e)
			}
		}
		return id(r.Tree(entries...))
	}
	trees := []string{""}
	for seed := range 7 {
		trees = append(trees, made(seed*991+seed))
	}
	for _, from := range trees {
		for _, to := range trees {
			want, err := gitsDiff(t.Context(), repo, from, to)
			if err != nil {
				t.Fatal(err)
			}
			got, closed, err := TreeDiff(t.Context(), repo, from, to)
			if err != nil || len(closed.First) > 0 {
				t.Fatal(err, closed)
			}
			for i := range got {
				got[i].again = false // which is no matter of git's
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%s to %s:\n%v\nwant\n%v", from, to, got, want)
			}
		}
	}
}

func gitsDiff(ctx context.Context, repo Folder, from, to string) ([]PathChange, error) {
	from, err := orEmpty(ctx, repo, from)
	if err != nil {
		return nil, err
	}
	if to, err = orEmpty(ctx, repo, to); err != nil || from == to {
		return nil, err
	}
	out, err := run(ctx, repo, "diff-tree", "-r", "--raw", "-z", "--no-renames", "--no-relative", "--no-abbrev", "--ignore-submodules=dirty", from, to)
	if err != nil {
		return nil, err
	}
	return rawChanges(out)
}

func TestFilesOfTheCheckout(t *testing.T) {
	dir, do := repository(t)
	list := func(folder string) string {
		f := Find(t.Context(), filepath.Join(dir, folder))
		pool := NewPool(t.Context(), f)
		defer pool.Close()
		checkout, err := CheckoutOf(t.Context(), f, pool)
		if err != nil {
			t.Fatal(err)
		}
		files, _, err := TreeList(t.Context(), f, checkout.Tree)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, file := range files {
			names = append(names, file.Path)
		}
		return strings.Join(names, " ")
	}
	if files := list(""); files != "" {
		t.Fatalf("before the first commit: %q", files)
	}
	put(t, filepath.Join(dir, "a.md"), "a")
	put(t, filepath.Join(dir, "sub", "b.md"), "b")
	do("add", ".")
	do("commit", "-qm", "one")
	put(t, filepath.Join(dir, "new", "c.md"), "c")
	for folder, want := range map[string]string{"": "a.md sub/b.md", "sub": "b.md", "new": ""} {
		if files := list(folder); files != want {
			t.Errorf("%q: %q", folder, files)
		}
	}
}
