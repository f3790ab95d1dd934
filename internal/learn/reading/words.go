// Package reading reads what a reviewer typed: its words and their stems, the language, the quotations and addresses among them,
// what a denial reaches, and which sections and technologies are named. It knows English and Portuguese, no categories, and does
// no I/O.
package reading

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Word is one word of a reason, folded: lower case, without accents and apostrophes. Contractions are spelled out, so
// that "doesn't" gives two words of one place.
type Word struct {
	Text       string
	Start, End int  // bytes of the reason
	Opens      bool // a mark that ends a clause stands before it
	Asked      bool // a question mark follows it
	Quoted     Mark // it stands within a quotation or code, which are not the reviewer's own words
}

// contractions are the English verbs that carry their denial, as they stand without apostrophe.
var contractions = map[string]string{
	"aint": "is", "arent": "are", "cannot": "can", "cant": "can", "couldnt": "could", "didnt": "did", "doesnt": "does",
	"dont": "do", "hadnt": "had", "hasnt": "has", "havent": "have", "isnt": "is", "mustnt": "must", "neednt": "need",
	"shouldnt": "should", "wasnt": "was", "werent": "were", "wont": "will", "wouldnt": "would",
}

// Words gives the words of a text: letters and digits, and the apostrophes between them.
func Words(s string) []Word {
	words := make([]Word, 0, len(s)/6+2)
	opens := false
	var q quotation
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !inWord(r) {
			opens = opens || endsClause(r, s[i+size:])
			if r == '?' && len(words) > 0 {
				words[len(words)-1].Asked = true
			}
			q.see(r, s, i)
			i += size
			continue
		}
		end, plain := wordEnd(s, i)
		text := fold(s[i:end], plain)
		if text == "" {
			i = end
			continue
		}
		if verb, ok := contractions[text]; ok {
			words = append(words, Word{Text: verb, Start: i, End: end, Opens: opens, Quoted: q.at(i)})
			text, opens = "not", false
		}
		words = append(words, Word{Text: text, Start: i, End: end, Opens: opens, Quoted: q.at(i)})
		i, opens = end, false
	}
	return words
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// wordEnd gives where the word that begins at i ends, and whether it is of ASCII letters and digits alone.
func wordEnd(s string, i int) (end int, plain bool) {
	plain = true
	for end = i; end < len(s); {
		r, size := utf8.DecodeRuneInString(s[end:])
		switch {
		case inWord(r):
			plain = plain && r < utf8.RuneSelf
		case isApostrophe(r) && letterFollows(s[end+size:]):
			plain = false
		default:
			return end, plain
		}
		end += size
	}
	return end, plain
}

func letterFollows(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

func isApostrophe(r rune) bool { return strings.ContainsRune("'’‘ʼ´`", r) }

func fold(s string, plain bool) string {
	s = strings.ToLower(s)
	if plain {
		return s
	}
	return strings.Map(func(r rune) rune {
		if isApostrophe(r) || unicode.IsMark(r) || r == utf8.RuneError {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(s))
}

// endsClause reports whether a mark parts clauses: not the point in redis.md, nor the colon in 10:30.
func endsClause(r rune, rest string) bool {
	switch r {
	case ',', ';', '!', '?', '(', ')', '\n', '–', '—', '…', '•':
		return true
	case '.', ':':
		next, _ := utf8.DecodeRuneInString(rest)
		return !inWord(next)
	}
	return false
}

// Set is a set of folded words.
type Set map[string]bool

// SetOf gives the set of the words of lines.
func SetOf(lines ...string) Set {
	s := Set{}
	for _, line := range lines {
		for _, w := range strings.Fields(line) {
			s[w] = true
		}
	}
	return s
}

// The commonest words that the two languages do not share.
var (
	englishWords = SetOf("the is are was were of and to it this that in for with not but does i you we there they from an be " +
		"have has what which how too just only more than would should could can on at or all its so if here there please level line")
	portugueseWords = SetOf("de que nao o os um uma da dos das em para com por mas e na nos nas sem esta tem ao se muito mais " +
		"isso este essa esse ja foi ser sao eu ele voce aqui quando pelo pela ou ainda tudo so deve faz ta cade qual quais quem onde " +
		"fonte gente usa boa valeu demais pra pro eh vc vcs pq tb nem sei esta estao nada nunca favor ao aos porque igual")
	// bothWords end as Portuguese words do and are English, or of both.
	bothWords = SetOf("data metadata schema java kafka scala lambda idea area media beta alpha formula criteria persona demo repo intro info auto macro video audio " +
		"photo logo zero typo typos todo todos foo bingo wikipedia quota delta comma camera era also into onto undo redo memo extra quota azure mongo django " +
		"who two via agenda drama panorama plus plugin hello photo casino ego who ratio studio radio portfolio scenario scenarios undo cargo")
)

// IsPortuguese guesses the language of a reason by its commonest words; where those do not tell, by the endings that are
// rare in English. A text that tells nothing is taken as English.
func IsPortuguese(words []Word) bool {
	score := 0
	for i := range words {
		switch w := words[i].Text; {
		case portugueseWords[w]:
			score += 2
		case englishWords[w]:
			score -= 2
		case endsPortuguese(w):
			score++
		}
	}
	return score > 0
}

func endsPortuguese(w string) bool {
	if bothWords[w] {
		return false
	}
	w = strings.TrimSuffix(w, "s")
	if len(w) < 4 {
		return false
	}
	return strings.HasSuffix(w, "o") || strings.HasSuffix(w, "a") || strings.HasSuffix(w, "oe") || strings.HasSuffix(w, "mente")
}

// moreCommon are common words that tell no language apart.
var moreCommon = SetOf("he she his her him me my mine your yours our ours their theirs us them into over under after before when where why who " +
	"if then because being been very much many any some no yes may might must shall as by up out off down again still already even " +
	"now here my own same other such each both few one two ela eles elas seu sua seus suas meu minha nosso nossa nos lhe me te mas " +
	"nem entre ate desde depois antes onde porque qual quem agora mesmo outro outra cada dois duas vai vem ter tinha sobre")

// IsCommon reports whether a word is so common that it says nothing of the few reasons that hold it. Only the lexicon uses such
// words.
func IsCommon(w string) bool {
	return len(w) < 3 || englishWords[w] || portugueseWords[w] || moreCommon[w]
}
