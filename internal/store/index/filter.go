package index

import (
	"math"
	"math/bits"
	"slices"
)

// block is how many rows are judged at once. It is a multiple of 64, so that blocks share no word of bits.
const block = 4096

// filter goes through the blocks of a segment, from the last to the first, and says which rows are meant.
type filter struct {
	segment      *segment
	dead         []uint64
	conditions   []condition
	times        []int64 // nil: all rows from first to before end are within the time
	since, until int64
	first, end   int // rows

	at   int // where the block begins; before the first: where the one before would
	bits [block / 64]uint64
}

// condition is one with the numbers of a segment: one of its alternatives holds, or if not, none.
type condition struct {
	any []alternative
	not bool
}

// alternative holds for a row whose column has one of these numbers.
type alternative struct {
	column *column
	ids    []uint32
}

// bind gives a condition for a segment; without an alternative where no text of it is there.
func (x *Index) bind(s *segment, c Condition) (bound condition, err error) {
	bound.not = c.Not
	for _, name := range append([]string{c.Column}, c.Or...) {
		column, err := x.column(s, name)
		if err != nil {
			return bound, err
		}
		a := alternative{column: column}
		if c.Fits != nil {
			a.ids = column.numbers(c.Fits)
		}
		for _, text := range c.Any {
			if id, ok := column.number(text); ok {
				a.ids = append(a.ids, id)
			}
		}
		if len(a.ids) > 0 {
			bound.any = append(bound.any, a)
		}
	}
	return bound, nil
}

// filter prepares a query, which has been checked, for a segment.
func (x *Index) filter(st *stack, segment int, q Query) (*filter, error) {
	s := st.segments[segment]
	f := &filter{segment: s, dead: st.dead[segment], end: s.rows}
	faults, err := s.columns[0].open()
	if err != nil {
		return nil, err
	}
	f.conditions = []condition{{any: []alternative{{faults, []uint32{0}}}, not: q.Unread}}
	for _, c := range q.Where {
		bound, err := x.bind(s, c)
		if err != nil {
			return nil, err
		}
		if len(bound.any) == 0 && !c.Not {
			f.end = 0
			return f, nil
		}
		f.conditions = append(f.conditions, bound)
	}
	if !q.Since.IsZero() || !q.Until.IsZero() {
		if err := verify(s.times); err != nil {
			return nil, err
		}
		f.window(q)
	}
	if q.Before != (Key{}) {
		if err := verify(s.keys); err != nil {
			return nil, err
		}
		row, _ := s.find(q.Before)
		f.end = min(f.end, row)
	}
	f.at = (f.end + block - 1) / block * block
	return f, nil
}

// window narrows the filter to a time.
func (f *filter) window(q Query) {
	f.times = lend[int64](f.segment.times)
	f.since, f.until = nanoseconds(q.Since), math.MaxInt64
	if !q.Until.IsZero() {
		f.until = nanoseconds(q.Until)
	}
	if !f.segment.ordered {
		return
	}
	f.first, _ = slices.BinarySearch(f.times, f.since)
	f.end, _ = slices.BinarySearch(f.times, f.until)
	f.times = nil
}

// next goes to the block before, and says whether there is one.
func (f *filter) next() bool {
	if f.at <= f.first {
		return false
	}
	f.at -= block
	from, to := max(f.at, f.first), min(f.at+block, f.end)
	for i := range f.bits {
		f.bits[i] = span(from-f.at-64*i, to-f.at-64*i)
	}
	words := (to - f.at + 63) / 64
	if f.dead != nil {
		for i, gone := range f.dead[f.at/64 : f.at/64+words] {
			f.bits[i] &^= gone
		}
	}
	for _, c := range f.conditions {
		var hit [block / 64]uint64
		for _, a := range c.any {
			for _, id := range a.ids {
				a.column.match(id, f.at, to, hit[:words])
			}
		}
		for i := range f.bits[:words] {
			if c.not {
				f.bits[i] &^= hit[i]
			} else {
				f.bits[i] &= hit[i]
			}
		}
	}
	if f.times != nil {
		for row := from; row < to; row++ {
			if at := f.times[row]; at < f.since || at >= f.until {
				f.bits[(row-f.at)/64] &^= 1 << ((row - f.at) % 64)
			}
		}
	}
	return true
}

// span gives a word with the bits from one to before another.
func span(from, to int) uint64 {
	from, to = min(max(from, 0), 64), min(max(to, 0), 64)
	return ^uint64(0) << from &^ (^uint64(0) << to)
}

// each tells of the rows of the block that are meant.
func (f *filter) each(tell func(row int)) {
	for i, word := range f.bits {
		for ; word != 0; word &= word - 1 {
			tell(f.at + 64*i + bits.TrailingZeros64(word))
		}
	}
}
