package index

import (
	"encoding/hex"
	"slices"
)

// stack is the state of an index: segments from the earliest to the latest. It never changes; what is new makes another.
type stack struct {
	segments []*segment
	dead     [][]uint64 // by segment a bit for each row that a later segment replaces; nil: none
	live     int        // how many rows no segment replaces
}

func newStack(segments []*segment) (*stack, error) {
	st := &stack{segments: segments, dead: make([][]uint64, len(segments))}
	for i, s := range segments {
		if err := verify(s.replaced); err != nil {
			return nil, err
		}
		st.live += s.rows
		for _, at := range lend[uint64](s.replaced) {
			earlier, row := int(at>>32), int(uint32(at))
			if earlier >= i || row >= segments[earlier].rows {
				return nil, errDamaged
			}
			if st.dead[earlier] == nil {
				st.dead[earlier] = make([]uint64, (segments[earlier].rows+63)/64)
			}
			if !st.isDead(earlier, row) {
				st.dead[earlier][row/64] |= 1 << (row % 64)
				st.live--
			}
		}
	}
	return st, nil
}

// part is an array of each segment.
type part func(*segment) *array

func keysOf(s *segment) *array  { return s.keys }
func timesOf(s *segment) *array { return s.times }
func blobsOf(s *segment) *array { return s.blobs }
func linksOf(s *segment) *array { return s.link }

// verify verifies parts of all segments from one on.
func (st *stack) verify(from int, parts ...part) error {
	for _, s := range st.segments[from:] {
		for _, of := range parts {
			if err := verify(of(s)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (st *stack) isDead(segment, row int) bool {
	bits := st.dead[segment]
	return bits != nil && bits[row/64]&(1<<(row%64)) != 0
}

// find gives the place of the row of a record, as segment.replaced has it.
func (st *stack) find(key Key) (at uint64, ok bool) {
	for i, s := range slices.Backward(st.segments) {
		if row, found := s.find(key); found && !st.isDead(i, row) {
			return uint64(i)<<32 | uint64(row), true
		}
	}
	return 0, false
}

// blobAt is the id of the content of the record at a place.
func (st *stack) blobAt(at uint64) string {
	return hex.EncodeToString(st.segments[at>>32].blob(int(uint32(at))))
}

// linksOf gives the amendments of one record or amendment by the hashes of their paths: those that are known, and those
// of the segments, of which the latest counts.
func (st *stack) linksOf(key Key, known map[Key]link) map[Key]link {
	for _, s := range slices.Backward(st.segments) {
		s.linksOf(key, func(l link) {
			if known == nil {
				known = map[Key]link{}
			}
			if _, later := known[l.name]; !later {
				known[l.name] = l
			}
		})
	}
	return known
}

// growth is how many times as large as all later segments together a segment has to be, or it is merged with them. So there are few
// segments, and a row is written again only when what came after its segment has reached a quarter of its size.
const growth = 4

// push gives the stack with one more segment, and merges the last ones by growth.
func (st *stack) push(b *builder) (*stack, error) {
	last, err := b.finish()
	if err != nil {
		return nil, err
	}
	all, err := newStack(append(slices.Clip(st.segments), last))
	cut, size := len(st.segments), last.rows+last.links+1
	for cut > 0 {
		before := st.segments[cut-1].rows + st.segments[cut-1].links
		if before >= growth*size {
			break
		}
		cut, size = cut-1, size+before
	}
	if cut == len(st.segments) || err != nil {
		return all, err
	}
	merged := newBuilder(b.schema, b.idSize)
	if err := all.merge(cut, merged); err != nil {
		return nil, err
	}
	if last, err = merged.finish(); err != nil {
		return nil, err
	}
	return newStack(append(slices.Clip(st.segments[:cut]), last))
}

// merge adds the rows of all segments from one on, but those that are dead, to a builder.
func (st *stack) merge(from int, b *builder) error {
	if err := st.verify(from, keysOf, timesOf, blobsOf, linksOf); err != nil {
		return err
	}
	for i, s := range st.segments {
		if i < from {
			continue
		}
		for _, at := range lend[uint64](s.replaced) {
			if int(at>>32) < from {
				b.replaced = append(b.replaced, at)
			}
		}
		for l := range s.links {
			b.links = append(b.links, s.linkAt(l))
		}
		if err := b.take(s, func(row int) bool { return st.isDead(i, row) }); err != nil {
			return err
		}
	}
	return nil
}

// take adds the rows of a segment, but those that are dead.
func (b *builder) take(s *segment, dead func(row int) bool) error {
	keys, times := lend[Key](s.keys), lend[int64](s.times)
	var rows []int
	for row := range s.rows {
		if !dead(row) {
			rows = append(rows, row)
			b.keys, b.times, b.blobs = append(b.keys, keys[row]), append(b.times, times[row]), append(b.blobs, s.blob(row)...)
		}
	}
	for i, c := range s.columns {
		if _, err := c.open(); err != nil {
			return err
		}
		to := &b.columns[i]
		place := make([]uint32, len(c.end)) // 1 more than the number of each text in the builder; 0: not known yet
		for _, row := range rows {
			b.numbers = b.numbers[:0]
			from, end := c.of(row)
			for at := from; at < end; at++ {
				id := c.numbers.at(at)
				if place[id] == 0 {
					place[id] = to.intern(c.value(id)) + 1
				}
				b.numbers = append(b.numbers, place[id]-1)
			}
			to.add(b.numbers)
		}
	}
	return nil
}
