package brief

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// section is a part of a brief whose items may have to go.
type section struct {
	items string // what they are called; one of them, without the s
	// start is by how many places its items come before those of equal place in a section of start 0, when it is decided which
	// of all is the least important.
	start int
	count func(*Brief) int
	keep  func(*Brief, int) // so many of its items, the first; those that were there before may come back
	write func(*strings.Builder, *Brief)
}

// sections are those of a brief, in the order in which they stand there; of items that are equally important, that of the later
// section is the lesser. Another section is another one here.
var sections = []*section{
	{"patterns", 10,
		func(b *Brief) int { return len(b.Patterns) }, func(b *Brief, n int) { b.Patterns = b.Patterns[:n] }, writePatterns},
	{"reasons", 5,
		func(b *Brief) int { return len(b.history().Reasons) }, func(b *Brief, n int) { b.History.Reasons = b.History.Reasons[:n] }, writeHistory},
	{"learned_actions", 6,
		func(b *Brief) int { return len(b.history().Actions) }, func(b *Brief, n int) { b.History.Actions = b.History.Actions[:n] }, writeActions},
	{"gates", 4,
		func(b *Brief) int { return len(b.Gates.Issues) }, func(b *Brief, n int) { b.Gates.Issues = b.Gates.Issues[:n] }, writeGates},
	{"lessons", 0,
		func(b *Brief) int { return len(b.Lessons) }, func(b *Brief, n int) { b.Lessons = b.Lessons[:n] }, writeLessons},
}

// history is that of the artifact, an empty one where none was asked for.
func (b *Brief) history() *History { return cmp.Or(b.History, &History{}) }

// MinChars is the fewest characters into which a brief fits, with something that it says.
const MinChars = 1000

// Fit renders the brief into at most that many characters, 0 for any number: the least important items go, those of them come
// back for which there is room then, the most important first, and the brief says how many are left out. It takes MinChars at
// least.
func (b *Brief) Fit(most int, render func(*Brief) string) string {
	text, fits := b.tryFit(most, render)
	var gone []*section
	for !fits {
		s := b.least()
		if s == nil {
			return text
		}
		b.give(s, -1)
		gone = append(gone, s)
		text, fits = b.tryFit(most, render)
	}
	full := map[*section]bool{}
	for _, s := range slices.Backward(gone) {
		if full[s] {
			continue
		}
		b.give(s, 1)
		if more, fits := b.tryFit(most, render); fits {
			text = more
			continue
		}
		b.give(s, -1)
		full[s] = true
	}
	b.complete()
	return text
}

func (b *Brief) tryFit(most int, render func(*Brief) string) (text string, fits bool) {
	b.complete()
	text = render(b)
	return text, most <= 0 || utf8.RuneCountInString(text) <= most
}

// give takes the last item of a section away, or gives it back.
func (b *Brief) give(s *section, n int) {
	s.keep(b, s.count(b)+n)
	b.LeftOut.add(s.items, -n)
}

// least is the section whose last item is the least important of all; nil where no section has any.
func (b *Brief) least() (least *section) {
	lowest := 0
	for _, s := range sections {
		n := s.count(b)
		if rank := n - s.start; n > 0 && (least == nil || rank >= lowest) {
			least, lowest = s, rank
		}
	}
	return least
}

// complete sets what follows from what there is room for.
func (b *Brief) complete() {
	if b.History != nil && b.History.Rejections > 0 {
		b.History.Sentence = b.History.sentence()
	}
}
