package guard

import (
	"strings"
	"unicode"

	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/hidden"
)

// withoutHidden takes from a text what no reader sees.
func withoutHidden(s string) string {
	return strings.Map(func(r rune) rune {
		if hidden.Shapeless(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// isOfWord reports whether a character is part of a word.
func isOfWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// shortened gives a text of a draft as a message quotes it.
func shortened(s string) string { return text.Shorten(text.Visible(s), 80) }
