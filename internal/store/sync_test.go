package store

import (
	"context"
	"fmt"
	"path/filepath"
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
		for i := range 3 {
			dir := filepath.Join(parent, fmt.Sprint("clone", i))
			gitIn(t, parent, "clone", "-q", remote, dir)
			configure(t, dir)
			s, err := Open(ctx, dir, Options{Folder: "feedback", Ref: "refs/heads/feedback"})
			if err != nil {
				rt.Fatal(err)
			}
			defer s.Close()
			clones = append(clones, s)
		}
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			s := clones[rapid.IntRange(0, 2).Draw(rt, "clone")]
			if rapid.IntRange(0, 3).Draw(rt, "sync") == 0 {
				if _, err := s.Sync(ctx, "origin", noon); err != nil {
					rt.Fatal(err)
				}
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
			if _, err := clones[i].Sync(ctx, "origin", noon); err != nil {
				rt.Fatal(err)
			}
		}
		trees := map[string]bool{}
		for _, s := range clones {
			done, err := s.Sync(ctx, "origin", noon)
			if err != nil || done.Gave > 0 {
				rt.Fatal(done, err)
			}
		}
		for _, s := range clones {
			if tip, err := s.Tip(); err != nil || tip == "" {
				if len(written) > 0 {
					rt.Fatal(tip, err)
				}
				continue
			}
			trees[gitIn(t, s.dir, "rev-parse", "feedback^{tree}")] = true
			names, _, err := s.Names(ctx, "", "")
			if err != nil {
				rt.Fatal(err)
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
