package index

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/cache"
)

// storage is where an index is kept: a file for each segment, named by its content, and a manifest, which lists the segments in order and
// names the tree that they are the index of. The manifest is renamed into place last, so a reader finds a whole state, whoever else
// writes.
type storage struct {
	Options
	cache   cache.Cache
	entry   cache.Entry
	columns []Column
}

const (
	manifest = "manifest"
	probe    = "probe" // an empty section, written to see whether files can be written
	// keptEntries is how many indexes are kept: of several branches, and of several versions of the program.
	keptEntries = 4
	// grace is how long a segment stays that is in no manifest: its writer may be about to write the manifest, or a reader about to open
	// the segment.
	grace = time.Minute
	// maxSegments is more than any state has, because the sizes of segments grow geometrically.
	maxSegments = 64
)

func newStorage(ctx context.Context, s Source, schema *Schema, o Options) storage {
	kept := storage{Options: o, cache: cache.At(s.Derived()).Shared(func(name string) error { return s.Share(ctx, name) }), columns: schema.Columns}
	form, _ := json.Marshal([]any{format, schema.Name, schema.Columns}) // texts can be written
	kept.entry = kept.cache.Entry(fmt.Sprintf("%016x-%016x", xxh3.HashString(s.Place()), xxh3.Hash(form)))
	return kept
}

func sectionOf(segment uint64) string { return fmt.Sprintf("segment-%016x", segment) }

// load gives the state that was kept last, nil for none. If a segment is missing, the writer of a newer state may have removed it, so load
// reads the manifest again.
func (k *storage) load() *state {
	for last := uint64(0); portable; {
		section, there := k.entry.Read(manifest, 0)
		l, ok := parseManifest(section.Front)
		if !there || !ok || section.Sum == last {
			return nil
		}
		last = section.Sum
		if segments := k.open(l.Segments); len(segments) == len(l.Segments) {
			if st, err := newStack(segments); err == nil {
				return &state{stack: st, tree: l.Tree}
			}
			return nil
		}
	}
	return nil
}

// open opens segments up to the first that is not there.
func (k *storage) open(names []uint64) (segments []*segment) {
	for _, name := range names {
		section, there := k.entry.Read(sectionOf(name), 0)
		s, ok := openSegment(section.Front, section.Bulk, k.columns)
		if !there || !ok || s.name != name {
			break
		}
		s.kept = true
		segments = append(segments, s)
	}
	return segments
}

// list is what a manifest says.
type list struct {
	Tree     string
	Segments []uint64
}

func parseManifest(data []byte) (l list, ok bool) {
	err := json.Unmarshal(data, &l)
	return l, err == nil && l.Tree != "" && len(l.Segments) <= maxSegments
}

// probe says why nothing can be kept.
func (k *storage) probe() error {
	if !portable {
		return errors.New("numbers are written otherwise on this machine")
	}
	_, err := k.entry.Write(probe, 0, nil, nil)
	return err
}

// save keeps a state: first its new segments, then the manifest.
func (k *storage) save(now *state) error {
	if !portable || now.tree == "" {
		return nil
	}
	l := list{Tree: now.tree}
	sections := []string{manifest}
	for _, s := range now.segments {
		section := sectionOf(s.name)
		l.Segments = append(l.Segments, s.name)
		sections = append(sections, section)
		if s.kept && k.entry.Has(section) {
			continue
		}
		if _, err := k.entry.Write(section, 0, [][]byte{s.front()}, s.bulk()); err != nil {
			return err
		}
		s.kept = true
	}
	front, err := json.Marshal(l)
	if err == nil {
		_, err = k.entry.Write(manifest, 0, [][]byte{front}, nil)
	}
	if err != nil {
		return err
	}
	k.entry.Prune(sections, grace)
	k.cache.Keep(keptEntries)
	return nil
}
