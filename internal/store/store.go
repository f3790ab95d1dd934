// Package store owns a set of files in a git repository that only ever grows (contracts.md#store): no file that was once
// written is changed or taken away. So clones merge by union, and everything else is a view of the files. The package knows
// folders and bytes, and not what they mean.
//
// Files go straight into git's object store and onto a branch of their own. What Append reports as added is on the disk:
// the objects are synced before the branch moves, and git alone moves the branch and syncs it.
package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/store/worktree"
)

// ErrNotFound says that the store has no such file.
var ErrNotFound = fs.ErrNotExist

// Options say where in a repository a store lies.
type Options struct {
	Folder string // of the tree, such as "feedback"
	Ref    string // the full name of its branch, such as "refs/heads/feedback", or Head
	// Commit is that at which the store is read, whatever its branch does, which may then be one of a remote; such a store takes no
	// files. "": the store stands where its branch does.
	Commit string
	// Remote is a remote whose branch of the same name, as git fetched it last, is read together with the own one, as Sync would merge
	// them. Its records are written to by none. A store without a branch of its own begins on it. "": the own branch is read alone.
	Remote string
	// Joined hears once what is read beside the own branch. nil: nobody does.
	Joined       func(Joined)
	DerivedFiles DerivedFiles // the derived files beside it; nil: none
	Reader       *Reader      // of the repository, which the store closes; nil: the store makes one
	// LeftOut hears of a derived file that cannot follow because something else stands in its place: where is "index" or "work tree", ""
	// for the branch. The record is stored all the same. nil: nobody hears.
	LeftOut func(path, where string, why error)
	// MayLackTexts gives a function that reports whether a state of the store allows a file to lack texts: it takes what the file held
	// before and holds now, nil for a file that is gone. nil: none may.
	MayLackTexts func(ctx context.Context, at *State) (func(path string, was, is []byte) bool, error)
}

// Head is the branch that is checked out. A store there also writes its files into work tree and index, and changes nothing else in
// them.
const Head = "HEAD"

// Reader reads objects of a repository before anybody knows where its store lies. Open hands it to the store.
type Reader struct {
	*git.Objects
	packed os.FileInfo // of the file of packed references, before git read it
}

// NewReader makes a reader for a repository. It starts nothing before the first Read or Start.
func NewReader(ctx context.Context, repo git.Folder) *Reader {
	packed, _ := os.Stat(filepath.Join(repo.Common, "packed-refs")) // nil where there are none
	return &Reader{Objects: git.OpenObjects(ctx, repo), packed: packed}
}

// location is where a store lies, and how files are made there.
type location struct {
	Options
	repo git.Folder

	mu       sync.Mutex
	settings *git.Settings // nil: git was not asked yet
}

// Derived is a folder for what others derive from the store, below the git directory that all work trees share. Its content may be deleted
// at any time.
func (p *location) Derived() string { return p.own("index") }

// own is a file of kbgate below the git directory that all work trees share.
func (p *location) own(name string) string { return filepath.Join(p.repo.Common, "kbgate", name) }

// Place names the branch and the folder of the store.
func (p *location) Place() string { return p.Ref + "\x00" + p.Folder }

// gitSettings are the settings of git that a writer needs.
func (p *location) gitSettings(ctx context.Context) (git.Settings, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.settings == nil {
		said, err := git.SettingsOf(ctx, p.repo)
		if err != nil {
			return said, err
		}
		p.settings = &said
	}
	return *p.settings, nil
}

// Share gives new files and folders below the git directory the modes that git would give them.
func (p *location) Share(ctx context.Context, names ...string) error {
	said, err := p.gitSettings(ctx)
	for _, name := range names {
		if err == nil {
			err = said.Sharing.Adjust(name)
		}
	}
	return err
}

// Store is a set of files on a branch of a repository. It is safe for use by several goroutines; other processes, and git
// itself, may write to the repository at the same time.
type Store struct {
	*branch
	mu       sync.Mutex
	ident    string // who commits, once it is known
	grown    bool   // a file was added
	worktree worktree.Writer
}

// Open opens the store in a repository. Nothing is written before the first Append. The context ends
// the programs that the store keeps open.
func Open(ctx context.Context, repo git.Folder, o Options) (*Store, error) {
	if err := CheckPath(o.Folder); err != nil {
		return nil, fmt.Errorf("the folder of the store: %w", err)
	}
	if o.Commit == "" && o.Ref != Head && !strings.HasPrefix(o.Ref, "refs/heads/") {
		return nil, fmt.Errorf("the store cannot lie on %q: a branch is named refs/heads/…, and the one that is checked out %s", o.Ref, Head)
	}
	p := &location{Options: o, repo: repo}
	if err := repo.Err(); err != nil {
		return nil, p.explain(err)
	}
	b := &branch{location: p, ctx: ctx}
	if o.Reader == nil {
		b.objects = git.OpenObjects(ctx, repo)
	} else {
		b.objects, b.packed = o.Reader.Objects, o.Reader.packed
	}
	s := &Store{branch: b}
	s.worktree = worktree.Writer{Repo: repo, Objects: b.objects, Adjust: p.Share, LeavesOut: p.leavesOut, Committed: b.committed, Reached: reached}
	return s, nil
}

// Close ends the programs that the store keeps open.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.objects.Close()
}

// Prepare asks git for what a write needs to know while it starts the program that reads objects. Append would do both one after the
// other.
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

// whoCommits finds out whose name commits bear.
func (s *Store) whoCommits(ctx context.Context) error {
	if s.ident != "" {
		return nil
	}
	said, err := s.gitSettings(ctx)
	if s.ident = said.Ident; err == nil && s.ident == "" {
		s.ident, err = git.Ident(ctx, s.repo)
	}
	if err != nil && ctx.Err() == nil {
		return hint.Misuse("`git config user.name NAME` and `git config user.email ADDRESS` tell it", "git does not know who commits here: %w", err)
	}
	return err
}

// Tip is the commit at which the store is read, "" before the first file.
func (s *Store) Tip() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tip, err := s.seenTip(s.ctx)
	return tip.ID, err
}

// HasGrown reports whether Append has added a file since the store was opened.
func (s *Store) HasGrown() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.grown
}

// IsShared reports whether a remote is known to have all that stands on the own branch: a sync was the last that moved it.
func (s *Store) IsShared(remote string) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	own, err := s.tip()
	if err != nil || own.ID == "" {
		return own.ID == "", err
	}
	shared, err := s.objects.AtReference(git.SharedRef(remote, s.Ref), maxCommit)
	if errors.Is(err, git.ErrMissing) {
		err = nil
	}
	return shared.ID == own.ID, err
}

// Names are the files below a folder of the store ("" for all) at its tip, in the order of their paths.
func (s *Store) Names(ctx context.Context, folder string) ([]Name, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, err := s.seen(ctx)
	if err != nil {
		return nil, err
	}
	return now.Names(ctx, folder)
}

// Changes tell how the store at its tip differs from an earlier tree of it ("" for none), and give its tree now, "" for an empty store.
// A file may be gone if somebody set the branch elsewhere. If the repository lacks the earlier tree, git.ErrMissing holds.
func (s *Store) Changes(ctx context.Context, since string) (changes []PathChange, tree string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, err := s.seen(ctx)
	if err != nil {
		return nil, "", err
	}
	return now.Changes(ctx, since)
}

// Contents reads files, in order. A file of more than limit bytes, or whose content the repository lacks, comes with an error. Where
// reading fails altogether, an error without a path comes last. Other calls wait until the loop ends.
func (s *Store) Contents(ctx context.Context, names []Name, limit int64) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.contents(ctx, names, limit, yield)
	}
}
