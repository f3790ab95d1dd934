package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// Mistake is one thing that is wrong in a configuration file.
type Mistake struct {
	Line    int    // counts from 1; 0: the file as a whole
	Message string // without a full stop
}

func (m Mistake) Error() string {
	if m.Line == 0 {
		return m.Message
	}
	return fmt.Sprintf("line %d: %s", m.Line, m.Message)
}

// Errors are all mistakes of a configuration file, by line.
type Errors []Mistake

// shownMistakes bounds a message: a file of some other kind is wrong in every line.
const shownMistakes = 20

// Error gives the mistakes, one a line, and how many more there are.
func (e Errors) Error() string {
	var b strings.Builder
	for i, m := range e {
		if i == shownMistakes && len(e) > i+1 {
			fmt.Fprintf(&b, "\nand %d more mistakes", len(e)-i)
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(m.Error())
	}
	return b.String()
}

// sorted gives the mistakes by line, those of a line in the order in which they were found.
func (e Errors) sorted() Errors {
	slices.SortStableFunc(e, func(a, b Mistake) int { return a.Line - b.Line })
	return e
}

// join lists names in a sentence: `all`, `claims` or `off`.
func join(names []string, last string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = "`" + name + "`"
	}
	return text.List(last, quoted...)
}

// excerpt is a text short enough for a message.
func excerpt(s string) string {
	return text.Shorten(strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s), 60)
}
