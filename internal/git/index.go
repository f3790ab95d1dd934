package git

import (
	"context"
	"fmt"
	"strings"
)

// Staged is an entry of the index.
type Staged struct {
	Mode, Blob string
	Path       string // from the top of the repository
	Unmerged   bool   // it is one of several sides of a conflict
}

// StagedFiles are the entries of the index, or those of some paths from the top.
func StagedFiles(ctx context.Context, f Folder, paths ...string) ([]Staged, error) {
	args := []string{"ls-files", "--stage", "-z", "--full-name", "--", ":(top)"}
	if len(paths) > 0 {
		args = args[:len(args)-1]
		for _, p := range paths {
			args = append(args, ":(top,literal)"+p)
		}
	}
	out, err := run(ctx, f, args...)
	if err != nil {
		return nil, err
	}
	var all []Staged
	for _, line := range splitNul(out) {
		head, path, ok := strings.Cut(line, "\t")
		fields := strings.Fields(head)
		if !ok || len(fields) != 3 {
			return nil, fmt.Errorf("git ls-files says %q", line)
		}
		all = append(all, Staged{Mode: fields[0], Blob: fields[1], Path: path, Unmerged: fields[2] != "0"})
	}
	return all, nil
}
