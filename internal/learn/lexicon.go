package learn

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/decision"
)

//go:embed lexicon.txt
var lexiconText string

// How many corrected reasons a word of the lexicon counts for.
const (
	strongWord = 8
	weakWord   = 2
)

// weights are one number for each of decision.Categories.
type weights [6]float64

// lexicon is general knowledge of the two languages, as if so many corrected reasons had held each word: without it an
// empty store would know keywords alone. The reasons of a store outweigh it in time. Its file says how it came about.
var lexicon = sync.OnceValue(func() map[uint64]weights {
	known := map[uint64]weights{}
	for line := range strings.Lines(lexiconText) {
		head, phrases, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		var category, strength, language string
		if n, _ := fmt.Sscan(head, &category, &strength, &language); n != 3 {
			panic("lexicon: " + head)
		}
		weight := float64(weakWord)
		if strength == "strong" {
			weight = strongWord
		}
		for phrase := range strings.SplitSeq(phrases, ";") {
			words := wordsOf(phrase)
			for _, f := range lexical(featuresOf(words, language == "pt")) {
				w := known[f.hash]
				w[indexOf(decision.Category(category))] += weight
				known[f.hash] = w
			}
		}
	}
	return known
})

// lexical gives the features that a phrase of the lexicon stands for: the pairs, where it has more words than one.
func lexical(features []feature) []feature {
	var pairs []feature
	for _, f := range features {
		if f.first != f.last {
			pairs = append(pairs, f)
		}
	}
	if len(pairs) > 0 {
		return pairs
	}
	return features
}

// indexOf gives the place of a category in decision.Categories; what is none is `other`.
func indexOf(category decision.Category) int {
	for i, c := range decision.Categories {
		if c == category {
			return i
		}
	}
	return len(decision.Categories) - 1
}
