package check

import (
	"slices"
	"sync"
	"time"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/parallel"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/source"
	"github.com/kbgate/kbgate/internal/wire"
)

// What a check of the work tree finds out of each note, its facts and the first round's verdict, is kept with what the
// system says of the file: size, times and number. The next check reads only the files of which the system says
// something else; those that were written while they were being read, or shortly before, are never trusted.

const (
	// statFields is how many numbers a regular.Stat is kept as.
	statFields = 4
	// settled is for how long a file must have been left alone to be trusted: longer than the coarsest clock of a file
	// system ticks.
	settled = 2 * time.Second
)

// previousRun is what an earlier check of the work tree has found out.
type previousRun struct {
	*storedSnapshot
	stats   []uint64
	results []wire.Reader // by note; an empty one is none
	// relations are what the second round found when nothing was otherwise than it is now; nil: not known.
	relations []byte
}

// statSection is the name of the section of what the system says of the files.
const statSection = "stats"

// loadPrevious gives what is known of the work tree, or nil.
func (c *factCache) loadPrevious() *previousRun {
	if !c.on {
		return nil
	}
	stored := c.open(c.work)
	if stored == nil {
		return nil
	}
	m := &previousRun{storedSnapshot: stored}
	stats, _ := stored.entry.Read(statSection, stored.sum)
	var ok bool
	if m.stats, ok = kb.Numbers(stats.Front); !ok || len(m.stats) != statFields*stored.snapshot.Len() {
		return nil
	}
	m.results = make([]wire.Reader, stored.snapshot.Len())
	if results, ok := stored.entry.Read(c.results, stored.sum); ok {
		r := wire.Reader{Bytes: results.Front}
		for i := range m.results {
			m.results[i].Bytes = []byte(r.Text())
		}
	}
	if relations, ok := stored.entry.Read(c.relations, stored.sum); ok {
		m.relations = relations.Front
	}
	return m
}

// recallRelations gives what the second round found before, if nothing at all is otherwise now.
func (r *runner) recallRelations() ([]finding.Finding, bool) {
	if r.previous == nil || r.previous.relations == nil || r.selected != nil || len(r.unknown) > 0 || !r.base.IsSnapshot() {
		return nil, false
	}
	kept := wire.Reader{Bytes: r.previous.relations}
	var all []finding.Finding
	if passRelations(wire.From(&kept), &all); kept.Err() != nil {
		return nil, false
	}
	return all, true
}

// passRelations writes what the second round has found, or reads it.
func passRelations(c wire.Codec, found *[]finding.Finding) {
	wire.List(c, found, 8, func(f *finding.Finding, c wire.Codec) {
		c.Texts(&f.Path)
		f.Pass(c)
		wire.List(c, &f.Others, 1, func(other *string, c wire.Codec) { c.Texts(other) })
	})
}

// differences finds the files that are not as the previous run had them, and those that it had not. A note that is wanted has to
// have a verdict.
func (s *Session) differences(m *previousRun) (gone, added []string) {
	files := s.Source.Files
	known := m.snapshot.Files()
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
	changed := s.changed(m, same)
	gone, added = append(gone, changed...), append(added, changed...)
	slices.Sort(added)
	return gone, added
}

// changed gives those of the notes that are not as they were.
func (s *Session) changed(m *previousRun, names []string) []string {
	const atOnce = 1024 // notes that one reader looks at: neighbours share folders
	return slices.Concat(parallel.Map(slices.Collect(slices.Chunk(names, atOnce)), func(part []string) (changed []string) {
		files := source.WorkTree(s.Source.Place.Root)
		defer files.Close()
		for _, name := range part {
			id, ok := m.snapshot.Find(name)
			_, replaced := s.Source.Overlay()[name]
			now, err := files.Stat(name)
			if !ok || replaced || err != nil || now == (regular.Stat{}) || now != m.stat(id) || len(m.results[id].Bytes) == 0 && s.Source.IsAsked(name) {
				changed = append(changed, name)
			}
		}
		return changed
	})...)
}

func (m *previousRun) stat(id kb.ID) regular.Stat {
	f := m.stats[statFields*int(id):]
	return regular.Stat{Size: int64(f[0]), Modified: int64(f[1]), Changed: int64(f[2]), Number: f[3]}
}

// verdict gives what the first round said of a note when it was last read.
func (m *previousRun) verdict(id kb.ID, path string) (v noteResult, ok bool) {
	r := m.results[id]
	if len(r.Bytes) == 0 {
		return v, false
	}
	v.pass(wire.From(&r), path)
	return v, r.Err() == nil
}

// remembers reports whether a note is as the previous run had it.
func (v *noteSet) remembers(id kb.ID) bool {
	return v.previous != nil && int(id) < v.previous.snapshot.Len()
}

// save keeps what a complete run over the work tree has found out.
func (c *factCache) save(r *runner) {
	if r.results == nil {
		return
	}
	snapshot := r.base.Bottom()
	if r.previous != nil {
		if isLittle(len(r.unknown), snapshot) {
			return // reading those again costs less
		}
		snapshot = kb.NewSnapshot(r.files)
		snapshot.Take(r.base)
	}
	var stats []uint64
	var results wire.Writer
	var gathering sync.WaitGroup
	gathering.Go(func() { stats = r.gather(snapshot, &results) })
	kept := c.keep(c.work, snapshot)
	gathering.Wait()
	if !kept {
		return // the next check has to read all notes again
	}
	var group sync.WaitGroup
	defer group.Wait()
	write := func(name string, pieces ...[]byte) {
		group.Go(func() { _, _ = c.stored.entry.Write(name, c.stored.sum, pieces, nil) }) // what is not kept is found out again
	}
	write(statSection, kb.PackNumbers(stats)...)
	write(c.results, results.Bytes)
	if r.selected == nil && len(r.stale) == 0 {
		var relations wire.Writer
		passRelations(wire.To(&relations), &r.related)
		write(c.relations, relations.Bytes)
	}
	c.keepIndexes()
}

// keep keeps what the first round has found out of a note beside its facts.
func (w *worker) keep(id kb.ID, found []finding.Finding) {
	if files, ok := w.files.(*regular.Reader); ok {
		w.stats[id] = trusted(files.LastStat(), w.start)
	}
	if w.isSelected(id) {
		v := noteResult{later: w.later[id], seen: w.seen[id], pending: w.pending[id], suppressions: w.out.suppressions[id], found: found}
		w.encoded.Bytes = w.encoded.Bytes[:0]
		v.pass(wire.To(&w.encoded), w.base.Path(id))
		w.results[id] = string(w.encoded.Bytes)
	}
}

// replay takes what the first round of an earlier run has said of a note.
func (w *worker) replay(id kb.ID) {
	if !w.base.Has(id) || !w.isSelected(id) {
		return
	}
	v, ok := w.previous.verdict(id, w.base.Path(id))
	if !ok {
		return
	}
	w.later[id], w.seen[id], w.pending[id] = v.later, v.seen, v.pending
	w.out.found = append(w.out.found, v.found...)
	if v.suppressions != nil {
		w.out.suppressions[id] = v.suppressions
	}
}

// gather collects what is kept of all notes of a snapshot beside their facts.
func (r *runner) gather(snapshot *kb.Snapshot, results *wire.Writer) (stats []uint64) {
	stats = make([]uint64, 0, statFields*snapshot.Len())
	for id := range kb.ID(snapshot.Len()) {
		before := id
		if snapshot != r.base.Bottom() {
			before, _ = r.base.Find(snapshot.Path(id))
		}
		stat, text := r.toKeep(before)
		stats = append(stats, uint64(stat.Size), uint64(stat.Modified), uint64(stat.Changed), stat.Number)
		results.Text(text)
	}
	return stats
}

// toKeep is what is kept of a note beside its facts: of one that was read in this run what was found, else what was kept
// before.
func (r *runner) toKeep(id kb.ID) (regular.Stat, string) {
	if r.remembers(id) {
		return r.previous.stat(id), string(r.previous.results[id].Bytes)
	}
	if !r.isSelected(id) {
		return r.stats[id], ""
	}
	return r.stats[id], r.results[id]
}

// trusted is what is kept of a file that was read: nothing, where it was written too shortly before.
func trusted(f regular.Stat, start time.Time) regular.Stat {
	if last := max(f.Modified, f.Changed); last >= start.Add(-settled).UnixNano() {
		return regular.Stat{}
	}
	return f
}
