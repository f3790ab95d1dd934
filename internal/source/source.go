// Package source is what a check looks at: the work tree, the index, what lies between two commits, or files that are given. It
// says which files there are, gives their bytes, those of the committed state and those by which notes are judged, and finds what
// a change does beside editing notes: hidden paths, attributes of git, folders into which nobody can look.
package source

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/workspace"
)

// Entry is a file as git has it; Difference is a file that differs between two states. A file that was renamed is two.
type (
	Entry      = git.Entry
	Difference = git.PathChange
)

// Options say what is looked at.
type Options struct {
	workspace.Query
	// Files, where it is set, is the whole knowledge base; nothing is read from disk.
	Files map[string][]byte
	// Text is that of the note that Draft names.
	Text []byte
	// Gates are the gates that the configuration may name.
	Gates []config.GateSpec
}

// Source is the state of a knowledge base that is checked.
type Source struct {
	Place workspace.Location
	// Files are those of the work tree, or those that were given, sorted; of a change there are none.
	Files []string
	// Asked are the paths, below the root, of the notes and folders that the command line names; none: all.
	Asked []string
	// Change is what is checked, where it is a change.
	Change *Change
	// IsTracked says that a work tree of a repository is checked; Checkout is what is checked out there.
	IsTracked bool
	Checkout  git.Checkout

	unknown  error // why it is not known what is checked out
	ctx      context.Context
	texts    map[string][]byte // that stand in place of files
	isGiven  bool              // there are no files but those texts
	objects  *git.Pool
	gates    []config.GateSpec
	settings func() ([]git.Configured, error) // waits for git's settings, which are read beside other work; nil: nobody needs them
}

// Open finds what is to be checked.
func Open(ctx context.Context, o Options) (s *Source, err error) {
	s = &Source{ctx: ctx, gates: o.Gates, texts: map[string][]byte{}, objects: git.NewPool(ctx, git.Folder{})}
	s.Place.Query = o.Query
	if o.Files != nil {
		s.texts, s.isGiven, s.unknown = maps.Clone(o.Files), true, git.ErrNoRepository
		s.Files, s.Asked = slices.Sorted(maps.Keys(o.Files)), o.Paths
		return s, nil
	}
	s.Place, err = workspace.Locate(ctx, o.Query)
	if s.objects = s.Place.Objects; err != nil {
		return s, err
	}
	isChange := o.Staged || o.Diff != ""
	if s.Checkout, s.unknown = git.CheckoutOf(ctx, s.Place.Repo, s.objects); isChange && s.unknown != nil {
		return s, workspace.NeedsRepository(s.Place.Root, s.unknown)
	}
	s.IsTracked = s.unknown == nil && !isChange
	if (s.IsTracked || o.Staged) && !s.Place.Repo.IsBare() {
		s.settings = sync.OnceValues(func() ([]git.Configured, error) { return git.Configuration(ctx, s.Place.Repo, git.Deciding) })
		go s.settings()
	}
	if isChange {
		s.Change, err = s.change()
	} else {
		s.Files, err = Files(ctx, s.Place.Repo, s.Place.Root)
	}
	if err == nil {
		err = s.choose(o)
	}
	return s, err
}

// CacheFolder is where what is known of the notes of the repository is kept, in the git directory that all linked work trees share; ""
// where there is none.
func (s *Source) CacheFolder() string {
	if !s.IsTracked && s.Change == nil {
		return ""
	}
	return cacheIn(s.Place.Repo)
}

func cacheIn(repo git.Folder) string { return filepath.Join(repo.Common, "kbgate", "cache") }

// CacheOf is the folder of the cache of the repository that holds a folder.
func CacheOf(ctx context.Context, dir string) (string, error) {
	repo := git.Find(ctx, dir)
	return cacheIn(repo), workspace.NeedsRepository(dir, repo.Err())
}

// Close ends the programs that read.
func (s *Source) Close() {
	if s.settings != nil {
		_, _ = s.settings() // they are no matter any more
	}
	s.objects.Close()
}

// Settings are the user's own settings of git that say where and what is recorded.
func (s *Source) Settings() ([]git.Configured, error) {
	if s.settings == nil {
		return s.Place.Deciding(s.ctx)
	}
	all, err := s.settings()
	own, _ := s.Place.Repo.Parted(all)
	return own, err
}

// Unrecorded says what the work tree has otherwise than the default branch, where that alone counts. Changes between commits have no
// work tree.
func (s *Source) Unrecorded() (remarks []string) {
	if s.settings == nil {
		return nil
	}
	if settings, err := s.settings(); err == nil {
		s.objects.Use(func(objects *git.Objects) { remarks = s.Place.Unrecorded(s.ctx, settings, objects, s.gates) })
	}
	return remarks
}

// choose fills Asked. What was named on the command line counts even where git ignores it.
func (s *Source) choose(o Options) error {
	for _, p := range o.Paths {
		inside, err := s.Place.Inside(p)
		if err != nil {
			return err
		}
		folder := inside == "."
		if s.Place.IsCommitted && !folder {
			folder, err = isFolder(s, inside, p, s.Change.afterTree, s.Change.BeforeTree)
		} else if info, err := os.Lstat(filepath.Join(s.Place.Root, filepath.FromSlash(inside))); err == nil {
			folder = info.IsDir()
		}
		switch {
		case err != nil:
			return err
		case !folder && !kb.IsNote(inside):
			return hint.Misuse("notes are markdown files (.md) outside folders whose name begins with a point", "%s is no note", p)
		case !folder && s.Change == nil:
			s.Files = append(s.Files, inside)
		}
		s.Asked = append(s.Asked, inside)
	}
	if o.Draft != "" {
		inside, err := s.Place.Inside(o.Draft)
		if err != nil {
			return err
		}
		if !kb.IsNote(inside) {
			return hint.Misuse("--stdin-filename names a markdown file", "%s is no note", o.Draft)
		}
		s.Files, s.Asked = append(s.Files, inside), []string{inside}
		s.texts[inside] = o.Text
	}
	slices.Sort(s.Files)
	s.Files = slices.Compact(s.Files)
	return nil
}

// isFolder reports whether a path below the root is a folder in the first of the trees that has it.
func isFolder(s *Source, inside, named string, trees ...string) (bool, error) {
	for _, tree := range trees {
		if tree == "" {
			continue
		}
		if at, err := git.MemberAt(s.ctx, s.Place.Repo, tree, inside); err != nil || at.Mode != "" && at.Mode != git.ModeSubmodule {
			return at.Mode == git.ModeFolder, err
		}
	}
	return false, hint.Misuse("give a folder or a note of the knowledge base, or no path for the whole of it", "%s does not exist, nor does either commit have it", named)
}

// IsAsked reports whether the command line asks for a note, which it does for all where it names none.
func (s *Source) IsAsked(name string) bool {
	return len(s.Asked) == 0 || slices.ContainsFunc(s.Asked, func(p string) bool {
		return p == "." || name == p || strings.HasPrefix(name, p+"/")
	})
}
