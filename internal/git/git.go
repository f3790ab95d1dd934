// Package git asks the git program. Questions about work tree and index go there and nowhere else: it honours every
// way a repository can be laid out (section 3 of the design).
package git

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

var (
	// ErrNoRepository says that a folder is in no git repository, or that there is no git program to ask; then ErrNoGit holds too.
	ErrNoRepository = errors.New("not in a git repository")
	// ErrNoGit says that there is no git program.
	ErrNoGit = errors.New("git is not installed")
	// ErrNoWorkTree says that a folder is in a repository without a work tree, or among its internal files.
	ErrNoWorkTree = errors.New("in a git repository, but not in a work tree of it")
	// ErrShallow says that a clone holds only a part of the history, so that nothing is known of its beginning.
	ErrShallow = errors.New("the history of the repository is cut off")
)

// Files are the tracked files below a folder and those that are neither tracked nor ignored, as git lists them: relative
// to it, with forward slashes, some perhaps twice and some perhaps gone from the work tree.
func Files(ctx context.Context, f Folder) ([]string, error) {
	out, err := run(ctx, f, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	return splitNul(out), nil
}

// IgnoredFolders are the folders below a folder that git ignores as a whole, relative to it, with forward slashes. Where it itself
// is one, none is.
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

// HeadFiles are the files below a folder in the commit that is checked out, relative to it; none before the first commit.
func HeadFiles(ctx context.Context, f Folder) ([]string, error) {
	if has, err := hasCommits(ctx, f); err != nil || !has {
		return nil, err
	}
	out, err := run(ctx, f, "ls-tree", "-r", "-z", "--name-only", "HEAD")
	if err != nil {
		return nil, err
	}
	return splitNul(out), nil
}

// FirstDays gives, for each file below a folder that any commit up to the one that is checked out added, the day on which its
// author first did so; none before the first commit. In a shallow clone, where the last commits at hand seem to add
// everything, it fails with ErrShallow.
func FirstDays(ctx context.Context, f Folder) (map[string]time.Time, error) {
	if has, err := hasCommits(ctx, f); err != nil || !has {
		return nil, err
	}
	return daysUpTo(ctx, f, "HEAD", "--relative")
}

// FirstDaysUpTo is FirstDays of another commit. The files are those below prefix, which is as Repository.Prefix has it.
func FirstDaysUpTo(ctx context.Context, f Folder, commit, prefix string) (map[string]time.Time, error) {
	return daysUpTo(ctx, f, commit, relative(prefix))
}

func daysUpTo(ctx context.Context, f Folder, commit, relative string) (map[string]time.Time, error) {
	shallow, err := IsShallow(ctx, f)
	if err != nil {
		return nil, err
	}
	if shallow {
		return nil, ErrShallow
	}
	out, err := run(ctx, f, "log", relative, "--no-ext-diff", "--no-textconv", "--diff-filter=A", "--no-renames", "--name-only", "-z", "--format=%x00%as%x00", "--end-of-options", commit, "--")
	if err != nil {
		return nil, err
	}
	return firstDays(splitNul(out))
}

// firstDays reads the fields of git log. A commit starts with an empty field, which no name is, and its day; a line
// end stands before the first of its names.
func firstDays(fields []string) (map[string]time.Time, error) {
	days := map[string]time.Time{}
	var day time.Time
	for i := 0; i < len(fields); i++ {
		if fields[i] != "" {
			days[fields[i]] = day // commits come newest first, so the oldest stays
			continue
		}
		for i < len(fields) && fields[i] == "" {
			i++ // the end of a commit and the start of the next
		}
		if i == len(fields) {
			break
		}
		var err error
		if day, err = time.Parse(time.DateOnly, fields[i]); err != nil {
			return nil, fmt.Errorf("reading the dates of git log: %w", err)
		}
		for i+1 < len(fields) && fields[i+1] == "" {
			i++
		}
		if i+1 < len(fields) {
			fields[i+1] = strings.TrimPrefix(fields[i+1], "\n")
		}
	}
	return days, nil
}

// hasCommits reports whether anything is checked out.
func hasCommits(ctx context.Context, f Folder) (bool, error) {
	if _, err := run(ctx, f, "rev-parse", "--verify", "--quiet", "HEAD"); err == nil {
		return true, nil
	}
	_, err := f.Toplevel()
	return false, err
}

func splitNul(out []byte) []string {
	if len(out) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}
