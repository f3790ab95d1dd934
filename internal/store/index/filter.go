package index

import (
	"iter"
	"math"
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
	wanted []bool // by number
}

// holds reports whether a row has a number that is wanted; a row without any has that of the empty text.
func (a alternative) holds(row int) bool {
	ids := a.of(row)
	for _, id := range ids {
		if a.wanted[id] {
			return true
		}
	}
	return len(ids) == 0 && a.wanted[0]
}

func (c *condition) holds(row int) bool {
	for _, a := range c.any {
		if a.holds(row) {
			return !c.not
		}
	}
	return c.not
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
		if slices.Contains(a.wanted, true) {
			bound.any = append(bound.any, a)
			isSame = isSame && column.isEmpty()
		}
	}
	return bound, isSame, nil
}

// wanted says of each text whether a condition means it.
func (c *column) wanted(by Condition) []bool {
	wanted := make([]bool, len(c.end))
	for id := range wanted {
		wanted[id] = by.Fits != nil && by.Fits(c.value(uint32(id)))
	}
	for _, text := range by.Any {
		if id, ok := c.number(text); ok {
			wanted[id] = true
		}
	}
	return wanted
}

// meant gives the rows of a segment that a query means, which has been checked, from the last to the first.
func (x *Index) meant(st *stack, segment int, q Query) (iter.Seq[int], error) {
	s := st.segments[segment]
	first, end := 0, s.rows
	readable := Condition{Any: []string{""}, Not: q.Unread} // of the column that says why a record cannot be read
	var conditions []condition
	for _, c := range append([]Condition{readable}, q.Where...) {
		bound, isSame, err := x.bind(s, c)
		switch {
		case err != nil:
			return nil, err
		case !isSame:
			conditions = append(conditions, bound)
		case s.rows > 0 && !bound.holds(0):
			end = 0
		}
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
	rows:
		for row := end - 1; row >= first; row-- {
			if st.isDead(segment, row) || times != nil && (times[row] < since || times[row] >= until) {
				continue
			}
			for i := range conditions {
				if !conditions[i].holds(row) {
					continue rows
				}
			}
			if !yield(row) {
				return
			}
		}
	}, nil
}
