// Package words owns the words of drafts and of lead data as they compare: case, accents and endings are folded. It does no I/O.
package words

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// Word is one word: letters and digits. Points and commas stand in it between digits only.
type Word struct {
	Folded  string // small letters without accents; a figure without its points and commas
	Capital bool   // it begins with a capital letter
	Upper   bool   // all its letters are capitals, two or more
	Figure  bool   // it holds a digit
}

// figureMarks takes points and commas out of figures.
var figureMarks = strings.NewReplacer(".", "", ",", "")

// Of gives the words of a text in their order.
func Of(s string) []Word {
	var list []Word
	for i := 0; i < len(s); {
		start := strings.IndexFunc(s[i:], isPart)
		if start < 0 {
			break
		}
		start += i
		end, w := len(s), Word{}
		before, capitals, small := rune(0), 0, 0
		for at, r := range s[start:] {
			if !isPart(r) && !(unicode.IsDigit(before) && (r == '.' || r == ',') && startsWithDigit(s[start+at+1:])) {
				end = start + at
				break
			}
			w.Figure = w.Figure || unicode.IsDigit(r)
			switch {
			case unicode.IsUpper(r):
				w.Capital = w.Capital || at == 0
				capitals++
			case unicode.IsLetter(r):
				small++
			}
			before = r
		}
		w.Upper = capitals > 1 && small == 0
		w.Folded = Fold(s[start:end])
		if w.Figure {
			w.Folded = figureMarks.Replace(w.Folded)
		}
		list = append(list, w)
		i = end
	}
	return list
}

func isPart(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// Fold gives the form in which words compare: small letters without accents.
func Fold(s string) string { return lang.Unaccented(text.Fold(s)) }

//go:embed stop.txt
var stopWords string

var stops = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(stopWords) {
		set[Fold(w)] = true
	}
	return set
})

// Equals reports whether two words compare as the same.
func (w Word) Equals(other Word) bool { return w.Folded == other.Folded }

// IsContent reports whether a word says something by itself: it is no function word, none of those that every company says of itself,
// and has three letters, or it is a figure.
func (w Word) IsContent() bool {
	return w.Figure || len(w.Folded) > 2 && !stops()[w.Folded]
}

// Stemmer stems words, each once. It is not safe for use by several goroutines.
type Stemmer struct {
	rules lang.Stemmer
	known map[string]string
}

// NewStemmer gives a stemmer of a language.
func NewStemmer(l lang.Language) *Stemmer { return &Stemmer{lang.NewStemmer(l), map[string]string{}} }

// Stem gives the stem of a folded word.
func (s *Stemmer) Stem(folded string) string {
	stem, ok := s.known[folded]
	if !ok {
		stem = s.rules.Stem(folded)
		s.known[folded] = stem
	}
	return stem
}
