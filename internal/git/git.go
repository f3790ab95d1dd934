// Package git asks the git program. Questions about work tree and index go there and nowhere else: it honours every
// way a repository can be laid out (section 3 of the design).
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
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

// Toplevel is the top folder of the work tree that holds dir.
func Toplevel(ctx context.Context, dir string) (string, error) {
	out, err := run(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}

// Files are the tracked files below dir and those that are neither tracked nor ignored, as git lists them: relative
// to dir, with forward slashes, some perhaps twice and some perhaps gone from the work tree.
func Files(ctx context.Context, dir string) ([]string, error) {
	out, err := run(ctx, dir, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	return splitNul(out), nil
}

// IgnoredFolders are the folders below dir that git ignores as a whole, relative to dir, with forward slashes. Where dir itself
// is one, none is.
func IgnoredFolders(ctx context.Context, dir string) ([]string, error) {
	out, err := run(ctx, dir, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
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

// HeadFiles are the files below dir in the commit that is checked out, relative to dir; none before the first commit.
func HeadFiles(ctx context.Context, dir string) ([]string, error) {
	if has, err := hasCommits(ctx, dir); err != nil || !has {
		return nil, err
	}
	entries, _, err := TreeList(ctx, dir, "HEAD:./")
	if errors.Is(err, ErrMissing) {
		return nil, nil // the commit has no such folder
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Path
	}
	return names, err
}

// FirstDays gives, for each file below dir that any commit up to the one that is checked out added, the day on which its
// author first did so; none before the first commit. In a shallow clone, where the last commits at hand seem to add
// everything, it fails with ErrShallow.
func FirstDays(ctx context.Context, dir string) (map[string]time.Time, error) {
	if has, err := hasCommits(ctx, dir); err != nil || !has {
		return nil, err
	}
	out, err := run(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	return FirstDaysUpTo(ctx, dir, "HEAD", strings.TrimSuffix(string(out), "\n"))
}

// FirstDaysUpTo is FirstDays of another commit. The files are those below prefix, which is as Repository.Prefix has it.
func FirstDaysUpTo(ctx context.Context, dir, commit, prefix string) (map[string]time.Time, error) {
	shallow, err := IsShallow(ctx, dir)
	if err != nil {
		return nil, err
	}
	if shallow {
		return nil, ErrShallow
	}
	var paths []string
	if prefix != "" {
		paths = []string{strings.TrimSuffix(prefix, "/")}
	}
	days := map[string]time.Time{}
	err = eachStep(ctx, dir, []string{commit}, paths, func(s step, c Change) {
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

// hasCommits reports whether anything is checked out.
func hasCommits(ctx context.Context, dir string) (bool, error) {
	if _, err := run(ctx, dir, "rev-parse", "--verify", "--quiet", "HEAD"); err == nil {
		return true, nil
	}
	_, err := Toplevel(ctx, dir)
	return false, err
}

func splitNul(out []byte) []string {
	if len(out) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// settings are those of the user that would change what git does or says: a file system monitor is a program of the
// repository's choice, a root commit that is not shown adds nothing, and a merge is compared with each of its parents. To tell what
// a remote has, a push would go through each path of what both have (pack.useSparse), of which a few folders may have too many.
var settings = []string{"-c", "core.fsmonitor=false", "-c", "log.showRoot=true", "-c", "log.showSignature=false", "-c", "log.follow=false",
	"-c", "log.diffMerges=separate", "-c", "pack.useSparse=false"}

// command is a git program in dir.
func command(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append(settings[:len(settings):len(settings)], args...)...)
	cmd.Dir = dir
	cmd.Env = environment()
	if ctx.Value(fetching{}) != nil {
		cmd.Env = append(cmd.Env, "GIT_NO_LAZY_FETCH=1")
	}
	return cmd
}

type fetching struct{}

// WithoutFetching gives a context in which no git program gets what a partial clone lacks from its origin by itself.
func WithoutFetching(ctx context.Context) context.Context {
	return context.WithValue(ctx, fetching{}, false)
}

// noGit says that there is no git program, so that nothing is in a repository either.
type noGit struct{}

func (noGit) Error() string   { return ErrNoGit.Error() }
func (noGit) Unwrap() []error { return []error{ErrNoGit, ErrNoRepository} }

// run gives the standard output of a git command in dir, also beside an error that is git's own or ErrNoWorkTree.
func run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := command(ctx, dir, args...)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	if errors.Is(err, exec.ErrNotFound) {
		return nil, noGit{}
	}
	said := strings.TrimSpace(complaint.String())
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case strings.Contains(said, "not a git repository"):
		return nil, ErrNoRepository
	case strings.Contains(said, "must be run in a work tree"):
		return out, ErrNoWorkTree
	}
	return out, fmt.Errorf("git %s: %w: %s", args[0], err, said)
}
