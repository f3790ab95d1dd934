package speech

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/learn/reading"
)

//go:embed english.txt
var englishText string

//go:embed portuguese.txt
var portugueseText string

// class is what a word or a phrase of any language is of: praise, fault, a request. The lexicons name them; classNames has their order.
type class uint8

// classNames are the classes of both lexicons. A class that is denied is another: see denied.
var classNames = []string{"praise", "mild", "works", "fault", "deed", "verdict", "lack", "surplus", "ask", "change", "redo", "meant", "but", "except", "near", "small", "crash", "check",
	"fails", "mended", "plan", "hypo", "thanks", "you", "self", "it", "third", "very", "question", "task", "usage", "exists", "mine", "quote", "message", "name", "shows"}

// denied is what is added to a class where a word denies it.
const denied class = 64

func (c class) String() string {
	if c >= denied {
		return "!" + classNames[c-denied]
	}
	return classNames[c]
}

// classOf gives the class of a name that classNames has.
func classOf(name string) class { return class(slices.Index(classNames, name)) }

// lexicon knows the words and phrases of a language by their stems.
type lexicon struct {
	portuguese bool
	words      map[string][]class  // by stem
	exact      map[string][]class  // as written
	phrases    map[string][]phrase // by the first stem
}

// phrase is several words.
type phrase struct {
	stems []string // after the first
	class class
}

var lexicons = [2]func() *lexicon{
	sync.OnceValue(func() *lexicon { return readLexicon(englishText, false) }),
	sync.OnceValue(func() *lexicon { return readLexicon(portugueseText, true) }),
}

// lexiconOf gives that of the language in which words are.
func lexiconOf(words []reading.Word) *lexicon {
	if reading.IsPortuguese(words) {
		return lexicons[1]()
	}
	return lexicons[0]()
}

// readLexicon reads the lines of a lexicon. The file is part of the program, and a test reads it.
func readLexicon(source string, portuguese bool) *lexicon {
	l := &lexicon{portuguese, map[string][]class{}, map[string][]class{}, map[string][]phrase{}}
	stemmer := reading.NewStemmer(portuguese)
	for line := range strings.Lines(source) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		c := classOf(fields[0])
		for _, f := range fields[1:] {
			exact := strings.HasPrefix(f, "=")
			words := reading.Words(strings.ReplaceAll(strings.TrimPrefix(f, "="), "_", " "))
			switch {
			case len(words) == 0:
			case len(words) == 1 && exact:
				l.exact[words[0].Text] = append(l.exact[words[0].Text], c)
			case len(words) == 1:
				s := stemmer.Stem(words[0].Text)
				if !slices.Contains(l.words[s], c) {
					l.words[s] = append(l.words[s], c)
				}
			default:
				stems := make([]string, len(words))
				for i, w := range words {
					stems[i] = stemmer.Stem(w.Text)
				}
				l.phrases[stems[0]] = append(l.phrases[stems[0]], phrase{stems[1:], c})
			}
		}
	}
	return l
}
