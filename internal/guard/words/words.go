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
	Start   int    // the byte offset in the text
	End     int
	Capital bool // it begins with a capital letter
	Figure  bool // it holds a digit
}

// Of gives the words of a text in their order.
func Of(s string) []Word {
	var list []Word
	for i := 0; i < len(s); {
		start := strings.IndexFunc(s[i:], isPart)
		if start < 0 {
			break
		}
		start += i
		end, w := len(s), Word{Start: start}
		before := rune(0)
		for at, r := range s[start:] {
			if !isPart(r) && !(unicode.IsDigit(before) && (r == '.' || r == ',') && startsWithDigit(s[start+at+1:])) {
				end = start + at
				break
			}
			w.Figure = w.Figure || unicode.IsDigit(r)
			w.Capital = w.Capital || at == 0 && unicode.IsUpper(r)
			before = r
		}
		w.End, w.Folded = end, Fold(s[start:end])
		if w.Figure {
			w.Folded = strings.NewReplacer(".", "", ",", "").Replace(w.Folded)
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

// IsContent reports whether a word says something by itself: it is no function word, none of those that every company says of itself,
// and has three letters, or it is a figure.
func (w Word) IsContent() bool {
	return w.Figure || len(w.Folded) > 2 && !stops()[w.Folded]
}

// Set is the stems of the words of a text, by the rules of each language.
type Set struct{ english, portuguese map[string]bool }

// NewSet gives the stems of the words of a text.
func NewSet(list []Word) Set {
	s := Set{map[string]bool{}, map[string]bool{}}
	inEnglish, inPortuguese := lang.NewStemmer(lang.English), lang.NewStemmer(lang.Portuguese)
	for _, w := range list {
		s.english[inEnglish.Stem(w.Folded)] = true
		s.portuguese[inPortuguese.Stem(w.Folded)] = true
	}
	return s
}

// Has reports whether a stem of a language stands in the text.
func (s Set) Has(stem string, l lang.Language) bool { return s.in(l)[stem] }

// Shares reports whether the words of another text stand in this one, in any of their forms: at least one of them.
func (s Set) Shares(other Set) bool {
	for stem := range other.english {
		if s.english[stem] {
			return true
		}
	}
	for stem := range other.portuguese {
		if s.portuguese[stem] {
			return true
		}
	}
	return false
}

// Count counts the stems of a language for which the function answers true.
func (s Set) Count(l lang.Language, is func(stem string) bool) int {
	n := 0
	for stem := range s.in(l) {
		if is(stem) {
			n++
		}
	}
	return n
}

func (s Set) in(l lang.Language) map[string]bool {
	if l == lang.Portuguese {
		return s.portuguese
	}
	return s.english
}
