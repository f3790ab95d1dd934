// Package cite counts the independent sources that a text names, in English and Portuguese: publications, data sets, sites, cases, and
// people who speak for themselves. It reads the `source` value of a header and the prose of a body. A work that is named in several ways
// is one source, and so are several pieces by one author or publisher, because nobody confirms what they said themselves.
//
// The package guesses from the form of citations and knows no bibliography: what it knows of words is data.
package cite

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/wire"
)

// Key stands for a name by which a source can be known again: an author, publisher, site, handle, title or identifier, compared without
// case, accents, spaces and punctuation. It is a 32-bit FNV-1a hash.
type Key uint32

// mostNames is how many names, and how many further proper words, are kept of one source; more say little.
const mostNames = 12

// Source is one source as a text names it. Start and End are byte offsets into that text.
type Source struct {
	Start, End int32
	OwnWord    bool  // whoever speaks through it speaks for his own cause
	Several    bool  // the text lists several works, which are taken for one voice
	signed     bool  // by persons
	nameless   bool  // an address or number, or a title, without a name
	part       Key   // which part of a longer work, where it names one
	keys       []Key // its names
	loose      []Key // further proper words in it
}

func (s *Source) add(k Key) { s.keys = with(s.keys, k) }

// with adds a key to some that does not stand among them yet.
func with(keys []Key, k Key) []Key {
	if k == 0 || len(keys) >= mostNames || slices.Contains(keys, k) {
		return keys
	}
	return append(keys, k)
}

func shared(a, b []Key) bool {
	return slices.ContainsFunc(a, func(k Key) bool { return slices.Contains(b, k) })
}

// is reports whether two sources are one: they share a name, or, where not both are signed by persons, one has the other's name among
// its proper words ("Pine Analytics, report" and "report on launches, Pine").
func (s *Source) is(other *Source) bool {
	if shared(s.keys, other.keys) {
		return true
	}
	return !(s.signed && other.signed) && (shared(s.keys, other.loose) || shared(s.loose, other.keys))
}

// merge takes over the names of the same source, and that it is somebody's own word.
func (s *Source) merge(other *Source) {
	for _, k := range other.keys {
		s.add(k)
	}
	s.OwnWord = s.OwnWord || other.OwnWord
}

// Tally is the independent sources found so far. The zero value is empty.
type Tally struct {
	sources []Source
	words   []Key // the proper words in headers: a body says "Keller" where the header says "the Keller group"
	mixed   bool  // another note stands on another work that was taken for the same voice
}

// Of starts a tally with sources that are known to be independent, as Named gives them.
func Of(sources []Source) Tally { return Tally{sources: slices.Clone(sources)} }

// Len is the number of independent sources.
func (t *Tally) Len() int { return len(t.sources) }

// Sources are the independent sources, in the order of their first naming. The slice belongs to the tally.
func (t *Tally) Sources() []Source { return t.sources }

// Partial reports whether there are sources, and each of them speaks for its own cause.
func (t *Tally) Partial() bool {
	_, n := t.Outside()
	return n == 0 && len(t.sources) > 0
}

// Outside gives the sources that do not speak for their own cause, and their number. The claimant's own word confirms nothing.
func (t *Tally) Outside() (first *Source, n int) {
	for i := range t.sources {
		if !t.sources[i].OwnWord {
			if n == 0 {
				first = &t.sources[i]
			}
			n++
		}
	}
	return first, n
}

// Settled reports whether further sources could not change a gate's verdict: two or more do not speak for their own cause.
func (t *Tally) Settled() bool {
	_, n := t.Outside()
	return n > 1
}

// AddLinked counts a source that another note stands on. Notes that stand on different parts of one long work count as different
// sources: only within one note is it certain that the parts are one voice.
func (t *Tally) AddLinked(s Source) bool {
	another := func(known Source) bool { return known.part != 0 && s.part != 0 && known.part != s.part && known.is(&s) }
	if slices.ContainsFunc(t.sources, another) {
		t.sources = append(t.sources, s)
		return true
	}
	added := t.Add(s)
	t.mixed = t.mixed || !added && !slices.ContainsFunc(t.sources, func(known Source) bool {
		return known.part == s.part && slices.Equal(known.loose, s.loose)
	})
	return added
}

// IsOneWork reports whether one work is beyond doubt all that stands behind a text: nothing else was named, not even another work by the
// same voice.
func (t *Tally) IsOneWork() bool { return len(t.sources) == 1 && !t.sources[0].Several && !t.mixed }

// Add counts a source unless it is known already; it reports whether it was new. What it adds to a known source are further names.
func (t *Tally) Add(s Source) bool {
	if len(s.keys) == 0 {
		return false
	}
	for i := range t.sources {
		if t.sources[i].is(&s) {
			t.sources[i].merge(&s)
			return false
		}
	}
	if shared(s.keys, t.words) {
		return false
	}
	t.sources = append(t.sources, s)
	return true
}

// The constants of 32-bit FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/.
const (
	fnvOffset = 2166136261
	fnvPrime  = 16777619
)

// latin are the letters U+00C0 to U+00FF without their marks: García is cited as Garcia.
const latin = "aaaaaaaceeeeiiiidnooooo*ouuuuypsaaaaaaaceeeeiiiidnooooo/ouuuuypy"

// keyOf is the key of a name: its letters and digits in lower case, words run together, without a closing possessive. It is zero for a
// name of fewer than two letters.
func keyOf(name string) Key {
	h, n := uint32(fnvOffset), 0
	for _, r := range withoutPossessive(name) {
		switch r = unicode.ToLower(r); {
		case r >= 0xC0 && r <= 0xFF:
			r = rune(latin[r-0xC0])
		case r < '0' || r > '9' && r < 'a' || r > 'z' && r < 0xC0 || r >= 0x2000 && r < 0x2070:
			continue
		}
		h, n = (h^uint32(r))*fnvPrime, n+1
	}
	if n < 2 {
		return 0
	}
	return Key(h)
}

func withoutPossessive(name string) string {
	for _, ending := range []string{"'s", "’s", "'", "’"} {
		if before, ok := strings.CutSuffix(name, ending); ok && before != "" {
			return before
		}
	}
	return name
}

// yearOf reads a year of the last six centuries, "2019", "2019a" or the first one of "2019-2021"; 0 for any other word.
func yearOf(word string) int {
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

func isCapital(w text.Word) bool { return w.Traits&text.Capital != 0 }

// Write appends the source to w.
func (s *Source) Write(w *wire.Writer) {
	w.Uint(uint64(s.Start))
	w.Uint(uint64(s.End))
	for _, is := range []bool{s.OwnWord, s.Several, s.signed, s.nameless} {
		w.Bool(is)
	}
	w.Fixed32(uint32(s.part))
	for _, keys := range [][]Key{s.keys, s.loose} {
		w.Uint(uint64(len(keys)))
		for _, k := range keys {
			w.Fixed32(uint32(k))
		}
	}
}

// Read takes a source from r.
func (s *Source) Read(r *wire.Reader) {
	*s = Source{Start: int32(r.Uint()), End: int32(r.Uint())}
	for _, is := range []*bool{&s.OwnWord, &s.Several, &s.signed, &s.nameless} {
		*is = r.Bool()
	}
	s.part = Key(r.Fixed32())
	for _, keys := range []*[]Key{&s.keys, &s.loose} {
		for range r.Len(4) {
			*keys = append(*keys, Key(r.Fixed32()))
		}
	}
}
