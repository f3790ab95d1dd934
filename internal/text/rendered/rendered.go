// Package rendered gives the words of markdown as a reader of the page sees them: without the marks of emphasis, links and
// HTML, with entities and escapes decoded, and in plain letters. It is an approximation that errs towards taking marks out:
// it is for looking for what a writer may have hidden between them.
package rendered

import (
	"bytes"
	"html"
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/kbgate/kbgate/internal/text/hidden"
)

// Text is a text as it is shown, and where its parts stand in the source.
type Text struct {
	Bytes []byte
	// Beside are the parts of the source, as pairs of offsets, that the page does not show but holds: addresses, tags and
	// comments, in order.
	Beside [][2]int
	pieces []piece // in order
}

// piece says that Text.Bytes goes on at shown with what stands at source.
type piece struct{ shown, source int }

// Mode says which marks of the source are none of the text.
type Mode uint8

// The marks that a text may have.
const (
	Letters  Mode = 0         // none: header values, code
	Markdown Mode = 1 << iota // emphasis, links, HTML, entities, escapes
)

// Longest pieces of markup, in bytes, that are looked for: an entity of the standard is shorter (https://html.spec.whatwg.org,
// “Named character references”), and so is any tag that people write.
const (
	longestEntity = 40
	longestTag    = 2000
)

// marks are the bytes of markdown that may be none of the text.
const marks = "&<*_\\~`[]="

// Plain reports whether a text is shown as it stands.
func Plain(source []byte, mode Mode) bool {
	if mode&Markdown != 0 && bytes.ContainsAny(source, marks) {
		return false
	}
	for _, b := range source {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Of gives source as it is shown. Wiki links stay as they are written, for their text is a name.
func Of(source []byte, mode Mode) Text {
	r := reader{source: source, Text: Text{Bytes: make([]byte, 0, len(source))}}
	for r.at < len(source) {
		size := 0
		if mode&Markdown != 0 {
			size = r.mark()
		}
		if size == 0 {
			r.letter()
		}
		r.at += size
	}
	return r.Text
}

// Source is where the byte at an offset of the text stands in the source.
func (t *Text) Source(shown int) int {
	i := sort.Search(len(t.pieces), func(i int) bool { return t.pieces[i].shown > shown }) - 1
	if i < 0 {
		return shown
	}
	return t.pieces[i].source + shown - t.pieces[i].shown
}

type reader struct {
	Text
	source   []byte
	at       int
	wantsTag int      // before which no `>` was found: none is sought again
	skips    int      // what was taken out since the last piece
	unclosed [128]int // by closing bracket: before which none was found
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

// mark reads a mark of markdown; it gives its length, or 0 where none stands here.
func (r *reader) mark() int {
	rest := r.source[r.at:]
	switch rest[0] {
	case '*', '`', '~':
		return r.drop(1)
	case '=':
		if len(rest) > 1 && rest[1] == '=' {
			return r.drop(2)
		}
	case '!':
		if len(rest) > 1 && rest[1] == '[' {
			return r.drop(1)
		}
	case '_':
		if r.at > 0 && isWord(r.source[r.at-1]) && len(rest) > 1 && isWord(rest[1]) {
			return 0
		}
		return r.drop(1)
	case '\\':
		if len(rest) > 1 && (rest[1] == '\n' || rest[1] == '\r') {
			return r.drop(1)
		}
		if len(rest) > 1 && isPunctuation(rest[1]) {
			r.drop(1)
			r.at++
			r.write(rest[1:2], 1)
			return 1
		}
	case '&':
		return r.entity(rest)
	case '<':
		return r.tag(rest)
	case '[':
		if len(rest) > 1 && rest[1] == '[' {
			r.write(rest[:2], 2)
			return 2
		}
		if len(rest) > 1 && rest[1] == '^' { // a footnote
			if size := r.bracketed(rest, 0); size > 0 {
				return r.aside(size)
			}
		}
		return r.drop(1)
	case ']':
		return r.closing(rest)
	}
	return 0
}

// entity reads `&amp;`, `&#36;` and the like.
func (r *reader) entity(rest []byte) int {
	shown, size := Entity(rest)
	if size > 0 {
		r.write([]byte(visible(shown)), size)
	}
	return size
}

// Entity gives what the entity of HTML at the start of a text stands for, and its length; 0 where there is none. Those that
// HTML alone reads, and markdown does not, have no semicolon at their end: numbers, and a soft hyphen.
func Entity(rest []byte) (shown string, size int) {
	if size = unended(rest); size > 0 {
		return html.UnescapeString(string(rest[:size])), size
	}
	end := bytes.IndexByte(rest[:min(len(rest), longestEntity)], ';')
	if end < 0 {
		return "", 0
	}
	shown = html.UnescapeString(string(rest[:end+1]))
	if n := len(shown); shown == string(rest[:end+1]) || n > 1 && shown[n-1] == ';' { // only the first letters are a name
		return "", 0
	}
	return shown, end + 1
}

// unended is the length of an entity without a semicolon.
func unended(rest []byte) int {
	digits, start := "0123456789", len("&#")
	switch {
	case bytes.HasPrefix(rest, []byte("&#x")), bytes.HasPrefix(rest, []byte("&#X")):
		digits, start = "0123456789abcdefABCDEF", len("&#x")
	case bytes.HasPrefix(rest, []byte("&shy")) && !bytes.HasPrefix(rest, []byte("&shy;")):
		return len("&shy")
	case !bytes.HasPrefix(rest, []byte("&#")):
		return 0
	}
	end := start
	for end < min(len(rest), longestEntity) && strings.IndexByte(digits, rest[end]) >= 0 {
		end++
	}
	if end == start || end < len(rest) && rest[end] == ';' {
		return 0
	}
	return end
}

// visible is a text in plain letters, without what has no shape.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if hidden.Shapeless(r) {
			return -1
		}
		return r
	}, plain(s))
}

// tag reads a tag or a comment of HTML.
func (r *reader) tag(rest []byte) int {
	if len(rest) < 2 || !isWord(rest[1]) && rest[1] != '/' && rest[1] != '!' && rest[1] != '?' || r.at < r.wantsTag {
		return 0
	}
	near := rest[:min(len(rest), longestTag)]
	end, size := bytes.IndexByte(near, '>'), 1
	if bytes.HasPrefix(rest, []byte("<!--")) {
		end, size = bytes.Index(near, []byte("-->")), 3
	}
	if end < 0 {
		r.wantsTag = r.at + len(near)
		return 0
	}
	return r.aside(end + size)
}

// closers are what ends that which may follow the text of a link.
var closers = [256]byte{'(': ')', '[': ']', '{': '}'}

// closing reads the end of a link with its address, `](address)`, its reference, `][name]`, or its attributes, `]{.class}`.
func (r *reader) closing(rest []byte) int {
	if len(rest) > 1 && rest[1] == ']' {
		r.write(rest[:2], 2)
		return 2
	}
	if size := r.bracketed(rest, 1); size > 0 {
		return r.aside(size)
	}
	return r.drop(1)
}

// bracketed is how far what is in brackets from an offset on reaches on its line; 0 where nothing is.
func (r *reader) bracketed(rest []byte, from int) int {
	if len(rest) <= from {
		return 0
	}
	closer := closers[rest[from]]
	if closer == 0 || r.at < r.unclosed[closer] {
		return 0
	}
	near := rest[from:min(len(rest), longestTag)]
	if end := bytes.IndexByte(near, '\n'); end >= 0 {
		near = near[:end]
	}
	end := bytes.IndexByte(near, closer)
	if end < 0 {
		r.unclosed[closer] = r.at + len(near)
		return 0
	}
	return from + end + 1
}

// aside takes size bytes out that the page holds all the same.
func (r *reader) aside(size int) int {
	r.Beside = append(r.Beside, [2]int{r.at, r.at + size})
	return r.drop(size)
}

// letter reads one character of the text: in its plain form, or not at all where it has no shape.
func (r *reader) letter() {
	if r.source[r.at] < utf8.RuneSelf {
		r.write(r.source[r.at:r.at+1], 1)
		r.at++
		return
	}
	c, size := utf8.DecodeRune(r.source[r.at:])
	written := r.source[r.at : r.at+size]
	switch {
	case hidden.Shapeless(c):
		r.drop(size)
	default:
		r.write([]byte(plain(string(written))), size)
	}
	r.at += size
}

// plain is a text in the letters and signs of ASCII where it looks like them (normal form KC), else as it is.
func plain(s string) string {
	folded := norm.NFKC.String(s)
	for i := range len(folded) {
		if folded[i] >= utf8.RuneSelf {
			return s
		}
	}
	return folded
}

func isWord(b byte) bool {
	return 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9' || b >= utf8.RuneSelf
}

// isPunctuation reports whether a backslash takes away what an ASCII character means (CommonMark 2.4).
func isPunctuation(b byte) bool { return b > ' ' && b < 0x7f && !isWord(b) }
