package git

import (
	"bytes"
	"context"
	"fmt"
	"strings"
)

// Loss is a file that a commit changed or took away.
type Loss struct {
	Commit string
	Merge  bool // the commit has several parents; it is compared with each
	Change
}

// Losses are the files below a folder, by its path from the top, that commits changed or took away, oldest first; paths
// are from the top. It looks at all that leads to a commit, or since another one that is not "".
func Losses(ctx context.Context, dir, since, commit, folder string) ([]Loss, error) {
	span := commit
	if since != "" {
		span = since + ".." + commit
	}
	out, err := run(ctx, dir, "log", "--reverse", "--topo-order", "--full-history", "-m", "--raw", "-z", "--no-renames", "--no-abbrev",
		"--diff-filter=a", "--format=%x01%H %P%x00", "--end-of-options", span, "--", ":(top,literal)"+folder)
	if err != nil {
		return nil, err
	}
	var all []Loss
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
			all = append(all, Loss{Commit: string(ids[0]), Merge: len(ids) > 2, Change: c})
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
