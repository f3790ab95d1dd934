package rendered

import (
	"bytes"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/text/hidden"
)

// watched are the bytes at which a word may be other than it is written.
var watched = func() (t [256]bool) {
	for _, b := range []byte("&<*_\\~`[]") {
		t[b] = true
	}
	for b := utf8.RuneSelf; b < len(t); b++ {
		t[b] = true
	}
	return t
}()

// Disguised reports whether some word of a text may be shown with other letters than it is written with: marks within it,
// entities, letters in other forms, characters without a shape. It is fast and errs towards yes.
func Disguised(source []byte) bool {
	for i := 0; i < len(source); i++ {
		b := source[i]
		if !watched[b] {
			continue
		}
		switch {
		case b >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(source[i:])
			if odd(r) {
				return true
			}
			i += size - 1
		case b == '&':
			if i+1 < len(source) && (source[i+1] == '#' || isWord(source[i+1])) {
				return true
			}
		default:
			within := i > 0 && isWord(source[i-1])
			for i+1 < len(source) && watched[source[i+1]] && source[i+1] < utf8.RuneSelf {
				i++
			}
			if within && (bytes.IndexByte(source[i:i+1], '<') == 0 || i+1 < len(source) && isWord(source[i+1])) {
				return true
			}
		}
	}
	return false
}

// odd reports whether a character may be shown like one of ASCII, or not at all.
func odd(r rune) bool {
	switch {
	case r >= 0xfe00 && r <= 0xffff, r >= 0x1d400 && r <= 0x1d7ff, r >= 0x2460 && r <= 0x24ff, r >= 0x2100 && r <= 0x214f && r != 0x2122:
		return true
	}
	return hidden.Shapeless(r)
}
