package figure

import "github.com/kbgate/kbgate/internal/text"

// Stem is the hash of a word's beginning, so that "treated" and "treatment", "claim" and "claims" agree.
type Stem uint32

// stemLength is how much of a word its stem keeps: cutting words after five letters is a stemmer that does nearly as
// well as Porter's in retrieval (McNamee and Mayfield, Information Retrieval 7, 2004), and costs nothing.
const stemLength = 5

// StemOf is the stem of a word, whatever its case.
func StemOf(word []byte) Stem {
	n := len(word)
	if n > 2 && word[n-2] == '\'' {
		n -= 2
	}
	if n > 3 && word[n-1]|0x20 == 's' && word[n-2]|0x20 != 's' {
		n--
		if n > 3 && word[n-1]|0x20 == 'e' && sibilant(word[:n-1]) {
			n--
		}
	}
	n = min(root(word[:n]), stemLength)
	h := uint32(2166136261)
	for i, b := range word[:n] {
		if 'A' <= b && b <= 'Z' {
			b |= 0x20
		}
		if b == 'y' && i == n-1 { // "city" and "cities"
			b = 'i'
		}
		h = (h ^ uint32(b)) * 16777619 // 32-bit FNV-1a
	}
	return Stem(h)
}

// root is the length of a short word without the endings of a verb, so that "hire", "hired" and "hiring" agree.
func root(word []byte) int {
	n := len(word)
	if n > stemLength+3 {
		return n
	}
	switch {
	case n > 5 && word[n-1] == 'g' && word[n-2] == 'n' && word[n-3] == 'i' && voiced(word[:n-3]):
		n -= 3
	case n > 4 && word[n-1] == 'd' && word[n-2] == 'e' && word[n-3] != 'e' && voiced(word[:n-2]):
		n -= 2
	case n > 3 && word[n-1] == 'e':
		n--
	}
	if n > 3 && word[n-1] == word[n-2] {
		n--
	}
	return n
}

// voiced reports whether a word has a vowel.
func voiced(word []byte) bool {
	for _, b := range word {
		switch b | 0x20 {
		case 'a', 'e', 'i', 'o', 'u', 'y':
			return true
		}
	}
	return false
}

// sibilant reports whether a plural of word takes "es".
func sibilant(word []byte) bool {
	switch word[len(word)-1] | 0x20 {
	case 'x', 's', 'z':
		return true
	case 'h':
		return len(word) > 1 && (word[len(word)-2]|0x20 == 'c' || word[len(word)-2]|0x20 == 's')
	}
	return false
}

// plural reports whether a word looks like a plural.
func plural(word []byte) bool {
	n := len(word)
	if n < 3 {
		return false
	}
	if word[n-1] == 's' {
		return word[n-2] != 's' && word[n-2] != 'u' && word[n-2] != 'i' && word[n-2] != '\''
	}
	_, ok := irregular[text.HashOf(string(word))]
	return ok
}

var irregular = text.NewSet("people", "men", "women", "children", "feet", "criteria", "phenomena", "media")

// shared counts the stems that both lists hold.
func shared(a, b []Stem) int {
	n := 0
	for i, s := range a {
		if has(b, s) && !has(a[:i], s) {
			n++
		}
	}
	return n
}

func has(list []Stem, s Stem) bool {
	for _, t := range list {
		if t == s {
			return true
		}
	}
	return false
}

// AppendStems appends those of the given words of source.
func AppendStems(stems []Stem, source []byte, list []text.Word) []Stem {
	for _, w := range list {
		stems = append(stems, StemOf(source[w.Start:w.End]))
	}
	return stems
}

// Without is f without the words of a topic, which all figures of a note share.
func (f Figure) Without(topic []Stem) *Figure {
	f.Own, f.Clause = without(f.Own, topic), without(f.Clause, topic)
	return &f
}

func without(list, topic []Stem) []Stem {
	kept := make([]Stem, 0, len(list))
	for _, s := range list {
		if !has(topic, s) {
			kept = append(kept, s)
		}
	}
	return kept
}
