package substance

import (
	"bytes"

	"github.com/kbgate/kbgate/internal/text"
)

// number is the class of a word with digits: one that tells a quantity, a year, or a small or labelling number.
func (r *reader) number(w text.Word) class {
	s := r.Source[w.Start:w.End]
	switch {
	case len(s) == 4 && isDigits(s) && string(s) >= "1500" && string(s) < "2100":
		return year
	case len(s) == 1 || isLetter(s[0]):
		return year // worth as little: it counts parts or names a version
	}
	return figure
}

func isDigits(s []byte) bool {
	for _, b := range s {
		if b < '0' || b > '9' {
			return false
		}
	}
	return true
}

// numbersItem reports whether the first word of a line is the number of a list item.
func (r *reader) numbersItem(w text.Word) bool {
	end := int(w.End)
	return w.Is(text.HasDigit) && end < r.End && (r.Source[end] == '.' || r.Source[end] == ')') && isDigits(r.Source[w.Start:w.End])
}

// marked reports whether a mark of citations or quotations stands next to a word.
func (r *reader) marked(w text.Word) bool {
	if int(w.End) < r.End && r.Source[w.End] == ':' {
		return true
	}
	if int(w.Start) == r.Start {
		return false
	}
	switch r.Source[w.Start-1] {
	case '(', '^', '"', "“"[2]:
		return true
	}
	return false
}

// citation gives the end of an address or a footnote mark that begins with this word, or 0.
func (r *reader) citation(w text.Word) int32 {
	before := r.Source[r.Start:w.Start]
	rest := r.Source[w.End:r.End]
	switch {
	case bytes.HasPrefix(rest, []byte("://")):
		return r.addressEnd(w)
	case len(before) < 2:
		return 0
	case before[len(before)-1] == '(' && before[len(before)-2] == ']':
		return r.addressEnd(w)
	case before[len(before)-1] == '^' && before[len(before)-2] == '[':
		return w.End
	}
	return 0
}

// addressEnd is where the address that begins with a word ends.
func (r *reader) addressEnd(w text.Word) int32 {
	if i := bytes.IndexAny(r.Source[w.End:r.End], " \n)>"); i >= 0 {
		return w.End + int32(i)
	}
	return int32(r.End)
}

// The bounds of a quotation: fewer words are a term or irony, more bytes without an end are a stray mark.
const (
	quotedWords = 4
	quotedBytes = 600
)

// quotation gives the end of a quotation of some length that begins with this word, or 0.
func (r *reader) quotation(w text.Word) int32 {
	before := r.Source[r.Start:w.Start]
	if len(before) == 0 {
		return 0
	}
	closing := []byte("\"")
	switch last := before[len(before)-1]; {
	case last == '"':
		if len(before) > 1 && isLetter(before[len(before)-2]) {
			return 0 // it closes
		}
	case last >= 0x80 && bytes.HasSuffix(before, []byte("“")):
		closing = []byte("”")
	default:
		return 0
	}
	rest := r.Source[w.Start:min(r.End, int(w.Start)+quotedBytes)]
	end := bytes.Index(rest, closing)
	if end < 0 || bytes.Count(rest[:end], []byte(" ")) < quotedWords-1 {
		return 0
	}
	return w.Start + int32(end)
}

// learn keeps the words of a title, those that only join others left out.
func (r *reader) learn(s string) {
	source := []byte(s)
	var buffer [64]text.Word
	for _, w := range text.AppendWords(buffer[:0], source) {
		if e := r.find(w.Hash); e != nil && !r.telling(e.class) || r.held >= len(r.keys)/2 {
			continue
		}
		key := stem(source[w.Start:w.End])
		i := slotOf(key)
		for r.keys[i] != 0 && r.keys[i] != key {
			i = (i + 1) % len(r.keys)
		}
		if r.keys[i] == 0 {
			r.keys[i] = key
			r.held++
		}
	}
}

// knows reports whether the title has a word of this stem.
func (r *reader) knows(key uint64) bool {
	for i := slotOf(key); r.keys[i] != 0; i = (i + 1) % len(r.keys) {
		if r.keys[i] == key {
			return true
		}
	}
	return false
}

// stemBytes is how far words are compared.
const stemBytes = 6

// stem is the first bytes of a word in lower case, without the commonest endings: "ask", "asked" and "asking" are the
// same to a title.
func stem(word []byte) (key uint64) {
	if n := len(word); n > 3 && word[n-1] == 's' {
		word = word[:n-1]
	}
	if n := len(word); n > 3 {
		switch last := word[n-1]; {
		case last == 'e':
			word = word[:n-1]
		case n > 4 && (word[n-2] == 'e' && (last == 'd' || last == 'r') || word[n-2] == 'l' && last == 'y'):
			word = word[:n-2]
		case n > 5 && last == 'g' && word[n-2] == 'n' && word[n-3] == 'i':
			word = word[:n-3]
		}
	}
	for _, b := range word[:min(len(word), stemBytes)] {
		key = key<<8 | uint64(b|0x20)
	}
	return key
}

func slotOf(key uint64) int { return int(key * 0x9e3779b97f4a7c15 >> 57) }

// repeats reports whether a word of this stem has been met before, and keeps it. Of a hundred
// words one or two are taken for others.
func (r *reader) repeats(key uint64) bool {
	hash := key * 0x9e3779b97f4a7c15
	word, bit := &r.seen[hash>>57], uint64(1)<<(hash>>51&63)
	repeated := *word&bit != 0
	*word |= bit
	return repeated
}
