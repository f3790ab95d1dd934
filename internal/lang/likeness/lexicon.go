package likeness

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// class says how much a feature tells; the weightiest classes of words come first, and so do those of figures.
type class uint32

// The classes. A word is classed by how common it is in its language, never by how common it is in the knowledge base.
const (
	unknown class = iota // in no list: names, terms of art
	rare                 // in the list of this name, as the next ones
	uncommon
	common
	plain

	precise // a figure of three digits or more
	decimal // two digits, one of them after the point
	double  // two digits
	loose   // one digit, a year, a round number
)

// feature is a stem or figure: its class above a hash of 28 bits, so that features sort by weight.
type feature uint32

const hashBits = 28

func newFeature(c class, hash uint64) feature {
	return feature(c)<<hashBits | feature(hash>>(64-hashBits))
}

func (f feature) class() class { return class(f >> hashBits) }

// closed is what the lexicon says of words that carry grammar and no content. They are no features. It has the form
// of an unknown word whose hash is zero.
const closed feature = 0

//go:embed en.txt
var englishData string

//go:embed pt.txt
var portugueseData string

var (
	english    = sync.OnceValue(func() *lexicon { return parse(englishData, lang.English) })
	portuguese = sync.OnceValue(func() *lexicon { return parse(portugueseData, lang.Portuguese) })
)

// lexiconOf is the lexicon of a language; other languages are read as English.
func lexiconOf(l lang.Language) *lexicon {
	if l == lang.Portuguese {
		return portuguese()
	}
	return english()
}

// lexicon is the fixed table of the words of a language.
type lexicon struct {
	language lang.Language
	words    map[uint64]feature // of closed words and numerals, by text.Word.Hash
	stems    map[uint64]feature // of listed stems, by stemHash
	usual    class              // of a word in small letters that is in no list
	numerals []string
	stemmers sync.Pool // of *lang.Stemmer
	known    cache

	negations, contrasting, contrastBefore, contrastAfter text.Set
	failing                                               map[uint64]uint64 // the word after a verb with which it denies
	sides                                                 func() map[feature][]side
}

// parse reads a list, which is part of the program.
func parse(data string, l lang.Language) *lexicon {
	lists := map[string][]string{}
	name := ""
	for line := range strings.Lines(data) {
		line = strings.TrimSpace(line)
		switch head, isHead := strings.CutPrefix(line, "= "); {
		case isHead:
			name = head
		case line != "" && line[0] != '#':
			lists[name] = append(lists[name], line)
		}
	}
	words := func(name string) []string { return strings.Fields(strings.Join(lists[name], " ")) }
	x := &lexicon{language: l, words: make(map[uint64]feature, 1<<9), stems: make(map[uint64]feature, 1<<14), numerals: words("numerals")}
	if l == lang.Portuguese {
		x.usual = uncommon // its lists are short
	}
	x.stemmers.New = func() any {
		s := lang.NewStemmer(l)
		return &s
	}
	for c, list := range []string{rare: "rare", uncommon: "uncommon", common: "common", plain: "plain"} {
		for _, stem := range words(list) {
			h := stemHash(stem)
			x.stems[h] = newFeature(class(c), h)
		}
	}
	for pair := range slices.Chunk(words("forms"), 2) {
		x.stems[stemHash(pair[0])] = x.ofStem(stemHash(pair[1]))
	}
	for i, numeral := range x.numerals {
		x.words[text.HashOf(numeral)] = figureOf(valueOf(i))
	}
	for _, word := range words("closed") {
		x.words[text.HashOf(word)] = closed
	}
	x.negations, x.contrasting = text.NewSet(words("negations")...), text.NewSet(words("contrasting")...)
	x.contrastBefore, x.contrastAfter = text.NewSet(words("contrast before")...), text.NewSet(words("contrast after")...)
	x.failing = map[uint64]uint64{}
	for _, pair := range words("failing") {
		verb, after, _ := strings.Cut(pair, "/")
		x.failing[text.HashOf(verb)] = text.HashOf(after)
	}
	x.sides = sync.OnceValue(func() map[feature][]side { return x.camps(lists["opposites"]) })
	return x
}

// numeral is the value of a number word.
func (x *lexicon) numeral(word string) (value int, ok bool) {
	i := slices.Index(x.numerals, word)
	return valueOf(i), i >= 0
}

// valueOf is the value of a numeral by its place: the numbers to twenty, and then the tens.
func valueOf(i int) int {
	if i > 20 {
		return (i - 18) * 10
	}
	return i
}

// feature is that of a word without hyphens: of its stem, or of the figure that it names.
func (x *lexicon) feature(hash uint64, word []byte, isName bool) feature {
	if '0' <= word[0] && word[0] <= '9' {
		if f, ok := figure(word, x.language); ok {
			return f
		}
	}
	f, ok := x.known.get(hash)
	if !ok {
		f = x.look(hash, string(word))
		x.known.put(hash, f)
	}
	return x.named(f, isName)
}

// named is the feature of a word that may be a name: then no list knows it, if it is not listed as a word.
func (x *lexicon) named(f feature, isName bool) feature {
	if isName && f.class() == x.usual {
		return newFeature(unknown, uint64(f)<<(64-hashBits))
	}
	return f
}

// look finds the feature of a word.
func (x *lexicon) look(hash uint64, word string) feature {
	if f, ok := x.words[hash]; ok {
		return f
	}
	const longest = 64 // bytes; what goes on is no word that a stemmer knows
	word = strings.ToLower(strings.ReplaceAll(word[:min(len(word), longest)], "’", "'"))
	stemmer := x.stemmers.Get().(*lang.Stemmer)
	defer x.stemmers.Put(stemmer)
	return x.ofStem(stemHash(stemmer.Stem(strings.TrimSuffix(word, "'s"))))
}

// ofStem is the feature of a stem.
func (x *lexicon) ofStem(hash uint64) feature {
	if f, ok := x.stems[hash]; ok {
		return f
	}
	return newFeature(x.usual, hash)
}

// stemHash is the same on every machine.
func stemHash(stem string) uint64 {
	h := uint64(len(stem)) * mixA
	for i := range len(stem) {
		h = (h ^ uint64(stem[i])) * mixB
	}
	return mix(h)
}

// golden is 2^64 divided by the golden ratio, for Fibonacci hashing.
const golden = 0x9e3779b97f4a7c15

// The odd multipliers of SplitMix64, https://prng.di.unimi.it/splitmix64.c.
const (
	mixA = 0xbf58476d1ce4e5b9
	mixB = 0x94d049bb133111eb
)

func mix(h uint64) uint64 {
	h = (h ^ h>>30) * mixA
	h = (h ^ h>>27) * mixB
	return h ^ h>>31
}
