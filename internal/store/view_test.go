package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/git"
)

// rowsPath is the file of the view that the tests have: a line for each file of the store. Lines that begin with # are
// somebody else's.
const rowsPath = "views/rows.txt"

type rows struct{}

func (rows) Grow(_ context.Context, added []File, before *State) ([]Edit, error) {
	for _, f := range added {
		if _, err := before.Get(f.Path, 1000); !errors.Is(err, ErrNotFound) {
			return nil, fmt.Errorf("%s was there: %w", f.Path, err)
		}
	}
	return []Edit{{rowsPath, func(old []byte) ([]byte, error) {
		grown := slices.Clone(old)
		for _, f := range added {
			grown = append(append(grown, f.Path...), '\n')
		}
		return grown, nil
	}}}, nil
}

func (rows) Join(ctx context.Context, j Join) ([]File, error) {
	var rests [3][]byte
	for i, t := range []*State{j.Base, j.Ours, j.Theirs} {
		data, err := t.File(rowsPath)
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(data) {
			if line[0] == '#' {
				rests[i] = append(rests[i], line...)
			}
		}
	}
	rest, err := j.Merge(rests[0], rests[1], rests[2])
	if err != nil {
		return nil, err
	}
	names, err := j.Both.Names(ctx, "")
	for _, n := range names {
		rest = append(append(slices.Clip(rest), n.Path...), '\n')
	}
	return []File{{rowsPath, rest}}, err
}

// checkRows compares the view's file with the files of the store.
func checkRows(t interface{ Errorf(string, ...any) }, what string, data []byte, files []string) {
	var got []string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSuffix(line, "\n"); !strings.HasPrefix(line, "#") {
			got = append(got, line)
		}
	}
	slices.Sort(got)
	if want := slices.Sorted(slices.Values(files)); !slices.Equal(got, want) {
		t.Errorf("%s has the rows %q, want %q", what, got, want)
	}
}

// onBranch is what a file of a branch holds, nil where there is none.
func onBranch(dir, ref, name string) []byte {
	out, err := tryGit(dir, "show", ref+":"+name)
	if err != nil {
		return nil
	}
	return []byte(out)
}

// checkView compares the view with the store, on the branch and, at the head, in index and work tree.
func checkView(rt *rapid.T, w way, dir string, model map[string]string, mine []string) {
	files := slices.Collect(maps.Keys(model))
	data := onBranch(dir, w.ref, rowsPath)
	checkRows(rt, "the branch", data, files)
	if w.ref != Head {
		return
	}
	checkRows(rt, "the index", onBranch(dir, "", rowsPath), files)
	there, err := os.ReadFile(filepath.Join(dir, rowsPath))
	if err != nil && len(model) > 0 {
		rt.Errorf("%v", err)
	}
	checkRows(rt, "the work tree", there, files)
	for _, line := range mine {
		if !strings.Contains(string(there), line) {
			rt.Errorf("%q is lost: %q", line, there)
		}
	}
}

// edit is somebody's own line at the beginning of the view's file in the work tree.
func edit(rt *rapid.T, dir string, line string, stage bool) {
	name := filepath.Join(dir, rowsPath)
	there, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, append([]byte(line), there...), 0o600)
	}
	if err != nil {
		rt.Fatal(err)
	}
	if stage {
		if out, err := tryGit(dir, "add", rowsPath); err != nil {
			rt.Fatal(out)
		}
	}
}

func openView(t testing.TB, dir, ref string) *Store {
	t.Helper()
	s, err := Open(context.Background(), folder(dir), Options{Folder: "feedback", Ref: ref, DerivedFiles: rows{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func writeFile(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// What somebody has made of the view's file in the index or in the work tree stays, and follows where it can.
func TestViewBesideEdits(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs many programs")
	}
	const before = "#kept\na/1.yaml\n"
	for name, c := range map[string]struct {
		edit                   func(t *testing.T, dir string)
		index, work, committed string
	}{
		"nothing": {func(*testing.T, string) {}, before + "a/2.yaml\n", before + "a/2.yaml\n", before + "a/2.yaml\n"},
		"edited": {func(t *testing.T, dir string) { writeFile(t, dir, rowsPath, "#mine\n"+before) },
			before + "a/2.yaml\n", "#mine\n" + before + "a/2.yaml\n", before + "a/2.yaml\n"},
		"staged": {func(t *testing.T, dir string) {
			writeFile(t, dir, rowsPath, "#mine\n"+before)
			gitIn(t, dir, "add", rowsPath)
		}, "#mine\n" + before + "a/2.yaml\n", "#mine\n" + before + "a/2.yaml\n", before + "a/2.yaml\n"},
		"staged and edited": {func(t *testing.T, dir string) {
			writeFile(t, dir, rowsPath, "#mine\n"+before)
			gitIn(t, dir, "add", rowsPath)
			writeFile(t, dir, rowsPath, "#other\n"+before)
		}, "#mine\n" + before + "a/2.yaml\n", "#other\n" + before + "a/2.yaml\n", before + "a/2.yaml\n"},
		"deleted":           {func(t *testing.T, dir string) { _ = os.Remove(filepath.Join(dir, rowsPath)) }, before + "a/2.yaml\n", "", before + "a/2.yaml\n"},
		"taken out":         {func(t *testing.T, dir string) { gitIn(t, dir, "rm", "-q", rowsPath) }, "", "", before + "a/2.yaml\n"},
		"no longer tracked": {func(t *testing.T, dir string) { gitIn(t, dir, "rm", "-q", "--cached", rowsPath) }, "", before, before + "a/2.yaml\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := plain(t)
			s := openView(t, dir, Head)
			if err := record(s, "a/1.yaml"); err != nil {
				t.Fatal(err)
			}
			writeFile(t, dir, rowsPath, before)
			gitIn(t, dir, "commit", "-qam", "a line of mine")
			c.edit(t, dir)
			others := gitIn(t, dir, "diff", "--cached", "--name-only", "--", ":!views")
			if err := record(s, "a/2.yaml"); err != nil {
				t.Fatal(err)
			}
			for what, want := range map[string]string{Head: c.committed, "": c.index} {
				if got := onBranch(dir, what, rowsPath); string(got) != strings.TrimSpace(want) {
					t.Errorf("%q: %q, want %q", what, got, want)
				}
			}
			if work, err := os.ReadFile(filepath.Join(dir, rowsPath)); string(work) != c.work || (err != nil) != (c.work == "") {
				t.Errorf("work tree: %q, want %q", work, c.work)
			}
			if got := gitIn(t, dir, "diff", "--cached", "--name-only", "--", ":!views"); got != others {
				t.Errorf("staged: %q", got)
			}
		})
	}
}

// A file that nobody tracks follows where it lies, and what is no file is left alone.
func TestViewBesideStrangers(t *testing.T) {
	dir := plain(t)
	s := openView(t, dir, Head)
	writeFile(t, dir, rowsPath, "#mine\n")
	if err := record(s, "a/1.yaml"); err != nil {
		t.Fatal(err)
	}
	if got := readFile(t, dir, rowsPath); got != "#mine\na/1.yaml\n" {
		t.Errorf("%q", got)
	}
	outside := filepath.Join(t.TempDir(), "outside")
	writeFile(t, filepath.Dir(outside), "outside", "theirs")
	name := filepath.Join(dir, rowsPath)
	if err := errors.Join(os.Remove(name), os.Symlink(outside, name)); err != nil {
		t.Skip(err)
	}
	if err := record(s, "a/2.yaml"); err != nil {
		t.Fatal(err)
	}
	if got := readFile(t, filepath.Dir(outside), "outside"); got != "theirs" {
		t.Errorf("%q", got)
	}
	if got := onBranch(dir, Head, rowsPath); string(got) != "a/1.yaml\na/2.yaml" {
		t.Errorf("%q", got)
	}
	if err := errors.Join(os.RemoveAll(filepath.Dir(name)), os.Symlink(filepath.Dir(outside), filepath.Dir(name))); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Dir(outside), "rows.txt", "theirs")
	if err := record(s, "a/3.yaml"); err != nil {
		t.Fatal(err)
	}
	if got := readFile(t, filepath.Dir(outside), "rows.txt"); got != "theirs" {
		t.Errorf("%q", got)
	}
}

// A conflict that somebody is solving is not solved by us.
func TestViewInConflict(t *testing.T) {
	dir := plain(t)
	s := openView(t, dir, Head)
	if err := record(s, "a/1.yaml"); err != nil {
		t.Fatal(err)
	}
	blob := gitIn(t, dir, "rev-parse", "HEAD:"+rowsPath)
	other := gitIn(t, dir, "rev-parse", "HEAD:README.md")
	info := fmt.Sprintf("0 %s 0\t%[2]s\n100644 %[1]s 1\t%[2]s\n100644 %[3]s 2\t%[2]s\n", blob, rowsPath, other)
	writeFile(t, dir, ".git/info.txt", info)
	gitIn(t, dir, "-c", "alias.x=!git update-index --index-info <.git/info.txt", "x")
	refused(t, record(s, "a/2.yaml"), "conflict", "git add")
	if got := gitIn(t, dir, "ls-files", "-u", rowsPath); strings.Count(got, "\n") != 1 {
		t.Errorf("%q", got)
	}
	if exists(filepath.Join(dir, "feedback", "a", "2.yaml")) {
		t.Error("the record was laid")
	}
}

// paths is a view of one file.
type paths string

func (p paths) Grow(context.Context, []File, *State) ([]Edit, error) {
	return []Edit{{string(p), func(old []byte) ([]byte, error) { return append(slices.Clone(old), "row\n"...), nil }}}, nil
}

func (p paths) Join(context.Context, Join) ([]File, error) { return nil, nil }

// A view keeps out of the records, and of what would be something else elsewhere.
func TestPathsOfViews(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs many programs")
	}
	dir := plain(t)
	for _, name := range []string{"", "/x", "../x", "x/../y", ".git/config", "x/.git/y", "feedback", "feedback/x.md", "a b", `a\b`, "a:b", "con\x00", "x/", "x."} {
		s, err := Open(t.Context(), git.Find(t.Context(), dir), Options{Folder: "feedback", Ref: "refs/heads/feedback", DerivedFiles: paths(name)})
		if err != nil {
			t.Fatal(err)
		}
		if err := record(s, "a/1.yaml"); err == nil {
			t.Errorf("%q is taken", name)
		}
		if tip, err := s.Tip(); tip != "" || err != nil {
			t.Errorf("%q: %s, %v", name, tip, err)
		}
		s.Close()
	}
	link := gitIn(t, dir, "rev-parse", "HEAD:README.md")
	gitIn(t, dir, "update-index", "--add", "--cacheinfo", "120000,"+link+",link", "--cacheinfo", "100755,"+link+",run")
	gitIn(t, dir, "branch", "feedback", gitIn(t, dir, "commit-tree", "-m", "x", gitIn(t, dir, "write-tree")))
	for name, isLeftOut := range map[string]bool{"link": true, "link/x": true, "README.md/x": true, "run": false} {
		var why error
		s, err := Open(t.Context(), git.Find(t.Context(), dir), Options{Folder: "feedback", Ref: "refs/heads/feedback", DerivedFiles: paths(name), LeftOut: func(path, where string, reason error) {
			if why = reason; path != name || where != "" {
				t.Errorf("%s %q is left out, and is %s", path, where, name)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		if err := record(s, "a/"+strings.ReplaceAll(name, "/", "-")); err != nil { // a view keeps no record away
			t.Error(err)
		}
		if isLeftOut {
			refused(t, why, "is a", "learn.memory_log")
		} else if why != nil {
			t.Error(why)
		}
		s.Close()
	}
	if got := gitIn(t, dir, "ls-tree", "feedback", "run"); !strings.HasPrefix(got, "100755 ") {
		t.Errorf("%q", got)
	}
}

// A view is no record: it may change, and the history of the store is whole.
func TestHistoryWithoutViews(t *testing.T) {
	dir := plain(t)
	for _, ref := range []string{"refs/heads/feedback", Head} {
		s := openView(t, dir, ref)
		for _, name := range []string{"a/1.yaml", "a/2.yaml", "a/3.yaml"} {
			if err := record(s, name); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := s.History(t.Context(), ""); len(got) > 0 || err != nil {
			t.Errorf("%+v, %v", got, err)
		}
		if names, _, err := s.NamesSince(t.Context(), "", ""); len(names) != 3 || err != nil {
			t.Errorf("%v, %v", names, err)
		}
	}
}
