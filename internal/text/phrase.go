package text

import "strings"

// Phrases are phrases that are looked for among words, whatever their case and what stands between the words.
type Phrases struct {
	byFirst Table[[]phrase]
}

type phrase struct {
	label string
	words []uint64 // 0 stands for up to three words of any kind
}

// mostBetween is how many words may stand where a phrase has "…".
const mostBetween = 3

// NewPhrases reads phrases, one a line. A label before a colon is given with what matches; "…" within a phrase stands for up to three
// words; empty lines and those that begin with "#" are passed over.
func NewPhrases(lines string) *Phrases {
	byFirst := map[uint64][]phrase{}
	for line := range strings.Lines(lines) {
		label, words, labelled := strings.Cut(strings.TrimSpace(line), ": ")
		if !labelled {
			label, words = "", label
		}
		var one phrase
		one.label = label
		for i, part := range strings.Split(words, "…") {
			if i > 0 {
				one.words = append(one.words, 0)
			}
			for _, w := range AppendWords(nil, []byte(part)) {
				one.words = append(one.words, w.Hash)
			}
		}
		if len(one.words) > 0 && !strings.HasPrefix(line, "#") {
			byFirst[one.words[0]] = append(byFirst[one.words[0]], one)
		}
	}
	return &Phrases{NewTable(byFirst)}
}

// Each calls f for every phrase that stands among n words, with its label and the words from which and before which it stands, until f
// answers false. The hash of a word is asked of the function at.
func (p *Phrases) Each(n int, at func(int) uint64, f func(label string, from, to int) bool) {
	for i := range n {
		for _, one := range p.byFirst.At(at(i)) {
			if to := one.end(i, n, at); to > 0 && !f(one.label, i, to) {
				return
			}
		}
	}
}

// end is the word after the phrase that begins at i, or 0.
func (p *phrase) end(i, n int, at func(int) uint64) int {
	slack := 0
	for _, word := range p.words {
		if word == 0 {
			slack = mostBetween
			continue
		}
		for ; slack > 0 && i < n && at(i) != word; slack-- {
			i++
		}
		if i >= n || at(i) != word {
			return 0
		}
		i, slack = i+1, 0
	}
	return i
}
