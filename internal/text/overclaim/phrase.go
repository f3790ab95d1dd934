package overclaim

import (
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// phrase is a sequence of words; a zero stands for one or two words of any kind.
type phrase struct {
	kind  Kind
	words []uint64
}

// phrases gives the phrases that begin with a word, the longest first.
var phrases = sync.OnceValue(func() map[uint64][]phrase {
	m := map[uint64][]phrase{}
	for kind := Certainty; kind <= Superlative; kind++ {
		for _, p := range idioms[kind] {
			var words []uint64
			for word := range strings.FieldsSeq(p) {
				h := uint64(0)
				if word != "…" {
					h = text.HashOf(word)
				}
				words = append(words, h)
			}
			m[words[0]] = append(m[words[0]], phrase{kind: kind, words: words})
		}
	}
	for _, p := range m {
		slices.SortStableFunc(p, func(a, b phrase) int { return len(b.words) - len(a.words) })
	}
	return m
})

// at gives the number of words from i that the phrase takes, or 0.
func (p *phrase) at(s *sentence, i int) int {
	if s.words[i].Hash != p.words[0] {
		return 0
	}
	j := i
	for k := 0; k < len(p.words); k++ {
		if p.words[k] != 0 {
			if s.hash(j) != p.words[k] {
				return 0
			}
			j++
			continue
		}
		j++
		if s.hash(j) != p.words[k+1] {
			j++
		}
	}
	return j - i
}

// harmlessPhrase leaves out the plain senses of some phrases.
func (s *sentence) harmlessPhrase(i, n int) bool {
	switch s.words[i].Hash {
	case wordThe:
		second := s.hash(i + 1)
		if second == wordSingle {
			return !s.predicate(i) || !s.superlative(i+2)
		}
		if second == wordEnd || second == wordDeath {
			return !s.is(i-1, be|causative) && !spells.Has(s.words[max(i-1, 0)]) || s.is(i+3, unit)
		}
		return !s.is(i-1, be)
	case wordIn, wordOf:
		return !s.superlativeBefore(i)
	case wordEver:
		return !s.superlativeBefore(i)
	case wordHave, wordHas:
		return s.hash(i+n) == wordA || s.hash(i+n) == wordAn || s.words[i+1].Hash == wordProved && i+2 < len(s.words) && copular.Has(s.words[i+2])
	}
	return false
}
