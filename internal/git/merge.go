package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ErrBinary says that a content is no text, so that its lines cannot be merged.
var ErrBinary = errors.New("not a text")

// MergeTexts merges the changes that two texts have made to a third. Where they are at odds it keeps the lines of both, those
// of the first before those of the second.
func MergeTexts(ctx context.Context, f Folder, base, a, b []byte) (merged []byte, err error) {
	dir, err := os.MkdirTemp("", "kbgate-merge-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	var names []string
	for i, text := range [][]byte{a, base, b} {
		names = append(names, filepath.Join(dir, fmt.Sprint(i)))
		if err := os.WriteFile(names[i], text, 0o600); err != nil {
			return nil, err
		}
	}
	merged, err = run(ctx, f, append([]string{"merge-file", "--stdout", "--union"}, names...)...)
	if no := (*exec.ExitError)(nil); errors.As(err, &no) && strings.Contains(err.Error(), "binary") {
		return nil, ErrBinary
	}
	return merged, err
}
