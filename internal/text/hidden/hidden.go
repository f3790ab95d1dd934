// Package hidden finds characters that readers do not see, and words whose letters are not what they seem. The
// characters are those of Unicode Technical Standard 39 and of "Trojan Source" (Boucher and Anderson, 2021).
//
// Every script keeps what it is written with: joiners beside the letters that they shape (UAX #31, section 2.3, Layout and Format
// Control Characters), the space without width between words that no other space parts (class SA of UAX #14; The Unicode Standard,
// section 23.2), marks of direction in text from right to left (UAX #9, section 2.6), Mongolian's separator and selectors (The Unicode
// Standard, section 13.5). A soft hyphen belongs to no script, and UTS #39 lets none into a name: it is found everywhere.
package hidden

import (
	"bytes"
	"fmt"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Character is one hidden character at byte offsets of a text.
type Character struct {
	Start, End int
	Name       string // such as "a zero-width space (U+200B)"
}

// In gives the hidden characters of a text. It leaves out a byte order mark at the start and the characters that a
// script or an emoji needs. It passes over bytes that are no valid UTF-8.
func In(source []byte) iter.Seq[Character] {
	return func(yield func(Character) bool) {
		start := 0
		direction := direction{source: source}
		if strings.HasPrefix(string(source[:min(3, len(source))]), "\ufeff") {
			start = 3
		}
		for i := start; i < len(source); i++ {
			b := source[i]
			if !suspect[b] {
				continue
			}
			r, size := utf8.DecodeRune(source[i:])
			name, ok := nameOf(r)
			if !ok {
				name, ok = breakOf(r)
			}
			if ok && !needed(source, i, i+size, r) && !direction.needs(i, i+size, r) {
				if !yield(Character{Start: i, End: i + size, Name: fmt.Sprintf("%s (U+%04X)", name, r)}) {
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

// nameOf names what has no shape: control characters, the format characters of Unicode (Cf) but for those that show a sign
// around numbers, what Unicode says is never shown (Default_Ignorable_Code_Point), and a few that fonts leave blank.
func nameOf(r rune) (string, bool) {
	switch {
	case r >= 0x2010 && r <= 0x2027: // dashes and quotation marks, the most frequent of all that are asked about
		return "", false
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
	case r == 0x2800, r >= 0x180b && r <= 0x180d, r == 0x180f, r == 0x16fe4, r == 0x1d159:
		return "a filler without a shape", true
	case r >= 0xfe00 && r <= 0xfe0f:
		return "a variation selector", true
	case r >= 0x2061 && r <= 0x2064:
		return "an invisible operator", true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return "a change of writing direction", true
	case r >= 0x206a && r <= 0x206f, r >= 0x1d173 && r <= 0x1d17a, r >= 0xfff9 && r <= 0xfffb:
		return "a formatting character", true
	case r >= 0xe0100 && r <= 0xe01ef:
		return "a variation selector", true
	case r >= 0xe0000 && r <= 0xe007f:
		return "a tag character", true
	case unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Cf) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return "a character without a shape", true
	}
	return "", false
}

// breakOf names what ends a line to some programs and is not seen in others. It parts words all the same.
func breakOf(r rune) (string, bool) {
	switch r {
	case 0x85:
		return "a next-line character", true
	case 0x2028:
		return "a line separator", true
	case 0x2029:
		return "a paragraph separator", true
	}
	return "", false
}

// needed reports whether a script or an emoji asks for the character at this place.
func needed(source []byte, start, end int, r rune) bool {
	before, _ := utf8.DecodeLastRune(source[:start])
	after, _ := utf8.DecodeRune(source[end:])
	switch {
	case r == 0x200d && (isPictograph(before) || before == 0xfe0f || isSkinTone(before)):
		return isPictograph(after) || after == 0x2640 || after == 0x2642 || unicode.Is(unicode.So, after) && after != blankCell
	case r == 0x200b:
		isInWord := isLetterOutside(unspaced, before) && isLetterOutside(unspaced, after)
		return !isInWord && (nameless(before) || nameless(after)) && near(source, start, end, func(r rune) bool { return r >= 0xe00 && unicode.In(r, unspaced...) })
	case r == 0x200c || r == 0x200d:
		return beside(joining, before, after) || isSharedMark(before) || isSelected(source[:start], before)
	case r >= 0xfe00 && r <= 0xfe0f:
		return variesBefore(before, r, after)
	case r == 0x17b4 || r == 0x17b5: // vowels that Khmer speaks and does not write
		return unicode.Is(unicode.Khmer, before) && nameless(before)
	case r == 0x115f: // it stands for the first consonant of an old syllable
		return after > 0x1160 && after <= 0x11a7
	case r == 0x1160: // for its vowel
		return before >= 0x1100 && before < 0x115f || before >= 0xa960 && before <= 0xa97c
	case r == 0x34f: // it keeps marks in their order
		return unicode.Is(unicode.Mn, before) && nameless(before) && unicode.Is(unicode.Mn, after) && nameless(after)
	case r == blankCell:
		return cellNear(source, start, end)
	case r >= 0x180b && r <= 0x180f:
		return unicode.Is(unicode.Mongolian, before) && nameless(before) || r == 0x180e && isSelected(source[:start], before)
	case r >= 0x2066 && r <= 0x2069:
		return near(source, start, end, rightToLeft)
	case r >= 0xe0020 && r <= 0xe007f: // the flags of England, Scotland and Wales
		return before == 0x1f3f4 || before >= 0xe0020 && before <= 0xe007e && flagTags(source[:start])
	case r >= 0xe0100 && r <= 0xe01ef:
		return unicode.Is(unicode.Han, before)
	case r >= 0x13430 && r <= 0x1343f: // they place hieroglyphs
		return beside([]*unicode.RangeTable{unicode.Egyptian_Hieroglyphs}, before, after)
	case r >= 0x1bca0 && r <= 0x1bca3: // they join strokes of shorthand
		return beside([]*unicode.RangeTable{unicode.Duployan}, before, after)
	}
	return false
}

// beside reports whether one of two characters is seen and of one of some scripts.
func beside(scripts []*unicode.RangeTable, before, after rune) bool {
	return unicode.In(before, scripts...) && nameless(before) || unicode.In(after, scripts...) && nameless(after)
}

// isSelected reports whether a text ends with a Mongolian letter whose shape the last character has chosen.
func isSelected(text []byte, last rune) bool {
	letter, _ := utf8.DecodeLastRune(bytes.TrimSuffix(text, []byte(string(last))))
	return last >= 0x180b && last <= 0x180f && last != 0x180e && unicode.Is(unicode.Mongolian, letter) && nameless(letter)
}

func nameless(r rune) bool {
	_, hides := nameOf(r)
	return !hides
}

// variesBefore reports whether a variation selector has something to choose: between text and picture, or the shape of an
// ideograph or a sign (StandardizedVariants.txt and emoji-variation-sequences.txt of the Unicode Character Database, by their
// blocks).
func variesBefore(before, selector, after rune) bool {
	if selector >= 0xfe0e {
		keycap := after == 0x20e3 && (before == '#' || before == '*' || before >= '0' && before <= '9')
		return keycap || isPictograph(before) || before >= 0x25a0 && before <= 0x25ff || before >= 0x2934 && before <= 0x2935 ||
			strings.ContainsRune("\u00a9\u00ae\u203c\u2049\u2122\u2139\u24c2\u3030\u303d\u3297\u3299", before)
	}
	if selector > 0xfe02 {
		return false
	}
	return before >= 0x2200 && before <= 0x2aff && unicode.Is(unicode.Sm, before) || before >= 0x3001 && before <= 0x3002 || before >= 0xff01 && before <= 0xff1f ||
		unicode.In(before, unicode.Han, unicode.Myanmar, unicode.Phags_Pa)
}

// isSharedMark reports whether a mark belongs to several of the joining scripts, and so to none: those of Arabic and of India.
func isSharedMark(r rune) bool {
	return r >= 0x64b && r <= 0x655 || r == 0x670 || r >= 0x951 && r <= 0x954 || r >= 0x1cd0 && r <= 0x1cfa
}

// blankCell is the cell of Braille without a dot.
const blankCell = 0x2800

// nearness is how far, in bytes, a reason for a character is looked for to either side: so a line full of such characters costs
// no more than its length.
const nearness = 80

// cellNear reports whether a blank cell stands among others that have dots.
func cellNear(source []byte, start, end int) bool {
	before, after := source[max(0, start-nearness):start], source[end:min(len(source), end+nearness)]
	for len(before) > 0 {
		r, size := utf8.DecodeLastRune(before)
		if r > blankCell && r <= 0x28ff {
			return true
		}
		if r != blankCell && r != '\n' && r != ' ' {
			break
		}
		before = before[:len(before)-size]
	}
	for len(after) > 0 {
		r, size := utf8.DecodeRune(after)
		if r > blankCell && r <= 0x28ff {
			return true
		}
		if r != blankCell && r != '\n' && r != ' ' {
			break
		}
		after = after[size:]
	}
	return false
}

// unspaced are the scripts that put no spaces between words, so that a space without width says where a line may break.
var unspaced = []*unicode.RangeTable{
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tai_Le, unicode.New_Tai_Lue, unicode.Tai_Tham, unicode.Tai_Viet, unicode.Ahom,
}

// joining are the scripts in which joiners and non-joiners choose the shape of a letter.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Mandaic, unicode.Devanagari, unicode.Bengali,
	unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam,
	unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Thaana, unicode.Phags_Pa, unicode.Manichaean,
	unicode.Balinese, unicode.Javanese, unicode.Newa, unicode.Adlam, unicode.Hanifi_Rohingya, unicode.Psalter_Pahlavi, unicode.Sogdian,
	unicode.Brahmi, unicode.Chakma, unicode.Cham, unicode.Grantha, unicode.Kaithi, unicode.Lepcha, unicode.Limbu, unicode.Meetei_Mayek,
	unicode.Modi, unicode.Saurashtra, unicode.Sharada, unicode.Siddham, unicode.Sundanese, unicode.Tai_Tham, unicode.Takri, unicode.Tirhuta,
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

// direction tells where a text asks for marks of direction.
type direction struct {
	source             []byte
	isKnown, isReverse bool
}

// needs reports whether the character is a mark of direction that stands by a letter from right to left, or in a text that mostly
// runs so, where it may stand before a line of Latin words; within a word of other letters it has nothing to order.
func (d *direction) needs(start, end int, r rune) bool {
	if r != 0x200e && r != 0x200f && r != 0x61c {
		return false
	}
	before, _ := utf8.DecodeLastRune(d.source[:start])
	after, _ := utf8.DecodeRune(d.source[end:])
	isInWord := isLetterOutside(rightToLeftScripts, before) && isLetterOutside(rightToLeftScripts, after)
	return !isInWord && (near(d.source, start, end, rightToLeft) || d.runsRightToLeft())
}

// runsRightToLeft reports whether a quarter of the letters or more run from right to left: names and code among them do not.
func (d *direction) runsRightToLeft() bool {
	if !d.isKnown {
		all, reverse := 0, 0
		for _, r := range string(d.source) {
			if unicode.IsLetter(r) {
				all++
			}
			if rightToLeft(r) {
				reverse++
			}
		}
		d.isKnown, d.isReverse = true, reverse > 0 && reverse*4 >= all
	}
	return d.isReverse
}

// near reports whether a character of a kind stands close by on the same line.
func near(source []byte, start, end int, isOfKind func(rune) bool) bool {
	before, after := source[max(0, start-nearness):start], source[end:min(len(source), end+nearness)]
	if i := bytes.LastIndexByte(before, '\n'); i >= 0 {
		before = before[i+1:]
	}
	if i := bytes.IndexByte(after, '\n'); i >= 0 {
		after = after[:i]
	}
	return bytes.ContainsFunc(before, isOfKind) || bytes.ContainsFunc(after, isOfKind)
}

// isLetterOutside reports whether a character is a letter of other scripts.
func isLetterOutside(scripts []*unicode.RangeTable, r rune) bool {
	return unicode.IsLetter(r) && !unicode.In(r, scripts...)
}

var rightToLeftScripts = []*unicode.RangeTable{
	unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam, unicode.Mandaic, unicode.Samaritan, unicode.Hanifi_Rohingya,
}

func rightToLeft(r rune) bool {
	return r >= 0x590 && unicode.IsLetter(r) && unicode.In(r, rightToLeftScripts...)
}

// Shapeless reports whether readers do not see a character, even where a script or an emoji needs it.
func Shapeless(r rune) bool {
	_, ok := nameOf(r)
	return ok
}
