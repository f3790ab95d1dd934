package index

import (
	"slices"
	"sort"
	"sync"
	"unsafe"
)

// column holds a text of each row, or several, as numbers: those of the texts in a sorted list, of which the first is
// empty. A number takes as few bytes as the longest list asks for, and none where all texts are empty.
type column struct {
	many  bool
	width int // bytes of a number: 0, 1, 2 or 4
	rows  int

	ids    *array // of each row, or of all its texts one after the other
	starts *array // uint32, many only: where those of each row begin, and the end
	ends   *array // uint32: where each text ends
	text   *array

	once  sync.Once
	fault error
	u8    []uint8
	u16   []uint16
	u32   []uint32
	begin []uint32
	end   []uint32
	texts string
}

// open makes sure, once, that the column is as it was written.
func (c *column) open() (*column, error) {
	c.once.Do(func() { c.fault = c.load() })
	return c, c.fault
}

func (c *column) load() error {
	if err := verify(c.ids, c.starts, c.ends, c.text); err != nil {
		return err
	}
	c.end, c.begin = lend[uint32](c.ends), lend[uint32](c.starts)
	text := c.text.data
	c.texts = unsafe.String(unsafe.SliceData(text), len(text))
	count, ok := c.rows, slices.IsSorted(c.end) && c.end[0] == 0 && int(c.end[len(c.end)-1]) == len(text)
	switch last := uint32(len(c.end) - 1); c.width {
	case 1:
		c.u8 = lend[uint8](c.ids)
		count, ok = len(c.u8), ok && within(c.u8, last)
	case 2:
		c.u16 = lend[uint16](c.ids)
		count, ok = len(c.u16), ok && within(c.u16, last)
	case 4:
		c.u32 = lend[uint32](c.ids)
		count, ok = len(c.u32), ok && within(c.u32, last)
	}
	if c.many {
		ok = ok && slices.IsSorted(c.begin) && c.begin[0] == 0 && int(c.begin[c.rows]) == count
	}
	if !ok {
		return errDamaged
	}
	return nil
}

type number interface{ uint8 | uint16 | uint32 }

func within[T number](ids []T, last uint32) bool {
	largest := T(0)
	for _, id := range ids {
		largest = max(largest, id)
	}
	return uint32(largest) <= last
}

// id gives the number at a place: that of a row, or where there are many, of one of its texts.
func (c *column) id(at int) uint32 {
	switch c.width {
	case 1:
		return uint32(c.u8[at])
	case 2:
		return uint32(c.u16[at])
	case 4:
		return c.u32[at]
	}
	return 0
}

// span gives the places that belong to a row.
func (c *column) span(row int) (from, to int) {
	if c.many {
		return int(c.begin[row]), int(c.begin[row+1])
	}
	return row, row + 1
}

// value is the text of a number.
func (c *column) value(id uint32) string {
	if id == 0 {
		return ""
	}
	return c.texts[c.end[id-1]:c.end[id]]
}

// appendValues adds the texts of a row, without the empty one.
func (c *column) appendValues(all []string, row int) []string {
	for at, to := c.span(row); at < to; at++ {
		if id := c.id(at); id != 0 {
			all = append(all, c.value(id))
		}
	}
	return all
}

// number finds the number of a text.
func (c *column) number(text string) (id uint32, ok bool) {
	at := sort.Search(len(c.end), func(i int) bool { return c.value(uint32(i)) >= text })
	return uint32(at), at < len(c.end) && c.value(uint32(at)) == text
}

// numbers finds the numbers of the texts that fit.
func (c *column) numbers(fits func(string) bool) (ids []uint32) {
	for id := range uint32(len(c.end)) {
		if fits(c.value(id)) {
			ids = append(ids, id)
		}
	}
	return ids
}

// match sets the bits of the rows, from the given one on, that have a number; where there are many, 0 stands for none.
func (c *column) match(id uint32, from, to int, bits []uint64) {
	switch {
	case c.many:
		c.matchMany(id, from, to, bits)
	case c.width == 0:
		for i := range bits {
			bits[i] |= ^uint64(0)
		}
	case c.width == 1:
		matchOne(c.u8[from:to], uint8(id), bits)
	case c.width == 2:
		matchOne(c.u16[from:to], uint16(id), bits)
	default:
		matchOne(c.u32[from:to], id, bits)
	}
}

func matchOne[T number](ids []T, id T, bits []uint64) {
	for word := 0; len(ids) > 0; word++ {
		part := ids[:min(64, len(ids))]
		ids = ids[len(part):]
		var set uint64
		for i, have := range part {
			var bit uint64
			if have == id {
				bit = 1
			}
			set |= bit << (i & 63)
		}
		bits[word] |= set
	}
}

func (c *column) matchMany(id uint32, from, to int, bits []uint64) {
	for row := from; row < to; row++ {
		begin, end := c.span(row)
		hit := id == 0 && begin == end
		for at := begin; at < end && !hit; at++ {
			hit = c.id(at) == id
		}
		if hit {
			bits[(row-from)/64] |= 1 << ((row - from) % 64)
		}
	}
}
