package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/git"
)

// File is one file of the store.
type File struct {
	Path string // below the store's folder, with forward slashes
	Data []byte
}

// Outcome says what became of a file that was to be appended.
type Outcome int

// What may become of a file.
const (
	Added  Outcome = iota // it is there now
	Known                 // it was there already, to the byte
	Differ                // one of that name was there with other content, which stays
)

// manyObjects is from how many files on a pack is quicker than a file for each (section 3 of the design).
var manyObjects = 100

// patience is for how long Append tries to be first before it gives up.
var patience = time.Minute

// Append adds files in one commit, dated at, in which the view follows, and says what became of each. When it returns without an error, they are on
// the disk and on the store's branch for good; with an error, none is there, unless the error came from the move of the
// branch itself, and then adding them again does no harm.
func (s *Store) Append(ctx context.Context, at time.Time, message string, files ...File) (outcomes []Outcome, err error) {
	return s.append(ctx, at, message, nil, files...)
}

// AppendSigned is Append with a commit that bears a signature, which judge must not refuse.
func (s *Store) AppendSigned(ctx context.Context, at time.Time, message string, judge func(commit string) error, files ...File) ([]Outcome, error) {
	return s.append(ctx, at, message, judge, files...)
}

func (s *Store) append(ctx context.Context, at time.Time, message string, judge func(commit string) error, files ...File) (outcomes []Outcome, err error) {
	defer func() { err = s.wayOut(err) }()
	for _, f := range files {
		if err := CheckPath(f.Path); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.whoCommits(ctx); err != nil {
		return nil, err
	}
	w := s.newWriter(ctx, len(files))
	leaves, err := s.putBlobs(w, files)
	if err != nil {
		return nil, err
	}
	leaves, twice := distinct(leaves)
	for deadline, wait := time.Now().Add(patience), time.Millisecond; ; wait = min(2*wait, 100*time.Millisecond) {
		outcomes, err := inTurn(ctx, s, func(t turn) ([]Outcome, error) {
			return s.once(ctx, t, attempt{commit{ident: s.ident, at: at, message: message}, files, leaves, w, judge})
		})
		if err == nil {
			for file, first := range twice {
				if first.same {
					outcomes[file] = max(outcomes[first.file], Known)
				} else {
					outcomes[file] = Differ
				}
			}
			return outcomes, nil
		}
		if !errors.Is(err, git.ErrMoved) && !errors.Is(err, git.ErrLocked) {
			return nil, err
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("others kept writing to %s for %s: %w", s.Ref, patience, err)
		}
		if err := sleep(ctx, wait/2+rand.N(wait)); err != nil {
			return nil, err
		}
	}
}

// whoCommits finds out whose name commits bear.
func (s *Store) whoCommits(ctx context.Context) (err error) {
	if s.ident == "" {
		if s.ident, err = s.settings.ident(ctx); err != nil && ctx.Err() == nil {
			return &Refusal{"git does not know who commits here: " + err.Error(), "`git config user.name NAME` and `git config user.email ADDRESS` tell it"}
		}
	}
	return err
}

// newWriter chooses how objects are written.
func (s *Store) newWriter(ctx context.Context, files int) objectWriter {
	switch {
	case s.repo.Format != "sha1":
		s.writer = &plumbingWriter{ctx: ctx, repo: s.repo, folder: s.repo.Objects}
	case files >= manyObjects:
		s.writer = newPackWriter(s.repo, s.repo.Objects)
	default:
		s.writer = &looseWriter{store: s}
	}
	return s.writer
}

// putBlobs writes what the files hold, and gives their places in the tree, sorted.
func (s *Store) putBlobs(w objectWriter, files []File) ([]leaf, error) {
	contents := make([][]byte, len(files))
	for i, f := range files {
		contents[i] = f.Data
	}
	ids, err := w.put("blob", contents...)
	if err != nil {
		return nil, err
	}
	leaves := make([]leaf, len(files))
	for i, f := range files {
		leaves[i] = leaf{path: path.Join(s.Folder, f.Path), blob: ids[i], file: i}
	}
	slices.SortStableFunc(leaves, leaf.order)
	return leaves, nil
}

// again is a file that was given before.
type again struct {
	file int  // the first of its name
	same bool // to the byte
}

// distinct takes out the leaves that name a file again.
func distinct(sorted []leaf) (kept []leaf, twice map[int]again) {
	twice = map[int]again{}
	for _, l := range sorted {
		if n := len(kept); n > 0 && kept[n-1].path == l.path {
			twice[l.file] = again{kept[n-1].file, kept[n-1].blob == l.blob}
		} else {
			kept = append(kept, l)
		}
	}
	return kept, twice
}

// sortPath sorts what stands in a folder together.
func sortPath(p string) string { return strings.ReplaceAll(p, "/", "\x00") }

// attempt is what Append was given, and how it is written.
type attempt struct {
	commit
	files  []File
	leaves []leaf // of each file, sorted
	write  objectWriter
	judge  func(commit string) error // of a commit that is to be signed; nil: it is not
}

// once makes one commit upon what the store is now, and tries to move the branch there.
func (s *Store) once(ctx context.Context, t turn, a attempt) ([]Outcome, error) {
	tip, err := s.tip()
	if err != nil {
		return nil, err
	}
	if tip.ID != "" {
		a.parents = []string{tip.ID}
	}
	before, err := s.stateOf(tip.ID)
	if err != nil {
		return nil, err
	}
	trees := s.newTrees(a.write)
	outcomes := make([]Outcome, len(a.files))
	err = trees.meet(before.root, a.leaves, func(l leaf, there string) {
		if outcomes[l.file] = Differ; there == l.blob {
			outcomes[l.file] = Known
		}
	})
	if err != nil {
		return outcomes, err
	}
	var added []leaf
	var files []File
	for _, l := range a.leaves {
		if outcomes[l.file] == Added {
			added, files = append(added, l), append(files, a.files[l.file])
		}
	}
	if len(added) == 0 {
		return outcomes, nil
	}
	followers, err := s.follow(ctx, a.write, before, files)
	if err != nil {
		return outcomes, err
	}
	all := slices.Clone(added)
	for _, f := range followers {
		all = append(all, leaf{path: f.Path, blob: f.isBlob, replaces: true})
	}
	slices.SortFunc(all, leaf.order)
	if a.tree, err = trees.grow(before.root, all); err != nil {
		return outcomes, err
	}
	id, err := s.seal(ctx, &a)
	if err != nil {
		return nil, err
	}
	reached("objects")
	reason, _, _ := strings.Cut(a.message, "\n")
	if s.Ref != Head {
		return outcomes, s.move(ctx, t, s.Ref, id, tip.ID, reason)
	}
	l := layer{store: s, turn: t, write: a.write, commit: id, leaves: added, followers: followers}
	return outcomes, l.lay(ctx, before, func(branch string) error { return s.move(ctx, t, branch, id, tip.ID, reason) })
}

// seal writes the commit of an attempt, with all that belongs to it.
func (s *Store) seal(ctx context.Context, a *attempt) (id string, err error) {
	if a.judge == nil {
		if id, err = putOne(a.write, "commit", a.encode()); err == nil {
			err = a.write.flush(ctx)
		}
		return id, err
	}
	if err = a.write.flush(ctx); err != nil { // git is to find them
		return "", err
	}
	if id, err = git.CommitSigned(ctx, s.repo, a.tree, a.message, a.parents); err == nil {
		err = a.judge(id)
	}
	return id, err
}

// entries are those of a folder of the repository.
func (s *Store) entries(id string) ([]entry, error) {
	tree, err := s.objects.Read(id, maxFolder)
	if errors.Is(err, git.ErrTooLarge) {
		return nil, &caused{&Refusal{fmt.Sprintf("a folder on %s takes more than %d MiB in git, which no store comes to", s.Ref, maxFolder>>20),
			"`kbgate verify` names it where it stands among the records, and `git log` tells who brought it; a sync of a clone that had the branch before puts it right, or take it out as docs/store.md tells"}, []error{err}}
	}
	if err != nil {
		return nil, hole("a folder of the store", err)
	}
	if tree.Kind != "tree" {
		return nil, errBadTree
	}
	return parseTree(tree.Data, len(id)/2)
}

// treeOf is the tree of a commit.
func treeOf(c git.Object) (string, error) {
	line, _, _ := strings.Cut(string(c.Data), "\n")
	id, ok := strings.CutPrefix(line, "tree ")
	if !ok {
		return "", fmt.Errorf("the commit %s is not written as git writes commits; `git fsck` tells more", c.ID)
	}
	return id, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
