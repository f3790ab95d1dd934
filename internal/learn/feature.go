package learn

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/zeebo/xxh3"
)

// feature is what the second stage sees of a reason: the stem of a word, marked where it is denied, or two that follow
// each other.
type feature struct {
	stem        string // "structur", "!clear", "hard follow"
	hash        uint64
	first, last int32 // the words
	teaches     bool  // corrected reasons are learned from by it
}

// moreCommon are common words that tell no language apart.
var moreCommon = setOf("he she his her him me my mine your yours our ours their theirs us them into over under after before when where why who " +
	"if then because being been very much many any some no yes may might must shall as by up out off down again still already even " +
	"now here my own same other such each both few one two ela eles elas seu sua seus suas meu minha nosso nossa nos lhe me te mas " +
	"nem entre ate desde depois antes onde porque qual quem agora mesmo outro outra cada dois duas vai vem ter tinha sobre")

// isCommon reports whether a word is so common that what it stands beside in a few reasons is chance. Pairs are chance as
// well. Only the lexicon, which knows better, speaks by them.
func isCommon(w string) bool {
	return len(w) < 3 || englishWords[w] || portugueseWords[w] || moreCommon[w]
}

// light words carry no complaint; they are passed over, so that "is not very clear" says "not clear".
var (
	lightEnglish = setOf("a an the is are was were be been being it its this that these those of to in on at and or by with as " +
		"very really quite so does do did have has had will would can could i some any")
	lightPortuguese = setOf("a o os as um uma de do da dos das em na no nos nas e que se ao aos este esta esse essa isso isto " +
		"muito bem com para por ser foi esta estao sao ha pelo pela eu")
)

// endings gives the accents back to the Portuguese endings by which the stemmer knows a word, for reasons are often typed
// without, and makes singulars of the plurals that it does not know.
var endings = [...][2]string{
	{"coes", "ção"}, {"soes", "são"}, {"cao", "ção"}, {"sao", "são"}, {"avel", "ável"}, {"ivel", "ível"},
	{"encia", "ência"}, {"ancia", "ância"}, {"encias", "ências"}, {"aveis", "áveis"}, {"iveis", "íveis"},
}

// stemmer stems folded words by the Snowball algorithms for English (Porter2) and Portuguese.
type stemmer struct {
	env        *snowballstem.Env
	portuguese bool
}

func newStemmer(portuguese bool) stemmer {
	return stemmer{snowballstem.NewEnv(""), portuguese}
}

func (s stemmer) stem(w string) string {
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

// deniedWords is how many words that carry meaning a denial reaches.
const deniedWords = 2

// maxFeatures bounds the work for one reason. What people find fault with stands in the first hundred words.
const maxFeatures = 400

// featuresOf gives the features of a reason, each once, in the order in which they first stand there.
func featuresOf(words []word, portuguese bool) []feature {
	s := newStemmer(portuguese)
	light := lightEnglish
	if portuguese {
		light = lightPortuguese
	}
	features := make([]feature, 0, 2*len(words))
	seen := make(map[uint64]bool, 2*len(words))
	add := func(stem string, first, last int) {
		if h := xxh3.HashString(stem); !seen[h] {
			seen[h] = true
			teaches := first == last && !isCommon(words[first].text)
			features = append(features, feature{stem, h, int32(first), int32(last), teaches})
		}
	}
	denied, before, at := 0, "", 0
	for i := range words {
		w := &words[i]
		if w.opens {
			denied, before = 0, ""
		}
		if denies(w.text, portuguese) {
			denied = deniedWords
			continue
		}
		if light[w.text] || len(features) >= maxFeatures {
			continue
		}
		stem := "#" // any number
		if w.text[0] > '9' {
			stem = s.stem(w.text)
		}
		if denied > 0 {
			denied--
			stem = "!" + stem
		}
		add(stem, i, i)
		if before != "" {
			add(before+" "+stem, at, i)
		}
		before, at = stem, i
	}
	return features
}
