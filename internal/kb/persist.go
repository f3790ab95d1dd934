package kb

import (
	"encoding/binary"
	"sync/atomic"
	"unsafe"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/wire"
)

// A snapshot is written as what it is made of: a front with tables, flags and where each record ends, and the records
// themselves. An index is written by itself. Either is used where it lies, so reading costs next to nothing; the bytes
// have to be those that were written, which whoever keeps them makes sure of, for the front and for indexes as a whole,
// while the records are verified here, each when it is first asked for.

// Portable reports whether this machine reads numbers as they are written. Elsewhere nothing is kept.
var Portable = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// Front gives all of the snapshot but the records, in pieces, and those. The pieces are parts of the snapshot, not copies.
func (s *Snapshot) Front() (front, records [][]byte) {
	var w packer
	w.number(s.seed)
	w.table(s.notes)
	w.table(s.files)
	pack(&w, s.flags)
	ends, sums := make([]uint64, len(s.records)), make([]uint32, len(s.records))
	end := uint64(0)
	records = make([][]byte, len(s.records))
	for i, r := range s.records {
		end += uint64(len(r))
		ends[i], sums[i], records[i] = end, sumOf(r), r
	}
	pack(&w, ends)
	pack(&w, sums)
	return w.pieces, records
}

func sumOf(r encodedFacts) uint32 { return uint32(xxh3.Hash(r)) }

// OpenSnapshot makes a snapshot of what Front gave, without copying it.
func OpenSnapshot(front, records []byte) (*Snapshot, error) {
	u := unpacker{rest: front}
	s := &Snapshot{seed: u.number(), notes: u.table(false), files: u.table(true), flags: unpack[uint8](&u)}
	ends := unpack[uint64](&u)
	s.sums = unpack[uint32](&u)
	n := s.notes.len()
	if u.failed || len(s.flags) != n || len(ends) != n || len(s.sums) != n {
		return nil, wire.ErrDamaged
	}
	s.records = make([]encodedFacts, n)
	s.verified = make([]atomic.Uint64, (n+63)/64)
	start := uint64(0)
	for i, end := range ends {
		if end < start || end > uint64(len(records)) {
			return nil, wire.ErrDamaged
		}
		s.records[i] = encodedFacts(records[start:end:end])
		start = end
	}
	return s, nil
}

// IsDamaged reports whether a record that was asked for is not the one that was written. Such a note seems to say nothing, so whatever
// was found out with the snapshot is void.
func (s *Snapshot) IsDamaged() bool { return s.damaged.Load() }

// isSound makes sure of a record of an opened snapshot.
func (s *Snapshot) isSound(id ID) bool {
	word, bit := &s.verified[id/64], uint64(1)<<(id%64)
	if word.Load()&bit != 0 {
		return true
	}
	if sumOf(s.records[id]) != s.sums[id] {
		s.damaged.Store(true)
		return false
	}
	word.Or(bit)
	return true
}

// indexes are those that a snapshot may have, by the names under which they are kept.
func (s *Snapshot) indexes() map[string]*lazyIndex {
	return map[string]*lazyIndex{"aliases": &s.aliases, "near": &s.near, "backlinks": &s.backlinks, "similar": &s.similar}
}

// ReadIndexes lets the snapshot use indexes that were made before, when it first needs one: read gives what Indexes gave.
func (s *Snapshot) ReadIndexes(read func(name string) ([]byte, bool)) {
	for name, x := range s.indexes() {
		x.read = func() *index {
			data, ok := read(name)
			if !ok {
				return nil
			}
			u := unpacker{rest: data}
			kept := &index{bits: int(u.number()), starts: unpack[uint32](&u), notes: unpack[ID](&u)}
			if u.failed || kept.bits < 6 || kept.bits > 30 || len(kept.starts) != 1<<kept.bits+1 || int(kept.starts[1<<kept.bits]) != len(kept.notes) {
				return nil
			}
			return kept
		}
	}
}

// Indexes gives those that were made since the snapshot was, by name, in pieces.
func (s *Snapshot) Indexes() map[string][][]byte {
	made := map[string][][]byte{}
	for name, x := range s.indexes() {
		if x.index == nil || x.kept || x.few != nil {
			continue
		}
		var w packer
		w.number(uint64(x.bits))
		pack(&w, x.starts)
		pack(&w, x.notes)
		made[name] = w.pieces
	}
	return made
}

// PackNumbers writes numbers as Numbers lends them.
func PackNumbers(numbers []uint64) [][]byte {
	var w packer
	pack(&w, numbers)
	return w.pieces
}

// Numbers lends what PackNumbers has written.
func Numbers(data []byte) (numbers []uint64, ok bool) {
	u := unpacker{rest: data}
	numbers = unpack[uint64](&u)
	return numbers, !u.failed
}

// packer lays flat slices one after the other, each at a multiple of eight bytes.
type packer struct {
	pieces [][]byte
}

func (w *packer) number(n uint64) {
	w.pieces = append(w.pieces, binary.LittleEndian.AppendUint64(nil, n))
}

func pack[T uint8 | uint32 | uint64 | ID](w *packer, values []T) {
	w.number(uint64(len(values)))
	var zero T
	size := len(values) * int(unsafe.Sizeof(zero))
	w.pieces = append(w.pieces, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), size), make([]byte, -size&7))
}

func (w *packer) table(t *table) {
	w.number(t.seed)
	pack(w, unsafe.Slice(unsafe.StringData(t.text), len(t.text)))
	for _, list := range [][]uint32{t.ends, t.twin, t.next, t.best, t.byKey, t.byName} {
		pack(w, list)
	}
}

// unpacker lends flat slices where they lie.
type unpacker struct {
	rest   []byte
	failed bool
}

func (u *unpacker) number() uint64 {
	if len(u.rest) < 8 {
		u.failed, u.rest = true, nil
		return 0
	}
	n := binary.LittleEndian.Uint64(u.rest)
	u.rest = u.rest[8:]
	return n
}

func unpack[T uint8 | uint32 | uint64 | ID](u *unpacker) []T {
	n := u.number()
	var zero T
	each := uint64(unsafe.Sizeof(zero))
	if n > uint64(len(u.rest))/each || uintptr(unsafe.Pointer(unsafe.SliceData(u.rest)))%unsafe.Alignof(zero) != 0 {
		u.failed, u.rest = true, nil
		return nil
	}
	size := n * each
	values := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(u.rest))), n)
	u.rest = u.rest[min((size+7)&^7, uint64(len(u.rest))):]
	return values
}

func (u *unpacker) table(keepEnding bool) *table {
	t := &table{keepEnding: keepEnding, seed: u.number()}
	text := unpack[uint8](u)
	t.text = unsafe.String(unsafe.SliceData(text), len(text))
	for _, list := range []*[]uint32{&t.ends, &t.twin, &t.next, &t.best, &t.byKey, &t.byName} {
		*list = unpack[uint32](u)
	}
	n := len(t.ends)
	if len(t.twin) != n || len(t.next) != n || len(t.best) != n || len(t.byKey) != len(t.byName) ||
		len(t.byKey)&(len(t.byKey)-1) != 0 || len(t.byKey) <= n || n > 0 && int(t.ends[n-1]) != len(t.text) {
		u.failed = true
	}
	return t
}
