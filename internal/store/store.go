// Package store owns a set of files in a git repository that only ever grows: no file that was once written is changed
// or taken away, so clones merge by union, and everything else is a view of the files (section 3 of the design). It knows
// folders and bytes, and nothing of what they mean.
//
// Files go straight into git's object store and onto a branch of their own. What Append has said to be there is on the
// disk: objects are synced before the branch moves, and the branch moves through git alone, which syncs it too.
package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/git"
)

// ErrNotFound says that the store has no such file.
var ErrNotFound = fs.ErrNotExist

// Options say where in a repository a store lies.
type Options struct {
	Folder string  // of the tree, such as "feedback"
	Ref    string  // the full name of its branch, such as "refs/heads/feedback", or Head
	View   View    // the files beside it that follow; nil: none
	Reader *Reader // of the repository, which is the store's to close from then on; nil: one of its own
	// LeftOut is told of a file of the view that does not follow, as what stands in its place allows none: on the branch, or where
	// it is not "", in the index or the work tree. A view never keeps a record away. nil: nobody wants to know.
	LeftOut func(path, where string, why error)
	// MayLack tells what a state of the store allows to be made of files, as texts of theirs were taken out of the history: what
	// was in one, and is now, nil where the file is gone; nil: nothing.
	MayLack func(ctx context.Context, at *State) (func(path string, was, is []byte) bool, error)
}

// Head is the branch that is checked out. A store there also lays its files into work tree and index, and touches nothing
// else that is staged or edited.
const Head = "HEAD"

// Store is a set of files on a branch of a repository. It is safe for use by several goroutines; other processes, and git
// itself, may write to the repository at the same time.
type Store struct {
	Options
	ctx  context.Context // that of the programs which it keeps open
	repo git.Folder

	mu       sync.Mutex
	objects  *git.Objects
	writer   objectWriter // of what the branch moves to next; nil: nothing of ours
	ident    string       // who commits, once it is known
	top      string       // folder of the work tree, once it is known
	packed   os.FileInfo  // of the references that are packed, as they were last seen
	settings settings
}

// Open opens the store in a repository. Nothing is written before the first Append. The context ends
// the programs that the store keeps open.
func Open(ctx context.Context, repo git.Folder, o Options) (*Store, error) {
	if err := CheckPath(o.Folder); err != nil {
		return nil, fmt.Errorf("the folder of the store: %w", err)
	}
	if o.Ref != Head && !strings.HasPrefix(o.Ref, "refs/heads/") {
		return nil, fmt.Errorf("the store cannot lie on %q: a branch is named refs/heads/…, and the one that is checked out %s", o.Ref, Head)
	}
	s := &Store{Options: o, ctx: ctx, repo: repo, settings: settings{repo: repo}}
	if err := repo.Err(); err != nil {
		return nil, s.wayOut(err)
	}
	if o.Reader == nil {
		s.objects = git.OpenObjects(ctx, repo)
	} else {
		s.objects, s.packed = o.Reader.Objects, o.Reader.packed
	}
	return s, nil
}

// Close ends the programs that the store keeps open.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.objects.Close()
}

// Prepare asks git, all at once, what a write has to know, and starts the program that it needs. Append does so too, one after
// the other.
func (s *Store) Prepare(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var asking sync.WaitGroup
	asking.Go(func() { _ = s.whoCommits(ctx) }) // Append fails by itself
	_ = s.objects.Start()
	asking.Wait()
}

// Ident is who the repository's settings say commits are by, as "Name <address>".
func (s *Store) Ident(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.whoCommits(ctx)
	return s.ident, err
}

// Tip is the commit at which the store stands, "" before the first file.
func (s *Store) Tip() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tip, err := s.tip()
	return tip.ID, err
}

// IsEmpty reports whether the store's branch has no commit yet.
func (s *Store) IsEmpty() (bool, error) {
	tip, err := s.Tip()
	return tip == "", err
}

// maxObject is the size of the largest file or tree that is taken in, maxFolder that of the largest folder: one of a million files takes
// 60 MB; and maxCommit that of the largest commit on which a store stands. Git reads commits whole, whatever it is asked of them.
const (
	maxObject = 256 << 20
	maxFolder = 64 << 20
	maxCommit = 1 << 20
)

func (s *Store) tip() (git.Object, error) {
	if err := s.renew(); err != nil {
		return git.Object{}, err
	}
	commit, err := s.objects.AtReference(s.Ref, maxCommit)
	switch {
	case errors.Is(err, git.ErrMissing):
		return s.lost()
	case errors.Is(err, git.ErrTooLarge):
		return git.Object{}, &Unreadable{fmt.Sprintf("the commit on which %s stands takes more than %d KiB, which no store makes", s.Ref, maxCommit>>10),
			fmt.Sprintf("`git update-ref %s %s^` sets the branch back to the one before it", s.Ref, s.Ref)}
	}
	return commit, err
}

// lost is where the store stands that git finds no commit for: nowhere, if there is no such branch. A branch that leads to
// nothing is no empty store.
func (s *Store) lost() (git.Object, error) {
	id, err := git.RefID(s.ctx, s.repo, s.Ref)
	if err != nil || id == "" && !s.isBroken() {
		return git.Object{}, err
	}
	if commit, err := s.objects.AtReference(s.Ref, maxCommit); !errors.Is(err, git.ErrMissing) {
		return commit, err // somebody made it just now
	}
	if id == "" {
		return git.Object{}, &Unreadable{s.Ref + " is broken: its file names no commit", "`git reflog show " + s.Ref + "` tells where it stood, and `git update-ref` puts it back there"}
	}
	return git.Object{}, &Unreadable{fmt.Sprintf("%s names %s, which is no commit that the repository has", s.Ref, id),
		"fetch it from the remote once more; `git fsck` and `git reflog show " + s.Ref + "` tell more; or set store.ref to another branch"}
}

// isBroken reports whether a branch that git cannot read has a file.
func (s *Store) isBroken() bool {
	branch := s.Ref
	if branch == Head {
		head, err := os.ReadFile(filepath.Join(s.repo.GitDir, Head))
		if err != nil {
			return true
		}
		branch, _ = strings.CutPrefix(strings.TrimSpace(string(head)), "ref: ")
	}
	info, err := os.Stat(filepath.Join(s.repo.Common, filepath.FromSlash(branch)))
	if err != nil || info.IsDir() { // that of other branches
		return false
	}
	_, isLink := s.symbolic(branch)
	return !isLink // else it leads to a branch that is not there
}

// symbolic gives the branch that a branch stands for by what its file says.
func (s *Store) symbolic(branch string) (target string, ok bool) {
	said, err := os.ReadFile(filepath.Join(s.repo.Common, filepath.FromSlash(branch)))
	if err != nil {
		return "", false
	}
	target, ok = strings.CutPrefix(strings.TrimSpace(string(said)), "ref:")
	return strings.TrimSpace(target), ok
}

// renew has references read anew where they were packed since. Git itself goes by the second of the file, its size and its
// number, which may all be those of the one before.
func (s *Store) renew() error {
	now, err := os.Stat(filepath.Join(s.repo.Common, "packed-refs"))
	if err != nil {
		return ignoreMissing(err)
	}
	was := s.packed
	s.packed = now
	if was != nil && os.SameFile(was, now) && was.ModTime().Equal(now.ModTime()) {
		return nil
	}
	return s.objects.Close()
}

// Get gives the content of a file by its path below the store's folder, of at most limit bytes.
func (s *Store) Get(name string, limit int64) ([]byte, error) {
	if err := CheckPath(name); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	tip, err := s.tip()
	if err != nil {
		return nil, err
	}
	if tip.ID == "" {
		return nil, fmt.Errorf("%s: %w", name, ErrNotFound)
	}
	return s.get(tip.ID+":"+path.Join(s.Folder, name), name, limit)
}

// get gives the content of a file, by what git calls it.
func (s *Store) get(revision, name string, limit int64) ([]byte, error) {
	blob, err := s.objects.Read(revision, limit)
	switch {
	case errors.Is(err, git.ErrMissing), err == nil && blob.Kind != "blob":
		return nil, fmt.Errorf("%s: %w", name, ErrNotFound)
	case err != nil:
		return nil, err
	}
	return blob.Data, nil
}
