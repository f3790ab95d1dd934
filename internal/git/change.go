package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Modes of files, as git writes them.
const (
	ModeLink      = "120000"
	ModeFolder    = "040000"
	ModeSubmodule = "160000"
)

// Entry is a file of a tree or of the index.
type Entry struct {
	Path     string // relative to the folder that was asked about, with forward slashes
	Mode     string
	Blob     string // the object id of the content, in hexadecimal; "" where there is none
	Unmerged bool   // it is one of several sides of a conflict in the index
}

// PathChange is a file that differs between two states. A file that was renamed is two changes.
type PathChange struct {
	Path     string // relative to the folder that was asked about, with forward slashes
	Old, New Entry  // an Entry without mode: the file is not there
	Unmerged bool   // the index holds several versions of it
	// Submodule reports that another repository stands there afterwards, or another commit of it. Its files are no files of
	// this one, so New is empty.
	Submodule bool
	// WasSubmodule reports that one stood there before.
	WasSubmodule bool
	// again reports that it stands in a folder that a walk had met before.
	again bool
}

// StagedChanges are the files below a folder that differ between a commit and the index, whatever is in the work tree. The
// empty name stands for the commit before the first.
func StagedChanges(ctx context.Context, f Folder, commit string) ([]PathChange, error) {
	commit, err := orEmpty(ctx, f, commit)
	if err != nil {
		return nil, err
	}
	out, err := guarded(ctx, f, commit, "diff-index", "--cached", "--raw", "--no-ext-diff", "--no-textconv", "-z", "--no-renames", "--relative", "--no-abbrev", "--ignore-submodules=dirty",
		"--ita-invisible-in-index", commit)
	if err != nil {
		return nil, err
	}
	return rawChanges(out)
}

// orEmpty gives a tree or commit, or the id of the tree without files, which depends on the repository's hash.
func orEmpty(ctx context.Context, f Folder, tree string) (string, error) {
	if tree != "" {
		return tree, nil
	}
	return line(ctx, f, "hash-object", "-t", "tree", os.DevNull)
}

// rawChanges reads git's raw diff with NUL bytes: ":OLDMODE NEWMODE OLDBLOB NEWBLOB STATUS" and the path. See
// https://git-scm.com/docs/diff-format.
func rawChanges(out []byte) ([]PathChange, error) {
	var changes []PathChange
	for len(out) > 0 {
		head, rest, ok := bytes.Cut(out, []byte{0})
		name, rest, ok2 := bytes.Cut(rest, []byte{0})
		fields := strings.Fields(strings.TrimPrefix(string(head), ":"))
		if !ok || !ok2 || len(fields) != 5 || len(fields[4]) == 0 {
			return nil, fmt.Errorf("reading a diff of git: %q is no line of one", head)
		}
		out = rest
		c := PathChange{Path: string(name), Unmerged: fields[4][0] == 'U', Submodule: fields[1] == ModeSubmodule, WasSubmodule: fields[0] == ModeSubmodule}
		c.Old, c.New = entryOf(c.Path, fields[0], fields[2]), entryOf(c.Path, fields[1], fields[3])
		changes = append(changes, c)
	}
	return changes, nil
}

func entryOf(path, mode, blob string) Entry {
	if strings.Trim(mode, "0") == "" || mode == ModeSubmodule { // a submodule is another repository's matter
		return Entry{}
	}
	if strings.Trim(blob, "0") == "" {
		blob = ""
	}
	return Entry{Path: path, Mode: mode, Blob: blob}
}

// MemberAt is what a commit or tree has at a path from its top, or with "" for it the index, in which a folder is the files below it
// and has no id. Its mode is "" where there is nothing.
func MemberAt(ctx context.Context, f Folder, tree, path string) (Entry, error) {
	entries, err := entriesAt(ctx, f, tree, []string{path})
	switch {
	case err != nil || len(entries) == 0:
		return Entry{}, err
	case entries[0].Path != path:
		return Entry{Path: path, Mode: ModeFolder}, nil
	}
	return entries[0], nil
}

// Entries are those of the files and folders at some paths from the top that a commit or a tree has; with "" for it, the index, in which
// a folder is the files below it. Submodules are left out.
func Entries(ctx context.Context, f Folder, tree string, paths ...string) ([]Entry, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	entries, err := entriesAt(ctx, f, tree, paths)
	return slices.DeleteFunc(entries, func(e Entry) bool { return e.Mode == ModeSubmodule }), err
}

func entriesAt(ctx context.Context, f Folder, tree string, paths []string) ([]Entry, error) {
	if tree == "" {
		return StagedFiles(ctx, f, paths...)
	}
	return listed(ctx, f, append([]string{"--literal-pathspecs", "ls-tree", "-z", "--full-tree", tree, "--"}, paths...)...)
}

// StagedFiles are the entries of the index, or those at some paths from the top. A path of a folder stands for all files below it.
func StagedFiles(ctx context.Context, f Folder, paths ...string) ([]Entry, error) {
	args := []string{"ls-files", "--stage", "-z", "--full-name", "--"}
	for _, p := range paths {
		args = append(args, ":(top,literal)"+p)
	}
	if len(paths) == 0 {
		args = append(args, ":(top)")
	}
	return listed(ctx, f, args...)
}

// listed runs a git program that lists entries: "MODE TYPE ID" for a tree or "MODE ID STAGE" for the index, then a tab and the path.
func listed(ctx context.Context, f Folder, args ...string) ([]Entry, error) {
	out, err := run(ctx, f, args...)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, line := range splitNul(out) {
		head, name, ok := strings.Cut(line, "\t")
		fields := strings.Fields(head)
		if !ok || len(fields) != 3 {
			return nil, fmt.Errorf("git lists %q, which is no entry", line)
		}
		e := Entry{Path: name, Mode: fields[0], Blob: fields[2]}
		if IsObjectID(fields[1]) {
			e.Blob, e.Unmerged = fields[1], fields[2] != "0"
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// Commit gives the id of the commit that a name means. It fails where a tag would stand in for a branch.
func Commit(ctx context.Context, f Folder, name string) (string, error) {
	if err := refuseTags(ctx, f, name); err != nil {
		return "", err
	}
	return resolve(ctx, f, name+"^{commit}", name)
}

// Tree gives the id of the tree of a folder in a commit, "" where the commit has no such folder. The prefix is as
// Folder.Prefix has it.
func Tree(ctx context.Context, f Folder, commit, prefix string) (string, error) {
	if commit == "" {
		return "", nil
	}
	if prefix == "" {
		return resolve(ctx, f, commit+"^{tree}", commit)
	}
	// A folder that is not there is told from one that a partial clone does not have.
	found, err := MemberAt(ctx, f, commit, strings.TrimSuffix(prefix, "/"))
	if found.Mode != ModeFolder {
		return "", err
	}
	return found.Blob, err
}

func resolve(ctx context.Context, f Folder, expression, name string) (string, error) {
	id, err := line(ctx, f, "rev-parse", "--verify", "--quiet", "--end-of-options", expression)
	if exitedWith(err, 1, 128) {
		return "", fmt.Errorf("%s: %w", name, ErrNoCommit)
	}
	return id, err
}

// MergeBase is the commit at which two histories part; ErrShallow where the clone ends before it, ErrNoCommit where
// they have nothing in common.
func MergeBase(ctx context.Context, f Folder, a, b string) (string, error) {
	base, err := line(ctx, f, "merge-base", a, b)
	switch {
	case !exitedWith(err, 1, 128):
		return base, err
	case f.IsShallow():
		return "", ErrShallow
	}
	return "", fmt.Errorf("%s and %s share no history: %w", a, b, ErrNoCommit)
}

// IsShallow reports whether the clone holds only a part of the history (gitrepository-layout(5)).
func (f Folder) IsShallow() bool {
	_, err := os.Stat(filepath.Join(f.Common, shallowFile))
	return err == nil
}

const shallowFile = "shallow"

// CutOff are the commits that lead to another and at which the history of the clone ends, though theirs goes on: each seems to have
// brought all that it has. There are none where the clone has the whole history of the commit (git's shallow.c).
func CutOff(ctx context.Context, f Folder, commit string) (map[string]bool, error) {
	ends, err := os.ReadFile(filepath.Join(f.Common, shallowFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out, err := run(ctx, f, "rev-list", "--max-parents=0", "--end-of-options", commit, "--")
	if err != nil {
		return nil, err
	}
	at := map[string]bool{}
	for _, first := range strings.Fields(string(out)) {
		if strings.Contains(string(ends), first) {
			at[first] = true
		}
	}
	return at, nil
}

// announcedHeads reads the variables GITHEAD_<commit>=<name> of an environment.
func announcedHeads(environment []string) []string {
	var heads []string
	for _, variable := range environment {
		name, _, _ := strings.Cut(variable, "=")
		if id, ok := strings.CutPrefix(name, "GITHEAD_"); ok && IsObjectID(id) {
			heads = append(heads, id)
		}
	}
	slices.Sort(heads)
	return heads
}

// HeadName is what git calls the commit of another side of a merge that it is about to commit: the name that the command line gave. It is the
// beginning of the commit's id where git tells no name.
func HeadName(commit string) string {
	if name := os.Getenv("GITHEAD_" + commit); name != "" {
		return name
	}
	return commit[:min(len(commit), 12)]
}

// IsObjectID reports whether a name is an object's id written in full: SHA-1 or SHA-256 in hexadecimal.
func IsObjectID(name string) bool {
	return (len(name) == 40 || len(name) == 64) && strings.Trim(name, "0123456789abcdef") == ""
}

// IsNoCommit reports whether a name is the id of zeros alone, which git writes where there is no commit.
func IsNoCommit(name string) bool { return IsObjectID(name) && strings.Trim(name, "0") == "" }

// CommitChanges are the changes below a folder that each commit makes which is in the history of to, but not in that of from.
// A merge is held against all its parents. The folder and the paths of the changes are below prefix, which is as
// Folder.Prefix has it.
func CommitChanges(ctx context.Context, f Folder, from, to, prefix, folder string) (all []PathChange, closed Closings, err error) {
	err = eachStep(ctx, f, []string{span(from, to)}, []string{prefix + folder}, func(_ step, c PathChange) {
		all = append(all, c.below(prefix))
	}, func(_ step, c Closings) { closed.Add(c.below(prefix)) })
	return all, closed, err
}

// below gives a change by its paths below a prefix.
func (c PathChange) below(prefix string) PathChange {
	for _, p := range []*string{&c.Path, &c.Old.Path, &c.New.Path} {
		*p = strings.TrimPrefix(*p, prefix)
	}
	return c
}

func (c Closings) below(prefix string) Closings {
	c.First = slices.Clone(c.First)
	for i := range c.First {
		c.First[i].Path = strings.TrimPrefix(c.First[i].Path, prefix)
	}
	return c
}

// Parents are those of a commit, the first one first, even where the clone does not have them.
func Parents(ctx context.Context, f Folder, commit string) ([]string, error) {
	out, err := run(ctx, f, "cat-file", "commit", commit)
	if err != nil {
		return nil, err
	}
	return parentsIn(string(out)), nil
}
