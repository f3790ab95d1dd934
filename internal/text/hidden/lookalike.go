package hidden

import (
	"strings"
	"unicode"
)

// Mixed is a word whose letters belong to alphabets that should not meet in one word.
type Mixed struct {
	Text    string
	Scripts string // such as "the Latin and Cyrillic alphabets"
}

// lookalikes are the letters that look like Latin ones, from the confusables of Unicode Technical Standard 39, those
// of alphabets that people have on their keyboards.
var lookalikes = map[rune]rune{
	// Cyrillic
	'а': 'a', 'с': 'c', 'ԁ': 'd', 'е': 'e', 'һ': 'h', 'і': 'i', 'ј': 'j', 'ӏ': 'l', 'о': 'o', 'р': 'p', 'ԛ': 'q', 'ѕ': 's',
	'ѵ': 'v', 'ԝ': 'w', 'х': 'x', 'у': 'y', 'г': 'r', 'А': 'A', 'В': 'B', 'С': 'C', 'Е': 'E', 'Н': 'H', 'І': 'I', 'Ј': 'J',
	'К': 'K', 'М': 'M', 'О': 'O', 'Р': 'P', 'Ѕ': 'S', 'Т': 'T', 'Ԝ': 'W', 'Х': 'X', 'У': 'Y',
	// Greek
	'α': 'a', 'ι': 'i', 'ο': 'o', 'ρ': 'p', 'υ': 'u', 'ν': 'v', 'γ': 'y', 'Α': 'A', 'Β': 'B', 'Ε': 'E', 'Ζ': 'Z', 'Η': 'H',
	'Ι': 'I', 'Κ': 'K', 'Μ': 'M', 'Ν': 'N', 'Ο': 'O', 'Ρ': 'P', 'Τ': 'T', 'Υ': 'Y', 'Χ': 'X',
	// Armenian
	'օ': 'o', 'ո': 'n', 'ս': 'u', 'հ': 'h', 'զ': 'q', 'ց': 'g',
}

// MixedWord gives the first word of s that mixes Latin letters with letters of another alphabet that look like Latin
// ones. Greek and Cyrillic symbols beside Latin letters ("βeta", "Δx") are not alike, and pass.
func MixedWord(s string) (Mixed, bool) {
	if isASCII(s) {
		return Mixed{}, false
	}
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
		latin, alike := false, ""
		for _, r := range word {
			switch {
			case unicode.Is(unicode.Latin, r):
				latin = true
			case lookalikes[r] != 0 && alike == "":
				alike = scriptOf(r)
			}
		}
		if latin && alike != "" {
			return Mixed{Text: word, Scripts: "the Latin and " + alike + " alphabets"}, true
		}
	}
	return Mixed{}, false
}

func scriptOf(r rune) string {
	switch {
	case unicode.Is(unicode.Cyrillic, r):
		return "Cyrillic"
	case unicode.Is(unicode.Greek, r):
		return "Greek"
	}
	return "Armenian"
}

// Skeleton replaces the letters of a text by the Latin letters that they look like. It reports whether any changed.
func Skeleton(s string) (string, bool) {
	if isASCII(s) {
		return s, false
	}
	changed := false
	skeleton := strings.Map(func(r rune) rune {
		if latin, ok := lookalikes[r]; ok {
			changed = true
			return latin
		}
		return r
	}, s)
	return skeleton, changed
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
