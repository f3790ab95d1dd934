package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/regular"
)

// Folder is a folder, and the repository that holds it. Every git program is told that repository by name, so that none looks
// for one itself: a folder of notes can be made to look like a repository, with settings that name programs.
type Folder struct {
	Dir     string // where git programs start, and what their paths count from; absolute, without symbolic links
	GitDir  string // the git directory of this work tree
	Common  string // the git directory that all work trees share
	Objects string // the folder of the objects
	Format  string // the hash by which objects are named: sha1 or sha256
	Top     string // the top of the work tree, "" where there is none
	Prefix  string // of Dir below Top, with forward slashes and a slash at its end; "" at the top, and outside of it
	// includes reports whether the repository's settings may take in those of another file.
	includes bool
	err      error // why there is no repository to ask
}

// Err says why git cannot be asked about the folder; nil if it can. It is ErrNoRepository; ErrNoWorkTree, if the folder lies among a
// repository's internal files or only looks like a repository; or git's own error on a repository of another user.
func (f Folder) Err() error {
	if f.err == nil && f.GitDir == "" {
		return ErrNoRepository
	}
	return f.err
}

// IsBare reports whether the folder is in a repository without a work tree.
func (f Folder) IsBare() bool { return f.Err() == nil && f.Top == "" }

// Toplevel is the top folder of the work tree, or ErrNoWorkTree.
func (f Folder) Toplevel() (string, error) {
	if err := f.Err(); err != nil {
		return "", err
	}
	if f.Top == "" {
		return "", ErrNoWorkTree
	}
	return f.Top, nil
}

// At is another folder of the same repository.
func (f Folder) At(dir string) Folder {
	f.Dir, f.Prefix = dir, prefixOf(f.Top, dir)
	return f
}

// Up finds the repository of a folder that holds this one. It reads nothing if both are in one work tree.
func (f Folder) Up(ctx context.Context, dir string) Folder {
	if f.Err() == nil && f.Top != "" && isWithin(dir, f.Top) && isWithin(f.Dir, dir) {
		return f.At(dir)
	}
	return Find(ctx, dir)
}

// Find finds the repository that holds dir: the one that GIT_DIR names, else the nearest folder upward whose .git is a git
// directory, or a file that leads to one. It reads a few files. It asks git only if the repository has an uncommon layout or
// belongs to another user. A folder that merely looks like a repository without a work tree does not count. Folder.Err has the error.
func Find(ctx context.Context, dir string) Folder {
	f, err := find(ctx, dir)
	if err != nil {
		return Folder{Dir: dir, err: err}
	}
	return f
}

func find(ctx context.Context, dir string) (Folder, error) {
	if _, err := exec.LookPath("git"); errors.Is(err, exec.ErrNotFound) {
		return Folder{}, errNoGit
	}
	here, err := filepath.Abs(dir)
	if err != nil {
		return Folder{}, err
	}
	// A link in the name leads git up from where it leads to.
	if here, err = filepath.EvalSymlinks(here); err != nil {
		return Folder{}, err
	}
	if !regular.IsFolder(here) {
		return Folder{}, fmt.Errorf("%s is no folder", dir)
	}
	if name := os.Getenv("GIT_DIR"); name != "" {
		return named(ctx, here, name)
	}
	f, isOurs, err := search(here)
	if err != nil {
		return f, err
	}
	if isOurs && f.isPlain() {
		f, err = f.complete()
	} else {
		f, err = discover(ctx, f)
	}
	if err == nil && f.Top != "" && isWithin(here, f.GitDir) {
		err = ErrNoWorkTree
	}
	return f, err
}

// Named is a folder in a repository that is named by its git directory, as GIT_DIR does it, whatever lies around the folder.
func Named(ctx context.Context, dir, gitDir string) Folder {
	f, err := named(ctx, dir, gitDir)
	if err != nil {
		return Folder{Dir: dir, err: err}
	}
	return f
}

func named(ctx context.Context, here, name string) (Folder, error) {
	gitDir, err := absolute(name)
	if err != nil {
		return Folder{}, err
	}
	if gitDir, err = gitDirAt(gitDir); err != nil {
		return Folder{}, ErrNoRepository
	}
	f := Folder{Dir: here, GitDir: gitDir}
	if !f.isPlain() {
		return ask(ctx, f, "", "GIT_DIR="+gitDir)
	}
	// Git takes the folder in which it starts for the top of the work tree then.
	if f.Top, err = absolute("."); err != nil {
		return Folder{}, err
	}
	return f.complete()
}

// complete fills in the fields that follow from the others and from the environment.
func (f Folder) complete() (_ Folder, err error) {
	f.Objects = filepath.Join(f.Common, "objects")
	for variable, folder := range map[string]*string{"GIT_OBJECT_DIRECTORY": &f.Objects, "GIT_WORK_TREE": &f.Top} {
		if name := os.Getenv(variable); name != "" {
			if *folder, err = absolute(name); err != nil {
				return Folder{}, err
			}
		}
	}
	if f.Top != "" {
		if f.Top, err = filepath.EvalSymlinks(f.Top); err != nil {
			return Folder{}, err
		}
	}
	return f.At(f.Dir), nil
}

// absolute is a name of the environment, which counts from the folder of this process.
func absolute(name string) (string, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real, nil
	}
	return name, nil
}

// prefixOf is the path of dir below the top of a work tree, as Folder.Prefix has it.
func prefixOf(top, dir string) string {
	if top == "" || top == dir || !isWithin(dir, top) {
		return ""
	}
	relative, _ := filepath.Rel(top, dir) // there is one, as dir lies within
	return filepath.ToSlash(relative) + "/"
}

// isWithin reports whether a folder is another one, or lies below it by name.
func isWithin(dir, folder string) bool {
	relative, err := filepath.Rel(folder, dir)
	return err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator))
}

// dotGit is the name under which a work tree has its git directory, or the file that leads to it.
const dotGit = ".git"

// search goes up from a folder as git does (setup.c, setup_git_directory_gently_1), and passes over repositories without a work tree.
// isOurs reports whether this user owns all files whose owner git checks (setup.c, ensure_valid_ownership).
func search(here string) (f Folder, isOurs bool, err error) {
	ceilings := ceilings(os.Getenv("GIT_CEILING_DIRECTORIES"))
	looks := ""
	for at := here; ; {
		link := filepath.Join(at, dotGit)
		gitDir, err := gitDirAt(link)
		if err == nil {
			isOurs := os.Getenv("GIT_TEST_ASSUME_DIFFERENT_OWNER") == "" && isOwned(at) && isOwned(gitDir) && (regular.IsFolder(link) || isOwned(link))
			return Folder{Dir: here, GitDir: gitDir, Top: at}, isOurs, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return Folder{}, false, err
		}
		if looks == "" && isGitDir(at) {
			looks = at
		}
		up := filepath.Dir(at)
		if up == at || ceilings[up] || !sameDevice(at, up) {
			break
		}
		at = up
	}
	if looks != "" {
		return Folder{}, false, also{hint.Misuse("if it is a repository that you trust, name it: `GIT_DIR="+looks+" kbgate …`",
			"%s only looks like a git repository without a work tree: one counts where GIT_DIR names it", looks), ErrNoWorkTree}
	}
	return Folder{}, false, ErrNoRepository
}

// ceilings are the folders that git does not look at on its way up (git(1), GIT_CEILING_DIRECTORIES). Links are resolved in the names
// before an empty one, and not in those behind it.
func ceilings(list string) map[string]bool {
	all, written := map[string]bool{}, false
	for _, name := range filepath.SplitList(list) {
		switch real, err := filepath.EvalSymlinks(name); {
		case name == "":
			written = true
		case !filepath.IsAbs(name):
		case err == nil && !written:
			all[real] = true
		default:
			all[filepath.Clean(name)] = true
		}
	}
	return all
}

// maxPointer is the size in bytes up to which a file that leads to a git directory is read, and maxSettings that for a file of
// settings which is looked through here.
const (
	maxPointer  = 64 << 10
	maxSettings = 1 << 20
)

// gitDirAt gives the git directory at a name, or the one that a file there leads to; fs.ErrNotExist where there is neither.
func gitDirAt(name string) (string, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		if errors.Is(err, fs.ErrPermission) {
			return "", err
		}
		return "", fs.ErrNotExist // a link that leads nowhere, say
	case info.IsDir():
		if !isGitDir(name) {
			return "", fs.ErrNotExist
		}
		return filepath.EvalSymlinks(name)
	case !info.Mode().IsRegular():
		return "", fs.ErrNotExist
	}
	text, err := regular.ReadFile(name, true, maxPointer)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	// See gitrepository-layout(5).
	to, ok := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), "gitdir: ")
	if !ok {
		return "", fmt.Errorf("%s is no file that leads to a git directory", name)
	}
	if to = filepath.FromSlash(to); !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(name), to)
	}
	if !isGitDir(to) {
		return "", fmt.Errorf("%s leads to %s, which is no git directory: %w", name, to, ErrNoRepository)
	}
	return filepath.EvalSymlinks(to)
}

// isGitDir reports whether git takes a folder for a git directory (setup.c, is_git_directory).
func isGitDir(dir string) bool {
	if !isHead(filepath.Join(dir, "HEAD")) {
		return false
	}
	common, err := commonDir(dir)
	if err != nil {
		return false
	}
	objects := filepath.Join(common, "objects")
	if name := os.Getenv("GIT_OBJECT_DIRECTORY"); name != "" {
		objects = name
	}
	return regular.IsFolder(objects) && regular.IsFolder(filepath.Join(common, "refs"))
}

// isHead reports whether a file names a branch or a commit (refs.c, validate_headref).
func isHead(name string) bool {
	if to, err := os.Readlink(name); err == nil {
		return strings.HasPrefix(filepath.ToSlash(to), "refs/")
	}
	text, err := regular.ReadFile(name, true, maxPointer)
	if err != nil {
		return false
	}
	if ref, ok := bytes.CutPrefix(text, []byte("ref:")); ok {
		return bytes.HasPrefix(bytes.TrimLeft(ref, " \t\r\n\v\f"), []byte("refs/"))
	}
	return len(text) >= 40 && IsObjectID(strings.ToLower(string(text[:40])))
}

// commonDir is the git directory that a linked work tree shares with others, or the directory itself.
func commonDir(dir string) (string, error) {
	if name := os.Getenv("GIT_COMMON_DIR"); name != "" {
		return absolute(name)
	}
	text, err := regular.ReadFile(filepath.Join(dir, "commondir"), true, maxPointer)
	if errors.Is(err, fs.ErrNotExist) {
		return dir, nil
	}
	if err != nil {
		return "", err
	}
	common := filepath.FromSlash(strings.TrimRight(string(text), "\r\n"))
	if !filepath.IsAbs(common) {
		common = filepath.Join(dir, common)
	}
	return filepath.EvalSymlinks(common)
}

// isPlain reports whether a repository has the common layout, and then fills in its parts: a work tree around the git directory, and
// objects named by SHA-1. A few settings of the repository's own file say otherwise (setup.c, check_repo_format). A file without
// their names sets none of them, so isPlain looks for the names alone.
func (f *Folder) isPlain() bool {
	common, err := commonDir(f.GitDir)
	if err != nil {
		return false
	}
	text, err := regular.ReadFile(filepath.Join(common, "config"), true, maxSettings)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	for line := range bytes.Lines(text) {
		if uncommon().Match(line) && string(bytes.TrimSpace(line)) != "bare = false" {
			return false
		}
	}
	f.Common, f.Format, f.includes = common, "sha1", inclusion().Match(text)
	return true
}

// inclusion begins a section that takes in another file, such as [includeIf "onbranch:main"].
var inclusion = lazy.Regexp(`(?i)\[\s*include`)

// uncommon is a line that may set core.bare, core.worktree, extensions.worktreeConfig or extensions.objectFormat.
var uncommon = lazy.Regexp(`(?i)(^|[^a-z0-9-])(bare|worktree|worktreeconfig|objectformat)\s*([=#;]|$)`)

// discover asks git, from the top of a repository that was found, which repository that is. Git looks at .git first there, and refuses
// a repository of another user.
func discover(ctx context.Context, f Folder) (Folder, error) {
	found := f.GitDir
	f, err := ask(ctx, f, f.Top)
	if err != nil {
		return Folder{}, err
	}
	if !IsAny(f.GitDir, found) {
		return Folder{}, fmt.Errorf("git takes %s for the repository, where %s is it", f.GitDir, found)
	}
	return f, nil
}

// ask has git say where the parts of a repository lie, in some environment.
func ask(ctx context.Context, f Folder, dir string, environment ...string) (Folder, error) {
	if name := os.Getenv("GIT_WORK_TREE"); name != "" {
		name, err := absolute(name)
		if err != nil {
			return Folder{}, err
		}
		environment = append(environment, "GIT_WORK_TREE="+name)
	}
	out, err := program(ctx, reads, dir, environment, "rev-parse", "--path-format=absolute", "--absolute-git-dir", "--git-common-dir", "--git-path", "objects",
		"--show-object-format", "--is-bare-repository", "--show-toplevel").output()
	if err != nil && !errors.Is(err, ErrNoWorkTree) { // there it says all but the last
		return Folder{}, err
	}
	lines := strings.SplitN(string(out), "\n", 6)
	if len(lines) != 6 {
		return Folder{}, fmt.Errorf("git rev-parse says %q", out)
	}
	f.GitDir, f.Common, f.Objects = filepath.FromSlash(lines[0]), filepath.FromSlash(lines[1]), filepath.FromSlash(lines[2])
	f.Format, f.Top = lines[3], filepath.FromSlash(strings.TrimSuffix(lines[5], "\n"))
	if f.Top == "" && lines[4] != "true" {
		return Folder{}, ErrNoWorkTree
	}
	f.includes = true // perhaps
	return f.At(f.Dir), nil
}
