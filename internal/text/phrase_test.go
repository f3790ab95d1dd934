package text

import (
	"strings"
	"testing"
)

func TestPhrases(t *testing.T) {
	phrases := NewPhrases("# a comment\none case\nnot: not … checked\n\nself-reported\n")
	for s, want := range map[string]string{
		"It rests on One\ncase.":                             "/One case",
		"It was not, as they say, checked.":                  "not/not as they say checked",
		"It was not even once by anybody checked.":           "",
		"Sales are self-reported; one case was not checked.": "/self-reported /one case not/not checked",
		"one-case":            "",
		"":                    "",
		"not":                 "",
		"checked not checked": "not/not checked",
	} {
		words := AppendWords(nil, []byte(s))
		var got []string
		phrases.Each(len(words), func(i int) uint64 { return words[i].Hash }, func(label string, from, to int) bool {
			var said []string
			for _, w := range words[from:to] {
				said = append(said, w.In([]byte(s)))
			}
			got = append(got, label+"/"+strings.Join(said, " "))
			return true
		})
		if strings.Join(got, " ") != want {
			t.Errorf("%q has %q, want %q", s, got, want)
		}
	}
}
