package learn

import (
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/learn/reading"
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

// Fillers are passed over as if they were not there. Linking words count only within a phrase of the lexicon that has them
// ("how do I"), and part no phrase that has not: "is not very clear" says "not clear".
var (
	fillersEnglish = reading.SetOf("a an the very quite s t re ve ll d m")
	linksEnglish   = reading.SetOf("is it its of to in on at and or by with as so do have will would can could i you your me from for there here then but also any some " +
		"be this that these those just actually simply please pls plz kindly maybe perhaps possibly probably even rather still honestly basically really too")
	fillersPortuguese = reading.SetOf("o a os as um uma uns umas muito bem por voce voces ne ta tava esta")
	linksPortuguese   = reading.SetOf("de do da dos das em na no nos nas e que se ao aos com para pra pro pras pros ser foi estar sao ha pelo pela eu era seria " +
		"desse dessa deste desta nesse nessa neste nesta disso disto nisso mas ou so ja me este esse essa estes estas esses essas isso isto aquele aquela " +
		"favor pf pfv tambem aqui ai la ali entao acho bom gente mais")
	// auxiliaries stand for each other.
	auxiliaries = map[string]string{"are": "is", "was": "is", "were": "is", "been": "be", "being": "be", "does": "do", "did": "do", "done": "do",
		"has": "have", "had": "have", "got": "get", "getting": "get", "gets": "get", "https": "http"}
	// typed are Portuguese words as they are typed in a hurry.
	typed = map[string]string{"q": "que", "eh": "e", "n": "nao", "tb": "tambem", "tbm": "tambem", "pq": "porque", "mto": "muito", "vc": "voce", "vcs": "voces",
		"hj": "hoje", "td": "tudo", "oq": "que", "ñ": "nao", "num": "em", "numa": "em", "c": "com", "p": "para", "estao": "esta", "sera": "ser", "https": "http"}
)

// deniedWords is how many words that carry meaning a denial reaches.
const deniedWords = 2

// maxTokens bounds the work for one reason. What people find fault with stands in the first hundred words.
const maxTokens = 400

// featuresOf gives the features of a reason, each once: the phrases of the lexicon in the order in which they stand there,
// then the stems that it does not know.
func (l *lexicon) featuresOf(words []reading.Word) []feature {
	tokens := l.tokensOf(words, reading.NewStemmer(l.portuguese))
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
		if t.light || t.word < 0 || t.kind != reading.PlainWord || reading.IsCommon(words[t.word].Text) {
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
	kind    reading.Mark
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
var counted = reading.SetOf("step steps section chapter page line row item point rule paragraph column figure table version v slide appendix requirement criterion " +
	"passo passos secao capitulo pagina linha item ponto regra paragrafo coluna figura tabela versao anexo slide artigo requisito criterio")

// nonexistence are the denials of a thing rather than of what is said of it.
var nonexistence = reading.SetOf("no without zero sem nenhum nenhuma")

// tokensOf gives the tokens of words. What stands in quotation marks or in code is one token: it is not the reviewer's.
func (l *lexicon) tokensOf(words []reading.Word, s reading.Stemmer) []token {
	clause := token{stem: clauseMark, hash: clauseHash, word: -1}
	tokens := append(make([]token, 0, len(words)+8), clause)
	denied, absent := 0, false
	for i := range words {
		w := &words[i]
		if len(tokens) >= maxTokens {
			break
		}
		if w.Opens && i > 0 {
			denied, absent = 0, false
			tokens = append(tokens, clause)
		}
		switch {
		case w.Quoted != reading.PlainWord:
			if i == 0 || words[i-1].Quoted != w.Quoted {
				name := codeMark
				if w.Quoted == reading.InQuotes {
					name = quoteMark
				}
				if denied > 0 {
					name = "!" + name
				}
				tokens = append(tokens, token{stem: name, hash: hashOf(name), word: int32(i), kind: w.Quoted})
			}
			denied, absent = 0, false
		default:
			text := l.normal(w.Text)
			if l.fillers[text] {
				break
			}
			if d := reading.Denies(text, l.portuguese); d || l.links[text] {
				if d {
					denied, absent = deniedWords, nonexistence[text]
				}
				tokens = append(tokens, token{stem: text, hash: hashOf(text), word: int32(i), light: true})
				break
			}
			t := l.token(text, s, denied > 0)
			t.word = int32(i)
			if t.stem == numberMark && i > 0 && counted[words[i-1].Text] && !w.Opens {
				t.stem, t.hash = placeMark, hashOf(placeMark)
			}
			if absent {
				t.classes = append(slices.Clip(t.classes), noneHash)
			}
			tokens = append(tokens, t)
			denied, absent = max(denied-1, 0), false
		}
		if w.Asked {
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
func (l *lexicon) token(text string, s reading.Stemmer, denied bool) token {
	stem := numberMark
	if text[0] > '9' {
		stem = s.Stem(text)
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
