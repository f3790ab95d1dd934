package rendered

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/kbgate/kbgate/internal/text/hidden"
)

// letter reads one character of the text: in its plain form, or not at all where it has no shape of its own.
func (r *reader) letter() int {
	if r.source[r.at] < utf8.RuneSelf {
		r.write(r.source[r.at:r.at+1], 1)
		return 1
	}
	c, size := utf8.DecodeRune(r.source[r.at:])
	written := r.source[r.at : r.at+size]
	switch {
	case hidden.Shapeless(c) || r.overlays(c):
		r.drop(size)
	default:
		r.write([]byte(r.plain(string(written))), size)
	}
	return size
}

// overlays reports whether a character only draws something over or under the letter of ASCII before it, such as a line: the
// two are no letter of any alphabet.
func (r *reader) overlays(c rune) bool {
	last := len(r.Bytes) - 1
	if c < 0x300 || !unicode.In(c, unicode.Mn, unicode.Me) || last < 0 || r.Bytes[last] >= utf8.RuneSelf {
		return false
	}
	return utf8.RuneCountInString(norm.NFC.String(string(rune(r.Bytes[last]))+string(c))) > 1
}

// plain replaces the characters that look like ASCII by ASCII (normal form KC), and leaves the others.
func (r *reader) plain(s string) string {
	folded := norm.NFKC.String(s)
	if r.mode&Alike != 0 {
		folded, _ = hidden.Skeleton(folded)
	}
	for i := range len(folded) {
		if folded[i] >= utf8.RuneSelf {
			return s
		}
	}
	return folded
}

// ShowsLatin reports whether a character beyond ASCII is shown as letters or digits of ASCII, or looks like them.
func ShowsLatin(c rune) bool {
	if c >= 0x2010 && c <= 0x2027 || c >= 0xc0 && c <= 0xff && c != '×' { // the signs and letters of most texts, for speed
		return false
	}
	r := reader{mode: Alike}
	return strings.ContainsFunc(r.plain(string(c)), func(c rune) bool { return c < utf8.RuneSelf && isWord(byte(c)) })
}

// visible is a text in plain letters, without what has no shape.
func (r *reader) visible(s string) string {
	return strings.Map(func(c rune) rune {
		if hidden.Shapeless(c) {
			return -1
		}
		return c
	}, r.plain(s))
}

func isWord(b byte) bool {
	return 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9' || b >= utf8.RuneSelf
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// isPunctuation reports whether a backslash takes away what an ASCII character means (CommonMark 2.4).
func isPunctuation(b byte) bool { return b > ' ' && b < 0x7f && !isWord(b) }
