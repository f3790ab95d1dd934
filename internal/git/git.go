// Package git asks the git program. Questions about work tree and index go to git alone, because git honours every layout
// of a repository (contracts.md#git-access).
package git

import (
	"context"
	"strings"
	"time"
)

// Files lists the files below a folder that git tracks or does not ignore. Paths are relative to the folder, with forward slashes.
// A file may be listed twice, or be gone from the work tree.
func Files(ctx context.Context, f Folder) ([]string, error) {
	out, err := run(ctx, f, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	return splitNul(out), nil
}

// IgnoredFolders lists the folders below a folder that git ignores as a whole. Paths are relative to the folder, with forward
// slashes. There are none if git ignores the folder itself.
func IgnoredFolders(ctx context.Context, f Folder) ([]string, error) {
	out, err := run(ctx, f, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
	if err != nil {
		return nil, err
	}
	var folders []string
	for _, name := range splitNul(out) {
		if folder, ok := strings.CutSuffix(name, "/"); ok && folder != "." {
			folders = append(folders, folder)
		}
	}
	return folders, nil
}

// FirstDays gives, for each file that any commit up to a given one added, or since another one that is not "", the day on which its
// author first did so. It looks at the files below prefix, which has the form of Folder.Prefix; without a commit there are none. In a
// shallow clone, where the last commits at hand seem to add everything, it fails with ErrShallow.
func FirstDays(ctx context.Context, f Folder, since, commit, prefix string) (map[string]time.Time, error) {
	switch {
	case commit == "":
		return nil, nil
	case f.IsShallow():
		return nil, ErrShallow
	}
	var paths []string
	if prefix != "" {
		paths = []string{strings.TrimSuffix(prefix, "/")}
	}
	days := map[string]time.Time{}
	err := eachStep(ctx, f, []string{span(since, commit)}, paths, func(s step, c PathChange) {
		name, below := strings.CutPrefix(c.Path, prefix)
		if _, known := days[name]; known || !below || !c.isAdded() || len(s.parents) > 1 {
			return
		}
		if day, err := time.Parse(time.DateOnly, s.day); err == nil { // which is git's own
			days[name] = day
		}
	}, func(step, Closings) {})
	return days, err
}

// splitNul gives the parts of an output that each end with a NUL.
func splitNul(out []byte) []string { return split(out, "\x00") }

// splitLines gives the lines of an output.
func splitLines(out []byte) []string { return split(out, "\n") }

func split(out []byte, end string) []string {
	if len(out) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(out), end), end)
}

// IsTracked reports whether git tracks a file, which is named from the top of the work tree.
func IsTracked(ctx context.Context, f Folder, file string) (bool, error) {
	top, err := f.Toplevel()
	if err != nil {
		return false, err
	}
	out, err := run(ctx, f.At(top), "ls-files", "-z", "--cached", "--", ":(literal,top)"+file)
	return len(out) > 0, err
}
