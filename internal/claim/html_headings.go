package claim

import (
	"bytes"
	"iter"

	"github.com/kbgate/kbgate/internal/text/rendered"
)

// HTMLHeadings are the headings of level one in HTML outside of code and comments, in order. What browsers close by themselves
// has an end too: one that is never closed ends with its paragraph.
func (c *Claim) HTMLHeadings() iter.Seq[Title] {
	return func(yield func(Title) bool) {
		for from := c.Body.Start; ; {
			start, inner := c.nextHTMLHeading(from)
			if start < 0 {
				return
			}
			next, _ := c.nextHTMLHeading(inner)
			if next < 0 {
				next = c.Body.End
			}
			at := Span{Start: inner, End: c.htmlHeadingEnd(inner, next)}
			if !yield(Title{Text: c.Slice(at), Span: at, Origin: FromHeading}) {
				return
			}
			from = next
		}
	}
}

// longestHeadingTag is how far the attributes of a heading are read, in bytes, so that many that never end cost little.
const longestHeadingTag = 4096

// nextHTMLHeading is where a heading begins from an offset on, and where its text does; -1 where there is none.
func (c *Claim) nextHTMLHeading(from int) (start, inner int) {
	for from < c.Body.End {
		i := bytes.IndexByte(c.Source[from:c.Body.End], '<')
		if i < 0 {
			break
		}
		from += i
		rest := c.Source[from:c.Body.End]
		if len(rest) > 3 && rest[1]|0x20 == 'h' && rest[2] == '1' && bytes.IndexByte([]byte(" \t\r\n/>"), rest[3]) >= 0 && !c.InHidden(from) {
			size := rendered.TagSize(rest[:min(len(rest), longestHeadingTag)])
			if size == 0 {
				size = bytes.IndexByte(rest, '>') + 1
			}
			if size == 0 {
				break
			}
			return from, from + size
		}
		from++
	}
	return -1, -1
}

// htmlHeadingEnd is where the text of a heading ends: before the last tag that closes one, else at the end of the first
// paragraph that has any text.
func (c *Claim) htmlHeadingEnd(start, limit int) int {
	const closer = "</h1"
	s := c.Source[start:limit]
	for end := bytes.LastIndexByte(s, '<'); end >= 0; end = bytes.LastIndexByte(s[:end], '<') {
		if len(s)-end >= len(closer) && bytes.EqualFold(s[end:end+len(closer)], []byte(closer)) && !c.InHidden(start+end) {
			return start + end
		}
	}
	begun := len(s) - len(bytes.TrimLeft(s, " \t\r\n"))
	for _, blank := range []string{"\n\n", "\n\r\n"} {
		if i := bytes.Index(s[begun:], []byte(blank)); i >= 0 {
			s = s[:begun+i]
		}
	}
	return start + len(s)
}

// htmlTitle is the first heading of level one in HTML that shows anything.
func (c *Claim) htmlTitle() (Title, bool) {
	for t := range c.HTMLHeadings() {
		shown := rendered.Of([]byte(t.Text), rendered.Markdown)
		if t.Text = string(bytes.TrimSpace(shown.Bytes)); t.Text != "" {
			return t, true
		}
	}
	return Title{}, false
}
