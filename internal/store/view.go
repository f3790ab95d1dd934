package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/kbgate/kbgate/internal/git"
)

// View keeps files in step with what the store holds: files on its branch and outside of its folder, which are made of the
// records and may be made anew. They change in the commit that brings the records. The store knows nothing of what they say.
//
// Its methods may be called again, with another state, where somebody else moved the branch. They must not use the store
// itself, which is busy; all that they need of it is in the states.
type View interface {
	// Grow says how files follow when some are added to a state of the store.
	Grow(ctx context.Context, added []File, before *State) ([]Edit, error)
	// Join gives the files, by their paths from the top, that are to be otherwise than a merge of two states makes them.
	Join(ctx context.Context, j Join) ([]File, error)
}

// Edit is how one file of a view follows.
type Edit struct {
	Path string // from the top of the repository
	// Apply gives the file anew, of what it holds (nil: it is not there), which it must not change. On the branch that is
	// checked out each copy follows by itself: that of the branch, that which is staged, and that in the work tree.
	Apply func(old []byte) ([]byte, error)
}

// Join is two states that become one.
type Join struct {
	Base, Ours, Theirs *State
	Both               *State // the store as it will be; it has no files outside of its folder
	// Merge merges two texts that were one, and keeps the lines of both where they are at odds, in an order that does not
	// depend on which is whose. git.ErrBinary says that they are no texts.
	Merge func(base, a, b []byte) ([]byte, error)
}

// follower is a file of the view that changes.
type follower struct {
	Edit
	was, is         []byte // nil: there was none
	wasBlob, isBlob string // "" likewise
}

// follow has the view follow upon files that are added to a state.
func (s *Store) follow(ctx context.Context, w objectWriter, before *State, added []File) ([]follower, error) {
	if s.View == nil {
		return nil, nil
	}
	edits, err := s.View.Grow(ctx, added, before)
	if err != nil {
		return nil, err
	}
	var all []follower
	for _, e := range edits {
		f := follower{Edit: e}
		if err := s.mayFollow(e.Path); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(other follower) bool { return other.Path == e.Path }) {
			return nil, fmt.Errorf("the view changes %s twice at once", e.Path)
		}
		if f.was, f.wasBlob, err = before.file(e.Path); err == nil {
			f.is, err = e.Apply(f.was)
		}
		if s.leavesOut(e.Path, "", err) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Path, err)
		}
		if bytes.Equal(f.was, f.is) {
			continue
		}
		if f.isBlob, err = putOne(w, "blob", f.is); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// leavesOut reports whether an error says that what stands in the place of a file of the view allows none, and tells of it.
func (s *Store) leavesOut(path, where string, err error) bool {
	refused := (*Refusal)(nil)
	if !errors.As(err, &refused) {
		return false
	}
	if s.LeftOut != nil {
		s.LeftOut(path, where, refused)
	}
	return true
}

// mayFollow refuses a path that is not safe everywhere, or lies among the records.
func (s *Store) mayFollow(name string) error {
	if err := CheckPath(name); err != nil {
		return err
	}
	if inside(name, s.Folder) {
		return fmt.Errorf("the path %q lies in the store, which holds records alone", name)
	}
	return nil
}

// merger gives the function that merges texts, whichever of two comes first.
func merger(ctx context.Context, repo git.Folder) func(base, a, b []byte) ([]byte, error) {
	return func(base, a, b []byte) ([]byte, error) {
		switch {
		case bytes.Equal(a, b) || bytes.Equal(b, base):
			return a, nil
		case bytes.Equal(a, base):
			return b, nil
		case bytes.Compare(a, b) > 0:
			a, b = b, a
		}
		return mergeTexts(ctx, repo, base, a, b)
	}
}

// join has the view give its files for two states that become one, as leaves.
func (s *Store) join(ctx context.Context, w objectWriter, j Join) ([]leaf, error) {
	if s.View == nil {
		return nil, nil
	}
	j.Merge = merger(ctx, s.repo)
	files, err := s.View.Join(ctx, j)
	if err != nil {
		return nil, err
	}
	var leaves []leaf
	for _, f := range files {
		if err := s.mayFollow(f.Path); err != nil {
			return nil, err
		}
		blob, err := putOne(w, "blob", f.Data)
		if err != nil {
			return nil, err
		}
		leaves = append(leaves, leaf{path: path.Clean(f.Path), blob: blob, replaces: true})
	}
	slices.SortFunc(leaves, leaf.order)
	return leaves, nil
}
