// Package fix mends notes by the edits that findings carry. It loses nothing: what overlaps waits for the next round, and a note that
// is not as it was judged is left alone.
package fix

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"

	"github.com/kbgate/kbgate/internal/atomicfile"
	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/source"
)

// maxRounds bounds how often a run is repeated because the edits of one round made others possible.
const maxRounds = 8

// Rewrite is what fixes make of one note.
type Rewrite struct {
	Path          string // below the root
	Before, After []byte
}

// Fixed is what is left to be mended by hand, and the changes, which are not yet written.
type Fixed struct {
	*check.Result
	Changes []Rewrite
	// Before is the outcome of a check of what is on disk.
	Before *check.Result
	// Left are the notes that changed while they were being fixed, so that their edits no longer fit.
	Left []string

	root string
}

// Work works out all edits that lose nothing, until none is left; with pending also those that turn links to notes still
// to be written into comments. Nothing is written before Write.
func Work(ctx context.Context, req check.Request, pending bool) (*Fixed, error) {
	f := &fixing{before: map[string][]byte{}, left: map[string]bool{}}
	s, err := check.Open(ctx, req)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	f.texts, f.root = s.Source.Overlay(), s.Source.Place.Root
	fixed := &Fixed{root: f.root}
	for range maxRounds {
		if fixed.Result, err = s.Run(); err != nil {
			return nil, err
		}
		if fixed.Before == nil {
			fixed.Before = fixed.Result
		}
		changed := false
		for name, edits := range fixed.Edits {
			list := edits.Safe
			if pending {
				list = slices.Concat(list, edits.Pending)
			}
			changed = f.edit(name, list, edits.Of) || changed
		}
		if !changed {
			break
		}
	}
	fixed.Left = slices.Sorted(maps.Keys(f.left))
	for _, name := range slices.Sorted(maps.Keys(f.before)) {
		if before, after := f.before[name], f.texts[name]; !bytes.Equal(before, after) {
			fixed.Changes = append(fixed.Changes, Rewrite{name, before, after})
		}
	}
	return fixed, nil
}

// fixing is what the rounds of a fix have made so far.
type fixing struct {
	root   string
	texts  map[string][]byte // what stands in notes now
	before map[string][]byte // what stood in a note before its first edit
	left   map[string]bool   // notes that changed meanwhile
}

// edit applies edits to a note, if it still has the text that they were made for.
func (f *fixing) edit(name string, list []finding.Edit, judged source.Stamp) (changed bool) {
	if f.left[name] {
		return false
	}
	text, ok := f.texts[name]
	if !ok {
		files := source.WorkTree(f.root)
		defer files.Close()
		var why string
		var err error
		text, why, err = files.Read(name)
		if err != nil || why != "" || source.StampOf(text) != judged {
			f.left[name] = true
			return false
		}
	}
	after := apply(text, list)
	if bytes.Equal(after, text) {
		return false
	}
	if _, ok := f.before[name]; !ok {
		f.before[name] = bytes.Clone(text)
	}
	f.texts[name] = after
	return true
}

// apply makes the edits that do not overlap; the others find their turn in the next round.
func apply(text []byte, edits []finding.Edit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b finding.Edit) int { return a.At.Start - b.At.Start })
	var out []byte
	at := 0
	for _, e := range edits {
		if e.At.Start < at || e.At.End > len(text) {
			continue
		}
		out = append(append(out, text[at:e.At.Start]...), e.NewText...)
		at = e.At.End
	}
	return append(out, text[at:]...)
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
		if err := c.write(f.root); err != nil {
			fail(c.Path, err)
			continue
		}
		written++
	}
	return written, errors.Join(failures...)
}

func (c Rewrite) write(root string) error {
	// A reader of its own for each, so that no folder may have become a link since.
	files := source.WorkTree(root)
	defer files.Close()
	now, why, err := files.Read(c.Path)
	if err != nil || why != "" || !bytes.Equal(now, c.Before) {
		return errChanged
	}
	name := files.File(c.Path)
	info, err := mayWrite(name)
	if err != nil {
		return err
	}
	return atomicfile.Write(name, c.After, 0o600, func(file *os.File) error {
		return errors.Join(keepOwner(file, info), file.Chmod(info.Mode().Perm()))
	})
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
