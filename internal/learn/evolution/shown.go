package evolution

import (
	"cmp"
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// How many characters are shown of what people typed.
const (
	maxName   = 80
	maxReason = 240
)

// Shown is text that people typed, on one line, at most twice so many characters of it, and with those that show nothing
// or turn the text around them by their number.
func Shown(s string, most int) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(clip(s, most), "\ufffd")), " ")
	return clip(text.Visible(s), 2*most)
}

// name is the name of an agent, an artifact or a tag, as Shown has it. There may be nothing in one that shows.
func name(s string) string { return cmp.Or(Shown(s, maxName), "(no name)") }

// clip is the beginning of a text, with a sign where it was longer.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	n := 0
	for i := range s {
		if n == most {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
