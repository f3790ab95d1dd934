package index

import (
	"bytes"
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/xxh3"
)

// builder gathers the rows of a segment to be.
type builder struct {
	schema   *Schema
	idSize   int
	keys     []Key
	blobs    []byte
	times    []int64
	replaced []uint64
	links    []link
	columns  []texts // the first one holds why a record cannot be read

	numbers []uint32 // of the row at hand
}

// texts are the texts of a column, as numbers in the order in which they came.
type texts struct {
	many   bool
	ids    []uint32
	starts []uint32
	number map[string]uint32
	known  []string
}

func newBuilder(schema *Schema, idSize int) *builder {
	b := &builder{schema: schema, idSize: idSize, columns: make([]texts, len(schema.Columns)+1)}
	for i := range b.columns {
		c := &b.columns[i]
		c.many = i > 0 && schema.Columns[i-1].Many
		c.number, c.known = map[string]uint32{"": 0}, []string{""}
	}
	return b
}

// intern gives the number of a text.
func (t *texts) intern(text string) uint32 {
	id, ok := t.number[text]
	if !ok {
		text = strings.Clone(text) // so that nothing keeps the whole record
		id = uint32(len(t.known))
		t.number[text], t.known = id, append(t.known, text)
	}
	return id
}

// add adds the numbers of a row, each of them once. A column of one text a row has the first.
func (t *texts) add(ids []uint32) {
	if t.many {
		t.starts = append(t.starts, uint32(len(t.ids)))
	} else {
		ids = append(ids, 0)[:1]
	}
	t.ids = append(t.ids, ids...)
}

// of gives the numbers of a row.
func (t *texts) of(row int) []uint32 {
	switch {
	case !t.many:
		return t.ids[row : row+1]
	case row+1 < len(t.starts):
		return t.ids[t.starts[row]:t.starts[row+1]]
	}
	return t.ids[t.starts[row]:]
}

// add adds what is known of a record.
func (b *builder) add(key Key, blob []byte, row Values, fault string) {
	b.keys, b.blobs, b.times = append(b.keys, key), append(b.blobs, blob...), append(b.times, nanoseconds(row.At))
	texts := append([][]string{{fault}}, row.Texts...)
	for i := range b.columns {
		c := &b.columns[i]
		b.numbers = b.numbers[:0]
		if i < len(texts) {
			for _, text := range texts[i] {
				if id := c.intern(text); id != 0 && !slices.Contains(b.numbers, id) {
					b.numbers = append(b.numbers, id)
				}
			}
		}
		c.add(b.numbers)
	}
}

// nanoseconds since 1970, as far as 64 bits go: from 1678 to 2262. The largest number is later than any time.
func nanoseconds(at time.Time) int64 {
	switch {
	case at.Before(time.Unix(0, math.MinInt64)):
		return math.MinInt64
	case at.After(time.Unix(0, math.MaxInt64-1)):
		return math.MaxInt64 - 1
	}
	return at.UnixNano()
}

var errTooMany = errors.New("the index of the records cannot hold more than 4 GiB of texts of one kind")

// finish makes the segment. The builder must not be used again.
func (b *builder) finish() (*segment, error) {
	order := b.order()
	s := &segment{rows: len(b.keys), links: len(b.links), idSize: b.idSize} // of the links those that order has left
	keys, times, blobs := make([]Key, 0, len(order)), make([]int64, 0, len(order)), make([]byte, 0, len(b.blobs))
	for _, row := range order {
		keys, times = append(keys, b.keys[row]), append(times, b.times[row])
		blobs = append(blobs, b.blobs[int(row)*b.idSize:int(row+1)*b.idSize]...)
	}
	s.ordered = slices.IsSorted(times)
	s.keys, s.times, s.blobs = newArray(raw(keys)), newArray(raw(times)), newArray(blobs)
	slices.Sort(b.replaced)
	s.replaced = newArray(raw(slices.Compact(b.replaced)))
	links := make([]byte, 0, len(b.links)*s.linkSize())
	for _, l := range b.links {
		for _, part := range [][]byte{l.of[:], l.name[:], l.self[:], l.blob} {
			links = append(links, part...)
		}
	}
	s.link = newArray(links)
	for i := range b.columns {
		c, err := b.columns[i].finish(order)
		if err != nil {
			return nil, err
		}
		s.columns = append(s.columns, c)
		b.columns[i] = texts{}
	}
	s.name = xxh3.Hash(s.front())
	return s, nil
}

// order sorts the rows by key, and links so that of those about the same the one that was added last stays.
func (b *builder) order() []uint32 {
	order := make([]uint32, len(b.keys))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(x, y uint32) int { return bytes.Compare(b.keys[x][:], b.keys[y][:]) })
	sameLink := func(x, y link) int {
		return cmp.Or(bytes.Compare(x.of[:], y.of[:]), bytes.Compare(x.name[:], y.name[:]))
	}
	slices.Reverse(b.links)
	slices.SortStableFunc(b.links, sameLink)
	b.links = slices.CompactFunc(b.links, func(x, y link) bool { return sameLink(x, y) == 0 })
	return order
}

// finish gives the column with its rows in that order, and its texts sorted.
func (t *texts) finish(order []uint32) (*column, error) {
	sorted := slices.Clone(t.known)
	slices.Sort(sorted)
	place := make([]uint32, len(sorted))
	ends, size := make([]uint32, len(sorted)), 0
	for i, text := range sorted {
		place[t.number[text]] = uint32(i)
		size += len(text)
		ends[i] = uint32(size)
	}
	if size > math.MaxUint32 || len(t.ids) > math.MaxUint32 {
		return nil, errTooMany
	}
	c := &column{many: t.many, rows: len(order), ends: newArray(raw(ends)), text: newArray([]byte(strings.Join(sorted, "")))}
	ids, starts := make([]uint32, 0, len(t.ids)), []uint32(nil)
	for _, row := range order {
		if t.many {
			starts = append(starts, uint32(len(ids)))
		}
		for _, id := range t.of(int(row)) {
			ids = append(ids, place[id])
		}
	}
	if t.many {
		starts = append(starts, uint32(len(ids)))
	}
	if len(sorted) == 1 {
		ids = nil
	}
	c.starts, c.ids = newArray(raw(starts)), newArray(pack(ids, len(sorted)))
	return c, nil
}
