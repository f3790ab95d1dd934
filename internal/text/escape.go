package text

import (
	"io"
	"unicode/utf8"
)

// Acts reports whether a character acts on the program that shows it: a control character, a line or paragraph
// separator, or one that turns the direction of writing.
func Acts(r rune) bool {
	return r < 0x20 || r >= 0x7f && r <= 0x9f || r == 0x61c || r == 0x200e || r == 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// EscapeTo gives a writer that passes text on and writes each acting character beyond ASCII, and DEL, as an escape of
// the format, so that readers of the format get the same text. Text may come in any pieces. Bytes that are no UTF-8
// pass unchanged, and so does a character that is still unfinished at the end.
func EscapeTo(w io.Writer, escape func(rune) string) io.Writer { return &escaper{w: w, escape: escape} }

type escaper struct {
	w      io.Writer
	escape func(rune) string
	buffer []byte
	begun  []byte // of a character that the next piece goes on with
}

func (e *escaper) Write(p []byte) (int, error) {
	in := p
	if len(e.begun) > 0 {
		in = append(e.begun, p...)
	}
	e.buffer = e.buffer[:0]
	i := 0
	for i < len(in) {
		if in[i] < 0x7f {
			e.buffer = append(e.buffer, in[i])
			i++
			continue
		}
		if !utf8.FullRune(in[i:]) {
			break
		}
		r, size := utf8.DecodeRune(in[i:])
		if Acts(r) && r != utf8.RuneError {
			e.buffer = append(e.buffer, e.escape(r)...)
		} else {
			e.buffer = append(e.buffer, in[i:i+size]...)
		}
		i += size
	}
	e.begun = append([]byte(nil), in[i:]...)
	if _, err := e.w.Write(e.buffer); err != nil {
		return 0, err
	}
	return len(p), nil
}
