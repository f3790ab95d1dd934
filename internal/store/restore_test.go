package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// What git takes for litter before the branch leads to it is put back.
func TestPrunedMeanwhile(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: walks histories and folders of many files")
	}
	defer func(n int) { onStep, manyObjects = nil, n }(manyObjects)
	for _, c := range []struct {
		what string
		many int
		init []string
	}{{"objects by themselves", 100, nil}, {"packs", 1, nil}, {"sha256", 100, []string{"--object-format=sha256"}}} {
		dir, run := repository(t, c.init...)
		manyObjects = c.many
		for _, name := range []string{"a/1.yaml", "a/2.yaml"} {
			there := objectFiles(t, dir)
			onStep = func(step string) {
				if step != "reference" {
					return
				}
				for file := range objectFiles(t, dir) {
					if !there[file] {
						if err := os.Remove(file); err != nil {
							t.Error(err)
						}
					}
				}
			}
			err := record(open(t, dir), name)
			onStep = nil
			if err != nil {
				t.Fatalf("%s: %v", c.what, err)
			}
			run("fsck", "--strict", "--no-dangling")
			if _, err := open(t, dir).Get(name, 1<<20); err != nil {
				t.Errorf("%s: %v", c.what, err)
			}
		}
	}
}

// objectFiles are the files in which a repository keeps its objects.
func objectFiles(t *testing.T, dir string) map[string]bool {
	all := map[string]bool{}
	err := filepath.WalkDir(filepath.Join(dir, ".git", "objects"), func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			all[name] = true
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return all
}
