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
	for line := range strings.Lines(table) {
		name, list, ok := strings.Cut(line, " phrase:")
		if !ok || line[0] == '#' {
			continue
		}
		kind := Kind(slices.Index(kindNames, name))
		for p := range strings.SplitSeq(list, ",") {
			for _, words := range spellings(strings.Fields(p)) {
				m[words[0]] = append(m[words[0]], phrase{kind: kind, words: words})
			}
		}
	}
	for _, p := range m {
		slices.SortStableFunc(p, func(a, b phrase) int { return len(b.words) - len(a.words) })
	}
	return m
})

// kindNames are the names that the table has for the kinds.
var kindNames = []string{"certainty", "necessity", "verdict", "totality", "universal", "exclusivity", "superlative"}

// spellings gives every way to word a phrase.
func spellings(phrase []string) [][]uint64 {
	ways := [][]uint64{nil}
	for _, word := range phrase {
		var longer [][]uint64
		for _, h := range alternatives(word) {
			for _, way := range ways {
				longer = append(longer, append(slices.Clip(way), h))
			}
		}
		ways = longer
	}
	return ways
}

// alternatives gives the words that may stand at one place of a phrase, of which 0 stands for any.
func alternatives(word string) (hashes []uint64) {
	if word == "…" {
		return []uint64{0}
	}
	for w := range strings.SplitSeq(word, "|") {
		verb, inflected := strings.CutSuffix(w, "~")
		if !inflected {
			hashes = append(hashes, text.HashOf(w))
			continue
		}
		verbForms(verb, func(form string, _ trait) { hashes = append(hashes, text.HashOf(form)) })
	}
	return hashes
}

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
		return n < 3 && s.hash(i+1) == wordHistory && !s.superlativeBefore(i)
	case wordAt:
		if s.hash(i+1) == wordAll && n == 2 {
			return !s.isDenied(i)
		}
	case wordGold:
		return !s.is(i-1, be) && !s.is(i-2, be)
	case wordAnywhere:
		return !s.isDenied(i)
	case wordEver:
		return !s.superlativeBefore(i)
	case wordHave, wordHas:
		return s.hash(i+n) == wordA || s.hash(i+n) == wordAn || s.words[i+1].Hash == wordProved && i+2 < len(s.words) && s.is(i+2, copular)
	}
	return false
}
