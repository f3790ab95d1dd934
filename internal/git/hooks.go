package git

import (
	"context"
	"path/filepath"
	"strings"
)

// HookFolder is where git looks for the hooks of a repository.
type HookFolder struct {
	// Path is the folder, which need not be there.
	Path string
	// Setting is the value of core.hooksPath, "" where it is not set.
	Setting string
	// Scope says whose setting that is, in git's words: "system", "global", "local", "worktree" or "command".
	Scope string
	// Behind is where the folder really is, where a symbolic link leads out of the repository's own folder; else "".
	Behind string
}

// IsShared reports whether the folder was set outside the repository's own configuration, or is a link that leads
// elsewhere, so that other repositories may have their hooks there too.
func (f HookFolder) IsShared() bool {
	return f.Behind != "" || f.Setting != "" && f.Scope != "local" && f.Scope != "worktree"
}

// Hooks asks where the hooks are of the repository whose work tree holds a folder.
func Hooks(ctx context.Context, f Folder) (HookFolder, error) {
	top, err := f.Toplevel()
	if err != nil {
		return HookFolder{}, err
	}
	f = f.At(top)
	// A relative setting counts from where hooks run, which is the top of the work tree.
	out, err := command(ctx, lists, f, "rev-parse", "--path-format=absolute", "--git-path", "hooks").output()
	if err != nil {
		return HookFolder{}, err
	}
	folder := HookFolder{Path: filepath.FromSlash(strings.TrimSuffix(string(out), "\n"))} // without symbolic links
	out, err = command(ctx, lists, f, "config", "-z", "--show-scope", "--type=path", "--get", "core.hooksPath").output()
	if exitedWith(err, 1) { // it is not set
		if folder.Path != filepath.Join(f.Common, "hooks") {
			folder.Behind = folder.Path
		}
		return folder, nil
	}
	if fields := splitNul(out); len(fields) == 2 {
		folder.Scope, folder.Setting = fields[0], fields[1]
		if f.leadsOut(folder.Setting) && !isWithin(folder.Path, top) && !isWithin(folder.Path, f.Common) {
			folder.Behind = folder.Path
		}
	}
	return folder, err
}

// leadsOut reports whether a folder of the work tree is on the way to a place that is named from its top, so that a change may have put a
// link there.
func (f Folder) leadsOut(name string) bool {
	if !filepath.IsAbs(name) {
		return filepath.IsLocal(name)
	}
	for dir := filepath.Clean(name); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if IsAny(dir, f.Top) {
			return true
		}
	}
	return false
}
