package claim

import (
	"bytes"
	"sort"
)

// StyleAt is the style of the scalar that holds offset.
func (h *Header) StyleAt(offset int) Style {
	ofScalar := func(s *Scalar) Span { return s.Span }
	if s, ok := holding(h.leaves, offset, ofScalar); ok {
		return s.Style
	}
	f, _ := holding(h.Fields, offset, func(f *Field) Span { return f.Span })
	if s, ok := holding(f.Items, offset, ofScalar); ok {
		return s.Style
	}
	return f.Style
}

// holding gives the one of some ordered things that holds an offset.
func holding[T any](all []T, offset int, place func(*T) Span) (found T, ok bool) {
	i := sort.Search(len(all), func(i int) bool { return place(&all[i]).End > offset })
	if i < len(all) && place(&all[i]).Start <= offset {
		return all[i], true
	}
	return found, false
}

// comments are the comments of a header, in order: what stands behind a number sign that begins a line or follows white space,
// but not in a value, where it is text. In a header that could not be read only whole lines are taken for comments, and
// one that the plain reader took has none.
func (h *Header) comments() (all []Span) {
	read, leaves := len(h.leaves) > 0, h.leaves
	if !read && len(h.Fields) > 0 {
		return nil
	}
	blank := true // nothing but white space since the line began
	for at := h.Inner.Start; at < h.Inner.End; at++ {
		for len(leaves) > 0 && leaves[0].Span.End <= at {
			leaves = leaves[1:]
		}
		switch b := h.source[at]; {
		case len(leaves) > 0 && leaves[0].Span.Start <= at:
			at, blank = leaves[0].Span.End-1, false
		case b == '\n':
			blank = true
		case b == '#' && (blank || read && isWhite(h.source[at-1])):
			end := h.Inner.End
			if n := bytes.IndexByte(h.source[at:end], '\n'); n >= 0 {
				end = at + n
			}
			all = append(all, Span{at, end})
			at = end - 1
		case !isWhite(b):
			blank = false
		}
	}
	return all
}
