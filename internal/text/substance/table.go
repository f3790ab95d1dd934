package substance

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

//go:embed words.txt
var wordList string

// class is a kind of word by what it tells of the prose around it.
type class uint8

// The classes of what the table does not hold: rare words, and what a word's look decides. Those of words.txt follow.
const (
	rare class = iota
	figure
	year
	name
	quotation
	citation
	premise
	code
	known      // of the title
	knownAgain // of the title, not for the first time
	again      // rare or a name, not for the first time
	listed     // the first class of words.txt
)

// The points of what is no word of the table, on the scale of words.txt. Code was too scarce to learn.
var shapePoints = [listed]int8{
	rare: 6, figure: 8, year: 8, name: 2, quotation: 30, citation: 2, premise: 35, code: 30, known: 5, knownAgain: 2, again: 14,
}

// part is what a message says of a class.
type part uint8

const (
	untold part = iota
	ofFigures
	ofNames
	ofReasons
	ofMatter // subject matter that no message tells of
	ofFiller
	ofLoose
)

var shapeParts = [listed]part{rare: ofMatter, again: ofMatter, figure: ofFigures, year: ofFigures, name: ofNames}

// partOf is the part of a class of words.txt by its label.
func partOf(label string) part {
	switch label {
	case "count":
		return ofFigures
	case "reason":
		return ofReasons
	case "praise", "buzz", "goods", "vague":
		return ofFiller
	case "loose":
		return ofLoose
	}
	return untold
}

// maxClasses is more than there are classes.
const maxClasses = 32

// table is words.txt in the form in which words are looked up.
type table struct {
	// entries are an open hash table: a word stands at the low bits of its hash or after, with the high bits as its
	// tag. An empty tag ends the search.
	entries [slots]entry
	classes int
	points  [maxClasses]int8 // by class
	parts   [maxClasses]part // by class
	pairs   [pairSlots]uint64
	pairing int8 // points of a pair
}

// entry is one word, in eight bytes.
type entry struct {
	tag   uint32
	class class
	leads bool // may it begin a stock phrase?
}

// The sizes of the hash tables are at least twice the number of what they hold.
const (
	slots     = 1 << 13
	pairSlots = 1 << 10
)

var words = sync.OnceValue(func() *table { return parse(wordList) })

// parse reads the form that words.txt describes. The list is part of the program, so a fault in it is a panic.
func parse(list string) *table {
	t := &table{classes: int(listed)}
	copy(t.points[:], shapePoints[:])
	copy(t.parts[:], shapeParts[:])
	inPairs := false
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if head, ok := strings.CutPrefix(line, "= "); ok {
			inPairs = t.begin(head)
			continue
		}
		if inPairs {
			t.pair(line)
			continue
		}
		for entry := range strings.FieldsSeq(line) {
			for _, form := range forms(entry) {
				t.put(text.HashOf(form), class(t.classes-1))
			}
		}
	}
	return t
}

// begin opens a class, or answers that pairs follow.
func (t *table) begin(head string) (pairs bool) {
	label, number, _ := strings.Cut(head, " ")
	points, err := strconv.ParseInt(number, 10, 8)
	if err != nil {
		panic(fmt.Sprintf("words.txt: class %q: %v", head, err))
	}
	if label == "pairs" {
		t.pairing = int8(points)
		return true
	}
	t.points[t.classes], t.parts[t.classes] = int8(points), partOf(label)
	t.classes++
	return false
}

// pair takes a line `first: second second`.
func (t *table) pair(line string) {
	first, seconds, _ := strings.Cut(line, ":")
	h := text.HashOf(first)
	if t.find(h) == nil {
		t.put(h, rare)
	}
	t.find(h).leads = true
	for second := range strings.FieldsSeq(seconds) {
		key := pairOf(h, text.HashOf(second))
		i := key % pairSlots
		for t.pairs[i] != 0 && t.pairs[i] != key {
			i = (i + 1) % pairSlots
		}
		t.pairs[i] = key
	}
}

// stock reports whether two words are a stock phrase.
func (t *table) stock(lead, hash uint64) bool {
	key := pairOf(lead, hash)
	for i := key % pairSlots; t.pairs[i] != 0; i = (i + 1) % pairSlots {
		if t.pairs[i] == key {
			return true
		}
	}
	return false
}

func pairOf(a, b uint64) uint64 { return a<<1 ^ b }

// put enters a word; the first class that names it keeps it.
func (t *table) put(hash uint64, c class) {
	if t.find(hash) != nil {
		return
	}
	i := hash % slots
	for t.entries[i].tag != 0 {
		i = (i + 1) % slots
	}
	t.entries[i] = entry{tag: tagOf(hash), class: c}
}

// find gives a word, or nil.
func (t *table) find(hash uint64) *entry {
	tag := tagOf(hash)
	for i := hash % slots; ; i = (i + 1) % slots {
		switch e := &t.entries[i]; e.tag {
		case tag:
			return e
		case 0:
			return nil
		}
	}
}

func tagOf(hash uint64) uint32 { return uint32(hash>>32) | 1 }

// forms spells out an entry of words.txt.
func forms(entry string) []string {
	word, ending, _ := strings.Cut(entry, "/")
	if strings.Contains(word, "[sz]") {
		suffix := strings.TrimPrefix(entry, word)
		return append(forms(strings.Replace(word, "[sz]", "s", 1)+suffix), forms(strings.Replace(word, "[sz]", "z", 1)+suffix)...)
	}
	switch ending {
	case "n":
		return []string{word, plural(word)}
	case "v":
		stem := word
		if last := len(word) - 1; consonantY(word) {
			return []string{word, plural(word), word[:last] + "ied", word + "ing"}
		} else if word[last] == 'e' {
			stem = word[:last]
		}
		return []string{word, plural(word), stem + "ed", stem + "ing"}
	}
	return []string{word}
}

// plural is the regular form in -s, of nouns and verbs alike.
func plural(word string) string {
	switch {
	case consonantY(word):
		return word[:len(word)-1] + "ies"
	case strings.HasSuffix(word, "s"), strings.HasSuffix(word, "x"), strings.HasSuffix(word, "ch"), strings.HasSuffix(word, "sh"):
		return word + "es"
	}
	return word + "s"
}

func consonantY(word string) bool {
	n := len(word)
	return n > 1 && word[n-1] == 'y' && !strings.ContainsRune("aeou", rune(word[n-2]))
}
