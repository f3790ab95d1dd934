package index

import (
	"context"
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
