package learn

import (
	"slices"
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/zeebo/xxh3"
)

// feature is what the second stage sees of a reason: the stem of a word, marked where it is denied, or a phrase of the
// lexicon.
type feature struct {
	stem        string // "structur", "!clear", "hard <read>"
	hash        uint64
	first, last int32   // the words
	known       *phrase // of the lexicon; nil: only corrected reasons tell what it says
	teaches     bool    // corrected reasons are learned from by it
}

// moreCommon are common words that tell no language apart.
var moreCommon = setOf("he she his her him me my mine your yours our ours their theirs us them into over under after before when where why who " +
	"if then because being been very much many any some no yes may might must shall as by up out off down again still already even " +
	"now here my own same other such each both few one two ela eles elas seu sua seus suas meu minha nosso nossa nos lhe me te mas " +
	"nem entre ate desde depois antes onde porque qual quem agora mesmo outro outra cada dois duas vai vem ter tinha sobre")

// isCommon reports whether a word is so common that it says nothing of the few reasons that hold it. Only the lexicon uses such
// words.
func isCommon(w string) bool {
	return len(w) < 3 || englishWords[w] || portugueseWords[w] || moreCommon[w]
}

// Fillers are passed over as if they were not there. Linking words count only within a phrase of the lexicon that has them
// ("how do I"), and part no phrase that has not: "is not very clear" says "not clear".
var (
	fillersEnglish = setOf("a an the very quite s t re ve ll d m")
	linksEnglish   = setOf("is it its of to in on at and or by with as so do have will would can could i you your me from for there here then but also any some " +
		"be this that these those just actually simply please pls plz kindly maybe perhaps possibly probably even rather still honestly basically really too")
	fillersPortuguese = setOf("o a os as um uma uns umas muito bem por voce voces ne ta tava esta")
	linksPortuguese   = setOf("de do da dos das em na no nos nas e que se ao aos com para pra pro pras pros ser foi estar sao ha pelo pela eu era seria " +
		"desse dessa deste desta nesse nessa neste nesta disso disto nisso mas ou so ja me este esse essa estes estas esses essas isso isto aquele aquela " +
		"favor pf pfv tambem aqui ai la ali entao acho bom gente mais")
	// auxiliaries stand for each other.
	auxiliaries = map[string]string{"are": "is", "was": "is", "were": "is", "been": "be", "being": "be", "does": "do", "did": "do", "done": "do",
		"has": "have", "had": "have", "got": "get", "getting": "get", "gets": "get", "https": "http"}
	// typed are Portuguese words as they are typed in a hurry.
	typed = map[string]string{"q": "que", "eh": "e", "n": "nao", "tb": "tambem", "tbm": "tambem", "pq": "porque", "mto": "muito", "vc": "voce", "vcs": "voces",
		"hj": "hoje", "td": "tudo", "oq": "que", "ñ": "nao", "num": "em", "numa": "em", "c": "com", "p": "para", "estao": "esta", "sera": "ser", "https": "http"}
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

// maxTokens bounds the work for one reason. What people find fault with stands in the first hundred words.
const maxTokens = 400

// featuresOf gives the features of a reason, each once: the phrases of the lexicon in the order in which they stand there,
// then the stems that it does not know.
func (l *lexicon) featuresOf(words []word) []feature {
	tokens := l.tokensOf(words, newStemmer(l.portuguese))
	features := l.phrases(tokens)
	seen := make(map[uint64]int32, len(tokens)+len(features))
	kept := features[:0]
	for _, f := range features {
		if _, ok := seen[f.hash]; !ok {
			seen[f.hash] = int32(len(kept))
			kept = append(kept, f)
		}
	}
	for i := range tokens {
		t := &tokens[i]
		if t.light || t.word < 0 || t.kind != plainWord || isCommon(words[t.word].text) {
			continue
		}
		if at, ok := seen[t.hash]; ok {
			kept[at].teaches = true
			continue
		}
		seen[t.hash] = int32(len(kept))
		kept = append(kept, feature{t.stem, t.hash, t.word, t.word, nil, true})
	}
	return kept
}

// hashOf is by what a stem or a phrase is known.
func hashOf(text string) uint64 { return xxh3.HashString(text) }

// token is a word that carries meaning, or a mark of a clause.
type token struct {
	stem    string
	hash    uint64
	classes []uint64 // further names by which phrases of the lexicon know it
	word    int32    // -1: a mark
	ends    bool     // the sentence ends here
	light   bool     // it counts only within a phrase that has it
	kind    mark
}

// The marks: where a clause begins, and a question.
const (
	clauseMark   = "^"
	askedMark    = "^?" // where one begins that asks
	questionMark = "?"
	numberMark   = "#"
	placeMark    = "#in" // a number that says where: "step 4"
	codeMark     = "<code>"
	quoteMark    = "<quote>"
	noneMark     = "<none>" // whatever there is none of: "no X", "without X", "sem X"
)

var (
	clauseHash, questionHash, noneHash, gapHash = hashOf(clauseMark), hashOf(questionMark), hashOf(noneMark), hashOf(gapMark)
	asking                                      = []uint64{hashOf(askedMark)}
)

// counted are what has numbers that are no figures.
var counted = setOf("step steps section chapter page line row item point rule paragraph column figure table version v slide appendix requirement criterion " +
	"passo passos secao capitulo pagina linha item ponto regra paragrafo coluna figura tabela versao anexo slide artigo requisito criterio")

// nonexistence are the denials of a thing rather than of what is said of it.
var nonexistence = setOf("no without zero sem nenhum nenhuma")

// tokensOf gives the tokens of words. What stands in quotation marks or in code is one token: it is not the reviewer's.
func (l *lexicon) tokensOf(words []word, s stemmer) []token {
	clause := token{stem: clauseMark, hash: clauseHash, word: -1}
	tokens := append(make([]token, 0, len(words)+8), clause)
	denied, absent := 0, false
	for i := range words {
		w := &words[i]
		if len(tokens) >= maxTokens {
			break
		}
		if w.opens && i > 0 {
			denied, absent = 0, false
			tokens = append(tokens, clause)
		}
		switch {
		case w.quoted != plainWord:
			if i == 0 || words[i-1].quoted != w.quoted {
				name := codeMark
				if w.quoted == inQuotes {
					name = quoteMark
				}
				if denied > 0 {
					name = "!" + name
				}
				tokens = append(tokens, token{stem: name, hash: hashOf(name), word: int32(i), kind: w.quoted})
			}
			denied, absent = 0, false
		default:
			text := l.normal(w.text)
			if l.fillers[text] {
				break
			}
			if d := denies(text, l.portuguese); d || l.links[text] {
				if d {
					denied, absent = deniedWords, nonexistence[text]
				}
				tokens = append(tokens, token{stem: text, hash: hashOf(text), word: int32(i), light: true})
				break
			}
			t := l.token(text, s, denied > 0)
			t.word = int32(i)
			if t.stem == numberMark && i > 0 && counted[words[i-1].text] && !w.opens {
				t.stem, t.hash = placeMark, hashOf(placeMark)
			}
			if absent {
				t.classes = append(slices.Clip(t.classes), noneHash)
			}
			tokens = append(tokens, t)
			denied, absent = max(denied-1, 0), false
		}
		if w.asked {
			for j := len(tokens) - 1; j >= 0; j-- {
				if tokens[j].hash == clauseHash {
					tokens[j].classes = asking
					break
				}
			}
			tokens = append(tokens, token{stem: questionMark, hash: questionHash, word: -1, ends: true})
		}
	}
	return tokens
}

// normal gives the form of a word by which it is known.
func (l *lexicon) normal(text string) string {
	forms := auxiliaries
	if l.portuguese {
		forms = typed
	}
	if form, ok := forms[text]; ok {
		return form
	}
	return text
}

// token gives that of one word.
func (l *lexicon) token(text string, s stemmer, denied bool) token {
	stem := numberMark
	if text[0] > '9' {
		stem = s.stem(text)
	}
	t := token{stem: stem, hash: hashOf(stem)}
	c := l.classes[t.hash]
	t.classes = c.plain
	if denied {
		t.stem, t.classes = "!"+stem, c.denied
		t.hash = hashOf(t.stem)
	}
	return t
}
