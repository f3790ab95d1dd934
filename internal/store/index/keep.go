package index

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/cache"
	"github.com/kbgate/kbgate/internal/wire"
)

// shelf is where an index is kept: a file for each segment, named by its content, and one that says which of them, in
// which order, make up the index of which tree. That one is renamed into place last, so whoever reads it finds a state
// that was whole, whoever else writes another.
type shelf struct {
	Options
	cache   cache.Cache
	entry   cache.Entry
	columns []Column
}

const (
	manifest = "manifest"
	probe    = "probe" // of nothing: whether files can be written at all
	// keptEntries is how many indexes are kept: of other branches, and of other versions of the program.
	keptEntries = 4
	// grace is for how long a segment is left alone that no state has: its writer may be about to say that one has it, and
	// a reader about to open it.
	grace = time.Minute
	// maxSegments is more than any state has, for their sizes grow geometrically.
	maxSegments = 64
)

func newShelf(ctx context.Context, s Source, schema *Schema, o Options) shelf {
	kept := shelf{Options: o, cache: cache.At(s.Derived()).Shared(func(name string) error { return s.Share(ctx, name) }), columns: schema.Columns}
	if o.Copying {
		kept.cache = kept.cache.Copying()
	}
	var w wire.Writer
	w.Uint(format)
	w.Text(schema.Name)
	for _, c := range schema.Columns {
		w.Text(c.Name)
		w.Bool(c.Many)
	}
	kept.entry = kept.cache.Entry(fmt.Sprintf("%016x-%016x", xxh3.HashString(s.Place()), xxh3.Hash(w.Bytes)))
	return kept
}

func sectionOf(segment uint64) string { return fmt.Sprintf("segment-%016x", segment) }

// load gives the state that was kept last. A segment that is not there may have been taken away by somebody who keeps a
// newer state.
func (k *shelf) load() (st *stack, tree string, ok bool) {
	if !portable {
		return nil, "", false
	}
	last := uint64(0)
	for {
		list, there := k.entry.Read(manifest, 0)
		if !there || list.Sum == last {
			return nil, "", false
		}
		last = list.Sum
		tree, names, ok := parseManifest(list.Front)
		if !ok {
			return nil, "", false
		}
		if segments, ok := k.open(names); ok {
			st, err := newStack(segments)
			return st, tree, err == nil
		}
	}
}

func (k *shelf) open(names []uint64) (segments []*segment, ok bool) {
	for _, name := range names {
		section, ok := k.entry.Read(sectionOf(name), 0)
		if !ok {
			return nil, false
		}
		s, ok := openSegment(section.Front, section.Bulk, k.columns)
		if !ok || s.name != name {
			return nil, false
		}
		s.kept = true
		segments = append(segments, s)
	}
	return segments, true
}

func parseManifest(data []byte) (tree string, names []uint64, ok bool) {
	r := wire.Reader{Bytes: data}
	tree = r.Text()
	for range min(r.Len(8), maxSegments) {
		names = append(names, r.Fixed64())
	}
	return tree, names, r.Err() == nil && len(r.Bytes) == 0 && tree != ""
}

func writeManifest(tree string, st *stack) []byte {
	var w wire.Writer
	w.Text(tree)
	w.Uint(uint64(len(st.segments)))
	for _, s := range st.segments {
		w.Fixed64(s.name)
	}
	return w.Bytes
}

// probe says why nothing can be kept.
func (k *shelf) probe() error {
	if !portable {
		return errors.New("numbers are written otherwise on this machine")
	}
	_, err := k.entry.Write(probe, 0, nil, nil)
	return err
}

// save keeps a state: first the segments that are new, and then that they make it up.
func (k *shelf) save(st *stack, tree string) error {
	if !portable || tree == "" {
		return nil
	}
	var sections []string
	for _, s := range st.segments {
		section := sectionOf(s.name)
		sections = append(sections, section)
		if s.kept && k.entry.Has(section) {
			continue
		}
		if _, err := k.entry.Write(section, 0, [][]byte{s.front()}, s.bulk()); err != nil {
			return err
		}
		s.kept = true
	}
	if _, err := k.entry.Write(manifest, 0, [][]byte{writeManifest(tree, st)}, nil); err != nil {
		return err
	}
	k.entry.Prune(slices.Concat(sections, []string{manifest}), grace)
	k.cache.Keep(keptEntries)
	return nil
}
