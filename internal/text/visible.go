package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible makes foreign text safe to print: a control character, or one without a shape, shows as its number, so that
// no claim can drive the reader's terminal.
func Visible(s string) string {
	if !strings.ContainsFunc(s, unprintable) && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\t':
			b.WriteByte(' ')
		case unprintable(r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func unprintable(r rune) bool {
	return !unicode.IsPrint(r) && !unicode.Is(unicode.Co, r) && r != 0x200d
}
