package portuguese

import (
	_ "embed"
	"maps"
	"strings"
	"sync"
)

// mark is a set of classes of words, a bit for each line of words.txt.
type mark uint32

// The classes, in the order of words.txt.
const (
	article mark = 1 << iota
	determiner
	preposition
	conjunction
	subordinator // a clause of its own follows
	opening      // the same, at the start of a clause only
	subject      // a pronoun that is the subject
	trigger      // what stands before verbs alone
	adverb
	beforeNoun // an adjective before its noun
	afterVerb  // what follows a verb and no noun
	timeNoun
	nounToo // a form of a verb that is a noun as well
	adjectiveToo
	noVerb // looks like a form of a verb, and is none
	nominalEnding
	saint     // a name after São
	comma     // no word
	closed    = article | determiner | preposition | conjunction | subordinator | opening | subject | trigger | adverb | beforeNoun | noVerb
	firstMark = article
)

// certainty is how sure it is that a form is that of a finite verb.
type certainty uint8

const (
	never     certainty = iota
	guessed             // a word unknown to the lexicon that ends as some finite forms do
	homograph           // a known form that is a noun or an adjective too
	known               // a form of a known verb that ends as nouns do too
	sure                // nothing but a finite form
)

// form is what a word can be as a verb.
type form struct {
	certainty
	subjunctive bool
}

//go:embed verbs.txt
var verbsData string

//go:embed irregular.txt
var irregularData string

//go:embed words.txt
var wordsData string

// lexicon is what is known of the words of the language.
type lexicon struct {
	marks     map[string]mark
	endings   []string // of nouns and adjectives
	verbs     map[string]bool
	irregular map[string]form
}

var words = sync.OnceValue(func() *lexicon {
	l := &lexicon{marks: map[string]mark{}, verbs: map[string]bool{}, irregular: map[string]form{}}
	next := firstMark
	for line := range dataLines(wordsData) {
		_, list, _ := strings.Cut(line, ":")
		for word := range strings.FieldsSeq(list) {
			l.marks[word] |= next
			if next == nominalEnding {
				l.endings = append(l.endings, word)
			}
		}
		next <<= 1
	}
	maps.DeleteFunc(l.marks, func(_ string, m mark) bool { return m == nominalEnding })
	for line := range dataLines(verbsData) {
		for verb := range strings.FieldsSeq(line) {
			l.verbs[verb] = true
		}
	}
	for line := range dataLines(irregularData) {
		prefixes := []string{""}
		if list, rest, ok := strings.Cut(line, "]"); ok {
			prefixes, line = strings.Split(list[1:], ","), rest
		}
		indicative, subjunctive, _ := strings.Cut(line, "|")
		for _, prefix := range prefixes {
			for word := range strings.FieldsSeq(subjunctive) {
				l.irregular[prefix+word] = form{known, true}
			}
			for word := range strings.FieldsSeq(indicative) {
				l.irregular[prefix+word] = form{certainty: sure}
			}
		}
	}
	return l
})

// dataLines are the lines of a table but for its comments.
func dataLines(table string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(table) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

// inflection is an ending of finite forms: what it stands for in an infinitive, and how sure a form is of a verb that is known, and
// of one that is not.
type inflection struct {
	ending      string
	infinitives string // the endings of the infinitives, with blanks
	known       certainty
	unknown     certainty
	subjunctive bool
}

// inflections are the endings of finite forms, without accents, the longest first. The subjunctive of the future, which is also
// the infinitive with persons, makes no main clause.
var inflections = []inflection{
	{"ariam", "ar", sure, known, false}, {"eriam", "er", sure, known, false}, {"iriam", "ir", sure, known, false},
	{"assem", "ar", sure, known, true}, {"essem", "er", sure, known, true}, {"issem", "ir", sure, known, true},
	{"avamos", "ar", sure, never, false}, {"aremos", "ar", sure, never, false}, {"eremos", "er", sure, never, false}, {"iremos", "ir", sure, never, false},
	{"aram", "ar", sure, known, false}, {"eram", "er", sure, known, false}, {"iram", "ir", sure, known, false},
	{"avam", "ar", sure, known, false}, {"arao", "ar", sure, never, false}, {"erao", "er", sure, never, false}, {"irao", "ir", sure, never, false},
	{"aria", "ar", known, never, false}, {"eria", "er", known, never, false}, {"iria", "ir", known, never, false},
	{"asse", "ar", known, never, true}, {"esse", "er", known, never, true}, {"isse", "ir", known, never, true},
	{"arem", "ar", known, never, true}, {"erem", "er", known, never, true}, {"irem", "ir", known, never, true},
	{"amos", "ar er ir", sure, never, false}, {"emos", "er ar", sure, never, false}, {"imos", "ir", sure, never, false},
	{"eiam", "ear", sure, known, false}, {"eia", "ear", known, never, false},
	{"ava", "ar", sure, guessed, false}, {"ara", "ar", known, never, false}, {"era", "er", known, never, false}, {"ira", "ir", known, never, false},
	{"iam", "er ir", sure, known, false}, {"ia", "er ir", known, never, false},
	{"izam", "izar", sure, sure, false}, {"iza", "izar", known, known, false}, {"ificam", "ificar", sure, sure, false}, {"ifica", "ificar", known, known, false},
	{"ecem", "ecer", sure, sure, false}, {"ece", "ecer", known, known, false},
	{"ou", "ar", sure, known, false}, {"eu", "er", sure, guessed, false}, {"iu", "ir", sure, known, false},
	{"am", "ar", sure, known, false}, {"em", "er ir", sure, guessed, false},
	{"a", "ar", known, guessed, false}, {"e", "er ir", known, guessed, false},
	{"a", "er ir", known, never, true}, {"e", "ar", known, never, true}, {"am", "er ir", sure, never, true}, {"em", "ar", sure, never, true},
}

// formOf analyses a word without accents.
func (l *lexicon) formOf(word string) form {
	if f, ok := l.irregular[word]; ok {
		return l.weighed(word, f)
	}
	var best form
	for _, in := range inflections {
		stem, ok := strings.CutSuffix(word, in.ending)
		if !ok || len(stem) < 2 {
			continue
		}
		f := form{in.unknown, in.subjunctive}
		for infinitive := range strings.FieldsSeq(in.infinitives) {
			if l.isVerb(stem, in.ending, infinitive) {
				f.certainty = in.known
			}
		}
		if f.certainty > best.certainty || f.certainty == best.certainty && best.subjunctive {
			best = f
		}
	}
	if best.certainty == guessed {
		for _, ending := range l.endings {
			if strings.HasSuffix(word, ending) {
				return form{}
			}
		}
	}
	return l.weighed(word, best)
}

// weighed lowers the certainty of a form that is a noun or adjective too.
func (l *lexicon) weighed(word string, f form) form {
	if l.marks[word]&(nounToo|adjectiveToo) != 0 {
		f.certainty = min(f.certainty, homograph)
	}
	return f
}

// isVerb reports whether the lexicon has the infinitive of a stem, which may be spelled otherwise before the ending's vowel.
func (l *lexicon) isVerb(stem, ending, infinitive string) bool {
	if l.verbs[stem+infinitive] {
		return true
	}
	last := len(stem) - 1
	front := ending[0] == 'e' || ending[0] == 'i'
	switch {
	case infinitive == "ar" && front && strings.HasSuffix(stem, "qu"):
		return l.verbs[stem[:last-1]+"car"]
	case infinitive == "ar" && front && strings.HasSuffix(stem, "gu"):
		return l.verbs[stem[:last]+"ar"]
	case infinitive != "ar" && !front && stem[last] == 'j':
		return l.verbs[stem[:last]+"g"+infinitive]
	case infinitive != "ar" && !front && stem[last] == 'g':
		return l.verbs[stem+"u"+infinitive]
	}
	return false
}
