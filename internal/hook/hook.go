// Package hook installs git's hooks, in which kbgate judges what is committed, and removes them. It also reads what git
// tells the hook of a push.
package hook

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/workspace"
)

// names are the hooks that git runs before a commit: the first before an ordinary one, the second before that of a merge without
// conflicts, the third when the message of any commit begins.
var names = []string{"pre-commit", "pre-merge-commit", messageHook}

// messageHook is the one that judges nothing.
const messageHook = "prepare-commit-msg"

// State is what stands in the place of a hook.
type State int

// The states of a hook.
const (
	Missing   State = iota // nothing
	Installed              // ours, as it was written
	Edited                 // ours, but changed since
	Foreign                // somebody else's
)

// Hook is one of git's hooks, as it stands.
type Hook struct {
	Name string // as git calls it
	Path string
	State
	// IsIdle says that git would not run it, for it cannot be executed.
	IsIdle bool
	// Kept is the file of the foreign hook that was there before, "" where there is none. Ours runs it first.
	Kept string

	text []byte // "" where it is no regular file
}

// Place is where the hooks of a repository are.
type Place struct {
	Folder git.HookFolder
	Hooks  []Hook
	// Base is the folder of the knowledge base below the top of the work tree, with forward slashes; "" at the top. Root is
	// that folder as a file name.
	Base, Root string
}

// maxHook is the size in bytes above which a file is not read: ours is small.
const maxHook = 64 << 10

// Open finds the hooks of the repository that holds dir.
func Open(ctx context.Context, dir string) (*Place, error) {
	folder, err := git.Hooks(ctx, git.Find(ctx, dir))
	if err != nil {
		return nil, noHooks(dir, err)
	}
	p := &Place{Folder: folder}
	if p.Root, p.Base, err = baseOf(ctx, dir); err != nil {
		return nil, err
	}
	if info, err := os.Stat(folder.Path); err == nil && !info.IsDir() {
		return nil, hint.Misuse("`git config --show-origin core.hooksPath` says where that is set", "git's hooks are switched off: their folder is set to %s, which is none", folder.Path)
	}
	for _, name := range names {
		h, err := look(filepath.Join(folder.Path, name))
		if err != nil {
			return nil, hint.Misuse("the hooks have to be readable", "%w", err)
		}
		p.Hooks = append(p.Hooks, h)
	}
	return p, nil
}

// noHooks says what to do in a place without hooks.
func noHooks(dir string, err error) error {
	switch {
	case errors.Is(err, git.ErrNoRepository):
		if errors.Is(err, git.ErrNoGit) {
			return err
		}
		return hint.Misuse("`git init` makes a repository", "%s is %w, so there are no hooks", dir, err)
	case errors.Is(err, git.ErrNoWorkTree):
		return hint.Misuse("commits are made in work trees: run it in one, for instance that of `git worktree add`", "%s is %w", dir, err)
	}
	return err
}

// baseOf is the folder of the knowledge base that holds dir, as Place has it.
func baseOf(ctx context.Context, dir string) (root, base string, err error) {
	root, _, err = workspace.Root(ctx, dir)
	if err != nil {
		return "", "", err
	}
	top, err := git.Find(ctx, dir).Toplevel()
	if err != nil {
		return "", "", err
	}
	at := git.Find(ctx, root)
	rootTop, err := at.Toplevel()
	if err == nil && rootTop == top {
		return root, strings.TrimSuffix(at.Prefix, "/"), nil
	}
	if err != nil && !errors.Is(err, git.ErrNoRepository) && !errors.Is(err, git.ErrNoWorkTree) {
		return "", "", err
	}
	return "", "", hint.Misuse("a repository within it needs a configuration of its own: `kbgate init "+top+"`", "the knowledge base in %s reaches beyond the repository in %s", root, top)
}

// look describes the hook in a file.
func look(path string) (Hook, error) {
	h := Hook{Name: filepath.Base(path), Path: path}
	if _, err := os.Lstat(path + keptSuffix); err == nil {
		h.Kept = path + keptSuffix
	}
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return h, nil
	}
	if err != nil {
		return h, err
	}
	h.State = Foreign
	h.IsIdle = !isRunnable(path)
	if !info.Mode().IsRegular() {
		return h, nil
	}
	if h.text, err = readHead(path); err != nil {
		return h, err
	}
	if ours, intact := inspect(h.text); intact {
		h.State = Installed
	} else if ours {
		h.State = Edited
	}
	return h, nil
}

// Command is what the hook runs for its verdict, "" where it is not ours as it was written.
func (h Hook) Command() string {
	if h.State != Installed {
		return ""
	}
	if h.Name == messageHook {
		return "kbgate hook " + messageHook
	}
	if base, ok := strings.CutPrefix(baseLine(h.text), "base="); ok {
		return "kbgate check --staged -- " + base
	}
	return "kbgate check --staged"
}

// Judges reports whether a hook judges the knowledge base of the place, rather than another one of the repository.
func (p *Place) Judges(h Hook) bool {
	base := p.Base
	if p.Folder.IsShared() {
		base = "" // such a hook judges what is at the top of any repository
	}
	return h.Name != messageHook && h.Command() == Hook{State: Installed, text: script{Base: base}.text()}.Command()
}

// isRunnable reports whether git would run a hook. On Windows it looks at the first line rather than at the mode.
func isRunnable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0)
}

// readHead reads as much of a file as a hook of ours may have.
func readHead(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxHook))
}
