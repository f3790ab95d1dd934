package claim

import (
	"bytes"
	"strings"
)

// Link is one wiki link.
type Link struct {
	// Target is the text between the brackets before any `|` or `#`, white space trimmed, as the author means it:
	// escapes of the surrounding YAML string are undone.
	Target string
	// Span is the whole link with brackets and, of an embed, the exclamation mark.
	Span Span
	// TargetSpan is the target within it.
	TargetSpan Span
	Embed      bool
	InHeader   bool
}

// findLinks fills Links from header and body. None are in hidden regions and none behind a backslash; a link to a
// heading of the same note (`[[#heading]]`) has no target and is left out.
// A header that is too large to be read has none.
func (c *Claim) findLinks() {
	if h := &c.Header; h.Inner.Len() <= MaxHeader && bytes.Contains(c.Source[h.Inner.Start:h.Inner.End], []byte("[[")) {
		comments := h.comments()
		c.scanLinks(h.Inner, true, func(offset int) bool {
			_, holds := holding(comments, offset, func(s *Span) Span { return *s })
			return holds
		})
	}
	c.scanLinks(c.Body, false, c.InHidden)
}

func (c *Claim) scanLinks(in Span, header bool, hidden func(offset int) bool) {
	for at := in.Start; at < in.End; {
		i := bytes.Index(c.Source[at:in.End], []byte("[["))
		if i < 0 {
			return
		}
		start := at + i
		for start+2 < in.End && c.Source[start+2] == '[' {
			start++ // of three brackets the inner two are the link
		}
		at = start + 2
		if escaped(c.Source[in.Start:start]) || hidden(start) {
			continue
		}
		end := c.closing(at, in.End)
		if end < 0 {
			continue
		}
		if l, ok := c.link(start, end, header); ok {
			c.Links = append(c.Links, l)
		}
		at = end + 2
	}
}

// closing is where the `]]` stands that closes a link whose text starts at from, or -1: on the same line, not in
// code, and before any further `[[`. It never looks beyond these, so that the whole scan stays linear.
func (c *Claim) closing(from, limit int) int {
	for i := from; i+1 < limit; i++ {
		switch b := c.Source[i]; {
		case b == '\n', b == '[' && c.Source[i+1] == '[':
			return -1
		case b == ']' && c.Source[i+1] == ']' && !c.InHidden(i):
			return i
		}
	}
	return -1
}

func (c *Claim) link(start, end int, header bool) (Link, bool) {
	l := Link{Span: Span{start, end + 2}, InHeader: header}
	if start > 0 && c.Source[start-1] == '!' && !header {
		l.Embed = true
		l.Span.Start--
	}
	inside := c.Source[start+2 : end]
	if i := bytes.IndexAny(inside, "|#"); i >= 0 {
		inside = inside[:i]
		if i < end-start-2 && c.Source[start+2+i] == '|' {
			inside = bytes.TrimSuffix(inside, []byte{'\\'}) // `\|` within a table
		}
	}
	target := bytes.TrimSpace(inside)
	if len(target) == 0 {
		return l, false
	}
	from := start + 2 + bytes.Index(inside, target)
	l.TargetSpan = Span{from, from + len(target)}
	l.Target = string(target)
	if header {
		l.Target = c.unescape(l.Target, start)
	}
	return l, true
}

// unescape undoes the quoting of the YAML string in which a link of the header stands.
func (c *Claim) unescape(target string, offset int) string {
	switch c.Header.StyleAt(offset) {
	case SingleQuoted:
		return strings.ReplaceAll(target, "''", "'")
	case DoubleQuoted:
		return strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\/`, `/`).Replace(target)
	}
	return target
}

// escaped reports whether what follows text stands behind an odd number of backslashes.
func escaped(text []byte) bool {
	n := 0
	for n < len(text) && text[len(text)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}
