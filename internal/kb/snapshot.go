package kb

import (
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/lang/likeness"
	"github.com/kbgate/kbgate/internal/parallel"
	"github.com/kbgate/kbgate/internal/text"
)

// ID is the number of a note in an Overlay.
type ID int32

// None is the ID of no note.
const None ID = -1

// Snapshot is what is known of the notes and other files of a knowledge base as it stood at one time: names from the start,
// facts once they are put in. When all are, a Snapshot is only read, by as many goroutines as like; what finds notes by
// other things than their names is then made when it is first asked for.
type Snapshot struct {
	seed         uint64
	notes, files *table
	records      []encodedFacts
	flags        []uint8 // by note; apart from the records, for they are asked for often

	sums     []uint32 // of the records, where they were read from elsewhere; nil: no need to verify
	verified []atomic.Uint64
	damaged  atomic.Bool

	aliases, near, backlinks, similar lazyIndex
}

// lazyIndex is an index that is made when it is first asked for, unless there is one that was kept.
type lazyIndex struct {
	once sync.Once
	*index
	read func() *index // gives the one that was kept, or nil
	kept bool
}

// get gives the index, which is made unless there is one of as many bits.
func (l *lazyIndex) get(bits, notes int, emit func(id ID, add func(hash uint64))) *index {
	l.once.Do(func() {
		if l.read != nil {
			l.index = l.read()
		}
		if l.kept = l.index != nil && l.bits == bits; !l.kept {
			l.index = buildIndex(bits, notes, emit)
		}
	})
	return l.index
}

// NewSnapshot makes a snapshot of the given files, which must be sorted and without duplicates. Those that are notes get IDs,
// in their order; the others may still be embedded by name.
func NewSnapshot(files []string) *Snapshot {
	var notes, others []string
	for _, file := range files {
		if IsNote(file) {
			notes = append(notes, file)
		} else {
			others = append(others, file)
		}
	}
	seed := rand.Uint64()
	return &Snapshot{seed: seed, notes: newTable(notes, seed, false), files: newTable(others, seed, true),
		records: make([]encodedFacts, len(notes)), flags: make([]uint8, len(notes))}
}

// Len is the number of notes.
func (s *Snapshot) Len() int { return s.notes.len() }

// put keeps the facts of a note. Different notes may be put at the same time.
func (s *Snapshot) put(id ID, f *facts) {
	var buffer [2048]byte
	s.records[id] = slices.Clone(appendFacts(buffer[:0], f, s))
	s.flags[id] = f.flags()
}

// Take puts in the facts of the notes that a base has too.
func (s *Snapshot) Take(b *Overlay) {
	parallel.Map(stretches(s.Len()), func(ids []ID) (_ struct{}) {
		for _, to := range ids {
			if id, ok := b.Find(s.notes.path(to)); ok {
				n := b.Note(id)
				s.records[to], s.flags[to] = n.encodedIn(s), n.flags
			}
		}
		return
	})
}

// Path is the path of a note.
func (s *Snapshot) Path(id ID) string { return s.notes.path(id) }

// Find gives the note at exactly that path.
func (s *Snapshot) Find(path string) (ID, bool) { return s.notes.find(path) }

// Files are the paths of the snapshot's notes and other files, in order.
func (s *Snapshot) Files() []string {
	all := make([]string, 0, s.notes.len()+s.files.len())
	note, file := ID(0), ID(0)
	for int(note) < s.notes.len() || int(file) < s.files.len() {
		if int(file) == s.files.len() || int(note) < s.notes.len() && s.notes.path(note) < s.files.path(file) {
			all = append(all, s.notes.path(note))
			note++
		} else {
			all = append(all, s.files.path(file))
			file++
		}
	}
	return all
}

func (s *Snapshot) note(id ID) Note {
	if s.sums != nil && !s.isSound(id) {
		return Note{Path: s.notes.path(id), snapshot: s, record: appendFacts(nil, &facts{}, s)}
	}
	return Note{Path: s.notes.path(id), snapshot: s, flags: s.flags[id], record: s.records[id]}
}

func (s *Snapshot) hash(key string) uint64 { return xxh3.HashStringSeed(key, s.seed) }

// aliased gives the notes that may have an alias.
func (s *Snapshot) aliased(key string) []ID {
	return s.aliases.get(bitsFor(s.Len()/4), s.Len(), func(id ID, add func(uint64)) {
		for _, name := range s.note(id).Aliases() {
			add(s.hash(aliasKey(name)))
		}
	}).at(s.hash(key))
}

// linking gives the notes that may have a link to a name or an alias.
func (s *Snapshot) linking(key string) []ID {
	return s.backlinks.get(bitsFor(s.Len()*4), s.Len(), func(id ID, add func(uint64)) {
		var buffer [32]Link
		links := s.note(id).AppendLinks(buffer[:0])
		for i := range links {
			for _, key := range linkKeys(links[i].Target) {
				add(s.hash(key))
			}
		}
	}).at(s.hash(key))
}

// linkKeys are the name that a link may mean, and the alias.
func linkKeys(target string) []string {
	folded := text.Fold(target)
	name := lastPart(trimEnding(folded))
	if name == folded {
		return []string{name}
	}
	return []string{name, folded}
}

// alike gives, by bucket, the claims that share a key of a sketch with others.
func (s *Snapshot) alike(bits int) *index {
	return s.similar.get(bits, s.Len(), func(id ID, add func(uint64)) {
		var sketch likeness.Sketch
		if !s.note(id).Sketch(&sketch) {
			return
		}
		var keys [likeness.MaxKeys]uint64
		for _, key := range sketch.AppendKeys(keys[:0]) {
			add(key)
		}
	})
}
