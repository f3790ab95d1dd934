package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/workspace"
)

// Files gives the files below root, sorted: in a repository what git tracks or does not ignore, elsewhere all. repo is root in its
// repository. Folders whose name begins with a point are left out either way.
func Files(ctx context.Context, repo git.Folder, root string) ([]string, error) {
	files, err := git.Files(ctx, repo)
	if errors.Is(err, git.ErrNoRepository) || err == nil && len(files) == 0 {
		files, err = walk(root)
	}
	if err != nil {
		return nil, workspace.NeedsWorkTree(root, fmt.Errorf("listing the files of %s: %w", root, err))
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// walk lists a folder that git does not know. What is no regular file, links among them, is listed too: reading it
// says what is wrong with it.
func walk(root string) (files []string, err error) {
	err = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && name == root:
			return err
		case err != nil: // an unreadable folder hides its files; the others are still judged
			return nil
		case entry.IsDir() && name != root && strings.HasPrefix(entry.Name(), "."):
			return filepath.SkipDir
		case entry.IsDir():
			return nil
		}
		relative, err := filepath.Rel(root, name)
		files = append(files, filepath.ToSlash(relative))
		return err
	})
	return files, err
}
