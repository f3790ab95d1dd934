// Package likeness tells how much two claims say the same. It compares what a copy, a rewording and a retelling keep:
// the words of the title, the stems of the text weighted by how rare they are in English, and the figures. A Sketch
// holds these for one claim in a fixed size. The likeness of two claims follows from their two sketches alone.
package likeness

import (
	"bytes"
	"slices"

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
	negations              uint8 // in the title
}

// Builder makes sketches, one after the other: Begin, Add as often as there are texts, Sketch. The zero value is ready;
// it is best kept on the stack or reused.
type Builder struct {
	sketch  *Sketch
	english *lexicon
	seen    [1024]uint32 // the words met, by hash
	words   collector
	figures collector
	letters letters    // of the word at hand
	buffer  [8]feature // and its features
}

// Begin starts a sketch with the title.
func (b *Builder) Begin(title string) {
	b.sketch, b.english = new(Sketch), english()
	b.words.n, b.figures.n = 0, 0
	clear(b.seen[:])

	var buffer [32]text.Word
	source := []byte(title)
	words := text.AppendWords(buffer[:0], source)
	for i := range words {
		for _, f := range b.features(&words[i], source) {
			b.addTitle(f)
		}
		if denies(words, i) {
			b.sketch.negations++
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
		for _, f := range b.features(w, source) {
			b.addWord(f)
		}
	}
}

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

// features gives those of a word: one, or one for each part between hyphens. They are valid until the next call.
func (b *Builder) features(w *text.Word, source []byte) []feature {
	fs := b.buffer[:1]
	if known, ok := b.english.words.get(w.Hash); ok {
		fs[0] = known
		return fs
	}
	if !w.Is(text.ASCIIOnly) {
		fs[0] = b.english.classed(mix(w.Hash))
		return fs
	}
	l := &b.letters
	l.set(source, int(w.Start), int(w.End))
	if l.hyphen {
		return b.english.appendParts(fs[:0], l.b[:l.n])
	}
	fs[0] = b.english.feature(l)
	return fs
}

// feature is that of a word without hyphens; only the stem of the word counts.
func (x *lexicon) feature(l *letters) feature {
	if '0' <= l.b[0] && l.b[0] <= '9' {
		if f, ok := figure(l.b[:l.n]); ok {
			return f
		}
	}
	l.stem()
	return x.classed(l.hash())
}

// appendParts takes a word apart at its hyphens; "forty-eight" stays one figure.
func (x *lexicon) appendParts(dst []feature, word []byte) []feature {
	if first, second, _ := bytes.Cut(word, hyphens); bytes.HasSuffix(first, []byte("ty")) {
		tens, _ := numeral(string(first))
		if ones, ok := numeral(string(second)); ok && tens >= 20 && 0 < ones && ones < 10 {
			return append(dst, figureOf(tens+ones))
		}
	}
	for more := true; more; {
		var part []byte
		if part, word, more = bytes.Cut(word, hyphens); len(part) == 0 {
			continue
		}
		if known, ok := x.words.get(text.HashOf(string(part))); ok {
			dst = append(dst, known)
		} else {
			var l letters
			l.set(part, 0, len(part))
			dst = append(dst, x.feature(&l))
		}
	}
	return dst
}

var hyphens = []byte{'-'}

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
