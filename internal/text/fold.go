// Package text knows words: how names compare, where words and sentences begin, which characters a reader sees. It
// reads no files and keeps no state.
package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold is the form in which names compare: Unicode normal form C and full case folding.
func Fold(s string) string {
	if folded, ok := foldASCII(s); ok {
		return folded
	}
	// Folding may undo the normal form, so it is laid again.
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(s)))
}

// AppendFold appends the folded form of a name.
func AppendFold(dst []byte, s string) []byte {
	for i := range len(s) {
		b := s[i]
		if b >= utf8.RuneSelf {
			return append(dst[:len(dst)-i], Fold(s)...)
		}
		if 'A' <= b && b <= 'Z' {
			b += 'a' - 'A'
		}
		dst = append(dst, b)
	}
	return dst
}

func foldASCII(s string) (string, bool) {
	upper := false
	for i := range len(s) {
		b := s[i]
		if b >= utf8.RuneSelf {
			return "", false
		}
		upper = upper || 'A' <= b && b <= 'Z'
	}
	if upper {
		s = strings.ToLower(s)
	}
	return s, true
}

// Slug is the form in which names compare when punctuation, hyphens and case do not count: the folded letters and
// digits, with one hyphen between words. An apostrophe parts no word.
func Slug(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	gap := false
	for _, r := range Fold(s) {
		switch {
		case r == '\'' || r == '’' || r == '‘':
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		default:
			gap = true
		}
	}
	return b.String()
}

// IsASCII reports whether a text has no character beyond ASCII.
func IsASCII[S ~string | ~[]byte](s S) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
