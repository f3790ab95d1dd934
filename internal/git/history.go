package git

import (
	"bytes"
	"context"
	"fmt"
	"strings"
)

// Trace is what a commit did to a file.
type Trace struct {
	Commit  string
	Parents int // how many the commit has; where there are several, it is compared with each
	Change
}

// Losses are the files below a folder, by its path from the top, that commits changed or took away, oldest first; paths
// are from the top. It looks at all that leads to a commit, or since another one that is not "".
func Losses(ctx context.Context, dir, since, commit, folder string) ([]Trace, error) {
	span := commit
	if since != "" {
		span = since + ".." + commit
	}
	return traces(ctx, dir, "a", []string{span}, []string{folder})
}

// Additions are the files at or below some paths from the top that commits brought, oldest first, of all commits that lead
// to some.
func Additions(ctx context.Context, dir string, commits, paths []string) ([]Trace, error) {
	return traces(ctx, dir, "A", commits, paths)
}

func traces(ctx context.Context, dir, filter string, spans, paths []string) ([]Trace, error) {
	args := []string{"log", "--reverse", "--topo-order", "--full-history", "-m", "--raw", "-z", "--no-renames", "--no-abbrev",
		"--diff-filter=" + filter, "--format=%x01%H %P%x00", "--end-of-options"}
	args = append(append(args, spans...), "--")
	for _, path := range paths {
		args = append(args, ":(top,literal)"+path)
	}
	out, err := run(ctx, dir, args...)
	if err != nil {
		return nil, err
	}
	var all []Trace
	for part := range bytes.SplitSeq(out, []byte("\x01")) {
		if len(part) == 0 {
			continue
		}
		head, raw, ok := bytes.Cut(part, []byte("\x00"))
		ids := bytes.Fields(head)
		if !ok || len(ids) == 0 {
			return nil, fmt.Errorf("git log says %q", part)
		}
		if raw = bytes.Trim(raw, "\x00\n"); len(raw) == 0 {
			continue
		}
		changes, err := rawChanges(append(raw[:len(raw):len(raw)], 0))
		if err != nil {
			return nil, err
		}
		for _, c := range changes {
			all = append(all, Trace{Commit: string(ids[0]), Parents: len(ids) - 1, Change: c})
		}
	}
	return all, nil
}

// LastChange is the newest commit, of those that lead to another, that changed a file, by its path from the top; "" where none
// did.
func LastChange(ctx context.Context, dir, commit, file string) (string, error) {
	out, err := run(ctx, dir, "log", "--max-count=1", "--format=%H", "--end-of-options", commit, "--", ":(top,literal)"+file)
	return strings.TrimSpace(string(out)), err
}
