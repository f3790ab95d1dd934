package store

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Clones that write offline and sync in any order end with the same files.
func TestSyncConverges(t *testing.T) {
	names := rapid.SampledFrom([]string{"a/1.yaml", "a/2.yaml", "b/3.yaml", "c.yaml"})
	contents := rapid.SampledFrom([]string{"one", "two", "three"})
	rapid.Check(t, func(rt *rapid.T) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		parent := t.TempDir()
		remote := filepath.Join(parent, "remote.git")
		gitIn(t, parent, "init", "-q", "--bare", remote)
		var clones []*Store
		written := map[string]bool{}
		var mine []string // lines of somebody in the view's file
		for i := range 3 {
			dir := filepath.Join(parent, fmt.Sprint("clone", i))
			gitIn(t, parent, "clone", "-q", remote, dir)
			configure(t, dir)
			s, err := Open(ctx, folder(dir), Options{Folder: "feedback", Ref: "refs/heads/feedback", DerivedFiles: rows{}})
			if err != nil {
				rt.Fatal(err)
			}
			defer s.Close()
			clones = append(clones, s)
		}
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			s := clones[rapid.IntRange(0, 2).Draw(rt, "clone")]
			if rapid.IntRange(0, 3).Draw(rt, "sync") == 0 {
				compare := foretold(t, s)
				if _, err := s.Sync(ctx, "origin", noon); err != nil {
					rt.Fatal(err)
				}
				compare()
				continue
			}
			if tip, _ := s.Tip(); tip != "" && rapid.IntRange(0, 3).Draw(rt, "edit") == 0 {
				mine = append(mine, fmt.Sprint("#mine ", len(mine)))
				editOnBranch(t, s.repo.Dir, mine[len(mine)-1])
				continue
			}
			f := File{names.Draw(rt, "name"), []byte(contents.Draw(rt, "content"))}
			outcomes, err := s.Append(ctx, noon, "more", f)
			if err != nil {
				rt.Fatal(err)
			}
			if outcomes[0] != Differ {
				written[string(f.Data)+" "+f.Path[:1]] = true
			}
		}
		for _, i := range rapid.Permutation([]int{0, 1, 2, 0, 1, 2}).Draw(rt, "order") {
			compare := foretold(t, clones[i])
			if _, err := clones[i].Sync(ctx, "origin", noon); err != nil {
				rt.Fatal(err)
			}
			compare()
		}
		// What one clone had shared first it puts back once, which the others then take over.
		round := func() (gave int) {
			for _, s := range clones {
				done, err := s.Sync(ctx, "origin", noon)
				if err != nil {
					rt.Fatal(err)
				}
				gave += done.Gave.Total()
			}
			return gave
		}
		for range 2 {
			round()
		}
		if gave := round(); gave > 0 {
			rt.Fatalf("the clones still give each other %d files", gave)
		}
		trees := map[string]bool{}
		for _, s := range clones {
			if tip, err := s.Tip(); err != nil || tip == "" {
				if len(written) > 0 {
					rt.Fatal(tip, err)
				}
				continue
			}
			trees[gitIn(t, s.repo.Dir, "rev-parse", "feedback^{tree}")] = true
			names, _, err := s.NamesSince(ctx, "", "")
			if err != nil {
				rt.Fatal(err)
			}
			var all []string
			for _, n := range names {
				all = append(all, n.Path)
			}
			data := onBranch(s.repo.Dir, "feedback", rowsPath)
			checkRows(rt, "the view", data, all)
			for _, line := range mine {
				if n := strings.Count(string(data)+"\n", line+"\n"); n != 1 {
					rt.Fatalf("%q is there %d times: %s", line, n, data)
				}
			}
			there := map[string]bool{}
			for f, err := range s.Contents(ctx, names, 100) {
				if err != nil {
					rt.Fatal(err)
				}
				there[string(f.Data)+" "+f.Path[:1]] = true
			}
			for w := range written {
				if !there[w] {
					rt.Fatalf("%s is lost", w)
				}
			}
		}
		if len(trees) > 1 {
			rt.Fatalf("the clones differ")
		}
	})
}

// editOnBranch commits a line of somebody's at the beginning of the view's file.
func editOnBranch(t *testing.T, dir, line string) {
	t.Helper()
	work := filepath.Join(t.TempDir(), "work")
	gitIn(t, dir, "worktree", "add", "-q", work, "feedback")
	writeFile(t, work, rowsPath, line+"\n"+readFile(t, work, rowsPath))
	gitIn(t, work, "commit", "-qam", "a line of mine")
	gitIn(t, dir, "worktree", "remove", work)
}

// What lies outside of the store is merged in three ways, whoever merges; nothing of anybody's is lost.
func TestSyncMergesTheRest(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: syncs many clones")
	}
	parent := t.TempDir()
	gitIn(t, parent, "init", "-q", "--bare", "remote.git")
	begin := filepath.Join(parent, "begin")
	gitIn(t, parent, "clone", "-q", "remote.git", begin)
	configure(t, begin)
	for name, text := range map[string]string{"text": "one\ntwo\nthree\nfour\n", "ours": "1\n", "theirs": "1\n", "gone": "1\n", "both/gone": "1\n", "edited/or/gone": "1\n", "picture": "\x00\n"} {
		writeFile(t, begin, name, text)
	}
	gitIn(t, begin, "checkout", "-q", "-b", "feedback")
	gitIn(t, begin, "add", ".")
	gitIn(t, begin, "commit", "-qm", "first")
	gitIn(t, begin, "push", "-q", "origin", "feedback")
	sides := map[string]map[string]string{
		"a": {"text": "ONE a\ntwo\nthree\nfour\n", "ours": "2\n", "edited/or/gone": "2\n", "picture": "\x00a\n", "new": "a\n"},
		"b": {"text": "ONE b\ntwo\nthree\nFOUR\n", "theirs": "2\n", "picture": "\x00b\n", "new": "b\n", "only/here": "b\n"},
	}
	gone := map[string][]string{"a": {"both"}, "b": {"gone", "both", "edited"}}
	trees := map[string]bool{}
	for _, order := range []string{"ab", "ba"} {
		remote := filepath.Join(parent, order+".git")
		gitIn(t, parent, "clone", "-q", "--bare", "remote.git", remote)
		stores := map[string]*Store{}
		for side, files := range sides {
			dir := filepath.Join(parent, order+side)
			gitIn(t, parent, "clone", "-q", "-b", "feedback", remote, dir)
			configure(t, dir)
			for name, text := range files {
				writeFile(t, dir, name, text)
			}
			for _, name := range gone[side] {
				gitIn(t, dir, "rm", "-qr", name)
			}
			gitIn(t, dir, "add", ".")
			gitIn(t, dir, "commit", "-qm", side)
			gitIn(t, dir, "switch", "-q", "--detach")
			s := openView(t, dir, "refs/heads/feedback")
			stores[side] = s
			if _, err := s.Append(t.Context(), noon, side, File{side + "/1.yaml", []byte(side)}); err != nil {
				t.Fatal(err)
			}
		}
		for _, side := range []string{order[:1], order[1:], order[:1]} {
			if _, err := stores[side].Sync(t.Context(), "origin", noon); err != nil {
				t.Fatal(err)
			}
		}
		trees[gitIn(t, remote, "rev-parse", "feedback^{tree}")] = true
		for name, want := range map[string]string{
			"ours": "2", "theirs": "2", "gone": "", "both/gone": "", "edited/or/gone": "2", "only/here": "b", "new": "a\nb", rowsPath: "a/1.yaml\nb/1.yaml",
			"text": "ONE a\nONE b\ntwo\nthree\nFOUR", "feedback/a/1.yaml": "a", "feedback/b/1.yaml": "b",
		} {
			if got := onBranch(remote, "feedback", name); string(got) != want {
				t.Errorf("%s, %s: %q, want %q", order, name, got, want)
			}
		}
		if names := gitIn(t, remote, "ls-tree", "--name-only", "feedback"); strings.Count(names, "picture") != 2 || strings.Contains(names, "both") {
			t.Errorf("%s", names)
		}
		gitIn(t, remote, "fsck", "--strict", "--no-dangling")
	}
	if len(trees) != 1 {
		t.Error("the order decides what is there")
	}
}
