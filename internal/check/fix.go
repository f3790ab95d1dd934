package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/gate"
)

// maxRounds bounds how often a run is repeated because the edits of one round made others possible.
const maxRounds = 8

// Change is what fixes make of one note.
type Change struct {
	Path          string // below the root
	Before, After []byte
}

// Fixed is the outcome of Fix: what is left to be mended by hand, and the changes, which are not yet written.
type Fixed struct {
	*Result
	Changes []Change

	root string
}

// Fix works out all edits that lose nothing, until none is left; with pending also those that turn links to notes still
// to be written into comments. Nothing is written before Write.
func Fix(ctx context.Context, req Request, pending bool) (*Fixed, error) {
	s, err := newSession(ctx, req)
	if err != nil {
		return nil, err
	}
	if s.overlay == nil {
		s.overlay = map[string][]byte{}
	}
	before := map[string][]byte{}
	var result *Result
	for range maxRounds {
		if result, err = s.run(); err != nil {
			return nil, err
		}
		edits := result.edits
		if pending {
			for name, more := range result.pending {
				edits[name] = append(edits[name], more...)
			}
		}
		if changed, err := s.edit(edits, before); err != nil || !changed {
			return s.fixed(result, before), err
		}
	}
	return s.fixed(result, before), nil
}

// edit applies edits in the overlay and remembers what stood there before the first of them.
func (s *session) edit(edits map[string][]gate.Edit, before map[string][]byte) (changed bool, err error) {
	for name, list := range edits {
		source, ok := s.overlay[name]
		if !ok {
			var why string
			if source, why, err = readNote(filepath.Join(s.root, filepath.FromSlash(name)), nil); err != nil || why != "" {
				return changed, fmt.Errorf("%s changed while it was being fixed; nothing was written", name)
			}
		}
		after := applyEdits(source, list)
		if bytes.Equal(after, source) {
			continue
		}
		if _, ok := before[name]; !ok {
			before[name] = bytes.Clone(source)
		}
		s.overlay[name], changed = after, true
	}
	return changed, nil
}

func (s *session) fixed(r *Result, before map[string][]byte) *Fixed {
	f := &Fixed{Result: r, root: s.root}
	for name, source := range before {
		if after := s.overlay[name]; !bytes.Equal(source, after) {
			f.Changes = append(f.Changes, Change{Path: name, Before: source, After: after})
		}
	}
	slices.SortFunc(f.Changes, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return f
}

// applyEdits makes the edits that do not overlap; the others find their turn in the next round.
func applyEdits(source []byte, edits []gate.Edit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b gate.Edit) int { return a.At.Start - b.At.Start })
	var out []byte
	at := 0
	for _, e := range edits {
		if e.At.Start < at || e.At.End > len(source) {
			continue
		}
		out = append(append(out, source[at:e.At.Start]...), e.New...)
		at = e.At.End
	}
	return append(out, source[at:]...)
}

// Write writes the changed notes, each wholly or not at all. A note that is not as it was when it was judged is left
// alone and reported.
func (f *Fixed) Write() error {
	var failures []error
	for _, c := range f.Changes {
		if err := writeNote(filepath.Join(f.root, filepath.FromSlash(c.Path)), c.Before, c.After); err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", c.Path, err))
		}
	}
	return errors.Join(failures...)
}

func writeNote(name string, before, after []byte) (err error) {
	now, why, err := readNote(name, nil)
	if err != nil || why != "" || !bytes.Equal(now, before) {
		return errors.New("the note changed while it was being fixed, so it is left as it is")
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(name), ".kbgate-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temp.Name()))
		}
	}()
	_, err = temp.Write(after)
	err = errors.Join(err, temp.Chmod(info.Mode().Perm()), temp.Sync(), temp.Close())
	if err != nil {
		return err
	}
	return os.Rename(temp.Name(), name)
}
