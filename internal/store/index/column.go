package index

import (
	"slices"
	"sort"
	"sync"
	"unsafe"
)

// column holds a text of each row, or several, as numbers: those of the texts in a sorted list, of which the first is
// empty.
type column struct {
	many bool
	rows int

	ids    *array // uint32: of each row, or of all its texts one after the other; none where no row has a text
	starts *array // uint32, many only: where those of each row begin, and the end
	ends   *array // uint32: where each text ends
	text   *array

	once    sync.Once
	fault   error
	numbers []uint32
	begin   []uint32
	end     []uint32
	texts   string
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
	c.numbers, c.begin, c.end = lend[uint32](c.ids), lend[uint32](c.starts), lend[uint32](c.ends)
	text := c.text.data
	c.texts = unsafe.String(unsafe.SliceData(text), len(text))
	ok := slices.IsSorted(c.end) && c.end[0] == 0 && int(c.end[len(c.end)-1]) == len(text)
	if c.many {
		ok = ok && slices.IsSorted(c.begin) && c.begin[0] == 0 && int(c.begin[c.rows]) == len(c.numbers)
	}
	largest := uint32(0)
	for _, id := range c.numbers {
		largest = max(largest, id)
	}
	if !ok || int(largest) >= len(c.end) {
		return errDamaged
	}
	return nil
}

// isEmpty reports whether no row has a text.
func (c *column) isEmpty() bool { return len(c.numbers) == 0 }

// of gives the numbers of a row.
func (c *column) of(row int) []uint32 {
	switch {
	case c.many:
		return c.numbers[c.begin[row]:c.begin[row+1]]
	case c.isEmpty():
		return nil
	}
	return c.numbers[row : row+1]
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
	for _, id := range c.of(row) {
		if id != 0 {
			all = append(all, c.value(id))
		}
	}
	return all
}

// number finds the number of a text.
func (c *column) number(text string) (id int, ok bool) {
	id = sort.Search(len(c.end), func(i int) bool { return c.value(uint32(i)) >= text })
	return id, id < len(c.end) && c.value(uint32(id)) == text
}
