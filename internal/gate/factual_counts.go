package gate

import (
	"bytes"
	"fmt"

	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/figure"
)

// fewest is from how many members on an enumeration is one.
const fewest = 3

// miscounted reports a title that counts other than the body enumerates: "five reasons" over four numbered ones. It
// keeps silent unless the body has exactly one enumeration, and no list of the length that the title gives.
func (f *fact) miscounted(t *figure.Figure, said string) string {
	if t.Unit != figure.Count || t.Raw < 2 || t.Is(figure.Few) {
		return ""
	}
	var lists lists
	lists.read(f.bodyText())
	lists.numbered = append(lists.numbered, ordinals(f.Claim().Source, f.Prose(), t.Noun)...)
	n, found := int(t.Raw), 0
	for _, length := range lists.plain {
		if length == n {
			return ""
		}
	}
	for _, length := range lists.numbered {
		if length == n || found != 0 && length >= fewest && length != found {
			return ""
		}
		if length >= fewest {
			found = length
		}
	}
	if found == 0 {
		return ""
	}
	return fmt.Sprintf("the title counts %q, and the body enumerates %d", said, found)
}

// lists are the lengths of what a text enumerates.
type lists struct {
	numbered []int // headings and paragraphs that begin with a number or with bold type and a number
	plain    []int // list items and headings of any kind
}

func (l *lists) read(s []byte) {
	numbered, items, headings := 0, 0, 0
	for line := range bytes.Lines(s) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		marked := bytes.TrimLeft(line, "#*| ")
		number := leadingNumber(marked)
		if line[0] == '#' {
			headings++
		}
		switch {
		case number > 0 && len(marked) < len(line): // a heading or bold type; an ordered list is a list
			if number != numbered+1 {
				l.numbered = append(l.numbered, numbered)
				numbered = 0
			}
			if number == numbered+1 {
				numbered++
			}
		case number > 0 || line[0] == '-' || line[0] == '*' || line[0] == '+':
			items++
			continue
		}
		if items > 0 {
			l.plain = append(l.plain, items)
		}
		items = 0
	}
	l.numbered = append(l.numbered, numbered)
	l.plain = append(l.plain, items, headings)
}

// leadingNumber is the number of "3." or "3)" at the start of a line, or 0.
func leadingNumber(line []byte) int {
	n, i := 0, 0
	for i < len(line) && i < 2 && isDigit(line[i]) {
		n = n*10 + int(line[i]-'0')
		i++
	}
	if bytes.HasPrefix(line[i:], []byte(" |")) {
		return n // the first cell of a row
	}
	if i == 0 || i+1 >= len(line) || line[i] != '.' && line[i] != ')' || line[i+1] != ' ' {
		return 0
	}
	return n
}

// ordinalWords count what prose enumerates.
var ordinalWords = func() (hashes []uint64) {
	for _, w := range []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"} {
		hashes = append(hashes, text.HashOf(w))
	}
	return hashes
}()

var theHash = text.HashOf("the")

// ordinals are the lengths of runs such as "The first reason ... The second ... The third" at the beginnings of
// sentences, where the first one names what is counted.
func ordinals(source []byte, words []text.Word, noun figure.Stem) []int {
	run := 0
	var runs []int
	for i, w := range words {
		if !w.Is(text.Opens) {
			continue
		}
		k := i
		if w.Hash == theHash && i+1 < len(words) {
			k++
		}
		switch hash := words[k].Hash; {
		case hash == ordinalWords[0]:
			runs = append(runs, run)
			if run = 0; k+1 < len(words) && figure.StemOf(source[words[k+1].Start:words[k+1].End]) == noun {
				run = 1
			}
		case run > 0 && run < len(ordinalWords) && hash == ordinalWords[run]:
			run++
		}
	}
	return append(runs, run)
}
