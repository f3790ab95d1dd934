//go:build unix

package store

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever git is told of sharing, and whatever the umask, our files and folders get the modes that git gives its own.
func TestSharedModes(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs many programs")
	}
	for _, umask := range []string{"022", "077"} {
		for _, shared := range []string{"", "group", "all", "0640"} {
			t.Run(umask+" "+shared, func(t *testing.T) {
				dir := t.TempDir()
				under(t, umask, dir, nil, "git", "init", "-q")
				configure(t, dir)
				if shared != "" {
					gitIn(t, dir, "config", "core.sharedRepository", shared)
				}
				if err := os.WriteFile(filepath.Join(dir, "README.md"), []byte("notes\n"), 0o600); err != nil {
					t.Fatal(err)
				}
				under(t, umask, dir, nil, "git", "add", ".")
				under(t, umask, dir, nil, "git", "commit", "-q", "-m", "first")
				if err := os.Remove(filepath.Join(dir, "README.md")); err != nil {
					t.Fatal(err)
				}
				under(t, umask, dir, nil, "git", "checkout", "-q", "README.md")
				theirs := map[string]string{}
				for _, file := range modes(t, dir) {
					theirs[file.kind] = file.mode
				}
				theirs["lock"], theirs["own folder"] = theirs["index"], theirs["folder"]
				for _, w := range []writer{{Dir: dir, Ref: Head, Name: "head", Records: 1}, {Dir: dir, Ref: "refs/heads/feedback", Name: "loose", Records: 2},
					{Dir: dir, Ref: "refs/heads/feedback", Name: "pack", Records: 1, Packs: true}} {
					job, err := json.Marshal(w)
					if err != nil {
						t.Fatal(err)
					}
					under(t, umask, dir, []string{"KBGATE_STORE_WRITER=" + string(job)}, os.Args[0])
				}
				seen := map[string]bool{}
				for _, file := range modes(t, dir) {
					if theirs[file.kind] == "" {
						t.Errorf("%s is of no kind that git made", file.name)
					} else if file.mode != theirs[file.kind] {
						t.Errorf("%s is %s, and git's are %s", file.name, file.mode, theirs[file.kind])
					}
					seen[file.kind] = true
				}
				for kind := range theirs {
					if !seen[kind] {
						t.Errorf("nothing of the kind %s was looked at", kind)
					}
				}
			})
		}
	}
}

// under runs a program under a umask.
func under(t *testing.T, umask, dir string, env []string, args ...string) {
	t.Helper()
	cmd := exec.Command("sh", append([]string{"-c", `umask "$0"; exec "$@"`, umask}, args...)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

type modeOf struct{ name, kind, mode string }

// modes tells the modes of what a writer makes, by its kind.
func modes(t *testing.T, dir string) (all []modeOf) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		inGit, isInGit := strings.CutPrefix(relative, ".git/")
		parts := strings.Split(inGit, "/")
		kind := ""
		switch {
		case relative == "." || relative == ".git":
		case !isInGit && !e.IsDir():
			kind = "work tree"
		case inGit == "index":
			kind = "index"
		case inGit == "kbgate/store.lock":
			kind = "lock"
		case inGit == "kbgate":
			kind = "own folder"
		case parts[0] == "objects" && len(parts) == 2 && len(parts[1]) == 2:
			kind = "folder"
		case parts[0] == "objects" && len(parts) == 3 && parts[1] != "info": // packs are read-only, too
			kind = "object"
		}
		if kind != "" {
			info, err := e.Info()
			if err != nil {
				return err
			}
			all = append(all, modeOf{relative, kind, info.Mode().String()})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
