package git

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
)

// Trace is what a commit did to a file.
type Trace struct {
	Commit  string
	Parents []string // of the commit; one of several is compared with each
	Change
}

// Losses are the files below a folder, by its path from the top, that commits changed or took away, oldest first; paths
// are from the top. It looks at all that leads to a commit, or since another one that is not "".
func Losses(ctx context.Context, f Folder, since, commit, folder string) ([]Trace, error) {
	span := commit
	if since != "" {
		span = since + ".." + commit
	}
	return traces(ctx, f, "a", []string{span}, []string{folder})
}

// Additions are the files at or below some paths from the top that commits brought, oldest first, of all commits that lead
// to some.
func Additions(ctx context.Context, f Folder, commits, paths []string) ([]Trace, error) {
	return traces(ctx, f, "A", commits, paths)
}

func traces(ctx context.Context, f Folder, filter string, spans, paths []string) ([]Trace, error) {
	args := []string{"log", "--reverse", "--topo-order", "--full-history", "-m", "--raw", "--no-ext-diff", "--no-textconv", "-z", "--no-renames", "--no-abbrev",
		"--diff-filter=" + filter, "--format=%H %P", "--end-of-options"}
	args = append(append(args, spans...), "--")
	for _, path := range paths {
		args = append(args, ":(top,literal)"+path)
	}
	out, err := run(ctx, f, args...)
	if err != nil {
		return nil, err
	}
	return readTraces(out)
}

// readTraces reads a raw diff of git log. A path may hold any byte but NUL, so it is known by its place alone: it is what follows
// upon the line of a change. What stands elsewhere is git's own: the ids of a commit and its parents, and then such lines.
func readTraces(out []byte) (all []Trace, err error) {
	var ids []string
	for len(out) > 0 {
		head, rest, ok := bytes.Cut(out, []byte{0})
		line := bytes.TrimPrefix(head, []byte("\n"))
		switch {
		case !ok:
			return nil, fmt.Errorf("git log ends in the middle of %q", head)
		case len(line) == 0:
		case line[0] != ':':
			if ids = strings.Fields(string(line)); len(ids) == 0 || !areIDs(ids) {
				return nil, fmt.Errorf("git log says %q, where a commit is to stand", line)
			}
		case ids == nil:
			return nil, fmt.Errorf("git log says %q before any commit", line)
		default:
			end := bytes.IndexByte(rest, 0)
			if end < 0 {
				return nil, fmt.Errorf("git log gives no path to %q", line)
			}
			changes, err := rawChanges(slices.Concat(line, []byte{0}, rest[:end+1]))
			if err != nil {
				return nil, err
			}
			all, rest = append(all, Trace{Commit: ids[0], Parents: ids[1:], Change: changes[0]}), rest[end+1:]
		}
		out = rest
	}
	return all, nil
}

// areIDs reports whether all of some words can be ids of objects.
func areIDs(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return len(w) < 40 || strings.Trim(w, "0123456789abcdef") != "" })
}

// LastChange is the newest commit, of those that lead to another, that changed a file, by its path from the top; "" where none
// did.
func LastChange(ctx context.Context, f Folder, commit, file string) (string, error) {
	out, err := run(ctx, f, "log", "--max-count=1", "--format=%H", "--end-of-options", commit, "--", ":(top,literal)"+file)
	return strings.TrimSpace(string(out)), err
}
