package index

import "context"

// Each tells of records in no order, at little more than the cost of counting them: of each its key, its time and its
// texts in these columns. The row and its lists are used again for the next record; the texts may be kept.
func (x *Index) Each(ctx context.Context, q Query, tell func(*Row), columns ...string) error {
	if err := x.check(q, columns); err != nil {
		return err
	}
	var walks []*walk
	err := x.read(ctx, func(st *stack) error { // all that is used is looked at now, so that nobody is told of what is damaged
		walks = nil
		for i := range st.segments {
			walks = append(walks, x.walk(st, i, q, columns))
		}
		return nil
	})
	if err != nil {
		return err
	}
	row := Row{Texts: make([][]string, len(columns))}
	for _, w := range walks {
		for w.next() {
			if err := ctx.Err(); err != nil {
				return err
			}
			w.each(func(at int) { tell(w.fill(&row, at)) })
		}
	}
	return nil
}

// walk is what is needed of a segment.
type walk struct {
	*filter
	keys    []Key
	times   []int64
	columns []*column
}

func (x *Index) walk(st *stack, segment int, q Query, columns []string) *walk {
	f := x.filter(st, segment, q)
	w := &walk{filter: f, keys: lend[Key](f.segment.keys), times: lend[int64](f.segment.times)}
	for _, name := range columns {
		w.columns = append(w.columns, x.column(f.segment, name))
	}
	return w
}

// fill fills in what is known of a row.
func (w *walk) fill(r *Row, row int) *Row {
	r.Key, r.At = w.keys[row], timeOf(w.times[row])
	for i, c := range w.columns {
		r.Texts[i] = c.appendValues(r.Texts[i][:0], row)
	}
	return r
}
