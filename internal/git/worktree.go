package git

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// EditedFiles are the files below a folder that the work tree has otherwise than the commit that is checked out: modified, added,
// neither tracked nor ignored, or gone. They are relative to it, with forward slashes, and sorted.
func EditedFiles(ctx context.Context, f Folder) ([]string, error) {
	filters, err := noFilters(ctx, f)
	if err != nil {
		return nil, err
	}
	// Whoever edits may run git at the same time: the index is not locked to refresh it.
	out, err := guarded(ctx, f, "HEAD", append(filters, "--no-optional-locks", "status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all",
		"--ignore-submodules=all", "--", ".")...)
	if err != nil {
		return nil, err
	}
	return editedFiles(out, f.Prefix), nil
}

// noFilters are settings under which none of the filters runs that attributes may ask for, and which git's settings know: each is
// left without a program. A file that differs through its filter alone counts as edited then.
func noFilters(ctx context.Context, f Folder) (all []string, err error) {
	out, err := run(ctx, f, "config", "-z", "--name-only", "--get-regexp", `^filter\.`)
	if exitedWith(err, 1) {
		return nil, nil // there is none
	}
	seen := map[string]bool{}
	for _, key := range splitNul(out) {
		name := key[:max(strings.LastIndexByte(key, '.'), 0)]
		if strings.ContainsAny(name, "=\n") {
			return nil, fmt.Errorf("git has a filter whose name, %q, cannot be told it, so that it cannot be switched off", name)
		}
		if !seen[name] {
			seen[name] = true
			all = append(all, "-c", name+".clean=", "-c", name+".smudge=", "-c", name+".process=", "-c", name+".required=false")
		}
	}
	return all, err
}

// editedFiles reads git's short status with NUL bytes: two letters, of index and of work tree, a space and the path below
// the top of the repository. See https://git-scm.com/docs/git-status.
func editedFiles(out []byte, prefix string) []string {
	var files []string
	for _, line := range splitNul(out) {
		if len(line) < 4 {
			continue
		}
		if name, ok := strings.CutPrefix(line[3:], prefix); ok {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// IsIgnored reports whether a file, by its path below a folder, is one that git neither tracks nor would add.
func IsIgnored(ctx context.Context, f Folder, path string) (bool, error) {
	_, err := run(ctx, f, "check-ignore", "--quiet", "--", "./"+path) // so that no name means more than itself
	if exitedWith(err, 1) {
		return false, nil
	}
	return err == nil, err
}

// CheckedOut gives the work tree in which a branch is checked out, "" where it is in none.
func CheckedOut(ctx context.Context, f Folder, branch string) (string, error) {
	out, err := run(ctx, f, "worktree", "list", "--porcelain")
	if err != nil {
		return "", err
	}
	top := ""
	for _, line := range splitLines(out) {
		if at, ok := strings.CutPrefix(line, "worktree "); ok {
			top = at
		} else if line == "branch "+branch {
			return top, nil
		}
	}
	return "", nil
}

// Unpublished finds what a commit has that no branch of any remote has. It gives the commit from which the new history
// goes on, "" where it goes on from none, and whether anything is new. Where it goes on from several, as after a merge of
// what others had published, that is one which none of the others leads to.
func Unpublished(ctx context.Context, f Folder, commit string) (base string, isNew bool, err error) {
	out, err := run(ctx, f, "rev-list", "--boundary", "--topo-order", commit, "--not", "--remotes")
	if err != nil {
		return "", false, err
	}
	var boundary []string
	for _, line := range splitLines(out) {
		if id, ok := strings.CutPrefix(line, "-"); ok {
			boundary = append(boundary, id)
		} else {
			isNew = true
		}
	}
	if len(boundary) > 1 {
		out, err := run(ctx, f, append([]string{"merge-base", "--independent"}, boundary...)...)
		if err != nil {
			return "", false, err
		}
		boundary = strings.Fields(string(out))
	}
	if len(boundary) > 0 {
		base = boundary[0]
	}
	return base, isNew, nil
}

// IsExposed reports whether a file lies in the work tree of a repository that does not ignore it, so that `git add` would take
// it in.
func IsExposed(ctx context.Context, file string) bool {
	f := Find(ctx, filepath.Dir(file))
	if _, err := f.Toplevel(); err != nil {
		return false
	}
	ignored, _ := IsIgnored(ctx, f, filepath.Base(file)) // where nobody tells, it may be
	return !ignored
}
