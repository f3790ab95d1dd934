package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/atomicfile"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/store/objects"
	"github.com/kbgate/kbgate/internal/store/tree"
	"github.com/kbgate/kbgate/internal/store/worktree"
	"github.com/kbgate/kbgate/internal/wait"
)

// File is one file of the store.
type File struct {
	Path string // below the store's folder, with forward slashes
	Data []byte
}

// Outcome says what became of a file that was to be appended.
type Outcome int

// The outcomes.
const (
	Added  Outcome = iota // it is there now
	Known                 // it was there already, to the byte
	Differ                // a file of that name was there with other content, which stays
)

// String is the word for it.
func (o Outcome) String() string { return []string{"added", "known", "differ"}[o] }

// manyObjects is the number of files from which one pack is faster than a file for each object.
var manyObjects = 100

// patience is how long Append tries to move the branch before others do.
var patience = time.Minute

// Append adds files in one commit, dated at, which also changes the derived files, and gives the outcome of each. If it returns without an
// error, the files are on the disk and on the store's branch for good. With an error no file is there, unless the move of the branch
// itself failed; then the caller may add them again.
func (s *Store) Append(ctx context.Context, at time.Time, message string, files ...File) (outcomes []Outcome, err error) {
	return s.AppendSigned(ctx, at, message, nil, files...)
}

// AppendSigned is Append with a signed commit. An error of judge about its signature ends the write.
func (s *Store) AppendSigned(ctx context.Context, at time.Time, message string, judge func(commit string) error, files ...File) (outcomes []Outcome, err error) {
	defer func() { err = s.explain(err) }()
	for _, f := range files {
		if err := CheckPath(f.Path); err != nil {
			return nil, err
		}
	}
	if err := s.mayGrow(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.whoCommits(ctx); err != nil {
		return nil, err
	}
	w, err := s.newWriting(ctx, at)
	if err != nil {
		return nil, err
	}
	w.out.Pack = len(files) >= manyObjects
	for deadline, pause := time.Now().Add(patience), time.Millisecond; ; pause = min(2*pause, 100*time.Millisecond) {
		err := s.locked(ctx, func(lock writeLock) (err error) {
			w.lock = lock
			outcomes, err = w.add(ctx, message, judge, files)
			return err
		})
		switch {
		case err == nil:
			s.grown = s.grown || slices.Contains(outcomes, Added)
			return outcomes, nil
		case !errors.Is(err, git.ErrMoved) && !errors.Is(err, git.ErrLocked):
			return nil, err
		case time.Now().After(deadline):
			return nil, fmt.Errorf("others kept writing to %s for %s: %w", s.Ref, patience, err)
		}
		if err := wait.For(ctx, pause/2+rand.N(pause)); err != nil {
			return nil, err
		}
	}
}

// mayGrow refuses to write to a store that is read at a commit.
func (p *location) mayGrow() error {
	if p.Commit != "" {
		return fmt.Errorf("the store on %s was opened to be read at %.12s, and takes no files", p.Ref, p.Commit)
	}
	return nil
}

// writing is one write to the branch.
type writing struct {
	*branch
	worktree *worktree.Writer
	out      *objects.Writer
	lock     writeLock
	ident    func(context.Context) (string, error) // who commits
	at       time.Time
}

func (s *Store) newWriting(ctx context.Context, at time.Time) (*writing, error) {
	said, err := s.gitSettings(ctx)
	out := &objects.Writer{Repo: s.repo, Permissions: said.Sharing, BeforeName: func() { reached("object") }}
	ident := func(ctx context.Context) (string, error) { // only asked where a commit is made: to take in what others have needs no name
		err := s.whoCommits(ctx)
		return s.ident, err
	}
	return &writing{branch: s.branch, worktree: &s.worktree, out: out, ident: ident, at: at}, err
}

// builder makes folders.
func (w *writing) builder() *tree.Builder {
	return &tree.Builder{Stored: w.entries, Write: func(object []byte) string { return w.out.Put(objects.Tree, object) }}
}

// add makes one commit upon what the store is now, and tries to move the branch there.
func (w *writing) add(ctx context.Context, message string, judge func(commit string) error, files []File) ([]Outcome, error) {
	before, err := w.now()
	if err != nil {
		return nil, err
	}
	tip := before.commit
	if tip == "" {
		begin, err := w.begins(ctx)
		if err != nil {
			return nil, err
		}
		if before, err = w.state(begin); err != nil {
			return nil, err
		}
	}
	outcomes := make([]Outcome, len(files))
	first := map[string]int{} // the file that has the path first
	var records []tree.Addition
	var added []File
	for i, f := range files {
		name := path.Join(w.Folder, f.Path)
		earlier, twice := first[name]
		if !twice {
			first[name] = i
		}
		there, err := before.entry(name)
		if err != nil {
			return nil, err
		}
		blob := w.out.Put(objects.Blob, f.Data)
		switch {
		case twice && bytes.Equal(f.Data, files[earlier].Data):
			outcomes[i] = max(outcomes[earlier], Known)
		case !twice && (there.Mode == "" || there.IsFolder()): // a folder is in the way
			records, added = append(records, tree.Addition{Path: name, Blob: blob}), append(added, f)
		case !twice && there.ID == blob:
			outcomes[i] = Known
		default:
			outcomes[i] = Differ
		}
	}
	if len(added) == 0 {
		return outcomes, nil
	}
	derived, err := w.follow(ctx, before, added)
	if err != nil {
		return nil, err
	}
	all := slices.Clone(records)
	for _, d := range derived {
		all = append(all, tree.Addition{Path: d.Path, Blob: d.IsBlob, Replaces: true})
	}
	root, err := w.grow(w.builder(), before.root, all)
	if err != nil {
		return nil, err
	}
	id, err := w.commit(ctx, root, []string{before.commit}, message, judge)
	if err != nil {
		return nil, err
	}
	reached("objects")
	reason, _, _ := strings.Cut(message, "\n")
	if w.Ref != Head {
		return outcomes, w.move(ctx, w.Ref, id, tip, reason)
	}
	change := worktree.Update{Commit: id, Unborn: before.root == "", Records: records, Derived: derived, Alone: w.lock.file != nil, Blobs: w.out}
	return outcomes, w.worktree.Write(ctx, change, func(branch string) error { return w.move(ctx, branch, id, before.commit, reason) })
}

// grow adds files to the tree of a branch.
func (w *writing) grow(b *tree.Builder, root string, files []tree.Addition) (string, error) {
	slices.SortFunc(files, tree.Addition.Order)
	grown, err := b.Add(root, files)
	var inTheWay *tree.InTheWayError
	switch {
	case !errors.As(err, &inTheWay):
		return grown, err
	case inTheWay.Replaces:
		return "", hint.Misuse(takeOut, "%s on the branch of the store is %s, where a view needs %s", inTheWay.There.Name, inTheWay.There.What(), inTheWay.Needs)
	}
	return "", hint.Misuse("`kbgate verify` names the place and the commit; take it out of the branch as docs/store.md tells, or set store.dir to another folder",
		"%s in the store is %s, where the record needs %s", inTheWay.There.Name, inTheWay.There.What(), inTheWay.Needs)
}

// commit writes a commit with all its objects. If judge is not nil, the commit is signed, and judge may refuse it. A parent "" is none.
func (w *writing) commit(ctx context.Context, root string, parents []string, message string, judge func(commit string) error) (id string, err error) {
	parents = slices.DeleteFunc(slices.Clone(parents), func(id string) bool { return id == "" })
	if judge == nil {
		ident, err := w.ident(ctx)
		if err != nil {
			return "", err
		}
		id = w.out.Put(objects.Commit, objects.CommitOf(root, parents, ident, w.at, message))
		return id, w.out.Flush(ctx)
	}
	if err = w.out.Flush(ctx); err != nil { // git has to find the objects
		return "", err
	}
	if id, err = git.CommitSigned(ctx, w.repo, root, message, parents); err == nil {
		err = judge(id)
	}
	return id, err
}

// move moves a branch, and puts the move on the disk.
func (w *writing) move(ctx context.Context, branch, to, from, reason string) error {
	if w.Ref != Head {
		if err := w.mayMove(ctx); err != nil {
			return err
		}
	}
	name := filepath.Join(w.repo.Common, filepath.FromSlash(branch))
	if err := w.lock.say(to, name+".lock", filepath.Join(w.repo.GitDir, "HEAD.lock")); err != nil {
		return err
	}
	reached("turn")
	// Git must not be interrupted here, or it leaves its lock behind. It does not take long.
	err := git.UpdateRef(context.WithoutCancel(ctx), w.repo, branch, to, from, reason, w.lock.file)
	reached("reference")
	if err == nil || errors.Is(err, git.ErrMoved) || errors.Is(err, git.ErrLocked) {
		err = errors.Join(err, w.lock.say()) // git has come to its end, and cleans up after itself
	}
	if err == nil {
		// Git syncs the content of the file, but not its name. References that are not files it syncs itself.
		if err = atomicfile.Sync(filepath.Dir(name)); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	if err == nil {
		err = w.out.Restore(context.WithoutCancel(ctx))
	}
	return err
}
