package claim

import (
	"bytes"
	"unicode/utf8"
)

// Locator turns many offsets of one source into positions. Going forward it reads each byte once, so that a note with
// a hundred thousand findings on one line costs no more than reading it.
type Locator struct {
	source []byte
	offset int
	line   int
	column int
}

// NewLocator makes a locator for a source.
func NewLocator(source []byte) *Locator {
	l := &Locator{source: source}
	l.rewind()
	return l
}

func (l *Locator) rewind() {
	l.offset, l.line, l.column = 0, 1, 1
	if bytes.HasPrefix(l.source, []byte(bom)) {
		l.offset = len(bom)
	}
}

// Position is the line and column of a byte offset, as PositionIn has it.
func (l *Locator) Position(offset int) Position {
	offset = min(offset, len(l.source))
	if offset < l.offset {
		l.rewind()
	}
	if offset < l.offset {
		return Position{Line: 1, Column: 1}
	}
	between := l.source[l.offset:offset]
	if n := bytes.Count(between, []byte{'\n'}); n > 0 {
		l.line += n
		l.column = 1
		between = between[bytes.LastIndexByte(between, '\n')+1:]
	}
	l.column += utf8.RuneCount(between)
	l.offset = offset
	return Position{Line: l.line, Column: l.column}
}

// excerptBefore and excerptAfter bound, in bytes, the part of a line that an excerpt shows around an offset.
const (
	excerptBefore = 200
	excerptAfter  = 600
)

// Excerpt is the line that holds offset, or the part of a long line around it, and the offset at which it starts.
func (c *Claim) Excerpt(offset int) (string, int) {
	offset = min(offset, len(c.Source))
	start := max(0, offset-excerptBefore)
	if i := bytes.LastIndexByte(c.Source[start:offset], '\n'); i >= 0 {
		start += i + 1
	}
	end := min(len(c.Source), offset+excerptAfter)
	if i := bytes.IndexByte(c.Source[offset:end], '\n'); i >= 0 {
		end = offset + i
	}
	for start < offset && !utf8.RuneStart(c.Source[start]) {
		start++
	}
	for end < len(c.Source) && end > offset && !utf8.RuneStart(c.Source[end]) {
		end--
	}
	return string(bytes.TrimSuffix(c.Source[start:end], []byte{'\r'})), start
}
