package kb

import (
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/parallel"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/likeness"
)

// ID is the number of a note in a Base.
type ID int32

// None is the ID of no note.
const None ID = -1

// Layer is what is known of the notes and other files of a knowledge base as it stood at one time: names from the start,
// facts once they are put in. When all are, a Layer is only read, by as many goroutines as like; what finds notes by
// other things than their names is then made when it is first asked for.
type Layer struct {
	seed         uint64
	notes, files *table
	records      []record
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

// NewLayer makes a layer of the given files, which must be sorted and without duplicates. Those that are notes get IDs,
// in their order; the others may still be embedded by name.
func NewLayer(files []string) *Layer {
	var notes, others []string
	for _, file := range files {
		if IsNote(file) {
			notes = append(notes, file)
		} else {
			others = append(others, file)
		}
	}
	seed := rand.Uint64()
	return &Layer{seed: seed, notes: newTable(notes, seed, false), files: newTable(others, seed, true),
		records: make([]record, len(notes)), flags: make([]uint8, len(notes))}
}

// Len is the number of notes.
func (l *Layer) Len() int { return l.notes.len() }

// put keeps the facts of a note. Different notes may be put at the same time.
func (l *Layer) put(id ID, f *facts) {
	var buffer [2048]byte
	l.records[id] = slices.Clone(appendRecord(buffer[:0], f, l))
	l.flags[id] = f.flags()
}

// Take puts in the facts of the notes that a base has too.
func (l *Layer) Take(b *Base) {
	parallel.Map(stretches(l.Len()), func(ids []ID) (_ struct{}) {
		for _, to := range ids {
			if id, ok := b.Find(l.notes.path(to)); ok {
				n := b.Note(id)
				l.records[to], l.flags[to] = n.recordIn(l), n.flags
			}
		}
		return
	})
}

// Path is the path of a note.
func (l *Layer) Path(id ID) string { return l.notes.path(id) }

// Find gives the note at exactly that path.
func (l *Layer) Find(path string) (ID, bool) { return l.notes.find(path) }

// Files are the paths of the layer's notes and other files, in order.
func (l *Layer) Files() []string {
	all := make([]string, 0, l.notes.len()+l.files.len())
	note, file := ID(0), ID(0)
	for int(note) < l.notes.len() || int(file) < l.files.len() {
		if int(file) == l.files.len() || int(note) < l.notes.len() && l.notes.path(note) < l.files.path(file) {
			all = append(all, l.notes.path(note))
			note++
		} else {
			all = append(all, l.files.path(file))
			file++
		}
	}
	return all
}

func (l *Layer) note(id ID) Note {
	if l.sums != nil && !l.isSound(id) {
		return Note{Path: l.notes.path(id), layer: l, record: appendRecord(nil, &facts{}, l)}
	}
	return Note{Path: l.notes.path(id), layer: l, flags: l.flags[id], record: l.records[id]}
}

func (l *Layer) hash(s string) uint64 { return xxh3.HashStringSeed(s, l.seed) }

// named gives the note that has a file name, letter by letter, or None.
func (l *Layer) named(name string) ID {
	at := l.notes.firstNamed(text.Fold(name))
	if at != 0 && nameOf(l.notes.path(ID(at-1))) == name {
		return ID(at - 1)
	}
	return None
}

// aliased gives the notes that may have an alias.
func (l *Layer) aliased(key string) []ID {
	return l.aliases.get(bitsFor(l.Len()/4), l.Len(), func(id ID, add func(uint64)) {
		for _, name := range l.note(id).Aliases() {
			add(l.hash(aliasKey(name)))
		}
	}).at(l.hash(key))
}

// linking gives the notes that may have a link to a name or an alias.
func (l *Layer) linking(key string) []ID {
	return l.backlinks.get(bitsFor(l.Len()*4), l.Len(), func(id ID, add func(uint64)) {
		var buffer [32]Link
		links := l.note(id).AppendLinks(buffer[:0])
		for i := range links {
			for _, key := range linkKeys(links[i].Target) {
				add(l.hash(key))
			}
		}
	}).at(l.hash(key))
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
func (l *Layer) alike(bits int) *index {
	return l.similar.get(bits, l.Len(), func(id ID, add func(uint64)) {
		var s likeness.Sketch
		if !l.note(id).Sketch(&s) {
			return
		}
		var keys [likeness.MaxKeys]uint64
		for _, key := range s.AppendKeys(keys[:0]) {
			add(key)
		}
	})
}
