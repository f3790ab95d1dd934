package english

import (
	"strings"
	"unicode/utf8"
)

// Bounds on what is read of a title: the rest of a longer one cannot change
// where its main verb stands.
const (
	maxWords  = 48
	maxLetter = 24 // letters kept of one word
)

// word is one token of the title and what it can be.
type word struct {
	start, end int // in the title
	readings
	object   int16 // cost of an object after the word as a verb
	noObject int16 // cost of none
	past     bool  // as a verb, a past form
	counted  bool  // as a singular noun, one that wants a determiner
	is       special
}

// sentence is a title cut into words; it lives on the caller's stack.
type sentence struct {
	words [maxWords]word
	n     int
	at    int // the word being read
}

// read cuts title[from:to] into words. Where the title has no spaces its
// hyphens and underscores part words.
func (s *sentence) read(title string, from, to int, hyphensPart bool) {
	at := from
	for at < to && s.n < maxWords {
		switch c := title[at]; {
		case c == ',' || c == ';' || c == ')':
			s.comma(at)
			at++
		case c == '(':
			s.comma(at)
			at = closing(title, at, to)
		case c == '-' && at+1 < to && title[at+1] == '-':
			s.comma(at)
			at += 2
		case c == '-' && at > from && title[at-1] == ' ' && at+1 < to && title[at+1] == ' ':
			s.comma(at)
			at++
		case c == 0xe2 && at+2 < to && title[at+1] == 0x80 && (title[at+2] == 0x93 || title[at+2] == 0x94): // en and em dash
			s.comma(at)
			at += 3
		case inWord(c, hyphensPart):
			end := at + 1
			for end < to && (inWord(title[end], hyphensPart) || inside(title, end, to)) {
				end++
			}
			s.add(title, at, end)
			at = end
		default:
			at++
		}
	}
}

// inWord tells whether c belongs to a word.
func inWord(c byte, hyphensPart bool) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '\'', c == '%', c == '$', c == '&':
		return true
	case c == '-', c == '_':
		return !hyphensPart
	}
	return c >= utf8.RuneSelf && c != 0xe2
}

// inside tells whether the byte at is a typographic apostrophe, or a point
// between digits or capitals.
func inside(title string, at, to int) bool {
	if title[at] == '.' || title[at] == '/' {
		return at+1 < to && title[at+1] != ' '
	}
	for from := max(0, at-2); from <= at; from++ {
		if from+2 < to && title[from] == 0xe2 && title[from+1] == 0x80 && title[from+2] == 0x99 {
			return true
		}
	}
	return false
}

// closing finds the end of the parenthesis that opens at; what stands in it
// is no part of the clause.
func closing(title string, at, to int) int {
	if end := strings.IndexByte(title[at:to], ')'); end > 0 {
		return at + end
	}
	return at + 1
}

func (s *sentence) comma(at int) {
	if s.n == 0 || s.words[s.n-1].n > 0 && s.words[s.n-1].list[0].tag == comma {
		return
	}
	w := &s.words[s.n]
	*w = word{start: at, end: at + 1}
	w.add(comma, either, 0)
	s.n++
}

func (s *sentence) add(title string, start, end int) {
	w := &s.words[s.n]
	*w = word{start: start, end: end}
	w.classify(title[start:end], s.n == 0)
	if s.n > 0 && w.list[0].tag == numeral && s.words[s.n-1].is == month {
		s.words[s.n-1].readings = readings{}
		s.words[s.n-1].add(noun, singular, 0)
	}
	s.n++
}
