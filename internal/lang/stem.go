package lang

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/portuguese"
)

// accented gives the accents back to the Portuguese endings by which the stemmer knows a word, for people often type without,
// and makes singulars of the plurals that it does not know.
var accented = [...][2]string{
	{"coes", "ção"}, {"ções", "ção"}, {"soes", "são"}, {"sões", "são"}, {"cao", "ção"}, {"sao", "são"}, {"avel", "ável"}, {"ivel", "ível"},
	{"encia", "ência"}, {"ancia", "ância"}, {"encias", "ências"}, {"aveis", "áveis"}, {"iveis", "íveis"},
}

// Stemmer stems words by the Snowball algorithms for English (Porter2) and Portuguese.
type Stemmer struct {
	env        *snowballstem.Env
	portuguese bool
}

// NewStemmer gives the stemmer of a language, which is that of English unless it is Portuguese. It is not safe for use by several
// goroutines.
func NewStemmer(l Language) Stemmer {
	return Stemmer{snowballstem.NewEnv(""), l == Portuguese}
}

// Stem gives the stem of a word in lower case. It need not be a word.
func (s Stemmer) Stem(word string) string {
	if !s.portuguese {
		s.env.SetCurrent(word)
		english.Stem(s.env)
		return s.env.Current()
	}
	for _, e := range accented {
		if base, ok := strings.CutSuffix(word, e[0]); ok {
			word = base + e[1]
			break
		}
	}
	s.env.SetCurrent(word)
	portuguese.Stem(s.env)
	return s.env.Current()
}
