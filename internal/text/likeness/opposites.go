package likeness

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// oppositeList has two camps on a line: any word of the one is an opposite of any word of the other.
//
//go:embed opposites.txt
var oppositeList string

// side is one camp of a line.
type side struct {
	line  int
	other bool
}

func (s side) mirror() side { return side{s.line, !s.other} }

// sides are the camps of the words that have an opposite.
var sides = sync.OnceValue(func() map[feature][]side {
	x := english()
	camps := map[feature][]side{}
	line := 0
	for text := range strings.Lines(oppositeList) {
		one, other, _ := strings.Cut(text, "|")
		for word := range strings.FieldsSeq(one) {
			camps[x.known(word)] = append(camps[x.known(word)], side{line: line})
		}
		for word := range strings.FieldsSeq(other) {
			camps[x.known(word)] = append(camps[x.known(word)], side{line: line, other: true})
		}
		line++
	}
	return camps
})

// opposed reports whether the words that two titles do not share stand in opposite camps. Titles that name both camps
// ("rises outran falling volumes") oppose nothing by them.
func opposed(a, b []feature) bool {
	for _, f := range a {
		for _, s := range sides()[f] {
			if names(b, s.mirror()) && !names(b, s) && !names(a, s.mirror()) {
				return true
			}
		}
	}
	return false
}

func names(fs []feature, s side) bool {
	return slices.ContainsFunc(fs, func(f feature) bool { return slices.Contains(sides()[f], s) })
}
