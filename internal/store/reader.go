package store

import (
	"context"
	"os"
	"path/filepath"

	"github.com/kbgate/kbgate/internal/git"
)

// Reader reads objects of a repository before it is known where its store lies. The store that it is given to takes it over.
type Reader struct {
	*git.Objects
	packed os.FileInfo // of the references that are packed, before any was read
}

// NewReader makes a reader for a repository. It starts nothing before the first Read or Start.
func NewReader(ctx context.Context, repo git.Folder) *Reader {
	packed, _ := os.Stat(filepath.Join(repo.Common, "packed-refs")) // nil where there are none
	return &Reader{Objects: git.OpenObjects(ctx, repo), packed: packed}
}
