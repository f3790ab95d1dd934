package check

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/wire"
)

// What a check of the work tree finds out of each note, its facts and the first round's verdict, is kept with what the
// system says of the file: size, times and number. The next check reads only the files of which the system says
// something else; those that were written while they were being read, or shortly before, are never trusted.

// fileStat is what the system says of a file. A file of which nothing is known is like no other.
type fileStat = regular.Stat

const (
	// statFields is how many numbers a fileStat is kept as.
	statFields = 4
	// settled is for how long a file must have been left alone to be trusted: longer than the coarsest clock of a file
	// system ticks.
	settled = 2 * time.Second
)

// memory is what an earlier check of the work tree has found out.
type memory struct {
	*storedLayer
	stats    []uint64
	verdicts []wire.Reader // by note; an empty one is none
	// relations are what the second round found when nothing was otherwise than it is now; nil: not known.
	relations []byte
}

// The names of the sections beside the facts.
const (
	statSection     = "stats"
	verdictSection  = "verdicts"
	relationSection = "relations"
)

// workEntry is the name of the entry for this work tree.
func (s *inquiry) workEntry() string {
	return fmt.Sprintf("%swork-%016x", s.cachePrefix(), xxh3.HashString(s.root))
}

// recall gives what is known of the work tree, or nil.
func (s *inquiry) recall() *memory {
	if !s.cached() {
		return nil
	}
	stored, ok := s.openEntry(s.workEntry())
	if !ok {
		return nil
	}
	m := &memory{storedLayer: stored}
	stats, _ := stored.entry.Read(statSection, stored.sum)
	if m.stats, ok = kb.Numbers(stats.Front); !ok || len(m.stats) != statFields*stored.layer.Len() {
		return nil
	}
	m.verdicts = make([]wire.Reader, stored.layer.Len())
	if verdicts, ok := stored.entry.Read(s.verdictName(), stored.sum); ok {
		r := wire.Reader{Bytes: verdicts.Front}
		for i := range m.verdicts {
			m.verdicts[i].Bytes = []byte(r.Text())
		}
	}
	if relations, ok := stored.entry.Read(s.relationName(), stored.sum); ok {
		m.relations = relations.Front
	}
	return m
}

// verdictName is the name of the section of verdicts, which depend on the whole configuration.
func (s *inquiry) verdictName() string {
	return fmt.Sprintf("%s-%016x", verdictSection, xxh3.Hash(s.policy))
}

// relationName is the name of the section of what the second round found, which depends on the day and on the history too.
func (s *inquiry) relationName() string {
	return fmt.Sprintf("%s-%016x", relationSection, xxh3.HashString(fmt.Sprintf("%s\x00%s\x00%s\x00%t", s.policy, s.Now.UTC().Format(time.DateOnly), s.head, s.shallow)))
}

// recallRelations gives what the second round found before, if nothing at all is otherwise now.
func (j *judge) recallRelations() ([]finding.Finding, bool) {
	if j.memory == nil || j.memory.relations == nil || j.selected != nil || len(j.unknown) > 0 || !j.base.IsLayer() {
		return nil, false
	}
	r := wire.Reader{Bytes: j.memory.relations}
	all := make([]finding.Finding, r.Len(8))
	for i := range all {
		all[i].Path = r.Text()
		all[i].Read(&r)
		for range r.Len(1) {
			all[i].Others = append(all[i].Others, r.Text())
		}
	}
	return all, r.Err() == nil
}

// packRelations writes what the second round has found.
func (j *judge) packRelations() []byte {
	var w wire.Writer
	w.Uint(uint64(len(j.related)))
	for i := range j.related {
		f := &j.related[i]
		w.Text(f.Path)
		f.Write(&w)
		w.Uint(uint64(len(f.Others)))
		for _, other := range f.Others {
			w.Text(other)
		}
	}
	return w.Bytes
}

// differences finds the files that are not as the memory has them, and those that it has not. A note that is wanted has to
// have a verdict.
func (s *inquiry) differences(m *memory) (gone, added []string) {
	files := s.files
	known := m.layer.Files()
	var same []string // that both have, for the notes among which the system is asked
	for len(files)+len(known) > 0 {
		switch {
		case len(known) == 0 || len(files) > 0 && files[0] < known[0]:
			added, files = append(added, files[0]), files[1:]
		case len(files) == 0 || known[0] < files[0]:
			gone, known = append(gone, known[0]), known[1:]
		default:
			if kb.IsNote(files[0]) {
				same = append(same, files[0])
			}
			files, known = files[1:], known[1:]
		}
	}
	for _, name := range s.changed(m, same) {
		gone, added = append(gone, name), append(added, name)
	}
	slices.Sort(added)
	return gone, added
}

// changed gives those of the notes that are not as they were.
func (s *inquiry) changed(m *memory, names []string) []string {
	parts := runtime.GOMAXPROCS(0)
	found := make([][]string, parts)
	var group sync.WaitGroup
	for part := range parts {
		group.Go(func() {
			files := newReader(s.root)
			defer files.close()
			for _, name := range names[part*len(names)/parts : (part+1)*len(names)/parts] {
				id, ok := m.layer.Find(name)
				_, replaced := s.overlay[name]
				now, err := files.stat(name)
				if !ok || replaced || err != nil || now == (fileStat{}) || now != m.stat(id) || len(m.verdicts[id].Bytes) == 0 && s.isWanted(name) {
					found[part] = append(found[part], name)
				}
			}
		})
	}
	group.Wait()
	return slices.Concat(found...)
}

func (m *memory) stat(id kb.ID) fileStat {
	f := m.stats[statFields*int(id):]
	return fileStat{Size: int64(f[0]), Modified: int64(f[1]), Changed: int64(f[2]), Number: f[3]}
}

// verdict gives what the first round said of a note when it was last read.
func (m *memory) verdict(id kb.ID, path string) (v verdict, ok bool) {
	r := m.verdicts[id]
	if len(r.Bytes) == 0 {
		return v, false
	}
	v.read(&r, path)
	return v, r.Err() == nil
}

// workView is the notes of the work tree; what is remembered of them need not be read again.
func (s *inquiry) workView() *view {
	v := &view{open: s.reader, keeps: s.cached() && len(s.overlay) == 0, start: time.Now()}
	m := s.recall()
	if m == nil {
		v.base = kb.NewBase(s.files)
	} else {
		gone, added := s.differences(m)
		v.base, v.memory = m.layer.With(gone, added), m
	}
	v.selected = s.selection(v.base)
	for id := range kb.ID(v.base.Len()) {
		if !v.base.Known(id) {
			v.unknown = append(v.unknown, id)
		}
	}
	return v
}

// remembers reports whether a note is as the memory has it.
func (v *view) remembers(id kb.ID) bool { return v.memory != nil && int(id) < v.memory.layer.Len() }

// remember keeps what a complete run over the work tree has found out.
func (s *inquiry) remember(j *judge) {
	if j.verdicts == nil {
		return
	}
	layer := j.base.Bottom()
	if j.memory != nil {
		if len(j.unknown) <= max(leastSince, int(mostSince*float64(layer.Len()))) {
			return // reading those again costs less
		}
		layer = kb.NewLayer(s.files)
		layer.Take(j.base)
	}
	var stats []uint64
	var verdicts wire.Writer
	var gathering sync.WaitGroup
	gathering.Go(func() { stats = j.gather(layer, &verdicts) })
	front, records := layer.Front()
	entry := s.store().Entry(s.workEntry())
	sum, err := entry.Write(factsSection, 0, front, records)
	gathering.Wait()
	if err != nil {
		return // the next check has to read all notes again
	}
	s.stored = &storedLayer{layer: layer, entry: entry, sum: sum}
	var group sync.WaitGroup
	defer group.Wait()
	write := func(name string, pieces ...[]byte) {
		group.Go(func() { _, _ = entry.Write(name, sum, pieces, nil) }) // what is not kept is found out again
	}
	write(statSection, kb.PackNumbers(stats)...)
	write(s.verdictName(), verdicts.Bytes)
	if j.selected == nil && len(j.stale) == 0 {
		write(s.relationName(), j.packRelations())
	}
	s.keepIndexes()
}

// keep keeps what the first round has found out of a note beside its facts.
func (w *worker) keep(id kb.ID, found []finding.Finding) {
	if files, ok := w.files.(interface{ lastStat() fileStat }); ok {
		w.stats[id] = trusted(files.lastStat(), w.start)
	}
	if w.isSelected(id) {
		v := verdict{later: w.later[id], seen: w.seen[id], pending: w.pending[id], suppressions: w.out.suppressions[id], found: found}
		w.encoded.Bytes = w.encoded.Bytes[:0]
		v.write(&w.encoded)
		w.verdicts[id] = string(w.encoded.Bytes)
	}
}

// recall takes what the first round of an earlier run has said of a note.
func (w *worker) recall(id kb.ID) {
	if !w.base.Has(id) || !w.isSelected(id) {
		return
	}
	v, ok := w.memory.verdict(id, w.base.Path(id))
	if !ok {
		return
	}
	w.later[id], w.seen[id], w.pending[id] = v.later, v.seen, v.pending
	w.out.found = append(w.out.found, v.found...)
	if v.suppressions != nil {
		w.out.suppressions[id] = v.suppressions
	}
}

// gather collects what is kept of all notes of a layer beside their facts.
func (j *judge) gather(layer *kb.Layer, verdicts *wire.Writer) (stats []uint64) {
	stats = make([]uint64, 0, statFields*layer.Len())
	for id := range kb.ID(layer.Len()) {
		before := id
		if layer != j.base.Bottom() {
			before, _ = j.base.Find(layer.Path(id))
		}
		stat, text := j.toKeep(before)
		stats = append(stats, uint64(stat.Size), uint64(stat.Modified), uint64(stat.Changed), stat.Number)
		verdicts.Text(text)
	}
	return stats
}

// toKeep is what is kept of a note beside its facts: of one that was read in this run what was found, else what was kept
// before.
func (j *judge) toKeep(id kb.ID) (fileStat, string) {
	if j.remembers(id) {
		return j.memory.stat(id), string(j.memory.verdicts[id].Bytes)
	}
	if !j.isSelected(id) {
		return j.stats[id], ""
	}
	return j.stats[id], j.verdicts[id]
}

// trusted is what is kept of a file that was read: nothing, where it was written too shortly before.
func trusted(f fileStat, start time.Time) fileStat {
	if last := max(f.Modified, f.Changed); last >= start.Add(-settled).UnixNano() {
		return fileStat{}
	}
	return f
}
