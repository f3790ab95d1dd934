package index

import (
	"encoding/binary"
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

	ids    *array // numbers: of each row, or of all its texts one after the other; none where no row has a text
	starts *array // uint32, many only: where those of each row begin, and the end
	ends   *array // uint32: where each text ends
	text   *array

	once    sync.Once
	fault   error
	numbers numbers
	begin   []uint32
	end     []uint32
	texts   string
}

// numbers are numbers of one, two or four bytes each, the smallest byte first. Most columns have few texts, and an index of a
// million records has to fit into little RAM.
type numbers struct {
	data  []byte
	width int
}

// widthOf is how many bytes a number takes where there are so many texts.
func widthOf(texts int) int {
	switch {
	case texts <= 1<<8:
		return 1
	case texts <= 1<<16:
		return 2
	}
	return 4
}

// pack writes numbers as short as the count of texts allows.
func pack(ids []uint32, texts int) []byte {
	width, data := widthOf(texts), make([]byte, 0, 4*len(ids))
	for _, id := range ids {
		data = binary.LittleEndian.AppendUint32(data, id)
		data = data[:len(data)-4+width]
	}
	return data
}

func (n numbers) count() int { return len(n.data) / n.width }

func (n numbers) at(i int) uint32 {
	switch n.width {
	case 1:
		return uint32(n.data[i])
	case 2:
		return uint32(binary.LittleEndian.Uint16(n.data[2*i:]))
	}
	return binary.LittleEndian.Uint32(n.data[4*i:])
}

func (n numbers) largest() (most uint32) {
	if n.width == 1 { // nearly all columns, at a fifth of the time
		return uint32(slices.Max(n.data))
	}
	for i := range n.count() {
		most = max(most, n.at(i))
	}
	return most
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
	c.begin, c.end = lend[uint32](c.starts), lend[uint32](c.ends)
	c.numbers = numbers{data: c.ids.data, width: widthOf(len(c.end))}
	text := c.text.data
	c.texts = unsafe.String(unsafe.SliceData(text), len(text))
	ok := slices.IsSorted(c.end) && c.end[0] == 0 && int(c.end[len(c.end)-1]) == len(text)
	if c.many {
		ok = ok && slices.IsSorted(c.begin) && c.begin[0] == 0 && int(c.begin[c.rows]) == c.numbers.count()
	}
	if !ok || !c.isEmpty() && int(c.numbers.largest()) >= len(c.end) {
		return errDamaged
	}
	return nil
}

// isEmpty reports whether no row has a text.
func (c *column) isEmpty() bool { return len(c.numbers.data) == 0 }

// of gives the places of a row among the numbers.
func (c *column) of(row int) (from, to int) {
	switch {
	case c.many:
		return int(c.begin[row]), int(c.begin[row+1])
	case c.isEmpty():
		return 0, 0
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
	from, to := c.of(row)
	for at := from; at < to; at++ {
		if id := c.numbers.at(at); id != 0 {
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
