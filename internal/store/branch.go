package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/store/tree"
	"github.com/kbgate/kbgate/internal/store/worktree"
)

// branch reads what git has on the branch of a store. It is for one goroutine at a time.
type branch struct {
	*location
	ctx     context.Context // that of the programs which it keeps open
	objects *git.Objects
	packed  os.FileInfo // of the file of packed references when it was last seen
	last    pair        // that was read last
	told    bool        // what is read beside the own branch was told
}

// maxFolder is the size of the largest folder that is read: a folder of a million files takes 60 MB. maxCommit is the size of the largest
// commit on which a store stands, because git reads commits whole.
const (
	maxObject = worktree.MaxRecord
	maxFolder = 64 << 20
	maxCommit = 1 << 20
)

// tip is the commit on which the branch stands; its id is "" if the branch has no commit yet.
func (b *branch) tip() (git.Object, error) {
	if b.Commit != "" {
		return b.objects.Read(b.Commit+"^{commit}", maxCommit)
	}
	if err := b.renew(); err != nil {
		return git.Object{}, err
	}
	commit, err := b.objects.AtReference(b.Ref, maxCommit)
	switch {
	case errors.Is(err, git.ErrMissing):
		return b.lost()
	case errors.Is(err, git.ErrTooLarge):
		return git.Object{}, hint.Broken(fmt.Sprintf("`git update-ref %s %s^` sets the branch back to the one before it", b.Ref, b.Ref),
			"the commit on which %s stands takes more than %d KiB, which no store makes", b.Ref, maxCommit>>10)
	}
	return commit, err
}

// lost is the tip of a branch for which git finds no commit. A branch that does not exist has none; one that leads to a missing commit is an
// error, and no empty store.
func (b *branch) lost() (git.Object, error) {
	id, err := git.RefID(b.ctx, b.repo, b.Ref)
	if err != nil || id == "" && !b.isBroken() {
		return git.Object{}, err
	}
	if commit, err := b.objects.AtReference(b.Ref, maxCommit); !errors.Is(err, git.ErrMissing) {
		return commit, err // somebody made it just now
	}
	if id == "" {
		return git.Object{}, hint.Broken("`git reflog show "+b.Ref+"` tells where it stood, and `git update-ref` puts it back there", "%s is broken: its file names no commit", b.Ref)
	}
	return git.Object{}, hint.Broken("fetch it from the remote once more; `git fsck` and `git reflog show "+b.Ref+"` tell more; or set store.ref to another branch",
		"%s names %s, which is no commit that the repository has", b.Ref, id)
}

// isBroken reports whether a branch that git cannot read has a file.
func (b *branch) isBroken() bool {
	name := b.Ref
	if name == Head {
		var err error
		if name, err = git.Symbolic(b.ctx, b.repo, Head); err != nil {
			return true
		}
	}
	info, err := os.Stat(filepath.Join(b.repo.Common, filepath.FromSlash(name)))
	if err != nil || info.IsDir() { // a folder of other branches
		return false
	}
	target, err := git.Symbolic(b.ctx, b.repo, name)
	return err == nil && target == name // else it leads to a branch that is not there
}

// renew restarts the program that reads objects if somebody packed the references meanwhile. Git itself compares the time of the file in
// seconds, its size and its number, which may all be as before.
func (b *branch) renew() error {
	now, err := os.Stat(filepath.Join(b.repo.Common, "packed-refs"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	was := b.packed
	b.packed = now
	if was != nil && os.SameFile(was, now) && was.ModTime().Equal(now.ModTime()) {
		return nil
	}
	return b.objects.Close()
}

// maxSymbolic is how many references may stand for one another, as in git.
const maxSymbolic = 5

// mayMove refuses to move a branch that is checked out somewhere, because the files there would not follow. It asks git where, but only if a
// file says that the branch may be checked out.
func (b *branch) mayMove(ctx context.Context) error {
	heads, _ := filepath.Glob(filepath.Join(b.repo.Common, "worktrees", "*", "HEAD")) // fails by its pattern alone
	target := b.Ref
	for range maxSymbolic {
		next, err := git.Symbolic(ctx, b.repo, target)
		if err != nil {
			return err
		}
		if next == target {
			break
		}
		target = next
	}
	for _, name := range append(heads, filepath.Join(b.repo.Common, "HEAD")) {
		head, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		if at, ok := strings.CutPrefix(strings.TrimSpace(string(head)), "ref: "); !ok || at != target && at != b.Ref && at != "refs/heads/.invalid" { // that of reftables
			continue
		}
		top, err := git.CheckedOut(ctx, b.repo, target)
		if err != nil || top == "" {
			return err
		}
		name := b.Ref
		if target != b.Ref {
			name += " stands for " + target + ", which"
		}
		return hint.Misuse("check out another branch there; or set store.ref to HEAD, and record there", "%s is checked out in %s, whose files would be left behind", name, top)
	}
	return nil
}

// entries are those of a folder of the repository.
func (b *branch) entries(id string) ([]tree.Entry, error) {
	o, err := b.objects.Read(id, maxFolder)
	if errors.Is(err, git.ErrTooLarge) {
		return nil, &hint.Error{Err: because{fmt.Errorf("a folder on %s takes more than %d MiB in git, which no store comes to", b.Ref, maxFolder>>20), err}, Status: hint.Usage,
			Hint: "`kbgate verify` names it where it stands among the records, and `git log` tells who brought it; a sync of a clone that had the branch before puts it right, or take it out as docs/store.md tells"}
	}
	if err != nil {
		return nil, hole("a folder of the store", err)
	}
	if o.Kind != "tree" {
		return nil, tree.ErrMalformed
	}
	return tree.Parse(o.Data, len(id)/2)
}

// isClosed reports whether an error says that a folder is too large or malformed. Such a folder stops no work on other folders.
func isClosed(err error) bool {
	return errors.Is(err, git.ErrTooLarge) || errors.Is(err, tree.ErrMalformed)
}

// folderIn is the id of a folder in a tree, "" if there is no folder of that name. A tree on the way that the repository lacks is an error,
// and no empty folder.
func (b *branch) folderIn(root, folder string) (string, error) {
	o, err := b.objects.Read(root, maxObject)
	if err != nil {
		return "", hole("the tree "+root, err)
	}
	id := o.ID
	entries, err := tree.Parse(o.Data, len(id)/2)
	for part := range strings.SplitSeq(folder, "/") {
		if err != nil {
			return "", err
		}
		at := slices.IndexFunc(entries, func(e tree.Entry) bool { return e.Name == part })
		if at < 0 || !entries[at].IsFolder() {
			return "", nil
		}
		id = entries[at].ID
		entries, err = b.entries(id)
	}
	return id, err
}

// now is the state at which the branch stands.
func (b *branch) now() (*State, error) {
	tip, err := b.tip()
	if err != nil {
		return nil, err
	}
	return b.stateOf(tip)
}

// state is the state at a commit; "" for before the first.
func (b *branch) state(commit string) (*State, error) {
	if commit == "" {
		return b.stateOf(git.Object{})
	}
	c, err := b.objects.Read(commit+"^{commit}", maxObject)
	if err != nil {
		return nil, err
	}
	return b.stateOf(c)
}

func (b *branch) stateOf(c git.Object) (*State, error) {
	t := &State{branch: b, commit: c.ID}
	if c.ID == "" {
		return t, nil
	}
	line, _, _ := strings.Cut(string(c.Data), "\n")
	root, ok := strings.CutPrefix(line, "tree ")
	if !ok {
		return nil, fmt.Errorf("the commit %s is not written as git writes commits; `git fsck` tells more", c.ID)
	}
	var err error
	t.root = root
	t.folder, err = b.folderIn(root, b.Folder)
	return t, err
}

// known gives the name of a commit, "" where the repository does not have it.
func (b *branch) known(commit string) (string, error) {
	if commit == "" {
		return "", nil
	}
	_, err := b.objects.Read(commit+"^{commit}", maxObject)
	if errors.Is(err, git.ErrMissing) {
		return "", nil
	}
	return commit, err
}

// committed is the content of a file in the commit that is checked out.
func (b *branch) committed(name string) (blob string, err error) {
	head, err := b.state(Head)
	if err != nil {
		return "", err
	}
	e, err := head.entry(name)
	return e.ID, err
}

// stands reports whether a commit has a file of that content.
func (b *branch) stands(commit, name, blob string) bool {
	if strings.Contains(name, "\n") { // git takes one name a line
		return false
	}
	o, err := b.objects.Read(commit+":"+name, maxObject)
	return err == nil && o.ID == blob
}

// mostCompared is the size of the largest file that may lack a text, in bytes: four times the largest record.
const mostCompared = 1 << 20

// record gives the content of a file, nil if it is too large for a record or missing.
func (b *branch) record(id string) ([]byte, error) {
	o, err := b.objects.Read(id, mostCompared)
	if errors.Is(err, git.ErrTooLarge) || errors.Is(err, git.ErrMissing) {
		return nil, nil
	}
	return o.Data, err
}

// lacks reports whether a file may have changed as it did, by what Options.LacksHiddenTextAlone gave and the ids of its contents; is may be "".
func (b *branch) lacks(may func(path string, was, is []byte) bool, name, was, is string) (bool, error) {
	before, err := b.record(was)
	if err != nil || before == nil {
		return false, err
	}
	if is == "" {
		return may(name, before, nil), nil
	}
	now, err := b.record(is)
	return now != nil && may(name, before, now), err
}

// batch is how many files are asked for at once.
const batch = 4096

func (b *branch) contents(ctx context.Context, names []Name, limit int64, yield func(File, error) bool) {
	for part := range slices.Chunk(names, batch) {
		ids := make([]string, len(part))
		for i, n := range part {
			ids[i] = n.Blob
		}
		err := b.objects.Each(ids, limit, func(i int, o git.Object, err error) error {
			if err != nil {
				err = fmt.Errorf("%s: %w", part[i].Path, err)
			}
			if !yield(File{part[i].Path, o.Data}, err) {
				return errEnough
			}
			return ctx.Err()
		})
		switch {
		case errors.Is(err, errEnough):
			return
		case err != nil:
			yield(File{}, err)
			return
		}
	}
}

var errEnough = errors.New("enough")
