package report

import (
	"unicode"

	"golang.org/x/text/width"
)

// columns is how many cells of a terminal a text takes: two for a wide character, none for a mark that combines
// (Unicode Standard Annex 11).
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case r >= 0x1f300 && r <= 0x1faff:
			n += 2
		default:
			switch width.LookupRune(r).Kind() {
			case width.EastAsianWide, width.EastAsianFullwidth:
				n += 2
			default:
				n++
			}
		}
	}
	return n
}
