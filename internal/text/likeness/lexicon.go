package likeness

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// class says how much a feature tells; the weightiest classes of words come first, and so do those of figures.
type class uint32

// The classes. A word is classed by how common it is in English, never by how common it is in the knowledge base.
const (
	unknown  class = iota // in no list: names, terms of art
	rare                  // counted 3 times or more, see words.txt
	uncommon              // 12
	common                // 40
	plain                 // 150, or in use in any claim

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

//go:embed words.txt
var wordList string

// closedWords are those that carry grammar and no content.
const closedWords = `a an the this that these those such some any each every either all one once
i me my mine myself you your yours yourself he him his himself she her hers herself it its itself we us our ours ourselves
they them their theirs themselves who whom whose which what whatever where when why how whether while
and or but if then than as because since so for of in on at by with from to into onto upon over about
between among amongst through throughout during until till within along across behind beyond
beside besides near off out via toward towards around although though unless despite whereas hence thus
therefore however nevertheless nonetheless moreover furthermore also too very just even still yet already again
rather quite almost nearly ever here there now often always sometimes usually mostly mainly largely
be am is are was were been being has have had having do does did done doing will would shall should can could may might
must ought need let get gets got getting make makes made making go goes went gone going come comes came coming
much many own same other others another several enough as well instead like unlike whichever whoever
anyone someone everyone anybody somebody everybody something anything everything thing things way ways etc eg ie vs
both more most less least only few fewer
not no nor none never neither without cannot nobody nothing hardly rarely seldom
don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't shouldn't hasn't haven't hadn't`

// numerals are the number words to twenty and the tens.
var numerals = strings.Fields(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety`)

func numeral(word string) (value int, ok bool) {
	for i, n := range numerals {
		if n == word {
			if i > 20 {
				return (i - 18) * 10, true
			}
			return i, true
		}
	}
	return 0, false
}

// lexicon is the fixed table of English words.
type lexicon struct {
	words   wordTable // by text.Word.Hash: the features of frequent and irregular forms, which then need no stemming
	classes classTable
}

var english = sync.OnceValue(func() *lexicon {
	x := &lexicon{words: make(wordTable, 1<<wordBits), classes: make(classTable, 1<<classBits)}
	lines := strings.Split(strings.TrimSpace(wordList), "\n")
	for strings.HasPrefix(lines[0], "#") {
		lines = lines[1:]
	}
	for i, line := range lines[:4] {
		for word := range strings.FieldsSeq(line) {
			x.classes.put(stemHash(word), rare+class(i))
		}
	}
	for _, line := range lines[2:4] {
		for word := range strings.FieldsSeq(line) {
			x.words.put(text.HashOf(word), x.stemmed(word))
		}
	}
	forms := strings.Fields(lines[4])
	for i := 0; i < len(forms); i += 2 {
		x.putForm(forms[i], x.stemmed(forms[i+1]))
	}
	for i, word := range numerals {
		value, _ := numeral(numerals[i])
		x.words.put(text.HashOf(word), figureOf(value))
	}
	for word := range strings.FieldsSeq(closedWords) {
		x.words.put(text.HashOf(word), closed)
	}
	return x
})

// putForm makes an irregular form known, and what may be inflected of it ("widen", "widens", "widened").
func (x *lexicon) putForm(form string, f feature) {
	for _, ending := range []string{"s", "d", "ed", "ing"} {
		if h := text.HashOf(form + ending); len(form) > 4 && !x.words.has(h) {
			x.words.put(h, f)
		}
	}
	x.words.put(text.HashOf(form), f)
}

func stemHash(word string) uint64 {
	var l letters
	l.set([]byte(word), 0, len(word))
	l.stem()
	return l.hash()
}

// known is the feature of a word by itself, as a title or text would give it.
func (x *lexicon) known(word string) feature {
	if f, ok := x.words.get(text.HashOf(word)); ok {
		return f
	}
	return x.stemmed(word)
}

// stemmed is the feature of a word's stem.
func (x *lexicon) stemmed(word string) feature { return x.classed(stemHash(word)) }

func (x *lexicon) classed(stem uint64) feature { return newFeature(x.classes.get(stem), stem) }

// The sizes of the tables, in bits: small enough for the processor's caches, and at most half full. Both are probed one
// slot after the other.
const (
	wordBits  = 13
	classBits = 14
)

// wordTable gives the features of words by their hashes.
type wordTable []struct {
	tag  uint32 // the lower half of the hash, odd; nought where the slot is empty
	word feature
}

func (t wordTable) put(h uint64, f feature) {
	slot := &t[t.find(h)]
	slot.tag, slot.word = uint32(h)|1, f
}

func (t wordTable) get(h uint64) (f feature, ok bool) {
	slot := t[t.find(h)]
	return slot.word, slot.tag != 0
}

func (t wordTable) has(h uint64) bool { return t[t.find(h)].tag != 0 }

// find is the place of a hash, or the empty one where it would stand.
func (t wordTable) find(h uint64) uint64 {
	tag := uint32(h) | 1
	i := h * golden >> (64 - wordBits)
	for t[i].tag != tag && t[i].tag != 0 {
		i = (i + 1) % (1 << wordBits)
	}
	return i
}

// classTable gives the classes of stems by their hashes. A slot holds a class below the lower bits of a hash; that of an
// empty one is unknown.
type classTable []uint32

func (t classTable) put(h uint64, c class) { t[t.find(h)] = uint32(h)<<4 | uint32(c) }

func (t classTable) get(h uint64) class { return class(t[t.find(h)] & 15) }

func (t classTable) find(h uint64) uint64 {
	i := h >> (64 - classBits)
	for t[i] != 0 && t[i]>>4 != uint32(h)<<4>>4 {
		i = (i + 1) % (1 << classBits)
	}
	return i
}

// golden is 2^64 divided by the golden ratio, for Fibonacci hashing.
const golden = 0x9e3779b97f4a7c15
