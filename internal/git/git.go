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

// ErrNoRepository says that a folder is in no git repository, or that there is no git program to ask.
var ErrNoRepository = errors.New("not in a git repository")

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

// HeadFiles are the files below dir in the commit that is checked out, relative to dir; none before the first commit.
func HeadFiles(ctx context.Context, dir string) ([]string, error) {
	if _, err := run(ctx, dir, "rev-parse", "--verify", "--quiet", "HEAD"); err != nil {
		if _, err := Toplevel(ctx, dir); err != nil {
			return nil, err
		}
		return nil, nil
	}
	out, err := run(ctx, dir, "ls-tree", "-r", "-z", "--name-only", "HEAD")
	if err != nil {
		return nil, err
	}
	return splitNul(out), nil
}

// FirstDays gives, for each file below dir that any commit added, the day on which its author first did so.
func FirstDays(ctx context.Context, dir string) (map[string]time.Time, error) {
	const mark = "\x01"
	out, err := run(ctx, dir, "log", "--relative", "--diff-filter=A", "--no-renames", "--name-only", "-z", "--format="+mark+"%as")
	if err != nil {
		return nil, err
	}
	days := map[string]time.Time{}
	var day time.Time
	for _, entry := range splitNul(out) {
		entry = strings.TrimLeft(entry, "\n")
		if date, ok := strings.CutPrefix(entry, mark); ok {
			if day, err = time.Parse(time.DateOnly, strings.TrimSpace(date)); err != nil {
				return nil, fmt.Errorf("reading the dates of git log: %w", err)
			}
			continue
		}
		if entry != "" {
			days[entry] = day // commits come newest first, so the oldest stays
		}
	}
	return days, nil
}

func splitNul(out []byte) []string {
	if len(out) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// run gives the standard output of a git command in dir.
func run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	if errors.Is(err, exec.ErrNotFound) {
		return nil, fmt.Errorf("%w: there is no git program", ErrNoRepository)
	}
	said := strings.TrimSpace(complaint.String())
	if strings.Contains(said, "not a git repository") {
		return nil, ErrNoRepository
	}
	return nil, fmt.Errorf("git %s: %w: %s", args[0], err, said)
}
