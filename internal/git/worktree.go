package git

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// EditedFiles are the files below dir that the work tree has otherwise than the commit that is checked out: modified, added,
// neither tracked nor ignored, or gone. They are relative to dir, with forward slashes, and sorted.
func EditedFiles(ctx context.Context, dir string) ([]string, error) {
	out, err := run(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	prefix := strings.TrimSuffix(string(out), "\n")
	// Whoever edits may run git at the same time: the index is not locked to refresh it.
	ask := run
	if has, err := hasCommits(ctx, dir); err != nil {
		return nil, err
	} else if has {
		ask = func(ctx context.Context, dir string, args ...string) ([]byte, error) {
			return guarded(ctx, dir, "HEAD", args...)
		}
	}
	out, err = ask(ctx, dir, "--no-optional-locks", "status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all",
		"--ignore-submodules=all", "--", ".")
	if err != nil {
		return nil, err
	}
	return editedFiles(out, prefix), nil
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

// IsIgnored reports whether a file, by its path below dir, is one that git neither tracks nor would add.
func IsIgnored(ctx context.Context, dir, path string) (bool, error) {
	_, err := run(ctx, dir, "check-ignore", "--quiet", "--", "./"+path) // so that no name means more than itself
	if no := (*exec.ExitError)(nil); errors.As(err, &no) && no.ExitCode() == 1 {
		return false, nil
	}
	return err == nil, err
}

// CheckedOut gives the work tree in which a branch is checked out, "" where it is in none.
func CheckedOut(ctx context.Context, dir, branch string) (string, error) {
	out, err := run(ctx, dir, "worktree", "list", "--porcelain")
	if err != nil {
		return "", err
	}
	top := ""
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSuffix(line, "\n")
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
func Unpublished(ctx context.Context, dir, commit string) (base string, isNew bool, err error) {
	out, err := run(ctx, dir, "rev-list", "--boundary", "--topo-order", commit, "--not", "--remotes")
	if err != nil {
		return "", false, err
	}
	var boundary []string
	for line := range strings.Lines(string(out)) {
		if id, ok := strings.CutPrefix(strings.TrimSpace(line), "-"); ok {
			boundary = append(boundary, id)
		} else {
			isNew = true
		}
	}
	if len(boundary) > 1 {
		out, err := run(ctx, dir, append([]string{"merge-base", "--independent"}, boundary...)...)
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
	dir := filepath.Dir(file)
	if _, err := Toplevel(ctx, dir); err != nil {
		return false
	}
	_, err := run(ctx, dir, "check-ignore", "--quiet", "--", "./"+filepath.Base(file))
	return err != nil
}
