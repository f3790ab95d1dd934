package claim

import (
	"bytes"
	"iter"

	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text/rendered"
)

// HTMLHeadings are the headings of level one in HTML outside of code and comments, in order. What browsers close by themselves
// has an end too: one that is never closed ends with its paragraph.
func (c *Claim) HTMLHeadings() iter.Seq[Title] {
	return func(yield func(Title) bool) {
		tags := c.headingTags()
		for i, tag := range tags {
			next := c.Body.End
			if i+1 < len(tags) {
				next = tags[i+1].Start
			}
			at := Span{Start: tag.End, End: c.htmlHeadingEnd(tag.End, next)}
			if !yield(Title{Text: c.Slice(at), Span: at, Origin: FromHeading}) {
				return
			}
		}
	}
}

// longestHeadingTag is how far the attributes of a heading are read, in bytes, so that many that never end cost little.
const longestHeadingTag = 4096

var headingTag = lazy.Regexp(`(?i)<h1[ \t\r\n/>]`)

// headingTags are the tags that open a heading of level one. One without an end is none, and so is what follows it.
func (c *Claim) headingTags() (tags []Span) {
	from := c.Body.Start
	for _, m := range headingTag().FindAllIndex(c.BodyText(), -1) {
		start := c.Body.Start + m[0]
		if start < from || c.InHidden(start) {
			continue
		}
		rest := c.Source[start:c.Body.End]
		size := rendered.TagSize(rest[:min(len(rest), longestHeadingTag)])
		if size == 0 {
			size = bytes.IndexByte(rest, '>') + 1
		}
		if size == 0 {
			break
		}
		from = start + size
		tags = append(tags, Span{start, from})
	}
	return tags
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
