package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/text/hidden"
)

// Visible makes foreign text safe to print. A control character shows as its number, and so does a character without
// a shape, unless a script or an emoji needs it. So no claim drives the reader's terminal or says what the reader
// does not see.
func Visible(s string) string {
	if isPlain(s) {
		return s
	}
	unseen := map[int]bool{}
	for found := range hidden.In([]byte(s)) {
		unseen[found.Start] = true
	}
	if len(unseen) == 0 && !strings.ContainsFunc(s, unprintable) && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '\t':
			b.WriteByte(' ')
		case unseen[i] || unprintable(r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isPlain reports whether a text is printable ASCII.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// unprintable reports whether a character is never shown unchanged, not even for a script or an emoji.
func unprintable(r rune) bool {
	return !unicode.IsPrint(r) && !unicode.Is(unicode.Co, r) && r != 0x200d
}
