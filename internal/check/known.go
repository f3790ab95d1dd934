package check

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/cache"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/workspace"
)

// What is known of the notes of one tree is kept in a cache below the git directory, so that a change is judged without
// reading the base. An entry is named by the program, by what the configuration calls a claim, and by the tree. Another
// tree is known by an entry and what git says has changed since, as long as that is little.

const (
	// mostSince is how many files may have changed since the tree of an entry, as a part of all, and leastSince how many in
	// any case, before the entry is renewed: reading them again costs more from then on.
	mostSince  = 1.0 / 256
	leastSince = 64
	// keptEntries is how many entries are kept: branches that take turns each need one.
	keptEntries = 3
)

// Cache is where what is known of the notes is kept.
type Cache struct {
	cache.Cache
	Dir string
}

// CacheOf gives the cache of the repository whose work tree holds a folder.
func CacheOf(ctx context.Context, dir string) (Cache, error) {
	repo, err := git.Open(ctx, git.Find(ctx, dir))
	if err != nil {
		return Cache{}, workspace.NeedsRepository(dir, err)
	}
	return cacheIn(repo.Common), nil
}

// cacheIn is the cache in the git directory that all linked work trees share.
func cacheIn(common string) Cache {
	dir := filepath.Join(common, "kbgate", "cache")
	return Cache{Cache: cache.At(dir), Dir: dir}
}

// errDamagedCache says that the cache held something that was never written.
var errDamagedCache = errors.New("the cache is damaged")

// known gives what is known of a tree: a layer, and the changes that lead from the layer's tree to this one.
func (s *inquiry) known(tree string) (*kb.Layer, []git.Change, error) {
	if tree == "" {
		return kb.NewLayer(nil), nil, nil
	}
	if !s.cached() {
		layer, err := s.readLayer(tree, nil, nil)
		return layer, nil, err
	}
	if layer, ok := s.openLayer(tree); ok {
		return layer, nil, nil
	}
	for _, name := range s.store().Recent(s.cachePrefix()) {
		from := strings.TrimPrefix(name, s.cachePrefix())
		if !git.IsObjectID(from) {
			continue // of a work tree; as a name, git might take it for that of something else
		}
		since, closed, err := git.TreeDiff(s.ctx, s.repo, from, tree)
		if err != nil {
			continue // git has forgotten that tree
		}
		if len(closed.First) > 0 {
			continue // what is in such a folder, a list of the whole tree decides
		}
		layer, ok := s.openLayer(from)
		if !ok {
			continue
		}
		if len(since) <= max(leastSince, int(mostSince*float64(layer.Len()))) {
			return layer, since, nil
		}
		renewed, err := s.readLayer(tree, layer, since)
		if err == nil {
			s.keep(tree, renewed)
		}
		return renewed, nil, err
	}
	layer, err := s.readLayer(tree, nil, nil)
	if err == nil {
		s.keep(tree, layer)
	}
	return layer, nil, err
}

// readLayer reads the notes of a tree. Those that an older layer knows, and that have not changed since, need no reading.
func (s *inquiry) readLayer(tree string, older *kb.Layer, since []git.Change) (*kb.Layer, error) {
	files, _, err := git.TreeList(s.ctx, s.repo, tree)
	if err != nil {
		return nil, err
	}
	files = slices.DeleteFunc(files, func(e git.Entry) bool { return e.Mode == git.ModeSubmodule })
	entries := make(map[string]git.Entry, len(files))
	names := make([]string, len(files))
	for i, f := range files {
		entries[f.Path], names[i] = f, f.Path
	}
	slices.Sort(names)
	layer := kb.NewLayer(names)
	if older != nil {
		gone, _ := pathsOf(since)
		layer.Take(older.With(gone, nil))
	}
	return layer, s.fill(layer.With(nil, nil), nil, entries)
}

// fill reads the facts of the notes of a base that are not known yet: those that a layer below it does not have.
func (s *inquiry) fill(base *kb.Base, below *kb.Layer, entries map[string]git.Entry) error {
	v := &view{base: base, selected: map[kb.ID]bool{}}
	first := kb.ID(0)
	if below != nil {
		first = kb.ID(below.Len())
	}
	for id := first; id < kb.ID(base.Len()); id++ {
		if !base.Known(id) {
			v.unknown = append(v.unknown, id)
		}
	}
	if len(v.unknown) == 0 {
		return nil
	}
	v.open = func() noteReader {
		return s.blobs.reader("", entries)
	}
	_, _, err := s.judgeOf(v).run(s.ctx)
	return err
}

// cached reports whether this run may use a cache.
func (s *inquiry) cached() bool { return kb.Portable && s.common != "" && !s.NoCache }

// store is the cache. A process that judges again and again must not borrow its memory anew each time.
func (s *inquiry) store() Cache {
	c := cacheIn(s.common)
	if s.Repeated {
		c.Cache = c.Copying()
	}
	return c
}

// cachePrefix begins the names of the entries that this program may use with this configuration.
func (s *inquiry) cachePrefix() string {
	rules, err := json.Marshal(s.config.Claims)
	if err != nil {
		panic(err) // they are lists of texts
	}
	return fmt.Sprintf("%016x-", xxh3.HashString(program()+"\x00"+string(rules)))
}

// program tells this build of the program from others, whose facts may differ: by its version, or, where it has none, by
// the file that it was started from.
func program() string {
	version := runtime.Version()
	if info, ok := debug.ReadBuildInfo(); ok {
		version += " " + info.Main.Version
		for _, setting := range info.Settings {
			if strings.HasPrefix(setting.Key, "vcs.") {
				version += " " + setting.Value
			}
		}
	}
	if name, err := os.Executable(); err == nil {
		if info, err := os.Stat(name); err == nil {
			version += fmt.Sprint(" ", info.Size(), info.ModTime().UnixNano())
		}
	}
	return version
}

// The names under which a layer is kept; its indexes stand beside it under names of their own.
const factsSection = "facts"

func (s *inquiry) openLayer(tree string) (*kb.Layer, bool) {
	stored, ok := s.openEntry(s.cachePrefix() + tree)
	if !ok {
		return nil, false
	}
	return stored.layer, true
}

// openEntry opens the layer of an entry of the cache, with its indexes.
func (s *inquiry) openEntry(name string) (*storedLayer, bool) {
	entry := s.store().Entry(name)
	facts, ok := entry.Read(factsSection, 0)
	if !ok {
		return nil, false
	}
	layer, err := kb.OpenLayer(facts.Front, facts.Bulk)
	if err != nil {
		return nil, false
	}
	layer.ReadIndexes(func(name string) ([]byte, bool) {
		index, ok := entry.Read(name, facts.Sum)
		return index.Front, ok
	})
	s.stored = &storedLayer{layer: layer, entry: entry, sum: facts.Sum}
	entry.Touch()
	return s.stored, true
}

// storedLayer is a layer that is in the cache.
type storedLayer struct {
	layer *kb.Layer
	entry cache.Entry
	sum   uint64
}

// keep writes a layer into the cache. Whatever hinders that hinders nobody else.
func (s *inquiry) keep(tree string, layer *kb.Layer) {
	entry := s.store().Entry(s.cachePrefix() + tree)
	front, records := layer.Front()
	sum, err := entry.Write(factsSection, 0, front, records)
	if err != nil {
		return
	}
	s.stored = &storedLayer{layer: layer, entry: entry, sum: sum}
}

// keepIndexes writes the indexes that the run has made into the cache.
func (s *inquiry) keepIndexes() {
	if s.stored == nil {
		return
	}
	made := s.stored.layer.Indexes()
	for name, index := range made {
		_, _ = s.stored.entry.Write(name, s.stored.sum, index, nil) // the next run makes it again
	}
	if len(made) > 0 {
		s.store().Keep(keptEntries)
	}
}

// guarded runs with the cache, and without it if that turns out to be damaged, which deletes it.
func (s *inquiry) guarded(run func() (*Result, error)) (result *Result, err error) {
	attempt := func() (result *Result, err error) {
		defer func() {
			switch p := recover(); p {
			case nil:
			case kb.ErrDamaged{}:
				err = errDamagedCache
			default:
				panic(p)
			}
		}()
		return run()
	}
	result, err = attempt()
	if errors.Is(err, errDamagedCache) {
		_ = s.store().Clear() // if that fails, NoCache still holds for this run
		s.NoCache, s.stored = true, nil
		result, err = run()
	}
	return result, err
}
