// Package workspace finds the knowledge base that a command is about: its root, the repository that holds it, and the configuration
// that counts. What is checked may be a proposal, so the configuration by which decisions are recorded is that of the default branch,
// and the one by which a change is judged is that of the state before it.
package workspace

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/text"
)

// Root gives the root of the knowledge base that holds start, a file or folder that need not exist: the nearest folder upward with
// a configuration that governs it, else the top of the repository, else start itself, or its folder. The root is named as start
// names it, links included, where start lies below it by name. Marked says whether anything marks the root: a configuration or a
// repository.
func Root(ctx context.Context, start string) (root string, marked bool, err error) {
	dir, err := filepath.Abs(start)
	if err != nil {
		return "", false, err
	}
	dir = upward(dir, regular.IsFolder)
	if up := upward(dir, hasConfig); up != "" && governs(ctx, up, dir) {
		return committedAbove(ctx, up), true, nil
	}
	if top, err := topBy(dir, func(at string) (string, error) { return git.Find(ctx, at).Toplevel() }); err != nil || top != "" {
		return top, err == nil, err
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil && real != dir {
		return Root(ctx, real)
	}
	return dir, false, nil
}

// governs reports whether the configuration in the folder up counts for the folder dir below it. A configuration in the repository of
// dir, or in a repository around that, counts. One above all repositories counts only if it is the user's own, because anybody may
// have left it there.
func governs(ctx context.Context, up, dir string) bool {
	return isVersioned(ctx, up, dir) || !git.IsOthers(filepath.Join(up, config.FileName))
}

// isVersioned reports whether the folder up is in a repository, or dir below it is in none.
func isVersioned(ctx context.Context, up, dir string) bool {
	if _, err := git.Find(ctx, dir).Toplevel(); err != nil {
		return true
	}
	_, err := git.Find(ctx, up).Toplevel()
	return err == nil
}

// committedAbove gives the root above a folder whose configuration is not committed yet, if a folder further up in the same repository
// has a committed one. So nobody takes notes out of their knowledge base by a new file beside them. Otherwise it gives the folder itself.
func committedAbove(ctx context.Context, root string) string {
	above := upward(filepath.Dir(root), hasConfig)
	if above == "" || filepath.Dir(root) == root {
		return root
	}
	here := git.Find(ctx, root)
	top, err := here.Toplevel()
	if around, aroundErr := git.Find(ctx, above).Toplevel(); err != nil || aroundErr != nil || around != top {
		return root
	}
	objects := git.NewPool(ctx, here)
	defer objects.Close()
	before := rootIn(objects, root, "HEAD")
	if before == "" {
		return root
	}
	// Git counts upward without links, and the names here may hold some.
	inside, _ := below(before, root)
	real, err := filepath.EvalSymlinks(root)
	realBefore, beforeErr := filepath.EvalSymlinks(before)
	if realInside, ok := below(realBefore, real); err != nil || beforeErr != nil || !ok || realInside != inside {
		return root
	}
	return before
}

// rootIn gives the root of the knowledge base that holds a folder in a commit: the nearest folder upward that has a configuration
// there; "" where none has. The objects are read from that folder. A change that deletes or adds a configuration is judged by the one
// before it.
func rootIn(objects *git.Pool, dir, commit string) string {
	if strings.ContainsAny(commit, "\n:") || strings.HasPrefix(commit, "-") {
		return ""
	}
	for up := ""; ; up += "../" {
		_, err := objects.Read(commit+":./"+up+config.FileName, MaxConfig)
		if err == nil || errors.Is(err, git.ErrTooLarge) || errors.Is(err, git.ErrUnfetched) { // which is said where it is read
			return dir
		}
		if _, top := os.Lstat(filepath.Join(dir, ".git")); !errors.Is(err, git.ErrMissing) || top == nil || dir == filepath.Dir(dir) {
			return ""
		}
		dir = filepath.Dir(dir)
	}
}

// misnamed is the nearest configuration, from dir up to the root, under another name than the one that is read; "" where there is none. A file of that name beside the one that is read, or further up, is nobody's concern. Where nothing marks the root, which is ""
// then, the user's own file counts in any folder further up, as one under the right name would.
func misnamed(dir, root string) string {
	for dir = upward(dir, regular.IsFolder); ; dir = filepath.Dir(dir) {
		if name := MisnamedIn(dir); name != "" && !hasConfig(dir) && (root != "" || !git.IsOthers(name)) {
			return name
		}
		if dir == root || dir == filepath.Dir(dir) {
			return ""
		}
		if _, ok := below(root, dir); !ok && root != "" {
			return ""
		}
	}
}

// MisnamedIn is the configuration that a folder has under another name than the one that is read, "" for none.
func MisnamedIn(folder string) string {
	for _, other := range config.OtherNames() {
		name := filepath.Join(folder, other)
		if _, err := os.Lstat(name); err == nil {
			return name
		}
	}
	return ""
}

// RefuseMisnamed refuses to go on without the configuration that a folder has under another name.
func (p *Location) RefuseMisnamed(ctx context.Context) error {
	return hint.Misuse(Rename(ctx, p.Misnamed, p.Shown(p.Misnamed)), "%s is not read: a configuration is called %s", p.Shown(p.Misnamed), config.FileName)
}

// Rename says how a configuration under another name, that is shown as was, comes by its own. git moves only what it tracks.
func Rename(ctx context.Context, name, was string) string {
	move := "mv "
	repo := git.Find(ctx, filepath.Dir(name))
	if isTracked, err := git.IsTracked(ctx, repo, repo.Prefix+filepath.Base(name)); isTracked && err == nil {
		move = "git mv "
	}
	was = filepath.ToSlash(was)
	return "`" + move + text.ShellWord(was) + " " + text.ShellWord(strings.TrimSuffix(was, filepath.Base(name))+config.FileName) + "` renames it"
}

// RemarkMisnamed says that a configuration under another name is not read; "" where there is none.
func (p *Location) RemarkMisnamed(ctx context.Context) string {
	if p.Misnamed == "" {
		return ""
	}
	return p.Shown(p.Misnamed) + " is not read: a configuration is called " + config.FileName + "; " + Rename(ctx, p.Misnamed, p.Shown(p.Misnamed))
}

// hasConfig reports whether a configuration stands in a folder.
func hasConfig(folder string) bool {
	_, err := os.Lstat(filepath.Join(folder, config.FileName))
	return err == nil
}

// topBy gives the top of the work tree that holds dir, named as dir names it, or "". Git resolves links, so topBy also looks above a
// link: a folder that is reached through a link in a repository belongs to that repository.
func topBy(dir string, toplevel func(dir string) (string, error)) (string, error) {
	for at := dir; at != ""; at = aboveLink(at) {
		top, err := toplevel(at)
		if err != nil && !errors.Is(err, git.ErrNoRepository) {
			return "", NeedsWorkTree(dir, err)
		}
		if up := upward(at, func(up string) bool { return err == nil && git.IsAny(up, top) }); up != "" {
			return up, nil
		}
	}
	return "", nil
}

// upward is the nearest folder, from dir up, that fits, or "".
func upward(dir string, fits func(string) bool) string {
	for ; !fits(dir); dir = filepath.Dir(dir) {
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
	return dir
}

// aboveLink is the folder that holds the last symbolic link in the name of dir, or "".
func aboveLink(dir string) string {
	link := upward(dir, regular.IsLink)
	if link == "" {
		return ""
	}
	return filepath.Dir(link)
}

// below is the path of a file relative to a folder, with forward slashes, if it stands there by name.
func below(folder, name string) (string, bool) {
	relative, err := filepath.Rel(folder, name)
	if err != nil || !filepath.IsLocal(relative) {
		return "", false
	}
	return filepath.ToSlash(relative), true
}

// NeedsWorkTree adds the way out to what git says of a folder that lies in no work tree.
func NeedsWorkTree(dir string, err error) error {
	if errors.Is(err, git.ErrNoWorkTree) {
		return hint.Misuse("give a folder of a work tree (`git worktree add` or `git clone` makes one)", "%s is %w", dir, err)
	}
	return err
}

// NeedsRepository adds the way out to what git says of a folder that lies in no repository, or in no work tree.
func NeedsRepository(dir string, err error) error {
	if errors.Is(err, git.ErrNoRepository) && !errors.Is(err, git.ErrNoGit) {
		return hint.Misuse("without git, `kbgate check` judges the whole base, and `kbgate check PATH` a part of it", "%s is %w", dir, err)
	}
	return NeedsWorkTree(dir, err)
}
