package english

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// The table holds word forms with the costs of their readings, one to a line, in byte order:
//
//	form TAB verb forms noun number adjective adverb intransitive loose
//
// "verb", "noun", "adjective" and "adverb" are the costs of that part of speech in half nats ('0' is likeliest, '-' is absent), from
// the sense counts of the SemCor corpus that comes with WordNet 3.0, whose licence is LICENSE.wordnet. "forms" says which inflections
// of a verb the form can be, as the bits below after 'A'. "number" is 's', 'p', 'a' (any), 'c' (a singular that wants a determiner) or
// '-'. "intransitive" is the share, in tenths, of the verb's uses that take no object; "loose" counts its phrasal uses too. Forms that
// follow from another one by a regular ending are left out, and so are nouns that are nothing else.
//
//go:embed words.txt
var table string

//go:embed closed.txt
var closedData string

//go:embed special.txt
var specialData string

// Inflections of a verb that a form can be.
const (
	formBase = 1 << iota
	formThird
	formPast
	formParticiple
	formGerund
)

// absent is the cost of a reading that a word does not have.
const absent = -1

// entry is a row of the table; costs are in tenths of a nat.
type entry struct {
	verb, noun, adj, adv int
	forms                int
	number               number
	counted              bool // a singular noun that wants a determiner
	intransitive         int  // share of uses without an object, in tenths
	loose                int  // the same with phrasal uses: account for, run out
}

var rows = sync.OnceValue(func() []string { return strings.Split(strings.TrimSpace(table), "\n") })

// lookup finds the row of a lower-case word.
func lookup(word []byte) (e entry, ok bool) {
	all, form := rows(), string(word)+"\t"
	at, ok := slices.BinarySearchFunc(all, form, func(row, form string) int {
		return strings.Compare(row[:min(len(row), len(form))], form)
	})
	if !ok {
		return e, false
	}
	return decode(all[at][len(word)+1:]), true
}

func decode(row string) entry {
	cost := func(c byte) int {
		if c == '-' {
			return absent
		}
		return 5 * int(c-'0')
	}
	e := entry{verb: cost(row[0]), forms: int(row[1] - 'A'), noun: cost(row[2]), adj: cost(row[4]), adv: cost(row[5])}
	e.intransitive, e.loose = int(row[6]-'0'), int(row[7]-'0')
	switch row[3] {
	case 's', 'c':
		e.number, e.counted = singular, row[3] == 'c'
	case 'p':
		e.number = plural
	case 'a':
		e.number = either
	}
	return e
}

// listed reads a table of "name: words", and calls take for each line.
func listed(data string, take func(name string, words []string)) {
	for line := range strings.Lines(data) {
		if name, words, ok := strings.Cut(line, ": "); ok && line[0] != '#' {
			take(name, strings.Fields(words))
		}
	}
}

// closed gives the readings of the words of a closed class: pronouns, determiners, prepositions, conjunctions and auxiliaries.
var closed = sync.OnceValue(func() map[string]readings {
	all := map[string]readings{}
	listed(closedData, func(name string, words []string) {
		var r readings
		for one := range strings.FieldsSeq(name) {
			one, cost, _ := strings.Cut(one, "=")
			one, many, _ := strings.Cut(one, ".")
			one, kindName, _ := strings.Cut(one, "/")
			n, _ := strconv.Atoi(cost)
			r.addVerb(tag(slices.Index(tagNames, one)), kind(max(0, slices.Index(kindNames, kindName))), numbers[many], n)
		}
		for _, word := range words {
			all[word] = r
		}
	})
	return all
})

// The names of readings in closed.txt, in the order of the constants.
var (
	tagNames = []string{"noun", "adjective", "adverb", "determiner", "numeral", "pronoun", "preposition", "to", "conjunction", "subordinator",
		"relative", "complement", "interrogative", "finite", "base", "participle", "gerund", "negation", "comma", "contraction"}
	kindNames = []string{"lexical", "copula", "have", "do", "modal"}
	numbers   = map[string]number{"": either, "none": 0, "singular": singular, "plural": plural}
)

// special marks the few words whose own identity matters to the grammar; special.txt lists them in this order.
type special uint8

const (
	plain   special = iota
	getVerb         // get, become …: an adjective or participle follows
	sayVerb         // show, suggest …: a clause may follow without "that"
	of
	ofVerb // consist, think: of follows
	by
	than
	why
	because     // or although …: no noun phrase takes it
	nominalPrep // between, among …: rather after a noun
	timeNoun    // year, spring …
	lastNext    // last, each …: before a time, a phrase without a preposition
	month       // may, march: before a number, a month
	before      // or after, until: prepositions that as well begin a clause
	wayNoun     // way, reason …: a clause without its pronoun follows
	combining   // based, driven …: with a noun in front, an adjective
	who         // or what, which: can be the subject of its clause
	here
	comparative
	the
	and
)

// identities are the special words.
var identities = sync.OnceValue(func() map[string]special {
	all := map[string]special{}
	next := plain
	listed(specialData, func(_ string, words []string) {
		next++
		for _, word := range words {
			all[word] = next
		}
	})
	return all
})
