package store

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
)

// An ordinary push merges an unrelated root with another content of a name. Whoever syncs in whatever order, what a clone had first
// is kept there, whatever else is there is beside it, and they come to rest.
func TestTwinsComeToRest(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: syncs many clones")
	}
	hows := [][2]string{{"merged", "-p FETCH_HEAD -p $root"}, {"swapped", "-p $root -p FETCH_HEAD"}, {"forced", "-p $root"}}
	for i, order := range []string{"cab", "bca", "acb", "abc", "bac", "cba"} {
		for _, how := range hows[i%3 : i%3+1] {
			if i >= 3 && !*full {
				continue
			}
			t.Run(order+"/"+how[0], func(t *testing.T) {
				t.Parallel()
				ctx := context.Background()
				parent := t.TempDir()
				gitIn(t, parent, "init", "-q", "--bare", "remote.git")
				clones := map[rune]*Store{}
				clone := func(name rune) {
					dir := filepath.Join(parent, string(name))
					gitIn(t, parent, "clone", "-q", "remote.git", dir)
					configure(t, dir)
					clones[name] = openView(t, dir, "refs/heads/feedback")
				}
				sync := func(name rune) string {
					if _, err := clones[name].Sync(ctx, "origin", noon); err != nil {
						t.Fatal(err)
					}
					return gitIn(t, parent, "--git-dir=remote.git", "rev-parse", "feedback")
				}
				clone('a')
				clone('b')
				if _, err := clones['a'].Append(ctx, noon, "one", File{"a/1.yaml", []byte("one")}); err != nil {
					t.Fatal(err)
				}
				sync('a')
				sync('b')
				evil := func(text string) {
					shell(t, clones['b'].repo.Dir, fmt.Sprintf(`git fetch -q origin feedback
blob=$(printf '%s' | git hash-object -w --stdin)
tree=$(printf '100644 blob %%s\t1.yaml\n' $blob | git mktree)
tree=$(printf '040000 tree %%s\ta\n' $tree | git mktree)
tree=$(printf '040000 tree %%s\tfeedback\n' $tree | git mktree)
root=$(git commit-tree -m root $tree)
git push -q --force origin $(git commit-tree -m merge %s $tree):refs/heads/feedback`, text, how[1]))
				}
				evil("two")
				clone('c') // which sees nothing else
				for i, name := range order + order {
					sync(name)
					if i == 2 {
						evil("three")
					}
				}
				for range 2 {
					for _, name := range order {
						sync(name)
					}
				}
				rest := sync('a')
				for _, name := range order + order {
					if now := sync(name); now != rest {
						t.Errorf("%c moves the branch once more", name)
					}
				}
				one, two := "43dd47ea691c90a5fa7827892c70241913351963", "64c5e5885a4b06010b3a0c20edb7900dd0311025"
				for name, want := range map[rune]string{'a': one, 'b': one} {
					kept, err := clones[name].FirstContents()
					if err != nil || kept["a/1.yaml"].Blob != want {
						t.Errorf("%c: %+v, %v", name, kept, err)
					}
				}
				if kept, _ := clones['c'].FirstContents(); kept["a/1.yaml"].Blob == two && order[0] != 'c' {
					t.Errorf("c: %+v", kept)
				}
				if names, _, err := clones['c'].NamesSince(ctx, "a", ""); err != nil || len(names) < 3 {
					t.Errorf("%v, %v", names, err)
				}
			})
		}
	}
}
