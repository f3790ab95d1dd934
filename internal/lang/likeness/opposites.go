package likeness

import (
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// side is one camp of a line.
type side struct {
	line  int
	other bool
}

func (s side) mirror() side { return side{s.line, !s.other} }

// camps are those of the words that have an opposite. Each line has two camps: any word of the one is an opposite of any word of
// the other.
func (x *lexicon) camps(lines []string) map[feature][]side {
	camps := map[feature][]side{}
	for i, line := range lines {
		one, other, _ := strings.Cut(line, "|")
		for n, words := range []string{one, other} {
			for word := range strings.FieldsSeq(words) {
				f := x.feature(text.HashOf(word), []byte(word), false)
				camps[f] = append(camps[f], side{line: i, other: n == 1})
			}
		}
	}
	return camps
}

// opposed reports whether the words that two titles do not share stand in opposite camps. Titles that name both camps
// ("rises outran falling volumes") oppose nothing by them.
func (x *lexicon) opposed(a, b []feature) bool {
	for _, f := range a {
		for _, s := range x.sides()[f] {
			if x.names(b, s.mirror()) && !x.names(b, s) && !x.names(a, s.mirror()) {
				return true
			}
		}
	}
	return false
}

func (x *lexicon) names(fs []feature, s side) bool {
	return slices.ContainsFunc(fs, func(f feature) bool { return slices.Contains(x.sides()[f], s) })
}
