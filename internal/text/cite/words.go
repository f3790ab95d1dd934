package cite

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// class is a set of things that a word can be in a citation; words.txt says what they mean.
type class uint32

const (
	kind class = 1 << iota
	data
	venue
	firm
	plain
	month
	part
	particle
	and
	again
	finding
	place
	article
	maker
	origin
	number
	team
	account
	many
)

var classNames = []string{"kind", "data", "venue", "firm", "plain", "month", "part", "particle", "and", "again", "finding", "place", "article", "maker", "origin", "number", "team", "account", "many"}

//go:embed words.txt
var wordsData string

// classes gives the classes of words by their hash, and of sites by their names.
var classes = sync.OnceValue(func() *text.Table[class] {
	m := make(map[uint64]class, 2048)
	for line := range strings.Lines(wordsData) {
		if name, words, _ := strings.Cut(strings.TrimSpace(line), " "); slices.Contains(classNames, name) {
			for word := range strings.FieldsSeq(words) {
				m[text.HashOf(word)] |= 1 << slices.Index(classNames, name)
			}
		}
	}
	table := text.NewTable(m)
	return &table
})

//go:embed own_word.txt
var ownWordData string

// ownWords are the phrases that tell somebody's own word, and those labelled "no" which deny it.
var ownWords = sync.OnceValue(func() *text.Phrases {
	phrases, _, _ := strings.Cut(ownWordData, "\nmust\n")
	return text.NewPhrases(phrases)
})

// isOwnWord reports whether some words say that the one who speaks through a source speaks for his own cause.
func isOwnWord(tokens []token) (is bool) {
	ownWords().Each(len(tokens), func(i int) uint64 { return tokens[i].Hash }, func(label string, _, _ int) bool {
		is = label == ""
		return is
	})
	return is
}
