package overclaim

import (
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// phrase is a sequence of words; a zero stands for up to six words of one clause.
type phrase struct {
	kind    Kind
	refutes bool // strikes down a belief
	words   []uint64
}

// phrases gives the phrases that begin with two words by their joint key, or with one word and a gap by the word, the
// longest first.
var phrases = sync.OnceValue(func() map[uint64][]phrase {
	m := make(map[uint64][]phrase, 8192)
	for line := range strings.Lines(table) {
		name, list, ok := strings.Cut(line, " phrase:")
		if !ok || line[0] == '#' {
			continue
		}
		refutes := name == "refutation"
		kind := Kind(max(0, slices.Index(kindNames, name)))
		for p := range strings.SplitSeq(list, ",") {
			for _, words := range spellings(strings.Fields(p)) {
				key := words[0]
				if len(words) > 1 && words[1] != 0 {
					key = pair(words[0], words[1])
				}
				m[key] = append(m[key], phrase{kind: kind, refutes: refutes, words: words})
			}
		}
	}
	for _, p := range m {
		slices.SortStableFunc(p, func(a, b phrase) int { return len(b.words) - len(a.words) })
	}
	return m
})

// pair is the key of phrases that begin with two words.
func pair(first, second uint64) uint64 { return bits.RotateLeft64(first, 17) ^ second }

// phrase gives the phrase that begins at word i, and the number of its words.
func (s *sentence) phrase(i int) (Kind, int) {
	known := phrases()
	for _, key := range [...]uint64{pair(s.words[i].Hash, s.hash(i+1)), s.words[i].Hash} {
		for _, p := range known[key] {
			if n := p.at(s, i); n > 0 && !s.harmlessPhrase(i, n, p.kind) {
				s.refutes = p.refutes
				return p.kind, n
			}
		}
	}
	return 0, 0
}

// kindNames are the names that the table has for the kinds; a refutation is a certainty.
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

// alternatives gives the words that may stand at one place of a phrase; 0 stands for any word.
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
	j := i
	for k, word := range p.words {
		switch {
		case word == 0:
			if j = s.past(j, p.words[k+1]); j < 0 {
				return 0
			}
		case s.hash(j) != word:
			return 0
		default:
			j++
		}
	}
	return j - i
}

// past gives the place of a word at j or up to six words after it in the same clause, or -1.
func (s *sentence) past(j int, word uint64) int {
	for k := j; k < min(j+7, len(s.words)); k++ {
		if s.words[k].Hash == word {
			return k
		}
		if s.is(k, boundary|reason) && s.words[k].Hash != wordAnd && s.words[k].Hash != wordOr {
			return -1
		}
	}
	return -1
}

// harmlessPhrase leaves out the plain senses of some phrases.
func (s *sentence) harmlessPhrase(i, n int, kind Kind) bool {
	if kind == Superlative && measures.Has(s.words[i]) {
		return !s.superlativeBefore(i)
	}
	if kind == Totality && s.words[i].Hash == wordIn && s.counted(1, i) {
		return true // "overturned nine decisions in one season"
	}
	if kind == Totality && (s.is(i+n, numeral) || i+n < len(s.words) && s.words[i+n].Is(text.HasDigit)) || kind == Universal && i+n < len(s.words) && (bounds.Has(s.words[i+n]) || s.words[i+n].Hash == wordOf) {
		return true
	}
	switch s.words[i].Hash {
	case wordThe:
		second := s.hash(i + 1)
		if kind == Certainty || kind == Necessity {
			return false
		}
		if second == wordSingle {
			return !s.predicate(i) || !s.superlative(i+2)
		}
		if second == wordEnd || second == wordDeath {
			return !s.is(i-1, be|causative) && !spells.Has(s.words[max(i-1, 0)]) || s.is(i+3, unit)
		}
		return !s.is(i-1, be)
	case wordA, wordAn:
		return kind == Verdict && !s.is(i-1, be) || kind == Totality && i == 0
	case wordWho, wordWelcome:
		return i > 0 // "the clerk decides who needs aid"
	case wordAt:
		if s.hash(i+1) == wordAll && n == 2 {
			return !s.isDenied(i) || s.is(i-1, near)
		}
	case wordGold:
		return !s.is(i-1, be) && !s.is(i-2, be)
	case wordAnywhere:
		return !s.isDenied(i)
	case wordHave, wordHas:
		return s.hash(i+n) == wordA || s.hash(i+n) == wordAn || kind == Totality && s.suffix(i+n-1, "ed") && s.is(i+n, loose) || s.words[i+1].Hash == wordProved && i+2 < len(s.words) && s.is(i+2, copular)
	}
	return false
}

// measures begin what says of how many a thing is the best: "in the world", "ever made".
var measures = text.NewSet("in", "of", "on", "ever", "there", "anyone", "anybody")
