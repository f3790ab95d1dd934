package config

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/text"
)

// Nearest gives the name among those known that a mistyped or shortened word most probably means, the first of several
// that are equally near. Case and the marks between words do not count. A name is near if it takes few edits for the
// word's length, one for each three letters and at most three; or if it is the only one that the word shortens, as
// `broken_links` does `broken_wiki_links`.
func Nearest(word string, among []string) (string, bool) {
	word = plainName(word)
	length := utf8.RuneCountInString(word)
	if length < 2 {
		return "", false
	}
	limit := min(3, max(1, length/3))
	nearest, found := "", false
	for _, name := range among {
		if d := text.Distance(word, plainName(name), limit); d <= limit {
			nearest, found, limit = name, true, d-1
		}
	}
	if found {
		return nearest, true
	}
	for _, name := range among {
		if shortens(word, plainName(name)) {
			if found {
				return "", false
			}
			nearest, found = name, true
		}
	}
	return nearest, found
}

// plainName is a name in small letters, its words parted by single underscores.
func plainName(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(words, "_")
}

// shortens reports whether all words of short, of three letters or more, begin words of the name in the same order.
func shortens(short, name string) bool {
	rest := strings.Split(name, "_")
	for part := range strings.SplitSeq(short, "_") {
		if utf8.RuneCountInString(part) < 3 {
			return false
		}
		for len(rest) > 0 && !strings.HasPrefix(rest[0], part) {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return false
		}
		rest = rest[1:]
	}
	return true
}
