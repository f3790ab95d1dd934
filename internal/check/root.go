package check

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
)

// RootOf is the folder of the knowledge base that a request is about, named as the request names it.
func RootOf(ctx context.Context, req Request) (string, error) {
	s := &inquiry{Request: req, ctx: ctx}
	err := s.findRoot()
	return s.named, err
}

// FolderOf is where the knowledge base of a request lies below the top of its repository, with forward slashes and one at
// its end; "" at the top, and outside of a work tree.
func FolderOf(ctx context.Context, req Request) string {
	s := &inquiry{Request: req, ctx: ctx}
	if s.findRoot() != nil || s.root == "" {
		return ""
	}
	return s.repo.Prefix + s.prefix
}

// IsExposed reports whether `git add` would take a file in.
func IsExposed(ctx context.Context, file string) bool { return git.IsExposed(ctx, file) }

func (s *inquiry) findRoot() (err error) {
	if s.Files != nil {
		return nil
	}
	if s.committed, err = s.isCommitted(); err != nil || s.committed {
		return err
	}
	start := s.Dir
	if s.StdinName != "" {
		start = filepath.Dir(s.absolute(s.StdinName))
	}
	for i, p := range s.Paths {
		if _, err := os.Lstat(s.absolute(p)); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				err = fmt.Errorf("%s does not exist", p)
			}
			return &UsageError{Err: err, Hint: "give a folder or a note of the knowledge base, or no path for the whole of it"}
		}
		if i == 0 {
			start = s.absolute(p)
		}
	}
	var here git.Folder
	if s.Staged || s.Diff != "" {
		folder := upward(start, isFolder)
		here = git.Find(s.ctx, folder)
		seen := map[string]bool{}
		for _, p := range append([]string{start}, s.Paths...) {
			named := upward(s.absolute(p), isFolder)
			if seen[named] {
				continue
			}
			seen[named] = true
			if err := s.refuseLinks(named, here); err != nil {
				return err
			}
		}
		s.named = s.rootBefore(folder, here)
	}
	if s.named == "" {
		if s.named, _, err = Root(s.ctx, start); err != nil {
			return err
		}
		if top, err := here.Toplevel(); err == nil && !isVersioned(s.ctx, s.named, top) {
			s.named = top // what a commit brings is judged in its repository
		}
		if nearest := upward(start, hasConfig); nearest != "" && len(nearest) > len(s.named) && !s.Staged && s.Diff == "" {
			s.passedOver = nearest
		}
	}
	if s.root, err = filepath.EvalSymlinks(s.named); err != nil {
		return err
	}
	s.repo = here.Up(s.ctx, s.root)
	return nil
}

// refuseLinks refuses a folder that is reached through a symbolic link of its own repository: a change could put one in the
// place of a knowledge base, and its configuration would be another's.
func (s *inquiry) refuseLinks(folder string, repo git.Folder) error {
	top, err := repo.Toplevel()
	if err != nil {
		return nil // elsewhere it is said what is amiss
	}
	for up := folder; up != filepath.Dir(up); up = filepath.Dir(up) {
		if info, err := os.Lstat(up); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		if around, err := git.Find(s.ctx, filepath.Dir(up)).Toplevel(); err == nil && around == top {
			return &UsageError{Err: fmt.Errorf("%s is a symbolic link of the repository that it leads into, so what it stood for before the change cannot be told", up),
				Hint: "name the folder that it leads to, or run kbgate there"}
		}
	}
	return nil
}

func (s *inquiry) absolute(p string) string {
	if filepath.IsAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(s.Dir, p)
}

// inside is a path of the command line relative to the root.
func (s *inquiry) inside(p string) (string, error) {
	name := s.absolute(p)
	if relative, ok := below(s.named, name); ok {
		return relative, nil
	}
	// The same place may have several names. The last part stays as it is: a note that is a link is not followed.
	if folder, err := filepath.EvalSymlinks(filepath.Dir(name)); err == nil {
		if relative, ok := below(s.root, filepath.Join(folder, filepath.Base(name))); ok {
			return relative, nil
		}
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		if whole, err := filepath.EvalSymlinks(name); err == nil {
			if relative, ok := below(s.root, whole); ok {
				return relative, nil
			}
		}
	}
	return "", &UsageError{Err: fmt.Errorf("%s is outside the knowledge base in %s", p, s.named),
		Hint: "check one knowledge base at a time"}
}

// below is the path of a file relative to a folder, with forward slashes, if it stands there by name.
func below(folder, name string) (string, bool) {
	relative, err := filepath.Rel(folder, name)
	if err != nil || relative == ".." || strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(relative), true
}
