package overclaim

import (
	"strings"
	"unicode/utf8"
)

// A family is the forms of one word. Each part of speech gives the forms that English makes by rule; what it makes
// otherwise is spelled out in the table.

// verbForms gives the base of a verb, its third person, its past forms and its gerund, which it marks. Irregular past forms follow after colons; a circumflex says that the last letter is doubled.
func verbForms(family string, give func(word string, form trait)) {
	base, irregular, _ := strings.Cut(family, ":")
	stem := strings.TrimSuffix(base, "^")
	doubled := stem
	if stem != base || doubles(stem) {
		doubled += stem[len(stem)-1:]
	}
	give(stem, 0)
	give(third(stem), 0)
	switch {
	case irregular != "":
		for form := range strings.SplitSeq(irregular, ":") {
			give(form, 0)
		}
	case strings.HasSuffix(stem, "e"):
		give(stem+"d", 0)
	case consonantY(stem):
		give(strings.TrimSuffix(stem, "y")+"ied", 0)
	default:
		give(doubled+"ed", 0)
	}
	switch {
	case strings.HasSuffix(stem, "ie"): // die, dying
		doubled = strings.TrimSuffix(stem, "ie") + "y"
	case strings.HasSuffix(stem, "e") && !strings.HasSuffix(stem, "ee"):
		doubled = strings.TrimSuffix(stem, "e")
	}
	give(doubled+"ing", gerund)
}

// adjectiveForms gives an adjective and its adverb.
func adjectiveForms(base string, give func(word string, form trait)) {
	give(base, 0)
	switch {
	case strings.HasSuffix(base, "ble"):
		give(strings.TrimSuffix(base, "e")+"y", 0)
	case strings.HasSuffix(base, "ic"):
		give(base+"ally", 0)
	case strings.HasSuffix(base, "y"):
		give(strings.TrimSuffix(base, "y")+"ily", 0)
	case strings.HasSuffix(base, "ue"):
		give(strings.TrimSuffix(base, "e")+"ly", 0)
	default:
		give(base+"ly", 0)
	}
}

// nounForms gives a noun and its plural.
func nounForms(base string, give func(word string, form trait)) {
	give(base, 0)
	give(third(base), 0)
}

// third adds the ending that the third person and the plural share.
func third(stem string) string {
	switch {
	case consonantY(stem):
		return strings.TrimSuffix(stem, "y") + "ies"
	case strings.HasSuffix(stem, "s"), strings.HasSuffix(stem, "x"), strings.HasSuffix(stem, "z"), strings.HasSuffix(stem, "ch"),
		strings.HasSuffix(stem, "sh"), strings.HasSuffix(stem, "to"):
		return stem + "es"
	}
	return stem + "s"
}

func consonantY(stem string) bool {
	return len(stem) > 1 && stem[len(stem)-1] == 'y' && !vowel(stem[len(stem)-2])
}

// doubles reports whether a word of one syllable ends in one vowel and one consonant, which is doubled before an
// ending: "stop", "trap".
func doubles(stem string) bool {
	n := len(stem)
	if n < 3 || utf8.RuneCountInString(stem) != n || vowel(stem[n-1]) || strings.IndexByte("wxy", stem[n-1]) >= 0 || !vowel(stem[n-2]) || vowel(stem[n-3]) {
		return false
	}
	for _, b := range []byte(stem[:n-2]) {
		if vowel(b) {
			return false
		}
	}
	return true
}

func vowel(b byte) bool { return strings.IndexByte("aeiou", b) >= 0 }
