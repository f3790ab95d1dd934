package claim

import "sort"

// StyleAt is the style of the scalar that holds offset.
func (h *Header) StyleAt(offset int) Style {
	if s, ok := scalarAt(h.leaves, offset); ok {
		return s.Style
	}
	i := sort.Search(len(h.Fields), func(i int) bool { return h.Fields[i].Span.End > offset })
	if i == len(h.Fields) || h.Fields[i].Span.Start > offset {
		return Plain
	}
	if s, ok := scalarAt(h.Fields[i].Items, offset); ok {
		return s.Style
	}
	return h.Fields[i].Style
}

// scalarAt is the one of some ordered scalars that holds offset.
func scalarAt(scalars []Scalar, offset int) (Scalar, bool) {
	i := sort.Search(len(scalars), func(i int) bool { return scalars[i].Span.End > offset })
	if i < len(scalars) && scalars[i].Span.Start <= offset {
		return scalars[i], true
	}
	return Scalar{}, false
}

// commentScan tells what is a comment in a header. It is asked about rising offsets and reads each byte once.
type commentScan struct {
	header *Header
	at     int  // everything before has been read
	leaves int  // that end before at
	inside bool // in a comment at at
	blank  bool // nothing but white space since the line began
}

func newCommentScan(h *Header) commentScan {
	return commentScan{header: h, at: h.Inner.Start, blank: true}
}

// holds reports whether offset lies in a comment: behind a number sign that begins a line or follows white space, but
// not in a value, where it is text. In a header that could not be read only whole lines are taken for comments, and one
// that the plain reader took has none.
func (s *commentScan) holds(offset int) bool {
	read := len(s.header.leaves) > 0
	if !read && len(s.header.Fields) > 0 {
		return false
	}
	for s.at <= offset {
		if !s.inside && s.skipLeaf() {
			continue
		}
		switch b := s.header.source[s.at]; {
		case b == '\n':
			s.inside, s.blank = false, true
		case b == '#' && (s.blank || read && isWhite(s.header.source[s.at-1])):
			s.inside = true
		case !isWhite(b):
			s.blank = false
		}
		s.at++
	}
	return s.inside
}

// skipLeaf steps over the scalar that holds s.at, if one does.
func (s *commentScan) skipLeaf() bool {
	leaves := s.header.leaves
	for s.leaves < len(leaves) && leaves[s.leaves].Span.End <= s.at {
		s.leaves++
	}
	if s.leaves == len(leaves) || leaves[s.leaves].Span.Start > s.at {
		return false
	}
	s.at, s.blank = leaves[s.leaves].Span.End, false
	return true
}
