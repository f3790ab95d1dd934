package reading

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/portuguese"
)

// endings gives the accents back to the Portuguese endings by which the stemmer knows a word, for reasons are often typed
// without, and makes singulars of the plurals that it does not know.
var endings = [...][2]string{
	{"coes", "ção"}, {"soes", "são"}, {"cao", "ção"}, {"sao", "são"}, {"avel", "ável"}, {"ivel", "ível"},
	{"encia", "ência"}, {"ancia", "ância"}, {"encias", "ências"}, {"aveis", "áveis"}, {"iveis", "íveis"},
}

// Stemmer stems folded words by the Snowball algorithms for English (Porter2) and Portuguese.
type Stemmer struct {
	env        *snowballstem.Env
	portuguese bool
}

// NewStemmer gives the stemmer of a language. It is not safe for use by several goroutines.
func NewStemmer(portuguese bool) Stemmer {
	return Stemmer{snowballstem.NewEnv(""), portuguese}
}

// Stem gives the stem of a word, without accents.
func (s Stemmer) Stem(w string) string {
	if !s.portuguese {
		s.env.SetCurrent(w)
		english.Stem(s.env)
		return s.env.Current()
	}
	for _, e := range endings {
		if base, ok := strings.CutSuffix(w, e[0]); ok {
			w = base + e[1]
			break
		}
	}
	s.env.SetCurrent(w)
	portuguese.Stem(s.env)
	stem := s.env.Current()
	return fold(stem, isASCII(stem))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
