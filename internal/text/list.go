package text

import "strings"

// List joins items as a sentence does, the last one behind a word of its own: List("or", "a", "b", "c") is "a, b or c".
func List(last string, items ...string) string {
	n := len(items) - 1
	if n < 1 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:n], ", ") + " " + last + " " + items[n]
}

// Shorten is a text of at most that many characters, the end of a longer one replaced by "…".
func Shorten(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return strings.TrimRight(string(runes[:most]), " ") + "…"
	}
	return s
}
