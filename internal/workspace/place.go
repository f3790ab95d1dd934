package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/regular"
)

// Query is what a command line says of the notes that it is about.
type Query struct {
	// Dir is the folder in which the program was called; Paths are relative to it. The first path decides which knowledge base is
	// meant; without a path Dir does.
	Dir   string
	Paths []string
	// Draft, where it is set, is the path of a note that need not exist; its folder decides.
	Draft string
	// Staged and Diff say that a change is judged, as in check.Request. The root is looked for in the commit before the change.
	Staged bool
	Diff   string
}

// Location is where a knowledge base is.
type Location struct {
	Query
	Name string     // the root, as the command line names it
	Root string     // the root without symbolic links
	Repo git.Folder // Root in its repository
	// Objects reads those of the repository. Whoever has asked about a change closes it.
	Objects *git.Pool
	// PassedOver is a folder nearer than the root, whose configuration does not count yet; "" where there is none.
	PassedOver string
	// Misnamed is the nearest configuration up to the root under a name that is not read; "" where there is none.
	Misnamed string
	// IsCommitted says that the knowledge base is read from commits alone, from their folder Prefix, which is written as
	// git.Folder.Prefix. Git then runs in Root. This is so for a change between two commits that are not checked out: in a
	// repository without a work tree, or for a path that the work tree lacks. A CI job that holds secrets judges a stranger's
	// proposal in this way.
	IsCommitted bool
	Prefix      string
	dirPrefix   string // of Dir in its repository, likewise
}

// Folder is where the knowledge base lies below the top of its repository, with forward slashes and one at its end; "" at the top,
// and outside of a repository.
func (p *Location) Folder() string { return p.Repo.Prefix + p.Prefix }

// Locate finds the knowledge base that a query is about. A path that does not exist is a mistake of the caller.
func Locate(ctx context.Context, q Query) (Location, error) {
	p := Location{Query: q, Objects: git.NewPool(ctx, git.Folder{})}
	if q.Diff != "" {
		if err := p.locateInCommits(ctx); err != nil || p.IsCommitted {
			return p, err
		}
	}
	start := q.Dir
	if q.Draft != "" {
		start = filepath.Dir(p.Absolute(q.Draft))
	}
	for i, named := range q.Paths {
		if _, err := os.Lstat(p.Absolute(named)); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				err = fmt.Errorf("%s does not exist", named)
			}
			return p, hint.Misuse("give a folder or a note of the knowledge base, or no path for the whole of it", "%w", err)
		}
		if i == 0 {
			start = p.Absolute(named)
		}
	}
	isChange := q.Staged || q.Diff != ""
	var here git.Folder
	if isChange {
		folder := upward(start, regular.IsFolder)
		here = git.Find(ctx, folder)
		if err := p.refuseLinks(ctx, append([]string{start}, q.Paths...), here); err != nil {
			return p, err
		}
		before, _ := Ends(cmp.Or(q.Diff, "HEAD.."))
		p.Objects = git.NewPool(ctx, here)
		p.Name = rootIn(p.Objects, folder, before)
	}
	isMarked := true
	if p.Name == "" {
		var err error
		if p.Name, isMarked, err = Root(ctx, start); err != nil {
			return p, err
		}
		if top, err := here.Toplevel(); err == nil && !isVersioned(ctx, p.Name, top) {
			p.Name = top // what a commit brings is judged in its repository
		}
		if nearest := upward(start, hasConfig); len(nearest) > len(p.Name) && !isChange {
			p.PassedOver = nearest
		}
	}
	if isMarked {
		p.Misnamed = misnamed(start, p.Name)
	} else {
		p.Misnamed = misnamed(start, "")
	}
	var err error
	if p.Root, err = filepath.EvalSymlinks(p.Name); err == nil {
		p.Repo = here.Up(ctx, p.Root)
		p.Objects = p.Objects.Move(p.Repo)
	}
	return p, err
}

// refuseLinks refuses folders that are reached through a symbolic link of their own repository. A change could replace a knowledge
// base by such a link, and would then be judged by another base's configuration.
func (p *Location) refuseLinks(ctx context.Context, named []string, repo git.Folder) error {
	top, err := repo.Toplevel()
	if err != nil {
		return nil // elsewhere it is said what is amiss
	}
	seen := map[string]bool{}
	for _, name := range named {
		for up := upward(p.Absolute(name), regular.IsFolder); up != filepath.Dir(up) && !seen[up]; up = filepath.Dir(up) {
			seen[up] = true
			if info, err := os.Lstat(up); err != nil || info.Mode()&fs.ModeSymlink == 0 {
				continue
			}
			if around, err := git.Find(ctx, filepath.Dir(up)).Toplevel(); err == nil && around == top {
				return hint.Misuse("name the folder that it leads to, or run kbgate there",
					"%s is a symbolic link of the repository that it leads into, so what it stood for before the change cannot be told", up)
			}
		}
	}
	return nil
}

// Absolute is the absolute file name of a path of the command line.
func (p *Location) Absolute(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(p.Dir, name)
}

// Shown is a file's name relative to the folder of the call, if the file is below it.
func (p *Location) Shown(name string) string {
	if relative, err := filepath.Rel(p.Dir, name); err == nil && !strings.HasPrefix(relative, "..") {
		return relative
	}
	return name
}

// Inside is a path of the command line relative to the root, with forward slashes.
func (p *Location) Inside(named string) (string, error) {
	if p.IsCommitted {
		return p.insideCommits(named)
	}
	name := p.Absolute(named)
	if relative, ok := below(p.Name, name); ok {
		return relative, nil
	}
	// The same place may have several names. The last part stays as it is: a note that is a link is not followed.
	if folder, err := filepath.EvalSymlinks(filepath.Dir(name)); err == nil {
		if relative, ok := below(p.Root, filepath.Join(folder, filepath.Base(name))); ok {
			return relative, nil
		}
	}
	if whole, err := filepath.EvalSymlinks(name); err == nil && regular.IsFolder(name) {
		if relative, ok := below(p.Root, whole); ok {
			return relative, nil
		}
	}
	return "", outside(named, p.Name)
}

func outside(named, root string) error {
	return hint.Misuse("check one knowledge base at a time", "%s is outside the knowledge base in %s", named, root)
}

// locateInCommits finds out whether the knowledge base is looked for in commits alone, and if it is, where.
func (p *Location) locateInCommits(ctx context.Context) error {
	here := git.Find(ctx, p.Dir)
	if here.Err() != nil || !here.IsBare() && !p.lacksPath() {
		return nil // what is wrong with it, if anything, is found where the work tree is looked at
	}
	p.Root = cmp.Or(here.Top, here.Common)
	p.Name, p.Repo = p.Root, here.At(p.Root)
	p.Objects = git.NewPool(ctx, p.Repo)
	start := here.Prefix
	p.dirPrefix = here.Prefix
	for i, named := range p.Paths {
		inside, err := p.inRepository(named)
		if err != nil {
			return err
		}
		if i == 0 {
			start = inside
		}
	}
	p.IsCommitted, p.Prefix = true, prefixIn(ctx, p.Repo, p.Diff, start)
	return nil
}

// lacksPath reports whether the work tree lacks a path of the command line.
func (p *Location) lacksPath() bool {
	for _, named := range p.Paths {
		if _, err := os.Lstat(p.Absolute(named)); errors.Is(err, os.ErrNotExist) {
			return true
		}
	}
	return false
}

// inRepository is a path of the command line as seen from the top of the repository, with forward slashes.
func (p *Location) inRepository(named string) (string, error) {
	inside := path.Join(p.dirPrefix, filepath.ToSlash(named))
	if filepath.IsAbs(named) || inside == ".." || strings.HasPrefix(inside, "../") {
		return "", hint.Misuse("where no files are checked out, a path counts from the top of the repository", "%s is not in the repository", named)
	}
	return inside, nil
}

// insideCommits is Inside where no file is checked out; the root is ".".
func (p *Location) insideCommits(named string) (string, error) {
	inside, err := p.inRepository(named)
	if err != nil || inside+"/" == p.Prefix || inside == "." && p.Prefix == "" {
		return ".", err
	}
	if below, ok := strings.CutPrefix(inside, p.Prefix); ok {
		return below, nil
	}
	return "", outside(named, p.Prefix)
}

// prefixIn is the nearest folder, from start upward, that has a configuration in the commit before a change, else in the one after
// it, else the top. It is as git.Folder.Prefix has it.
func prefixIn(ctx context.Context, repo git.Folder, diff, start string) string {
	base, head := Ends(diff)
	for _, name := range []string{base, head} {
		commit, err := git.Commit(ctx, repo, name)
		if err != nil {
			continue // which is said where the change is looked at
		}
		if folders, err := withConfig(ctx, repo, commit, upwardNames(path.Clean(start))); err == nil && len(folders) > 0 {
			return folders[0]
		}
	}
	return ""
}

// Ends are the commits between which a change lies, by the names that the command line gives: BASE...HEAD, BASE..HEAD, or the
// COMMIT that makes the change.
func Ends(diff string) (base, head string) {
	base, head, isRange := strings.Cut(diff, "..")
	if !isRange {
		return diff + "^", diff
	}
	return cmp.Or(base, "HEAD"), cmp.Or(strings.TrimPrefix(head, "."), "HEAD")
}
