// Package rendered gives the words of markdown as a reader of the page sees them: without the marks of emphasis,
// links and HTML, with entities and escapes decoded, and in plain letters. The package serves to find what a writer
// may have hidden between the marks. It is an approximation, and in doubt it removes a mark.
package rendered

import (
	"sort"
	"unicode/utf8"
)

// Text is a text as a page shows it, with the places of its parts in the source.
type Text struct {
	Bytes []byte
	// Beside are the parts of the source, as pairs of offsets, that the page does not show but holds: addresses, tags and
	// comments, in order.
	Beside [][2]int
	pieces []piece // in order
}

// piece says that Text.Bytes goes on at shown with what stands at source.
type piece struct{ shown, source int }

// Mode says which marks of the source do not belong to the text.
type Mode uint8

// The marks that a text may have; Alike goes with any other.
const (
	Letters  Mode = 0         // none: header values, code
	Markdown Mode = 1 << iota // emphasis, links, HTML, entities, escapes
	Address                   // numbers and entities for characters, and signs in the place of blanks: addresses, tags, comments
	Alike                     // letters of other alphabets for the Latin ones that they look like
)

const (
	// marks are the bytes of markdown that may not belong to the text.
	marks = "&<*_\\~`![]{=^%$+"
	// parting are the signs that part the words of addresses and tags.
	parting = "-_/+=&?%\"'<>()"
)

// special are the bytes by mode at which a text may be shown with other characters than it is written with.
var special = func() (t [Address + 1][256]bool) {
	for mode, of := range map[Mode]string{Letters: "", Markdown: marks, Address: parting} {
		for _, b := range []byte(of) {
			t[mode][b] = true
		}
		for b := utf8.RuneSelf; b < 256; b++ {
			t[mode][b] = true
		}
	}
	return t
}()

// plainRun is how many bytes at the start of a text are shown as they are.
func plainRun(source []byte, mode Mode) int {
	t := &special[mode&^Alike]
	for i, b := range source {
		if t[b] {
			return i
		}
	}
	return len(source)
}

// Plain reports whether a text is shown as it stands.
func Plain(source []byte, mode Mode) bool { return plainRun(source, mode) == len(source) }

// Breaks reports whether a page may leave out a byte of markdown, or show it as another.
func Breaks(b byte) bool { return special[Markdown][b] }

// Of gives source as it is shown. A wiki link stays as it is written, because its text is a name, unless it is a part
// of a word. The bytes of a text that is shown as it stands are those of source.
func Of(source []byte, mode Mode) Text {
	if Plain(source, mode) {
		return Text{Bytes: source}
	}
	r := reader{source: source, mode: mode, Text: Text{Bytes: make([]byte, 0, len(source))}, glued: -1}
	for r.at < len(source) {
		size := plainRun(source[r.at:], mode)
		switch {
		case size > 0:
			r.write(source[r.at:r.at+size], size)
		case mode&Markdown != 0:
			size = r.mark()
		case mode&Address != 0:
			size = r.sign()
		}
		if size == 0 {
			size = r.letter()
		}
		r.at += size
	}
	r.pieces = append(r.pieces, piece{len(r.Bytes), len(source)}) // the end of a text that is shown longer than it is written
	return r.Text
}

// Source is where the byte at an offset of the text stands in the source. What is shown longer than it is written ends where the next
// piece begins.
func (t *Text) Source(shown int) int {
	i := sort.Search(len(t.pieces), func(i int) bool { return t.pieces[i].shown > shown }) - 1
	if i < 0 {
		return shown
	}
	at := t.pieces[i].source + shown - t.pieces[i].shown
	if i+1 < len(t.pieces) {
		at = min(at, t.pieces[i+1].source)
	}
	return at
}

type reader struct {
	Text
	source []byte
	mode   Mode
	at     int
	skips  int //  what was taken out since the last piece
	sought [closers]sought
	line   int    // where the line ends that was last looked at
	ends   int    // where the paragraph does
	bare   int    // up to where the ends of tags are sought without regard to quotation marks
	links  []pair // the brackets of addresses up to linked that are yet to come
	linked int
	glued  int // where the wiki link ends that is a part of a word
}

// write appends what stands for size bytes of the source.
func (r *reader) write(shown []byte, size int) {
	if r.skips > 0 || len(shown) != size {
		r.pieces = append(r.pieces, piece{len(r.Bytes), r.at})
	}
	r.Bytes = append(r.Bytes, shown...)
	r.skips = 0
	if len(shown) != size {
		r.skips = 1
	}
}

// drop takes size bytes out.
func (r *reader) drop(size int) int {
	r.skips++
	return size
}

// aside takes size bytes out that the page holds all the same.
func (r *reader) aside(size int) int {
	r.Beside = append(r.Beside, [2]int{r.at, r.at + size})
	return r.drop(size)
}

// put writes a text in plain letters for size bytes of the source.
func (r *reader) put(s string, size int) int {
	if size > 0 {
		r.write([]byte(r.visible(s)), size)
	}
	return size
}

// sign reads a sign of an address or a tag.
func (r *reader) sign() int {
	rest := r.source[r.at:]
	switch {
	case rest[0] >= utf8.RuneSelf:
		return 0
	case rest[0] == '%':
		if size := r.put(percent(rest)); size > 0 {
			return size
		}
	case rest[0] == '&':
		if size := r.put(Entity(rest)); size > 0 {
			return size
		}
	}
	r.write([]byte(" "), 1)
	return 1
}
