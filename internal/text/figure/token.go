package figure

import (
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// token is a word, or the part of a hyphenated word that begins with a number: "six-hour" is two tokens.
type token struct {
	entry
	hash       uint64
	start, end int32
	stem       Stem // once asked for
	traits     text.Trait
	glued      bool // a hyphen joins it to the token before
	name       bool // its digits belong to a name, such as "GPT-4"
}

func (t *token) is(trait text.Trait) bool { return t.traits&trait == trait }

// content reports whether the token says what a figure is about.
func (t *token) content() bool {
	return (t.class == other || t.class >= unit) && !t.silent() && !t.is(text.HasDigit) && t.class != hedge && t.end-t.start > 1
}

// reader finds the figures of one text.
type reader struct {
	source  []byte
	tokens  []token
	figures []Figure
	lex     *lexicon
	stems   []Stem // the arena of all contexts
}

// tokenize turns words into tokens. Offsets stay those of the words in source.
func (r *reader) tokenize(list []text.Word) {
	r.tokens = slices.Grow(r.tokens, len(list)+8)
	for _, w := range list {
		if w.End-w.Start > 2 && r.splits(w) {
			r.pieces(w)
			continue
		}
		t := token{hash: w.Hash, start: w.Start, end: w.End, traits: w.Traits, entry: r.lex.find(w.Hash)}
		if w.Is(text.HasDigit) && !startsWithDigit(r.source[w.Start]) {
			t.name = true
		}
		r.tokens = append(r.tokens, t)
	}
}

// splits reports whether a word is hyphenated after a number, or before a year as in "mid-2024".
func (r *reader) splits(w text.Word) bool {
	word := r.source[w.Start:w.End]
	hyphen := indexHyphen(word)
	if hyphen < 0 {
		return false
	}
	if startsWithDigit(word[0]) {
		return !joinsNumbers(word)
	}
	if w.Is(text.HasDigit) {
		return len(word)-hyphen == 5 && isYear(word[hyphen+1:])
	}
	switch r.lex.find(text.HashOf(string(word[:hyphen]))).class {
	case small, tens, hundred, half, article:
		return !joinsNumbers(word)
	}
	return false
}

// joinsNumbers reports whether a word is of the kind "3-of-5" or "9-to-5", which is no quantity.
func joinsNumbers(word []byte) bool {
	first := indexHyphen(word)
	second := indexHyphen(word[first+1:])
	if first < 0 || second < 0 {
		return false
	}
	switch string(word[first+1 : first+1+second]) {
	case "of", "to", "by", "on", "out", "for":
		return true
	}
	return false
}

// pieces appends the parts of a hyphenated word.
func (r *reader) pieces(w text.Word) {
	for start := w.Start; start < w.End; {
		end := w.End
		if i := indexHyphen(r.source[start:w.End]); i >= 0 {
			end = start + int32(i)
		}
		t := token{start: start, end: end, glued: start > w.Start}
		t.hash = text.HashOf(string(r.source[start:end]))
		t.entry = r.lex.find(t.hash)
		if t.traits = w.Traits &^ (text.Opens | text.HasDigit); !t.glued {
			t.traits = w.Traits &^ text.HasDigit
		}
		if end > start && startsWithDigit(r.source[start]) {
			t.traits |= text.HasDigit
		}
		r.tokens = append(r.tokens, t)
		start = end + 1
	}
}

func indexHyphen(word []byte) int {
	for i, b := range word {
		if b == '-' {
			return i
		}
	}
	return -1
}

func startsWithDigit(b byte) bool { return '0' <= b && b <= '9' }

// isYear reports whether a word is the four digits of a calendar year.
func isYear(word []byte) bool { return plausibleYear(float64(fourDigits(word))) }

// fourDigits is the value of a word of exactly four digits, else 0.
func fourDigits(word []byte) int {
	if len(word) != 4 {
		return 0
	}
	n := 0
	for _, b := range word {
		if !startsWithDigit(b) {
			return 0
		}
		n = n*10 + int(b-'0')
	}
	return n
}

// The span of calendar years that a number of four digits is taken for.
const (
	firstYear = 1500
	lastYear  = 2100
)

func plausibleYear(v float64) bool { return v >= firstYear && v <= lastYear }

// adjacent reports whether only white space and marks of emphasis part two tokens.
func (r *reader) adjacent(i, j int) bool {
	if i < 0 || j >= len(r.tokens) {
		return false
	}
	for _, b := range r.source[r.tokens[i].end:r.tokens[j].start] {
		switch b {
		case ' ', '\n', '\r', '*', '_', '-', '~', '$', '\'', '"':
		default:
			if b < 0x80 {
				return false
			}
		}
	}
	return !r.tokens[j].is(text.Opens)
}

// next is the class of token i where it follows token i-1 directly, else other.
func (r *reader) next(i int) entry {
	if i < 1 || i >= len(r.tokens) || !r.adjacent(i-1, i) {
		return entry{}
	}
	return r.tokens[i].entry
}

// word is the text of token i, "" beyond the ends.
func (r *reader) word(i int) string {
	if i < 0 || i >= len(r.tokens) {
		return ""
	}
	return string(r.source[r.tokens[i].start:r.tokens[i].end])
}

// small is word in small letters, for the words that may open a sentence.
func (r *reader) small(i int) string {
	if i >= 0 && i < len(r.tokens) && r.tokens[i].is(text.Capital) {
		return strings.ToLower(r.word(i))
	}
	return r.word(i)
}

// byteAt is the byte at an offset, 0 beyond the ends.
func (r *reader) byteAt(i int32) byte {
	if i < 0 || int(i) >= len(r.source) {
		return 0
	}
	return r.source[i]
}
