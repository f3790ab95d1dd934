package index

import (
	"iter"
	"math"
	"math/bits"
	"slices"
)

// condition is a Condition as the numbers of a segment: a row has a wanted number in one of the columns, or if not, in none.
type condition struct {
	any []alternative
	not bool
}

// alternative is a column of a condition.
type alternative struct {
	*column
	wanted []uint8 // by number: 1 for one that is
}

// among gives those of some rows that have a number which is wanted. A row without any has that of the empty text. The rows are
// bits, from a row to before another, at most 64 later.
func (a *alternative) among(rows uint64, from, to int) (have uint64) {
	switch {
	case a.many || a.isEmpty():
	case a.numbers.width == 1: // nearly all columns
		for i, id := range a.numbers.data[from:to] {
			have |= uint64(a.wanted[id]) << (i & 63)
		}
		return rows & have
	default:
		for i := range to - from {
			have |= uint64(a.wanted[a.numbers.at(from+i)]) << (i & 63)
		}
		return rows & have
	}
	for ; rows != 0; rows &= rows - 1 {
		i := bits.TrailingZeros64(rows)
		at, end := a.of(from + i)
		if at == end {
			have |= uint64(a.wanted[0]) << i
		}
		for ; at < end; at++ {
			have |= uint64(a.wanted[a.numbers.at(at)]) << i
		}
	}
	return have
}

// among gives those of some rows for which the condition holds.
func (c *condition) among(rows uint64, from, to int) (hold uint64) {
	for i := range c.any {
		hold |= c.any[i].among(rows, from, to)
	}
	if c.not {
		return rows &^ hold
	}
	return hold
}

// bind gives a condition for a segment. Where it holds for all rows or for none, isSame says so, and the condition is that of any row.
func (x *Index) bind(s *segment, c Condition) (bound condition, isSame bool, err error) {
	bound.not = c.Not
	isSame = true
	for _, name := range append([]string{c.Column}, c.Or...) {
		column, err := x.column(s, name)
		if err != nil {
			return bound, false, err
		}
		a := alternative{column, column.wanted(c)}
		if slices.Contains(a.wanted, 1) {
			bound.any = append(bound.any, a)
			isSame = isSame && column.isEmpty()
		}
	}
	return bound, isSame, nil
}

// wanted says of each text whether a condition means it.
func (c *column) wanted(by Condition) []uint8 {
	wanted := make([]uint8, len(c.end))
	for id := range wanted {
		if by.Fits != nil && by.Fits(c.value(uint32(id))) {
			wanted[id] = 1
		}
	}
	for _, text := range by.Any {
		if id, ok := c.number(text); ok {
			wanted[id] = 1
		}
	}
	return wanted
}

// conditionsOf gives those of a query for a segment, and that a record is not gone, without the ones that hold for all rows. canHold is
// false where one holds for none.
func conditionsOf(x *Index, s *segment, q Query) (all []condition, canHold bool, err error) {
	canHold = true
	readable := Condition{Any: []string{""}, Not: q.Unreadable} // of the column that says why a record cannot be read
	asked := append([]Condition{readable}, q.Where...)
	if gone := x.schema.Gone; gone != nil && !q.Gone {
		left := *gone
		left.Not = !left.Not
		asked = append(asked, left)
	}
	for _, c := range asked {
		bound, isSame, err := x.bind(s, c)
		switch {
		case err != nil:
			return nil, false, err
		case !isSame:
			all = append(all, bound)
		case s.rows > 0 && bound.among(1, 0, 1) == 0:
			canHold = false
		}
	}
	return all, canHold, nil
}

// meant gives the rows of a segment that a query means, which has been checked, from the last to the first.
func (x *Index) meant(st *stack, segment int, q Query) (iter.Seq[int], error) {
	s := st.segments[segment]
	first, end := 0, s.rows
	conditions, canHold, err := conditionsOf(x, s, q)
	if err != nil {
		return nil, err
	}
	if !canHold {
		end = 0
	}
	var times []int64 // nil: all rows from first to before end are within the time
	since, until := nanoseconds(q.Since), int64(math.MaxInt64)
	if !q.Since.IsZero() || !q.Until.IsZero() {
		if err := verify(s.times); err != nil {
			return nil, err
		}
		if times = lend[int64](s.times); !q.Until.IsZero() {
			until = nanoseconds(q.Until)
		}
		if s.ordered {
			from, _ := slices.BinarySearch(times, since)
			to, _ := slices.BinarySearch(times, until)
			first, end, times = from, min(end, to), nil
		}
	}
	if q.Before != (Key{}) {
		if err := verify(s.keys); err != nil {
			return nil, err
		}
		row, _ := s.find(q.Before)
		end = min(end, row)
	}
	return func(yield func(row int) bool) {
		for from := (end - 1) &^ 63; from+64 > first; from -= 64 {
			to := min(from+64, end)
			rows := ^uint64(0) >> (64 - (to - from)) &^ (1<<max(first-from, 0) - 1)
			if dead := st.dead[segment]; dead != nil {
				rows &^= dead[from/64]
			}
			for i := range conditions {
				if rows != 0 {
					rows = conditions[i].among(rows, from, to)
				}
			}
			for rows != 0 {
				last := bits.Len64(rows) - 1
				rows &^= 1 << last
				row := from + last
				if times != nil && (times[row] < since || times[row] >= until) {
					continue
				}
				if !yield(row) {
					return
				}
			}
		}
	}, nil
}
