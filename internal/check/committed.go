package check

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
)

// A change between two commits can be judged where no file is checked out: in a repository without a work tree, and for a
// path that the work tree does not have. The base is found in the commits then, and nothing else is looked at. That is how a
// job with rights judges what somebody without any proposes.

// isCommitted reports whether that is so, and if it is, finds the root.
func (s *inquiry) isCommitted() (bool, error) {
	if s.Diff == "" {
		return false, nil
	}
	here := git.Find(s.ctx, s.Dir)
	if here.Err() != nil || !here.IsBare() && !s.lacksPath() {
		return false, nil // what is wrong with it, if anything, is found where the work tree is looked at
	}
	s.root = cmp.Or(here.Top, here.Common)
	s.named, s.repo = s.root, here.At(s.root)
	start := here.Prefix
	for i, p := range s.Paths {
		inside, err := inRepository(here.Prefix, p)
		if err != nil {
			return false, err
		}
		if i == 0 {
			start = inside
		}
	}
	s.prefix = s.committedRoot(start)
	return true, nil
}

// lacksPath reports whether the work tree lacks a path of the command line.
func (s *inquiry) lacksPath() bool {
	for _, p := range s.Paths {
		if _, err := os.Lstat(s.absolute(p)); errors.Is(err, os.ErrNotExist) {
			return true
		}
	}
	return false
}

// inRepository is a path of the command line as seen from the top of the repository, with forward slashes.
func inRepository(prefix, p string) (string, error) {
	inside := path.Join(prefix, filepath.ToSlash(p))
	if filepath.IsAbs(p) || inside == ".." || strings.HasPrefix(inside, "../") {
		return "", &UsageError{Err: fmt.Errorf("%s is not in the repository", p),
			Hint: "where no files are checked out, a path counts from the top of the repository"}
	}
	return inside, nil
}

// committedRoot is the nearest folder, from start upward, that has a configuration in the commit before the change, else in
// the one after it, else the top. It is as git.Repository.Prefix has it.
func (s *inquiry) committedRoot(start string) string {
	base, head := ends(s.Diff)
	for _, name := range []string{base, head} {
		commit, err := git.Commit(s.ctx, s.repo, name)
		if err != nil {
			continue // which is said where the change is looked at
		}
		for dir := path.Clean(start); ; dir = path.Dir(dir) {
			found, err := git.TreeEntries(s.ctx, s.repo, commit, path.Join(dir, config.FileName))
			if err == nil && len(found) > 0 {
				return strings.TrimPrefix(dir+"/", "./")
			}
			if dir == "." {
				break
			}
		}
	}
	return ""
}

// selectCommitted gives the paths of the command line below the root.
func (s *inquiry) selectCommitted() ([]string, error) {
	var selected []string
	here := git.Find(s.ctx, s.Dir)
	for _, p := range s.Paths {
		inside, err := inRepository(here.Prefix, p)
		if err != nil {
			return nil, err
		}
		if inside+"/" == s.prefix || inside == "." && s.prefix == "" {
			selected = append(selected, ".")
			continue
		}
		below, ok := strings.CutPrefix(inside, s.prefix)
		if !ok {
			return nil, &UsageError{Err: fmt.Errorf("%s is outside the knowledge base in %s", p, s.prefix),
				Hint: "check one knowledge base at a time"}
		}
		entry, err := s.committedEntry(below)
		switch {
		case err != nil:
			return nil, err
		case entry.Mode == "":
			return nil, &UsageError{Err: fmt.Errorf("%s does not exist, nor does either commit have it", p),
				Hint: "give a folder or a note of the knowledge base, or no path for the whole of it"}
		case entry.Mode != git.ModeFolder && !kb.IsNote(below):
			return nil, notANote(p)
		}
		selected = append(selected, below)
	}
	return selected, nil
}

// committedEntry is what stands at a path below the root after the change, or else before it.
func (s *inquiry) committedEntry(below string) (git.Entry, error) {
	for _, tree := range []string{s.change.afterTree, s.change.tree} {
		found, err := git.TreeEntries(s.ctx, s.repo, tree, below)
		if err != nil {
			return git.Entry{}, err
		}
		if len(found) > 0 {
			return found[0], nil
		}
	}
	return git.Entry{}, nil
}

func notANote(p string) error {
	return &UsageError{Err: fmt.Errorf("%s is no note", p), Hint: "notes are markdown files (.md) outside folders whose name begins with a point"}
}
