package git

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Sizes are those of contents, in bytes; 0 for one that the repository does not have.
func Sizes(ctx context.Context, f Folder, ids []string) ([]int64, error) {
	said, err := details(ctx, f, "%(objectsize)", ids)
	sizes := make([]int64, len(said))
	for i, size := range said {
		sizes[i], _ = strconv.ParseInt(size, 10, 64) // "ID missing" is none
	}
	return sizes, err
}

// details says of each of some objects, by names without line ends, what a format of cat-file tells, or that it is missing.
func details(ctx context.Context, f Folder, format string, names []string) ([]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	out, err := Input(ctx, f, strings.NewReader(strings.Join(names, "\n")+"\n"), "cat-file", "--batch-check="+format, "--buffer")
	if err != nil {
		return nil, err
	}
	said := splitLines(out)
	if len(said) != len(names) {
		return nil, fmt.Errorf("git cat-file answers %d of %d questions", len(said), len(names))
	}
	return said, nil
}
