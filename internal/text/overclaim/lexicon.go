package overclaim

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// trait is a set of things that a word can do in a title, and of what its form tells.
type trait uint64

const (
	certain      trait = 1 << iota // says that there is no doubt: "undeniably"
	prove                          // verb: proves, guarantees
	settle                         // verb: closes a question
	fate                           // cannot be otherwise: "inevitable"
	flawless                       // admits no failure: "foolproof", "impossible"
	total                          // verb: does away with the whole of something
	wholly                         // adverb: completely
	moot                           // what a total effect leaves of a thing: obsolete
	ruin                           // verb: destroys, which holds of what happened too
	wreck                          // verb: puts an end to what it acts on
	ruined                         // verb in the past: put an end to, began
	intense                        // of a high degree that is not measured
	cease                          // verb: comes to an end, comes to nothing
	always                         // at all times, everywhere
	every                          // for all of a kind
	nothing                        // for none
	determine                      // leaves no room for other causes
	causal                         // verb: says what a thing comes from
	cause                          // noun: driver, factor, predictor
	hype                           // changes everything
	best                           // superlative of worth
	excels                         // follows "most" in a superlative of worth: "effective"
	verdict                        // noun or adjective: condemns or praises without measure
	absolute                       // goes with a noun: the whole of it
	denied                         // noun: to have none of it is a verdict
	hedge                          // leaves room: may, suggests
	negation                       // not, cannot, without
	near                           // just short of: almost
	report                         // verb or noun: argues, belief
	agent                          // noun: acts with intent
	formal                         // noun: what it says holds by definition
	legal                          // word of the law
	boundary                       // begins another clause: while, but
	reason                         // begins the reason: because
	be                             // is, are, remains
	able                           // can, could
	causative                      // makes, renders
	explain                        // verb that "fully" turns into a strong claim
	asks                           // whether, which
	know                           // verb: tells, predicts
	setting                        // noun: trial, sample; "in the trial" scopes
	unit                           // noun: day, hour; "every day"
	mathematics                    // theorem, lemma
	numeral                        // number in words
	determiner                     // begins a noun phrase: "the", "its"
	loose                          // cannot begin an object: a preposition, an adverb
	quantity                       // says how much of a thing
	relative                       // who, that, which
	subordinator                   // begins a condition or a time
	quantifier                     // any, all, no, only
	record                         // noun: what is found missing, as in "no evidence"
	copular                        // what something proves to be: "difficult"
	condition                      // stands before what a thing is said to lack
	article                        // comes before a verdict: "a", "just"
	limit                          // verb: what evidence cannot do: "distinguish"
	comparative                    // adjective: "no better"
	partial                        // begins a title about some of a kind
	beat                           // verb: "beats any"
	now                            // verb of the present: "is", "will"
	then                           // irregular verb of the past: "was", "fell"
	rules                          // what a title may be bound by: "under the rules"
	looked                         // says which of a kind were seen: "tested"
	opens                          // begins a phrase; no word of the table
	gerund                         // "-ing" form of a verb
)

// classNames are the names that the table has for the classes, in the order of their traits.
var classNames = strings.Fields(`certain prove settle fate flawless total wholly moot ruin wreck ruined intense cease always every nothing
	determine causal cause hype best excels verdict absolute denied hedge negation near report agent formal legal boundary reason be able causative explain asks know
	setting unit mathematics numeral determiner loose quantity relative subordinator quantifier record copular condition article limit comparative partial beat now then rules looked`)

//go:embed lexicon.txt
var table string

// lexicon gives the traits of words by their hash.
var lexicon = sync.OnceValue(func() map[uint64]trait {
	classes := map[string]trait{}
	for i, name := range classNames {
		classes[name] = 1 << i
	}
	m := make(map[uint64]trait, 4096)
	for line := range strings.Lines(table) {
		name, families, ok := strings.Cut(line, ":")
		if !ok || line[0] == '#' || strings.Contains(name, " phrase") {
			continue
		}
		name, part, _ := strings.Cut(name, " ")
		class := classes[name]
		if class == 0 {
			panic(fmt.Sprintf("overclaim: no class %q", name))
		}
		give := func(word string, form trait) { m[text.HashOf(word)] |= class | form }
		for family := range strings.FieldsSeq(families) {
			switch part {
			case "verb":
				verbForms(family, give)
			case "adjective":
				adjectiveForms(family, give)
			case "noun":
				nounForms(family, give)
			default:
				give(family, 0)
			}
		}
	}
	for _, list := range phrases() {
		m[list[0].words[0]] |= opens
	}
	return m
})
