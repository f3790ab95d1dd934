// Package lang knows the languages in which claims are written: how a text's language is told, and, for each language that is
// judged, its words, numbers and phrases. What it knows of a language is data. It reads no files and keeps no state.
package lang

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/kbgate/kbgate/internal/text"
)

// Language is a natural language, as far as kbgate tells languages apart.
type Language uint8

// The languages. Other is any language that is told from those which are judged; Unknown is that of a text too short to tell.
const (
	Unknown Language = iota
	English
	Portuguese
	Other
)

// IsJudged reports whether wording in the language is judged.
func (l Language) IsJudged() bool { return l == English || l == Portuguese }

// String names the language for people.
func (l Language) String() string {
	return [...]string{"a language that too few words tell", "English", "Portuguese", "another language"}[l]
}

//go:embed function_words.txt
var functionWordsData string

// family is the languages that a word belongs to, a bit for each line of the table.
type family uint16

var functionWords = sync.OnceValue(func() *text.Table[family] {
	words := map[uint64]family{}
	bit := family(1)
	for line := range strings.Lines(functionWordsData) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		for _, word := range fields[1:] {
			words[text.HashOf(word)] |= bit
		}
		bit <<= 1
	}
	table := text.NewTable(words)
	return &table
})

// FunctionWords gives the words that hold sentences together in a language that is judged, in lower case.
func FunctionWords(l Language) []string {
	row := 0
	for line := range strings.Lines(functionWordsData) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		if row == englishRow && l == English || row == portugueseRow && l == Portuguese {
			return fields[1:]
		}
		row++
	}
	return nil
}

// The order of the languages in the table.
const (
	englishRow = iota
	portugueseRow
	rows = 7
)

// enoughWords is how many words of a text tell its language. Of a longer one they are taken from all of it: what stands first is easily
// put there.
const enoughWords = 150

// Counts are how many words of a text were looked at, and how many of them are function words of each language.
type Counts struct {
	words, foreign int
	hits           [rows]int
	last           uint64 // the function word that was counted last
}

// Add counts the words of a text.
func (c *Counts) Add(source []byte, words []text.Word) {
	table := functionWords()
	step := max(1, (len(words)+enoughWords-1)/enoughWords)
	for i := 0; i < len(words); i += step {
		w := words[i]
		if w.Is(text.HasDigit) {
			continue
		}
		c.words++
		if in := table.At(w.Hash); in != 0 {
			if w.Hash == c.last { // a plan is a plan
				continue
			}
			c.last = w.Hash
			for row := range rows {
				if in&(1<<row) != 0 {
					c.hits[row]++
				}
			}
			continue
		}
		if !w.Is(text.ASCIIOnly) && isForeign(w.In(source)) {
			c.foreign++
		}
	}
}

// isForeign reports whether a word is written in another alphabet than the Latin one.
func isForeign(word string) bool {
	for _, r := range word {
		if unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) {
			return true
		}
	}
	return false
}

// Language is the language of what was counted. One function word in eight words is the least that running text has; a
// language wins by a clear lead over all others, since neighbours share many of these words.
func (c *Counts) Language() Language {
	if c.foreign*2 > c.words {
		return Other
	}
	best, second := 0, -1
	for row := 1; row < rows; row++ {
		switch {
		case c.hits[row] > c.hits[best]:
			best, second = row, best
		case second < 0 || c.hits[row] > c.hits[second]:
			second = row
		}
	}
	if c.hits[best] < 2 || c.hits[best]*8 < c.words || (c.hits[best]-c.hits[second])*8 < c.hits[best] {
		return Unknown
	}
	switch best {
	case englishRow:
		return English
	case portugueseRow:
		return Portuguese
	}
	return Other
}

// join counts what was counted of another text.
func (c *Counts) join(other *Counts) {
	c.words += other.words
	c.foreign += other.foreign
	for row := range rows {
		c.hits[row] += other.hits[row]
	}
}

// OfNote tells the languages of the title and the body of a note, whose words are given with their places in source. Each is the
// other's where too few words tell it, and that of both together where neither has enough.
func OfNote(title string, source []byte, body []text.Word) (ofTitle, ofBody Language) {
	var buffer [64]text.Word
	var t, b Counts
	t.Add([]byte(title), text.AppendWords(buffer[:0], []byte(title)))
	b.Add(source, body)
	ofTitle, ofBody = t.Language(), b.Language()
	switch {
	case ofTitle == Unknown && ofBody == Unknown:
		t.join(&b)
		ofBody = t.Language()
	case ofBody != Unknown && slices.Max(t.hits[:]) < enoughHits:
		ofTitle = ofBody
	}
	return cmp.Or(ofTitle, ofBody), cmp.Or(ofBody, ofTitle)
}

// enoughHits is how many function words of a title tell its language whatever that of the body.
const enoughHits = 3

// Of tells the language of a text.
func Of(s string) Language {
	var c Counts
	c.Add([]byte(s), text.AppendWords(nil, []byte(s)))
	return c.Language()
}
