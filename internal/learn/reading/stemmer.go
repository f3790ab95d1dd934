package reading

import (
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// Stemmer stems folded words, of which the stems are folded, too.
type Stemmer struct{ stemmer lang.Stemmer }

// NewStemmer gives the stemmer of Portuguese or else of English. It is not safe for use by several goroutines.
func NewStemmer(portuguese bool) Stemmer {
	language := lang.English
	if portuguese {
		language = lang.Portuguese
	}
	return Stemmer{lang.NewStemmer(language)}
}

// Stem gives the stem of a word, without accents.
func (s Stemmer) Stem(word string) string {
	stem := s.stemmer.Stem(word)
	return fold(stem, text.IsASCII(stem))
}
