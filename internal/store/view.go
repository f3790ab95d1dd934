package store

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"slices"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/store/objects"
	"github.com/kbgate/kbgate/internal/store/tree"
	"github.com/kbgate/kbgate/internal/store/worktree"
)

// DerivedFiles keeps derived files up to date: files on the store's branch, outside of its folder, that are made of the records and may be made
// anew. They change in the commit that brings the records. The store does not know what they say.
//
// The store calls a method again, with another state, if somebody else moved the branch. The methods must not use the store itself, which
// is busy, but only the states.
type DerivedFiles interface {
	// Grow says how files follow when some are added to a state of the store.
	Grow(ctx context.Context, added []File, before *State) ([]Edit, error)
	// Join gives the files, by their paths from the top, that are to be otherwise than a merge of two states makes them.
	Join(ctx context.Context, j Join) ([]File, error)
}

// Edit is how one derived file follows.
type Edit struct {
	Path string // from the top of the repository
	// Apply gives the new content from the old, nil if there is no file, and must not change the old. On the branch that is checked out
	// it is called for each copy that differs: on the branch, staged, and in the work tree.
	Apply func(old []byte) ([]byte, error)
}

// Join is two states that become one.
type Join struct {
	Base, Ours, Theirs *State
	Both               *State // the store as it will be; it has no files outside of its folder
	// Merge merges two versions of a text. Where they conflict, it keeps the lines of both, in an order that does not depend on the order of
	// the versions. git.ErrBinary says that they are no texts.
	Merge func(base, a, b []byte) ([]byte, error)
}

// follow gives the derived files as they are when files are added to a state.
func (w *writing) follow(ctx context.Context, before *State, added []File) (all []worktree.Derived, err error) {
	if w.DerivedFiles == nil {
		return nil, nil
	}
	edits, err := w.DerivedFiles.Grow(ctx, added, before)
	if err != nil {
		return nil, err
	}
	for _, e := range edits {
		d := worktree.Derived{Path: e.Path, Apply: e.Apply}
		if err := w.mayFollow(e.Path); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(other worktree.Derived) bool { return other.Path == e.Path }) {
			return nil, fmt.Errorf("the view changes %s twice at once", e.Path)
		}
		if d.Was, d.WasBlob, err = before.file(e.Path); err == nil {
			d.Is, err = e.Apply(d.Was)
		}
		if w.leavesOut(e.Path, "", err) || err == nil && bytes.Equal(d.Was, d.Is) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Path, err)
		}
		d.IsBlob = w.out.Put(objects.Blob, d.Is)
		all = append(all, d)
	}
	return all, nil
}

// leavesOut reports whether an error says that something else stands in the place of a derived file, and tells LeftOut so.
func (p *location) leavesOut(path, where string, err error) bool {
	if !hint.IsUsage(err) {
		return false
	}
	if p.LeftOut != nil {
		p.LeftOut(path, where, err)
	}
	return true
}

// mayFollow refuses a path that is not safe everywhere, or lies among the records.
func (p *location) mayFollow(name string) error {
	if err := CheckPath(name); err != nil {
		return err
	}
	if inside(name, p.Folder) {
		return fmt.Errorf("the path %q lies in the store, which holds records alone", name)
	}
	return nil
}

// mergeTexts is git.MergeTexts.
var mergeTexts = git.MergeTexts

// mergeText merges two texts. Their order does not matter.
func (w *writing) mergeText(ctx context.Context) func(base, a, b []byte) ([]byte, error) {
	return func(base, a, b []byte) ([]byte, error) {
		switch {
		case bytes.Equal(a, b) || bytes.Equal(b, base):
			return a, nil
		case bytes.Equal(a, base):
			return b, nil
		case bytes.Compare(a, b) > 0:
			a, b = b, a
		}
		return mergeTexts(ctx, w.repo, base, a, b)
	}
}

// join asks the view for its files when two states become one.
func (w *writing) join(ctx context.Context, j Join) (all []tree.Addition, err error) {
	if w.DerivedFiles == nil {
		return nil, nil
	}
	files, err := w.DerivedFiles.Join(ctx, j)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if err := w.mayFollow(f.Path); err != nil {
			return nil, err
		}
		all = append(all, tree.Addition{Path: path.Clean(f.Path), Blob: w.out.Put(objects.Blob, f.Data), Replaces: true})
	}
	return all, nil
}
