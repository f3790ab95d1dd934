package claim

import (
	"bytes"
	"fmt"
)

// What a claim may hold, in bytes, for its wording to be judged: gates of wording may take time by the square of the length
// of what they look at. The longest of several hundred claims that people have accepted are 213 bytes of title, 372 of a header
// value, 7,000 of a paragraph and 19,000 of a claim; each limit is more than ten times that.
const (
	MaxTitle     = 4 << 10
	MaxValue     = 8 << 10
	MaxParagraph = 72 << 10
	MaxBody      = 256 << 10
)

// Over says which limit a claim passes, and from where on, or "".
func (c *Claim) Over() (why string, at Span) {
	if c.Body.Len() > MaxBody {
		return over("its body", c.Body, MaxBody)
	}
	for i := range c.Header.Fields {
		f := &c.Header.Fields[i]
		if f.Span.Len() > MaxTitle && LooksLike(f.Key, "title") {
			return over("its `title`", f.Span, MaxTitle)
		}
		if f.Kind != List && (f.Span.Len() > MaxValue || len(f.Text) > MaxValue) {
			return over(fmt.Sprintf("the value of `%.40s`", f.Key), f.Span, MaxValue)
		}
		for _, item := range f.Items {
			if item.Span.Len() > MaxValue || len(item.Text) > MaxValue {
				return over(fmt.Sprintf("an item of `%.40s`", f.Key), item.Span, MaxValue)
			}
		}
	}
	for _, h := range c.Headings {
		if h.Span.Len() > MaxTitle {
			return over("a heading", h.Span, MaxTitle)
		}
	}
	if p := c.longestParagraph(); p.Len() > MaxParagraph {
		return over("a paragraph", p, MaxParagraph)
	}
	return "", Span{}
}

func over(what string, at Span, most int) (string, Span) {
	return fmt.Sprintf("is too long for its wording to be judged: %s has %d bytes, at most %d are read", what, at.Len(), most), at
}

// longestParagraph is the longest run of lines of the body of which none is blank.
func (c *Claim) longestParagraph() (longest Span) {
	if c.Body.Len() <= MaxParagraph {
		return Span{}
	}
	start := c.Body.Start
	for at := start; at < c.Body.End; {
		line, next := cutLine(c.Source[:c.Body.End], at)
		if len(bytes.TrimSpace(line)) == 0 {
			start = next
		} else if next-start > longest.Len() {
			longest = Span{start, next}
		}
		at = next
	}
	return longest
}
