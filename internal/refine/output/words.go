package output

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// wordsSize is how many bytes of the beginning and of the end of a text are searched for what people wrote.
const wordsSize = 16 << 10

// findWords finds the runs of lines that a person may have written.
func (r *reader) findWords() {
	end := len(r.source)
	if end <= 2*wordsSize {
		r.wordsIn(0, end)
		return
	}
	r.bound("what people wrote is looked for in the first and the last %d KiB", wordsSize>>10)
	r.wordsIn(0, wordsSize)
	r.wordsIn(startOfLine(r.source, end-wordsSize), end)
}

func (r *reader) wordsIn(at, end int) {
	hits := 0
	fenced, near := false, false // in a block of code; the line before is a program's
	for at < end {
		next, stop := end, end
		if n := bytes.IndexByte(r.source[at:end], '\n'); n >= 0 {
			stop, next = at+n, at+n+1
		}
		l := strings.TrimSpace(string(r.source[at:min(stop, at+mostLine)]))
		for hits < len(r.hits) && r.hits[hits].End < at {
			hits++
		}
		isHit := hits < len(r.hits) && r.hits[hits].Start < stop && r.hits[hits].End > at
		switch {
		case strings.HasPrefix(l, "```") || strings.HasPrefix(l, "~~~"):
			fenced, near = !fenced, false
		case l == "":
			near = false
		case fenced || isHit && !isSentence(l):
			near = true
		case near && !isSentence(l), !isProse(l):
			near = near || len(r.hits) > 0
		default:
			near = false
			r.words(at, stop)
		}
		at = next
	}
}

// words adds a line to what people wrote.
func (r *reader) words(start, end int) {
	if n := len(r.Words); n > 0 && len(bytes.TrimSpace(r.source[r.Words[n-1].End:start])) == 0 {
		r.Words[n-1].End = end
		return
	}
	r.Words = append(r.Words, Part{start, end})
}

// isProse reports whether a line is made of words, as people type them.
func isProse(l string) bool {
	first, _ := utf8.DecodeRuneInString(l)
	if first == utf8.RuneError || strings.HasPrefix(l, "$ ") || strings.HasPrefix(l, "+ ") && len(l) > 2 && l[2] >= 'a' || strings.HasPrefix(l, "at ") && strings.ContainsRune(l, '(') {
		return false
	}
	plain, all := 0, 0
	for f := range strings.FieldsSeq(l) {
		if all++; isWord(f) {
			plain++
		}
	}
	return plain > 0 && plain*10 >= all*6
}

// isSentence reports whether a line is prose that begins and goes on as a sentence does, so that a program's line is rarely taken for one.
func isSentence(l string) bool {
	if !isProse(l) {
		return false
	}
	lower := 0
	for f := range strings.FieldsSeq(l) {
		if isWord(f) && slices.Contains(common, strings.ToLower(strings.Trim(f, ".,;:!?'\"()"))) {
			lower++
		}
	}
	return lower >= 2 && len(strings.Fields(l)) >= 4
}

// common are words that people's sentences have and programs' lines seldom.
var common = strings.Fields("i you it's i'm we my your this that the a and but when please can could should would what why it me just still so do did does have has is are was " +
	"eu você voce tu ele ela isso isto esse este o a os as um uma e mas quando por que não nao pode me só so ainda está esta foi com para meu minha de do da no na")

// isWord reports whether a field of a line is a word, with the marks that stand around words.
func isWord(f string) bool {
	f = strings.TrimFunc(f, func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) })
	if f == "" {
		return false
	}
	for _, r := range f {
		if !unicode.IsLetter(r) && r != '\'' && r != '’' && r != '-' {
			return false
		}
	}
	return true
}
