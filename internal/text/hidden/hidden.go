// Package hidden finds characters that readers do not see, and words whose letters are not what they seem. The
// characters are those of Unicode Technical Standard 39 and of "Trojan Source" (Boucher and Anderson, 2021).
package hidden

import (
	"bytes"
	"fmt"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Found is one hidden character at byte offsets of a text.
type Found struct {
	Start, End int
	Name       string // such as "a zero-width space (U+200B)"
}

// In gives the hidden characters of a text, but for a byte order mark at its start and those that a script or an emoji
// needs. Bytes that are no valid UTF-8 are passed over.
func In(source []byte) iter.Seq[Found] {
	return func(yield func(Found) bool) {
		start := 0
		if strings.HasPrefix(string(source[:min(3, len(source))]), "\ufeff") {
			start = 3
		}
		for i := start; i < len(source); i++ {
			b := source[i]
			if !suspect[b] {
				continue
			}
			r, size := utf8.DecodeRune(source[i:])
			if name, ok := nameOf(r); ok && !needed(source, i, i+size, r) {
				if !yield(Found{Start: i, End: i + size, Name: fmt.Sprintf("%s (U+%04X)", name, r)}) {
					return
				}
			}
			i += size - 1
		}
	}
}

// suspect are the first bytes of the characters that nameOf knows.
var suspect = func() (t [256]bool) {
	for b := range 0x20 {
		t[b] = b != '\t' && b != '\n' && b != '\r' && b != '\f'
	}
	for _, b := range []byte{0x7f, 0xc2, 0xcd, 0xd8, 0xe1, 0xe2, 0xe3, 0xef, 0xf0, 0xf3} {
		t[b] = true
	}
	return t
}()

func nameOf(r rune) (string, bool) {
	switch {
	case r < 0x20 && r != '\t' && r != '\n' && r != '\r' && r != '\f', r >= 0x7f && r < 0xa0 && r != 0x85:
		return "a control character", true
	case r == 0xad:
		return "a soft hyphen", true
	case r == 0x34f, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r == 0x3164, r == 0xffa0:
		return "a filler without a shape", true
	case r == 0x61c, r == 0x200e, r == 0x200f:
		return "a mark of writing direction", true
	case r == 0x180e, r == 0x200b:
		return "a zero-width space", true
	case r == 0x200c:
		return "a zero-width non-joiner", true
	case r == 0x200d:
		return "a zero-width joiner", true
	case r == 0x2060, r == 0xfeff:
		return "a zero-width no-break space", true
	case r == 0x2800, r >= 0x180b && r <= 0x180d, r == 0x180f:
		return "a filler without a shape", true
	case r >= 0xfe00 && r <= 0xfe0f:
		return "a variation selector", true
	case r >= 0x2061 && r <= 0x2064:
		return "an invisible operator", true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return "a change of writing direction", true
	case r >= 0x206a && r <= 0x206f, r >= 0x1d173 && r <= 0x1d17a, r >= 0xfff9 && r <= 0xfffb:
		return "a formatting character", true
	case r >= 0xe0000 && r <= 0xe007f:
		return "a tag character", true
	case r >= 0xe0100 && r <= 0xe01ef:
		return "a variation selector", true
	}
	return "", false
}

// needed reports whether a script or an emoji asks for the character at this place.
func needed(source []byte, start, end int, r rune) bool {
	before, _ := utf8.DecodeLastRune(source[:start])
	after, _ := utf8.DecodeRune(source[end:])
	switch {
	case r == 0x200d && (isPictograph(before) || before == 0xfe0f || isSkinTone(before)):
		return isPictograph(after) || after == 0x2640 || after == 0x2642 || unicode.Is(unicode.So, after)
	case r == 0x200c || r == 0x200d:
		return unicode.In(before, joining...)
	case r >= 0xfe00 && r <= 0xfe0f: // it chooses between text and picture, or the shape of an ideograph or a sign
		return isPictograph(before) || before == '#' || before == '*' || before >= '0' && before <= '9' || unicode.In(before, unicode.Han, unicode.So, unicode.Sm, unicode.Po, unicode.Myanmar, unicode.Phags_Pa) ||
			before == 0xa9 || before == 0xae || before >= 0x2000 && before <= 0x2bff || before == 0x3030 || before == 0x303d
	case r >= 0x180b && r <= 0x180f:
		return unicode.Is(unicode.Mongolian, before)
	case r == 0x200e || r == 0x200f || r == 0x61c:
		return rightToLeftNear(source, start, end)
	case r >= 0x2066 && r <= 0x2069:
		return rightToLeftNear(source, start, end)
	case r >= 0xe0020 && r <= 0xe007f: // the flags of England, Scotland and Wales
		return before == 0x1f3f4 || before >= 0xe0020 && before <= 0xe007e && flagTags(source[:start])
	case r >= 0xe0100 && r <= 0xe01ef:
		return unicode.Is(unicode.Han, before)
	}
	return false
}

// joining are the scripts in which joiners and non-joiners choose the shape of a letter.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Mandaic, unicode.Devanagari, unicode.Bengali,
	unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam,
	unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Mn, unicode.Mc,
}

func isPictograph(r rune) bool {
	return r >= 0x1f000 && r <= 0x1faff || r >= 0x2600 && r <= 0x27bf || r >= 0x2b00 && r <= 0x2bff || r >= 0x2190 && r <= 0x23ff
}

func isSkinTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

// flagTags reports whether the tags at the end of text follow the black flag that they colour.
func flagTags(text []byte) bool {
	for range 8 {
		r, size := utf8.DecodeLastRune(text)
		if r == 0x1f3f4 {
			return true
		}
		if r < 0xe0020 || r > 0xe007f {
			return false
		}
		text = text[:len(text)-size]
	}
	return false
}

// rightToLeftNear reports whether a letter of a script that runs from right to left stands close by on the same line. It
// looks no further than near bytes to either side, so that a line full of marks costs no more than its length.
func rightToLeftNear(source []byte, start, end int) bool {
	const near = 80
	before, after := source[max(0, start-near):start], source[end:min(len(source), end+near)]
	if i := bytes.LastIndexByte(before, '\n'); i >= 0 {
		before = before[i+1:]
	}
	if i := bytes.IndexByte(after, '\n'); i >= 0 {
		after = after[:i]
	}
	return bytes.ContainsFunc(before, rightToLeft) || bytes.ContainsFunc(after, rightToLeft)
}

func rightToLeft(r rune) bool {
	return r >= 0x590 && unicode.IsLetter(r) && unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko)
}
