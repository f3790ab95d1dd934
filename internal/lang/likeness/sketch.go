// Package likeness tells how much two claims say the same. It compares what a copy, a rewording and a retelling keep:
// the words of the title, the stems of the text weighted by how rare they are in English or Portuguese, and the figures. A Sketch
// holds these for one claim in a fixed size. The likeness of two claims follows from their two sketches alone.
package likeness

import (
	"bytes"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// The sizes of a sketch, in features.
const (
	maxTitle   = 20
	maxWords   = 48
	maxFigures = 24
)

// Sketch is what is kept of a claim's title and text: about 370 bytes.
type Sketch struct {
	title   [maxTitle]feature   // in their order, each once
	words   [maxWords]feature   // the weightiest stems of the text, sorted
	figures [maxFigures]feature // the weightiest figures of the text, sorted

	titles, stems, numbers uint8 // how many of the above there are
	denials                uint8 // in the title; two make none
	language               lang.Language
}

// Builder makes sketches, one after the other: Begin, Add as often as there are texts, Sketch. The zero value is ready;
// it is best kept on the stack or reused.
type Builder struct {
	sketch  *Sketch
	lexicon *lexicon
	seen    [1024]uint32 // the words met, by hash
	words   collector
	figures collector
	buffer  [8]feature // those of the word at hand
}

// Begin starts a sketch with the title, in the language of the claim.
func (b *Builder) Begin(title string, l lang.Language) {
	b.sketch, b.lexicon = new(Sketch), lexiconOf(l)
	b.sketch.language = b.lexicon.language
	b.words.n, b.figures.n = 0, 0
	clear(b.seen[:])

	var buffer [32]text.Word
	source := []byte(title)
	words := text.AppendWords(buffer[:0], source)
	for i := range words {
		for _, f := range b.features(&words[i], source) {
			b.addTitle(f)
		}
		if b.lexicon.denies(words, i) {
			b.sketch.denials ^= 1
		}
	}
}

func (b *Builder) addTitle(f feature) {
	s := b.sketch
	switch {
	case f == closed:
	case s.titles < maxTitle && !slices.Contains(s.title[:s.titles], f):
		s.title[s.titles] = f
		s.titles++
	}
}

// Add takes in words of the text; their offsets count from the start of source.
func (b *Builder) Add(source []byte, words []text.Word) {
	for i := range words {
		w := &words[i]
		if b.repeated(w.Hash) {
			continue
		}
		if f, ok := b.lexicon.known.get(w.Hash); ok { // neither a figure nor of several parts
			b.addWord(b.lexicon.named(f, isName(w)))
			continue
		}
		for _, f := range b.features(w, source) {
			b.addWord(f)
		}
	}
}

// isName reports whether a word is written as a name.
func isName(w *text.Word) bool { return w.Is(text.Capital) && !w.Is(text.Opens) }

func (b *Builder) addWord(f feature) {
	switch {
	case f == closed:
	case f.class() >= precise:
		b.figures.add(f, maxFigures)
	default:
		b.words.add(f, maxWords)
	}
}

// Sketch gives what the claim looks like.
func (b *Builder) Sketch() *Sketch {
	s := b.sketch
	s.stems = uint8(copy(s.words[:], b.words.best(maxWords)))
	s.numbers = uint8(copy(s.figures[:], b.figures.best(maxFigures)))
	return s
}

// repeated reports whether a word was met before. Of words that share a slot it forgets the first, which costs time only.
func (b *Builder) repeated(h uint64) bool {
	s := &b.seen[h*golden>>54]
	if *s == uint32(h) {
		return true
	}
	*s = uint32(h)
	return false
}

// features gives those of a word: one, or one for each part between hyphens; "forty-eight" stays one figure. They are valid until
// the next call.
func (b *Builder) features(w *text.Word, source []byte) []feature {
	x, word := b.lexicon, source[w.Start:w.End]
	isName := isName(w)
	if bytes.IndexByte(word, '-') < 0 {
		return append(b.buffer[:0], x.feature(w.Hash, word, isName))
	}
	if first, second, _ := strings.Cut(strings.ToLower(string(word)), "-"); len(second) < 6 {
		tens, _ := x.numeral(first)
		if ones, ok := x.numeral(second); ok && tens >= 20 && 0 < ones && ones < 10 {
			return append(b.buffer[:0], figureOf(tens+ones))
		}
	}
	features := b.buffer[:0]
	for part := range bytes.SplitSeq(word, hyphen) {
		if len(part) > 0 {
			features = append(features, x.feature(text.HashOf(string(part)), part, isName))
		}
	}
	return features
}

var hyphen = []byte{'-'}

// collector gathers the weightiest features.
type collector struct {
	all, classed [256]feature
	n            int
}

func (c *collector) add(f feature, keep int) {
	if c.n == len(c.all) {
		c.n = copy(c.all[:], c.best(keep))
	}
	c.all[c.n] = f
	c.n++
}

// best gives the weightiest features, sorted and each once. As features sort by class, only the classes of those are
// put in order.
func (c *collector) best(keep int) []feature {
	var ends [16]int
	for _, f := range c.all[:c.n] {
		ends[f.class()]++
	}
	start := 0
	for i, n := range ends {
		ends[i] = start
		start += n
	}
	for _, f := range c.all[:c.n] {
		end := &ends[f.class()]
		c.classed[*end] = f
		*end++
	}
	n, start := 0, 0
	for _, end := range ends {
		if n >= keep {
			break
		}
		slices.Sort(c.classed[start:end])
		n += copy(c.classed[n:], slices.Compact(c.classed[start:end]))
		start = end
	}
	return c.classed[:min(n, keep)]
}
