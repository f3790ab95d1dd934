package claim

import (
	"bytes"
	"unicode/utf8"
)

// Locator turns many offsets of one source into positions. Going forward it reads each byte once, and it remembers a few
// places for going a little back, so that a note with a hundred thousand findings on one line costs no more than reading
// it.
type Locator struct {
	source []byte
	// places are the last positions asked for, the newest last; the first is the start of the text.
	places [4]place
}

type place struct {
	offset int
	Position
}

// NewLocator makes a locator for a source.
func NewLocator(source []byte) *Locator {
	start := place{Position: Position{Line: 1, Column: 1, Byte: 1}}
	if bytes.HasPrefix(source, []byte(bom)) {
		start.offset = len(bom)
	}
	return &Locator{source: source, places: [4]place{start, start, start, start}}
}

// Position is the line and column of a byte offset; one beyond the source is its end, and a byte order mark takes no
// column.
func (l *Locator) Position(offset int) Position {
	p := l.places[0]
	offset = max(p.offset, min(offset, len(l.source)))
	for _, known := range l.places[1:] {
		if known.offset <= offset && known.offset >= p.offset {
			p = known
		}
	}
	between := l.source[p.offset:offset]
	if n := bytes.Count(between, []byte{'\n'}); n > 0 {
		p.Line += n
		p.Column, p.Byte = 1, 1
		between = between[bytes.LastIndexByte(between, '\n')+1:]
	}
	p.Column += utf8.RuneCount(between)
	p.Byte += len(between)
	p.offset = offset
	l.places[1], l.places[2], l.places[3] = l.places[2], l.places[3], p
	return p.Position
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
