// Package cite counts the independent sources that a text names: publications, data sets, sites, cases, and people
// who speak for themselves. It reads the `source` value of a header and the prose of a body. A work that is named in
// several ways is one source, and so are several pieces by one author or publisher, because nobody confirms what they
// said themselves.
//
// The package guesses from the form of citations and knows no bibliography.
package cite

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/text"
)

// Kind says who speaks through a source.
type Kind uint8

// The kinds of sources. All but Outside are what somebody says in favour of his own cause.
const (
	Outside      Kind = iota // anybody's word, as far as its name tells
	Pitch                    // written to raise money
	PressRelease             // written to be printed
	Founder                  // what founders and executives say
	Marketing                // written to sell
	SelfReported             // figures of a firm about itself
)

// String names a kind for messages.
func (k Kind) String() string {
	return [...]string{"source", "pitch to investors", "press release", "founder's word", "marketing", "self-reported figures"}[k]
}

// Key stands for a name by which a source can be known again: an author, publisher, site, handle, title or identifier,
// compared without case, spaces and punctuation. It is a 32-bit FNV-1a hash.
type Key uint32

// maxKeys bounds the names kept of one source; further ones say little.
const maxKeys = 12

// maxLoose is the most proper words that are kept of a source in addition to its names.
const maxLoose = 8

// Source is one source as a text names it. Start and End are byte offsets into that text.
type Source struct {
	Start, End int32
	Kind       Kind
	n          uint8
	part       Key           // which part of a longer work, where it names one
	signed     bool          // by persons
	headed     bool          // the first of the loose words is the first of all
	maker      bool          // and names its maker by itself
	anonymous  bool          // it names no author or maker: an identifier, an address on a site of many
	loose      [maxLoose]Key // further proper words in it
	keys       [maxKeys]Key
}

// Keys are the names of the source.
func (s *Source) Keys() []Key { return s.keys[:s.n] }

func (s *Source) add(k Key) {
	if k == 0 || int(s.n) == maxKeys || s.has(k) {
		return
	}
	s.keys[s.n] = k
	s.n++
}

func (s *Source) has(k Key) bool {
	for _, known := range s.keys[:s.n] {
		if known == k {
			return true
		}
	}
	return false
}

// shares reports whether both carry one name.
func (s *Source) shares(other *Source) bool {
	for _, k := range other.Keys() {
		if s.has(k) {
			return true
		}
	}
	return false
}

// Tally is the independent sources found so far. The zero value is empty.
type Tally struct {
	sources []Source
	words   []Key // the names in headers, word by word: a body says "Keller" where the header says "the Keller group"
}

// Of starts a tally with sources that are known to be independent, as Named gives them.
func Of(sources []Source) Tally {
	t := Tally{sources: make([]Source, len(sources), len(sources)+2)}
	copy(t.sources, sources)
	return t
}

// Len is the number of independent sources.
func (t *Tally) Len() int { return len(t.sources) }

// Sources are the independent sources, in the order of their first naming. The slice belongs to the tally.
func (t *Tally) Sources() []Source { return t.sources }

// Partial reports whether there are sources, and each of them speaks for its own cause.
func (t *Tally) Partial() bool {
	for i := range t.sources {
		if t.sources[i].Kind == Outside {
			return false
		}
	}
	return len(t.sources) > 0
}

// Outside gives the sources that do not speak for their own cause, and their number. The claimant's own word confirms
// nothing.
func (t *Tally) Outside() (first *Source, n int) {
	for i := range t.sources {
		if t.sources[i].Kind == Outside {
			if n == 0 {
				first = &t.sources[i]
			}
			n++
		}
	}
	return first, n
}

// Settled reports whether further sources could not change a gate's verdict: two or more sources do not speak for
// their own cause.
func (t *Tally) Settled() bool {
	_, n := t.Outside()
	return n > 1
}

// AddLinked counts a source that another note stands on. Notes that stand on different parts of one long work count
// as different sources: only within one note is it certain that the parts are one voice.
func (t *Tally) AddLinked(s Source) bool {
	if s.part != 0 {
		for i := range t.sources {
			if known := &t.sources[i]; known.part != 0 && known.part != s.part && (known.shares(&s) || known.resembles(&s)) {
				t.sources = append(t.sources, s)
				return true
			}
		}
	}
	for i := range t.sources {
		if t.sources[i].resembles(&s) {
			return false
		}
	}
	return t.Add(s)
}

// resembles reports whether two sources, not both of them signed by persons, share a proper word: "Northlight
// Payments, postmortem" and "E. Weiss, Northlight platform".
func (s *Source) resembles(other *Source) bool {
	if s.signed && other.signed {
		return false
	}
	for _, k := range s.loose {
		if k != 0 && (slices.Contains(other.loose[:], k) || other.has(k)) {
			return true
		}
	}
	for _, k := range other.loose {
		if k != 0 && s.has(k) {
			return true
		}
	}
	return false
}

// knows reports whether a source is one of those counted.
func (t *Tally) knows(s *Source) bool {
	for i := range t.sources {
		if t.sources[i].shares(s) {
			return true
		}
	}
	for _, k := range s.Keys() {
		for _, w := range t.words {
			if w == k {
				return true
			}
		}
	}
	return false
}

// Add counts a source unless it is known already; it reports whether it was new. What it adds to a known source are
// further names.
func (t *Tally) Add(s Source) bool {
	if s.n == 0 {
		return false
	}
	for i := range t.sources {
		if t.sources[i].shares(&s) {
			t.sources[i].merge(&s)
			return false
		}
	}
	if t.knows(&s) {
		return false
	}
	t.sources = append(t.sources, s)
	return true
}

// merge takes over the names of the same source, and its kind where that is the worse.
func (s *Source) merge(other *Source) {
	for _, k := range other.Keys() {
		s.add(k)
	}
	if s.Kind == Outside {
		s.Kind = other.Kind
	}
}

// The constants of 32-bit FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/.
const (
	fnvOffset = 2166136261
	fnvPrime  = 16777619
)

// keyOf is the key of a name: its letters and digits in lower case, words run together, without a closing possessive.
// It is zero for a name of fewer than two letters.
func keyOf(name []byte) Key {
	h := uint32(fnvOffset)
	n := 0
	name = withoutPossessive(name)
	for i := 0; i < len(name); i++ {
		b := name[i]
		switch {
		case 'A' <= b && b <= 'Z':
			b |= 0x20
		case 'a' <= b && b <= 'z' || '0' <= b && b <= '9':
		case b >= utf8.RuneSelf:
			if bytes.HasPrefix(name[i:], []byte("’")) || bytes.HasPrefix(name[i:], []byte("“")) || bytes.HasPrefix(name[i:], []byte("”")) {
				i += 2
				continue
			}
			if b == 0xC3 && i+1 < len(name) && name[i+1]&0xC0 == 0x80 {
				i++
				b = latin[name[i]&0x3F]
			}
		default:
			continue
		}
		h = (h ^ uint32(b)) * fnvPrime
		n++
	}
	if n < 2 {
		return 0
	}
	return Key(h)
}

// latin are the letters U+00C0 to U+00FF without their marks: García is cited as Garcia.
const latin = "aaaaaaaceeeeiiiidnooooo*ouuuuypsaaaaaaaceeeeiiiidnooooo/ouuuuypy"

// initials is the key of the short form of a name of three words or more: "BLS" of "Bureau of Labor Statistics".
func initials(source []byte, words []text.Word) Key {
	var short [8]byte
	n := 0
	for _, w := range words {
		if w.Traits&text.Capital != 0 && n < len(short) {
			short[n] = source[w.Start]
			n++
		}
	}
	if n < 3 {
		return 0
	}
	return keyOf(short[:n])
}

func withoutPossessive(name []byte) []byte {
	for _, ending := range []string{"'s", "’s", "'", "’"} {
		if n := len(name) - len(ending); n > 0 && string(name[n:]) == ending {
			return name[:n]
		}
	}
	return name
}

// isPossessive reports whether the word at w ends in an apostrophe and an s.
func isPossessive(source []byte, w text.Word) bool {
	word := source[w.Start:w.End]
	n := len(word)
	return n > 2 && word[n-1] == 's' && (word[n-2] == '\'' || n > 4 && string(word[n-4:n-1]) == "’")
}

// yearOf reads a year of the last six centuries, or the first one of a range; 0 for any other word.
func yearOf(source []byte, w text.Word) int {
	word := source[w.Start:w.End]
	if len(word) < 4 || len(word) > 4 && word[4] != '-' && !(len(word) == 5 && 'a' <= word[4] && word[4] <= 'f') {
		return 0
	}
	year := 0
	for _, b := range word[:4] {
		if b < '0' || b > '9' {
			return 0
		}
		year = year*10 + int(b-'0')
	}
	if year < 1500 || year > 2099 {
		return 0
	}
	return year
}
