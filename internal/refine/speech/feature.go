package speech

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/learn/reading"
)

// MaxWords is how many words of a text are read: the first and the last of them, for people say first what they think, and last what they
// want.
const MaxWords = 600

// token is a word or a phrase with the classes that it is of.
type token struct {
	classes     []class
	stem        string
	first, last int // words
	clause      int
	sentence    int
}

// utterance is a text as the model sees it.
type utterance struct {
	source    string
	words     []reading.Word
	tokens    []token
	sentences int
	asked     map[int]bool // sentences that ask
	isAll     bool         // all its words are read
}

// hear reads a text.
func hear(source string) *utterance {
	u := &utterance{source: source, words: reading.Words(source), asked: map[int]bool{}}
	if u.isAll = len(u.words) <= MaxWords; !u.isAll {
		u.words = slices.Concat(u.words[:MaxWords/2], u.words[len(u.words)-MaxWords/2:])
	}
	l := lexiconOf(u.words)
	stemmer := reading.NewStemmer(l.portuguese)
	stems := make([]string, len(u.words))
	for i, w := range u.words {
		stems[i] = stemmer.Stem(w.Text)
	}
	clause, sentence := 0, 0
	for i := 0; i < len(u.words); i++ {
		w := &u.words[i]
		if w.Opens && i > 0 {
			clause++
			if endsSentence(source, u.words[i-1].End, w.Start) {
				sentence++
			}
		}
		if w.Asked {
			u.asked[sentence] = true
		}
		t := token{stem: stems[i], first: i, last: i, clause: clause, sentence: sentence}
		if w.Quoted != reading.PlainWord {
			if i > 0 && u.words[i-1].Quoted == w.Quoted && !w.Opens {
				continue
			}
			t.classes = []class{quotationOf(u.words[i:])} // what a person quotes is not what the person says
			t.stem = ""
			u.tokens = append(u.tokens, t)
			continue
		}
		t.classes = slices.Concat(l.exact[w.Text], l.words[stems[i]])
		if isErrorType(source[w.Start:w.End]) {
			t.classes = append(t.classes, classOf("name"))
		}
		for _, p := range l.phrases[stems[i]] {
			end := i + len(p.stems)
			if end < len(stems) && slices.Equal(stems[i+1:end+1], p.stems) && !slices.ContainsFunc(u.words[i+1:end+1], func(w reading.Word) bool { return w.Opens }) {
				t.classes = append(t.classes, p.class)
				t.last = max(t.last, end)
			}
		}
		if len(t.classes) > 0 && reading.DeniedBy(u.words[max(0, i-6):i+1], l.portuguese) >= 0 {
			for j, c := range t.classes {
				t.classes[j] = c + denied
			}
		}
		u.tokens = append(u.tokens, t)
	}
	u.sentences = sentence + 1
	return u
}

// faulty are words that messages of errors have.
var faulty = reading.SetOf("error errors exception failed failure denied refused invalid unexpected undefined null fatal unhandled not cannot unable wrong unknown timeout timed " +
	"erro erros excecao falhou falha negado negada recusado recusada invalido invalida inesperado desconhecido nao")

// quotationOf gives the class of a quotation that begins there: the message of an error, or another one.
func quotationOf(words []reading.Word) class {
	for i := range words {
		w := &words[i]
		if w.Quoted != words[0].Quoted || i > 0 && w.Opens && i > 12 {
			break
		}
		if faulty[w.Text] {
			return classOf("message")
		}
	}
	return classOf("quote")
}

// endsSentence reports whether a mark between two words ends a sentence.
func endsSentence(source string, from, to int) bool {
	return from <= to && strings.ContainsAny(source[from:to], ".!?\n;…")
}

// The kinds of features.
const (
	present   = iota // a class stands in the text
	repeated         // more than once
	opening          // in the first sentence
	closing          // in the last of several
	together         // one class before another in a clause
	following        // one class in a clause, another in a later clause of the sentence, or in the next sentence
	stemmed          // a word, or two words that stand side by side
	shape            // the length of the text, questions
	asking           // a class stands in a sentence that asks
)

// feature is what the model gives a weight: a kind with one or two classes, or a word by its name, or two joined by "_".
type feature struct {
	kind, a, b uint8
	word       string
}

// features gives the names of those of a text, each once; within a sentence where one is named, else of all.
func (u *utterance) features(sentence int) []string {
	tokens := u.tokens
	if sentence >= 0 { // tokens stand by sentences
		first, _ := slices.BinarySearchFunc(tokens, sentence, func(t token, s int) int { return cmp.Compare(t.sentence, s) })
		end, _ := slices.BinarySearchFunc(tokens, sentence+1, func(t token, s int) int { return cmp.Compare(t.sentence, s) })
		tokens = tokens[first:end]
	}
	all := set{seen: make(map[feature]bool, 8*len(tokens))}
	counts := map[class]int{}
	var before []token
	var last token
	for _, t := range tokens {
		if len(t.stem) > 1 {
			all.add(feature{kind: stemmed, word: t.stem})
		}
		if t.stem != "" && last.stem != "" && last.clause == t.clause {
			all.add(feature{kind: stemmed, word: last.stem + "_" + t.stem})
		}
		last = t
		for _, c := range t.classes {
			counts[c]++
			all.add(feature{kind: present, a: uint8(c)})
			if counts[c] == 2 {
				all.add(feature{kind: repeated, a: uint8(c)})
			}
			if t.sentence == 0 {
				all.add(feature{kind: opening, a: uint8(c)})
			} else if t.sentence == u.sentences-1 {
				all.add(feature{kind: closing, a: uint8(c)})
			}
			if u.asked[t.sentence] {
				all.add(feature{kind: asking, a: uint8(c)})
			}
			for i := len(before) - 1; i >= 0 && i >= len(before)-mostBefore; i-- {
				p := &before[i]
				kind := uint8(together)
				switch {
				case p.sentence+1 < t.sentence:
					i = 0
					continue
				case p.clause != t.clause:
					kind = following
				}
				for _, b := range p.classes {
					all.add(feature{kind: kind, a: uint8(b), b: uint8(c)})
				}
			}
		}
		if len(t.classes) > 0 {
			before = append(before, t)
		}
	}
	if sentence < 0 {
		u.shapes(&all)
	}
	return all.names
}

// set is the names of features in the order in which they came, each once: a sum over them is the same each time.
type set struct {
	names []string
	seen  map[feature]bool
}

func (s *set) add(f feature) {
	if !s.seen[f] {
		s.seen[f] = true
		s.names = append(s.names, f.name())
	}
}

// mostBefore is how many tokens before one are paired with it.
const mostBefore = 12

// shapes adds how long a text is, and whether it asks.
func (u *utterance) shapes(all *set) {
	for i, most := range []int{3, 7, 15, 30, 60, 120, 250} {
		if len(u.words) <= most {
			all.add(feature{kind: shape, a: uint8(i)})
		}
	}
	if len(u.asked) == u.sentences {
		all.add(feature{kind: shape, a: 10})
	} else if len(u.asked) > 0 {
		all.add(feature{kind: shape, a: 11})
	}
	if len(u.words) > 0 && (u.words[0].Text == "no" || u.words[0].Text == "nao") && (len(u.words) == 1 || u.words[1].Opens) {
		all.add(feature{kind: shape, a: 12})
	}
}
