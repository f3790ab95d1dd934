package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// MergeTexts merges the changes that two texts have made to a third. Where they are at odds it keeps the lines of both, those
// of the first before those of the second. ErrBinary says that one is no text.
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
	return run(ctx, f, append([]string{"merge-file", "--stdout", "--union"}, names...)...)
}
