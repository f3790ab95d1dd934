package dealterms

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// class is a set of things that a word can be.
type class uint64

const (
	small    class = 1 << iota // number words
	scale                      // magnitudes
	fraction                   // parts of one
	ordinal                    // fractions that are ordinals unless a number stands before them
	currency                   // units of money, coins among them
	percent                    // words after a percentage
	point                      // a percentage by its other name
	span                       // units of time
	strong                     // nouns and adjectives of deals alone
	base                       // what is divided between holders: after "percent of"
	hold                       // verbs by which somebody has or gets a part
	binding                    // verbs of clauses: convert, mature, vest
	quotes                     // nouns before or after which a bare number is a term: "a cap of 6", "ten post"
	firm                       // nouns that stand for an organisation
	pronoun                    // words that refer to an organisation or its people
	work                       // nouns by which an organisation is at work on something else: "an agent at"
	works                      // verbs of such work
	function                   // words without content
	preposition
	determiner
	auxiliary
	negation
	disclosing // verbs of telling: what is not told is no term
	token_     // tokens, coins
	counted    // what percentages of work count: accuracy, answers
	reserve    // words for the money that is left
	lasting    // words for how long it will do
	boards     // whoever sits there
	core       // nouns of ownership, finance and pay
	statistic  // words of a sample
	opener     // opens a clause within another
	wide       // markets and places, whose money is nobody's deal
	bids       // words of a price asked or paid, before a bare number
	genitive   // joins a part to its whole: "of"
	definite   // articles before what was spoken of
	ours       // "we", "our"
	possessed  // "its", "their"
	asking     // opens a question within a sentence
	supposing  // verbs of what might be
)

// classNames and dealNames are the classes as the lists of words name them, in the order of their bits.
const (
	classNames = `small scale fraction ordinal currency percent point span strong base hold binding quotes firm pronoun work works
		function preposition determiner auxiliary negation disclosing token counted reserve lasting boards core statistic opener
		wide bids genitive definite ours possessed asking supposing`
	dealNames = `rounds instruments prices equity rights fees loans wages cash offers papers transfers bargains conditions permits
		holders public inquiry sampled sure`
)

//go:embed en.txt
var englishWords string

//go:embed pt.txt
var portugueseWords string

// entry is what the lists say of a word. Every word of a list has a class.
type entry struct {
	class
	deals
}

// meanings is what the lists of English and of Portuguese say of each word.
var meanings = sync.OnceValue(func() map[uint64][2]entry {
	table := make(map[uint64][2]entry, 8000) // a little more than there are
	for i, data := range [...]string{englishWords, portugueseWords} {
		readWords(data, func(word string, meant entry) {
			h := text.HashOf(word)
			m := table[h]
			m[i] = entry{m[i].class | meant.class, m[i].deals | meant.deals}
			table[h] = m
		})
	}
	return table
})

// readWords gives the forms of the words of a list, with what a line says of them. A line has classes and words; one that begins with
// ">" has an ending and the endings that inflected forms have in its place. Bad data panics: a test reads it.
func readWords(data string, add func(word string, meant entry)) {
	classes, ofDeals := strings.Fields(classNames), strings.Fields(dealNames)
	var endings [][]string
	for line := range strings.Lines(data) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		if fields[0] == ">" {
			endings = append(endings, fields[1:])
			continue
		}
		var meant entry
		for name := range strings.SplitSeq(fields[0], ",") {
			if i := slices.Index(ofDeals, name); i >= 0 {
				meant.deals |= 1 << i
				continue
			}
			meant.class |= 1 << slices.Index(classes, name) // panics where there is none
		}
		for _, word := range fields[1:] {
			for _, form := range forms(word, endings) {
				if plain := lang.Unaccented(form); plain != form && len(plain) > 3 { // "à" is not "a"
					add(plain, meant)
				}
				add(form, meant)
			}
		}
	}
}

// forms are the regular forms of a word of the lists: those of the first ending that it has, else those of English.
func forms(w string, endings [][]string) (all []string) {
	for _, e := range endings {
		if stem, ok := strings.CutSuffix(w, e[0]); ok {
			for _, ending := range e[1:] {
				all = append(all, stem+ending)
			}
			return all
		}
	}
	if noun, ok := strings.CutSuffix(w, "+"); ok {
		return []string{noun, noun + "s"}
	}
	verb, ok := strings.CutSuffix(w, "~")
	if !ok {
		return []string{w}
	}
	stem := strings.TrimSuffix(verb, "e")
	third := verb + "s"
	if strings.HasSuffix(verb, "sh") || strings.HasSuffix(verb, "ch") || strings.HasSuffix(verb, "ss") {
		third = verb + "es"
	}
	all = []string{verb, third, stem + "ed", stem + "ing"}
	if n := len(verb); n <= 4 || strings.HasSuffix(verb, "it") {
		last := verb[n-1:]
		all = append(all, verb+last+"ed", verb+last+"ing")
	}
	return all
}

// wordlist is a small closed set of words in small letters, parted by blanks.
type wordlist string

const (
	insiders      wordlist = "founder founders team lead investor investors fundador fundadores fundadoras equipe equipa sócios investidores"
	streets       wordlist = "street road lane row square avenue hill park quay bridge"
	locative      wordlist = "on along down off across"
	restricting   wordlist = "that who whose where que cujo cuja onde" // open a clause that says which one is meant
	multiple      wordlist = "times fold"
	abbreviations wordlist = "al e.g i.e vs approx inc ltd co corp no ca cf dr mr mrs ms st fig vol sr sra aprox ltda" // their point ends no sentence
)

// has reports whether word is one of the list.
func (l wordlist) has(word string) bool {
	for w := range strings.FieldsSeq(string(l)) {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}
