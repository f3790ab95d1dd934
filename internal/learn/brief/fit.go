package brief

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/learn"
)

// section is a part of a brief whose items may have to go.
type section struct {
	name  string // what its items are called; one of them, without the s
	start int    // an item is as important as one of start 0 that stands so many places before it
	theme int    // by how many places one that tells a theme is more important
	items func(*Brief) items
}

// items are the beginning of a list.
type items interface {
	count() int
	keep(n int) // the first; those that were there before may come back
}

type list[T any] []T

func (l *list[T]) count() int { return len(*l) }
func (l *list[T]) keep(n int) { *l = (*l)[:n] }

// sections are those of a brief. Of equally important items, that of the later section goes first.
var sections = []section{
	{"patterns", 10, 0, func(b *Brief) items { return (*list[Pattern])(&b.Patterns) }},
	{"reasons", 5, 0, func(b *Brief) items { return (*list[string])(&b.history().Reasons) }},
	{"learned_actions", 6, 0, func(b *Brief) items { return (*list[Action])(&b.history().Actions) }},
	{"gates", 4, 0, func(b *Brief) items { return (*list[learn.Issue])(&b.Gates.Issues) }},
	{"lessons", 0, 2, func(b *Brief) items { return (*list[Lesson])(&b.Lessons) }},
	{"pairs", 2, 0, pairsOf},
}

// history is that of the artifact, an empty one where none was asked for.
func (b *Brief) history() *History { return cmp.Or(b.History, &History{}) }

// MinChars is the fewest characters into which a brief fits, with something that it says.
const MinChars = 1000

// Fit renders the brief into at most that many characters, 0 for any number, and MinChars at least. The least important items go
// until the rest fits. Then, the most important first, those come back for which there is room. The brief says how many are left
// out.
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
	return text
}

func (b *Brief) tryFit(most int, render func(*Brief) string) (text string, fits bool) {
	if b.History != nil && b.History.Rejections > 0 {
		b.History.Sentence = b.History.sentence() // of the reasons that are left
	}
	text = render(b)
	return text, b.isTold() && (most <= 0 || utf8.RuneCountInString(text) <= most)
}

// give takes the last item of a section away, or gives it back.
func (b *Brief) give(s *section, n int) {
	list := s.items(b)
	list.keep(list.count() + n)
	b.LeftOut.add(s.name, -n)
}

// least is the section whose last item is the least important of all; nil where no section has any.
func (b *Brief) least() (least *section) {
	lowest := 0
	for i := range sections {
		s := &sections[i]
		n := s.items(b).count()
		if rank := n - s.start - s.theme*b.themes(n); n > 0 && (least == nil || rank >= lowest) {
			least, lowest = s, rank
		}
	}
	return least
}

// themes is 1 if the last of so many lessons tells a theme.
func (b *Brief) themes(n int) int {
	if n > 0 && n <= len(b.Lessons) && b.Lessons[n-1].Count > 0 {
		return 1
	}
	return 0
}
