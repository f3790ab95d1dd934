package check

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/cache"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/source"
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

// isLittle reports whether so few files of a snapshot have changed that its entry need not be renewed.
func isLittle(changed int, snapshot *kb.Snapshot) bool {
	return changed <= max(leastSince, int(mostSince*float64(snapshot.Len())))
}

// factCache keeps what is known of notes for the next run.
type factCache struct {
	on    bool // whether this run may use it
	cache cache.Cache
	// prefix begins the names of the entries that this program may use with this configuration.
	prefix string
	// The names of the work tree's entry, and of the sections beside the facts: of results, which depend on the whole configuration,
	// and of what the second round found, which depends on the day and on the history too.
	work, results, relations string
	stored                   *storedSnapshot
	opened                   []*kb.Snapshot
}

// storedSnapshot is a snapshot that is in the cache.
type storedSnapshot struct {
	snapshot *kb.Snapshot
	entry    cache.Entry
	sum      uint64
}

func (s *Session) newFactCache() *factCache {
	common := s.Source.CacheFolder()
	c := &factCache{on: kb.Portable && common != "" && !s.NoCache}
	if !c.on {
		return c
	}
	c.cache = cache.At(common)
	if s.Repeated { // such a process must not borrow the cache's mappings anew each time
		c.cache = c.cache.Copying()
	}
	rules, _ := json.Marshal(s.config.Claims) // they are lists of texts
	c.prefix = fmt.Sprintf("%016x-", xxh3.HashString(program()+"\x00"+string(rules)))
	checkout := s.Source.Checkout
	c.work = fmt.Sprintf("%swork-%016x", c.prefix, xxh3.HashString(s.Source.Place.Root))
	c.results = fmt.Sprintf("verdicts-%016x", xxh3.Hash(s.policy))
	c.relations = fmt.Sprintf("relations-%016x", xxh3.HashString(fmt.Sprintf("%s\x00%s\x00%s\x00%t", s.policy, s.Now.UTC().Format(time.DateOnly), checkout.Head, s.Source.Place.Repo.IsShallow())))
	return c
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

// drop deletes the cache. If that fails, this run does without all the same.
func (c *factCache) drop() {
	_ = c.cache.Clear()
	c.on, c.stored, c.opened = false, nil, nil
}

// isDamaged reports whether something that was asked for is not what was written.
func (c *factCache) isDamaged() bool { return slices.ContainsFunc(c.opened, (*kb.Snapshot).IsDamaged) }

// The name under which facts are kept; the indexes stand beside them under names of their own.
const factsSection = "facts"

// open opens the snapshot of an entry, with its indexes; nil where there is none.
func (c *factCache) open(name string) *storedSnapshot {
	entry := c.cache.Entry(name)
	facts, ok := entry.Read(factsSection, 0)
	if !ok {
		return nil
	}
	snapshot, err := kb.OpenSnapshot(facts.Front, facts.Bulk)
	if err != nil {
		return nil
	}
	snapshot.ReadIndexes(func(name string) ([]byte, bool) {
		index, ok := entry.Read(name, facts.Sum)
		return index.Front, ok
	})
	c.stored = &storedSnapshot{snapshot: snapshot, entry: entry, sum: facts.Sum}
	c.opened = append(c.opened, snapshot)
	entry.Touch()
	return c.stored
}

// keep writes a snapshot into an entry, and reports whether that worked. Whatever hinders it hinders nothing else.
func (c *factCache) keep(name string, snapshot *kb.Snapshot) bool {
	entry := c.cache.Entry(name)
	front, records := snapshot.Front()
	sum, err := entry.Write(factsSection, 0, front, records)
	if err == nil {
		c.stored = &storedSnapshot{snapshot: snapshot, entry: entry, sum: sum}
	}
	return err == nil
}

// keepIndexes writes the indexes that the run has made.
func (c *factCache) keepIndexes() {
	if c.stored == nil {
		return
	}
	made := c.stored.snapshot.Indexes()
	for name, index := range made {
		_, _ = c.stored.entry.Write(name, c.stored.sum, index, nil) // the next run makes it again
	}
	if len(made) > 0 {
		c.cache.Keep(keptEntries)
	}
}

// snapshotOf gives what is known of a tree: a snapshot, and the changes that lead from the snapshot's tree to this one.
func (s *Session) snapshotOf(tree string) (*kb.Snapshot, source.Differences, error) {
	if tree == "" {
		return kb.NewSnapshot(nil), nil, nil
	}
	c := s.facts
	if !c.on {
		snapshot, err := s.readSnapshot(tree, nil, nil)
		return snapshot, nil, err
	}
	if stored := c.open(c.prefix + tree); stored != nil {
		return stored.snapshot, nil, nil
	}
	var older *kb.Snapshot
	var since source.Differences
	for _, name := range c.cache.Recent(c.prefix) {
		from := strings.TrimPrefix(name, c.prefix)
		changes, ok := s.Source.Between(from, tree)
		if !ok {
			continue
		}
		if stored := c.open(name); stored != nil {
			if isLittle(len(changes), stored.snapshot) {
				return stored.snapshot, changes, nil
			}
			older, since = stored.snapshot, changes
			break
		}
	}
	snapshot, err := s.readSnapshot(tree, older, since)
	if err == nil {
		c.keep(c.prefix+tree, snapshot)
	}
	return snapshot, nil, err
}

// readSnapshot reads the notes of a tree. Those that an older snapshot knows, and that have not changed since, need no reading.
func (s *Session) readSnapshot(tree string, older *kb.Snapshot, since source.Differences) (*kb.Snapshot, error) {
	entries, err := s.Source.FilesOf(tree)
	if err != nil {
		return nil, err
	}
	snapshot := kb.NewSnapshot(slices.Sorted(maps.Keys(entries)))
	if older != nil {
		gone, _ := since.Paths()
		snapshot.Take(older.With(gone, nil))
	}
	return snapshot, s.fill(snapshot.With(nil, nil), 0, entries)
}

// fill reads the facts of the notes of a base that are not known yet, from an ID on.
func (s *Session) fill(base *kb.Overlay, from int, entries map[string]source.Entry) error {
	v := &noteSet{base: base, selected: map[kb.ID]bool{}, open: func() source.Reader { return s.Source.Objects("", entries) }}
	v.findUnknown(from)
	if len(v.unknown) == 0 {
		return nil
	}
	_, _, err := s.runner(v).run(s.ctx)
	return err
}
