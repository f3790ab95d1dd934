package index

import (
	"context"
	"errors"
	"slices"
)

// Texts gives the texts of a column that fit, sorted. Some may be of records as they were before their last amendment, so
// that no record has them now.
func (x *Index) Texts(ctx context.Context, column string, fits func(text string) bool) (texts []string, err error) {
	if err := x.check(Query{}, []string{column}); err != nil {
		return nil, err
	}
	err = x.read(ctx, func(st *stack) error {
		texts = nil
		for _, s := range st.segments {
			c := x.column(s, column)
			for id := range c.end {
				if text := c.value(uint32(id)); text != "" && fits(text) {
					texts = append(texts, text)
				}
			}
		}
		return nil
	})
	slices.Sort(texts)
	return slices.Compact(texts), err
}

// Scan tells of each record that is meant the texts that it has in some columns, in no order. What is told holds until the
// next record only.
func (x *Index) Scan(ctx context.Context, q Query, tell func(texts [][]string), columns ...string) error {
	if err := x.check(q, columns); err != nil {
		return err
	}
	var parts []part
	err := x.read(ctx, func(st *stack) error {
		parts = nil
		for i, s := range st.segments {
			p := part{filter: x.filter(st, i, q)}
			for _, name := range columns {
				p.columns = append(p.columns, x.column(s, name))
			}
			parts = append(parts, p)
		}
		return nil
	})
	for _, p := range parts { // all that they use has been verified
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		p.scan(tell)
	}
	return err
}

// part is what is asked for of one segment.
type part struct {
	*filter
	columns []*column
}

func (p *part) scan(tell func(texts [][]string)) {
	texts := make([][]string, len(p.columns))
	for p.next() {
		p.each(func(row int) {
			for i, c := range p.columns {
				texts[i] = c.appendValues(texts[i][:0], row)
			}
			tell(texts)
		})
	}
}
