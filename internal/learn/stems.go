package learn

import (
	"fmt"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/decision"
)

// Stems are what the second stage sees of a reason. They can be kept, so that a store is learned from, and its reasons are
// categorised, without reading them.

// silent begins a stem that is not learned from: it is too common, or a pair of which only the lexicon speaks.
const silent = "~"

// Stems gives the stems of a reason. What no reason teaches and the lexicon does not know is left out.
func Stems(reason string) []string {
	if IsMissing(reason) {
		return nil
	}
	words := wordsOf(reason)
	var stems []string
	for _, f := range featuresOf(words, isPortuguese(words)) {
		if s, ok := f.keep(); ok {
			stems = append(stems, s)
		}
	}
	return stems
}

// keep gives the feature as a text; false where it says nothing to any model.
func (f *feature) keep() (stem string, ok bool) {
	if f.teaches {
		return f.stem, true
	}
	_, known := lexicon()[f.hash]
	return silent + f.stem, known || f.first == f.last
}

// kept is the feature of such a text, without its place.
func kept(stem string) feature {
	stem, quiet := strings.CutPrefix(stem, silent)
	return feature{stem: stem, hash: xxh3.HashString(stem), teaches: !quiet}
}

// seenVersion grows whenever the same lists give a reason other stems, or another category by its keywords.
const seenVersion = 1

// SeenForm names what Stems and the contract's keywords see in every reason. It is another one as soon as they see something
// else, so that what was kept of reasons is not mixed with it.
func SeenForm() string {
	return fmt.Sprintf("%d-%016x", seenVersion, xxh3.HashString(documented+lexiconText))
}

// CategorizeStems gives the category of a reason of these stems in which no keyword stands, as Categorize does.
func (c *Categorizer) CategorizeStems(stems []string) Assignment {
	features := make([]feature, len(stems))
	for i, s := range stems {
		features[i] = kept(s)
	}
	return c.second(features)
}

// LearnReasons takes in how many reasons there are of a category that people have set.
func (m *Model) LearnReasons(category decision.Category, n int) {
	m.reasons[indexOf(category)] += uint32(n)
}

// LearnStem takes in how many of those reasons hold a stem.
func (m *Model) LearnStem(stem string, category decision.Category, n int) {
	f := kept(stem)
	if !f.teaches {
		return
	}
	if m.stems == nil {
		m.stems = map[uint64]counts{}
	}
	known := m.stems[f.hash]
	known[indexOf(category)] += uint32(n)
	m.stems[f.hash] = known
}
