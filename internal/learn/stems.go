package learn

import (
	"fmt"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn/reading"
)

// Stems are what the second stage sees of a reason. They can be kept, so that a store is learned from, and its reasons are
// categorised, without reading them.

// Stems gives what is seen in a reason, each with a sign before it.
func Stems(reason string) []string {
	if IsMissing(reason) {
		return nil
	}
	words := reading.Words(reason)
	l := lexiconOf(reading.IsPortuguese(words))
	features := l.featuresOf(words)
	stems := make([]string, len(features))
	for i := range features {
		stems[i] = features[i].keep(l.portuguese)
	}
	return stems
}

// What the sign before a stem says.
const (
	teachesBit    = 1 << iota // corrected reasons are learned from by it
	knownBit                  // the lexicon knows it
	portugueseBit             // it was seen by the lexicon of Portuguese
	noBit         = '0'
)

// keep gives the feature as a text.
func (f *feature) keep(portuguese bool) string {
	sign := byte(noBit)
	if f.teaches {
		sign += teachesBit
	}
	if f.known != nil {
		sign += knownBit
	}
	if portuguese {
		sign += portugueseBit
	}
	return string(sign) + f.stem
}

// kept gives the features of such texts, without their places, and the lexicon that saw them.
func kept(stems []string) ([]feature, *lexicon) {
	l := lexiconEnglish()
	features := make([]feature, 0, len(stems))
	for _, s := range stems {
		if s == "" {
			continue
		}
		sign, stem := s[0]-noBit, s[1:]
		if sign&portugueseBit > 0 {
			l = lexiconPortuguese()
		}
		f := feature{stem: stem, hash: xxh3.HashString(stem), teaches: sign&teachesBit > 0}
		if sign&knownBit > 0 {
			f.known = l.known[f.hash]
		}
		features = append(features, f)
	}
	return features, l
}

// seenVersion grows whenever the same lists give a reason other stems, or another category by its keywords.
const seenVersion = 3

// SeenForm names what Stems and the contract's keywords see in every reason. It is another one as soon as they see something
// else, so that what was kept of reasons is not mixed with it.
func SeenForm() string {
	return fmt.Sprintf("%d-%016x", seenVersion, xxh3.HashString(documented+weightsText))
}

// CategorizeStems gives the category of a reason of these stems in which no keyword stands, as Categorize does.
func (c *Categorizer) CategorizeStems(stems []string) Assignment {
	return c.second(kept(stems))
}

// LearnStems takes in a reason of these stems whose category people have set.
func (m *Model) LearnStems(stems []string, category decision.Category) {
	features, l := kept(stems)
	m.count(features, l, category)
}
