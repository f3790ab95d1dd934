package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/kbgate/kbgate/internal/finding"
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
	// Before is the outcome of a check of what is on disk.
	Before *Result
	// Left are the notes that changed while they were being fixed, so that their edits no longer fit.
	Left []string

	root string
}

// Fix works out all edits that lose nothing, until none is left; with pending also those that turn links to notes still
// to be written into comments. Nothing is written before Write.
func Fix(ctx context.Context, req Request, pending bool) (*Fixed, error) {
	s, err := newInquiry(ctx, req)
	if err != nil {
		return nil, err
	}
	if s.overlay == nil {
		s.overlay = map[string][]byte{}
	}
	f := &fixing{inquiry: s, before: map[string][]byte{}, left: map[string]bool{}}
	var first, result *Result
	for range maxRounds {
		if result, err = s.run(); err != nil {
			return nil, err
		}
		if first == nil {
			first = result
		}
		edits := result.edits
		if pending {
			for name, more := range result.pending {
				edits[name] = append(edits[name], more...)
			}
		}
		changed := false
		for name, list := range edits {
			changed = f.edit(name, list, result.judged[name]) || changed
		}
		if !changed {
			break
		}
	}
	fixed := f.changes()
	fixed.Result, fixed.Before, fixed.root = result, first, s.root
	return fixed, nil
}

// fixing is what the rounds of a fix have made so far.
type fixing struct {
	*inquiry
	before map[string][]byte // what stood in a note before its first edit
	left   map[string]bool   // notes that changed under our hands
}

// edit applies edits to a note in the overlay, if it still has the bytes that they were made for.
func (f *fixing) edit(name string, list []finding.Edit, judged stamp) (changed bool) {
	if f.left[name] {
		return false
	}
	source, ok := f.overlay[name]
	if !ok {
		var why string
		var err error
		files := newReader(f.root)
		source, why, err = files.read(name)
		files.close()
		if err != nil || why != "" || stampOf(source) != judged {
			f.left[name] = true
			return false
		}
	}
	after := applyEdits(source, list)
	if bytes.Equal(after, source) {
		return false
	}
	if _, ok := f.before[name]; !ok {
		f.before[name] = bytes.Clone(source)
	}
	f.overlay[name] = after
	return true
}

func (f *fixing) changes() *Fixed {
	fixed := &Fixed{Left: slices.Sorted(maps.Keys(f.left))}
	for _, name := range slices.Sorted(maps.Keys(f.before)) {
		if source, after := f.before[name], f.overlay[name]; !bytes.Equal(source, after) {
			fixed.Changes = append(fixed.Changes, Change{Path: name, Before: source, After: after})
		}
	}
	return fixed
}

// applyEdits makes the edits that do not overlap; the others find their turn in the next round.
func applyEdits(source []byte, edits []finding.Edit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b finding.Edit) int { return a.At.Start - b.At.Start })
	var out []byte
	at := 0
	for _, e := range edits {
		if e.At.Start < at || e.At.End > len(source) {
			continue
		}
		out = append(append(out, source[at:e.At.Start]...), e.NewText...)
		at = e.At.End
	}
	return append(out, source[at:]...)
}

// errChanged says that a note is not as it was when it was judged.
var errChanged = errors.New("the note changed while it was being fixed, so it is left as it is")

// Write writes the changed notes, each wholly or not at all, and counts them. A note that is not as it was when it was
// judged is left alone and reported, and so is one that may not be written.
func (f *Fixed) Write() (written int, err error) {
	var failures []error
	fail := func(name string, err error) { failures = append(failures, fmt.Errorf("%s: %w", name, err)) }
	for _, name := range f.Left {
		fail(name, errChanged)
	}
	for _, c := range f.Changes {
		// A reader of its own for each, so that no folder may have become a link since.
		files := newReader(f.root)
		err := writeNote(files, c)
		files.close()
		if err != nil {
			fail(c.Path, err)
			continue
		}
		written++
	}
	return written, errors.Join(failures...)
}

func writeNote(files *reader, c Change) (err error) {
	now, why, err := files.read(c.Path)
	if err != nil || why != "" || !bytes.Equal(now, c.Before) {
		return errChanged
	}
	name := files.file(c.Path)
	info, err := mayWrite(name)
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
	_, err = temp.Write(c.After)
	err = errors.Join(err, keepOwner(temp, info), temp.Chmod(info.Mode().Perm()), temp.Sync(), temp.Close())
	if err != nil {
		return err
	}
	return os.Rename(temp.Name(), name)
}

// mayWrite describes a note if it may be written. A new file in its place would need the leave of its folder alone.
func mayWrite(name string) (fs.FileInfo, error) {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("the note is left as it is: %w", err)
	}
	info, err := file.Stat()
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o222 == 0 { // the superuser may write it all the same
		return nil, errors.New("the note is read-only, so it is left as it is")
	}
	return info, nil
}
