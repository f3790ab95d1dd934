package overclaim

import (
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// strong gives the kind of the strong wording that begins at word i and the number of its words; none: 0.
func (s *sentence) strong(i int) (Kind, int) {
	t := s.traits[i]
	s.emphatic, s.refutes = false, false
	if t&opens != 0 {
		if kind, n := s.phrase(i); n > 0 {
			s.emphatic = kind != Universal
			return kind, n
		}
	}
	next, previous := s.hash(i+1), s.hash(i-1)
	switch {
	case t&^opens == 0:
	case t&gerund != 0 && !s.is(i-1, be):
		return 0, 0 // names a matter, and asserts nothing of it
	case t&(certain|flawless|hype) != 0 && attributes.Has(s.words[i]) && !s.predicate(i-1) && !s.delivered(i):
		return 0, 0 // "uncontested decisions" asserts nothing of them
	case t&certain != 0 && patent.Has(s.words[i]) && !s.plainly(i):
		return 0, 0
	case t&certain != 0:
		return Certainty, 1
	case t&prove != 0 && s.proves(i):
		return Certainty, 1
	case t&fate != 0:
		return Necessity, 1
	case t&flawless != 0 && s.isFlawless(i) && s.asserted(i):
		return Necessity, 1
	case t&total != 0 && s.isTotal(i):
		return Totality, 1
	case t&wholly != 0 && s.is(i-1, be) && s.words[i].Hash != wordFully && i+1 < len(s.words) && !mild.Has(s.words[i+1]):
		return Totality, 2
	case t&moot != 0 && s.is(i-1, be) && dead.Has(s.words[i]):
		return Totality, 1
	case t&wholly != 0 && s.is(i+1, explain):
		return Totality, 2
	case t&absolute != 0 && s.isAbsolute(i):
		return Totality, 2
	case t&hype != 0:
		return Superlative, 1
	case t&causative != 0:
		if n := s.makesMoot(i); n > 0 {
			return Totality, n
		}
	case t&determine != 0 && !s.is(i+1, asks) && previous != wordTo && !s.contains(i, wordMore):
		return Exclusivity, 1
	case t&always != 0 && !s.is(i-1, near) && !opinions.Has(s.words[max(i-1, 0)]) && previous != wordAs && !(s.words[i].Hash == wordEverywhere && s.is(i+1, boundary)):
		return Universal, 1
	case t&every != 0 && s.isEvery(i):
		return Universal, 1
	case t&nothing != 0 && s.isNothing(i):
		return Universal, 1
	}
	switch s.words[i].Hash {
	case wordAny:
		return Universal, s.any(i)
	case wordAll:
		return Universal, s.all(i)
	case wordNo:
		return Universal, s.no(i)
	case wordEnds, wordEnd:
		return Totality, s.ends(i)
	case wordOnly:
		return Exclusivity, s.only(i)
	case wordSolely, wordExclusively, wordPurely:
		s.emphatic = s.words[i].Hash == wordPurely && s.is(i+1, article)
		if s.is(i-1, be) || s.is(i+1, be) || next == wordBy || next == wordOn || next == wordTo {
			return Exclusivity, 1
		}
	case wordAlone:
		if i > 0 && i+2 < len(s.words) && (s.pastForm(i+1) || s.is(i+1, then) && !s.is(i+1, be)) && !s.is(i+2, loose) {
			s.emphatic = true
			return Exclusivity, 2
		}
		if s.is(i+2, negation) {
			return 0, 0
		}
		if i > 0 && i+1 < len(s.words) && (s.acts(i+1) || s.is(i+1, able) || s.hash(i+1) == wordWill || s.is(i+1, be) && s.hash(i+2) == wordEnough) {
			return Exclusivity, 2
		}
	case word100:
		if end := int(s.words[i].End); end < len(s.source) && s.source[end] == '%' {
			return Totality, 1
		}
	case wordPeriod:
		if i > 0 && i+1 == len(s.words) && s.source[s.words[i-1].End] == ',' {
			return Certainty, 1
		}
	case wordDecisive, wordUltimate, wordWhole, wordEntire, wordReal, wordTrue:
		if previous == wordThe && s.is(i+1, cause) && s.predicate(i-1) {
			s.emphatic = true // what was the cause is no observation
			return Superlative, 2
		}
	case wordBiggest, wordLargest, wordChief, wordPrime, wordLeading:
		if previous == wordThe && s.is(i+1, cause) && s.predicate(i-1) && !s.observed(i-1) {
			return Superlative, 2
		}
	case wordCannot:
		return Necessity, s.cannot(i)
	case wordThan:
		return Superlative, s.outdone(i)
	case wordWill:
		if i > 0 && finalVerbs.Has(s.words[min(i+1, len(s.words)-1)]) {
			return Necessity, 2
		}
	case wordMost:
		if previous == wordThe && s.is(i+1, excels) && s.predicate(i-1) && !s.observed(i-1) {
			return Superlative, 2
		}
	case wordPrecisely, wordExactly:
		if s.is(i+1, asks) && (s.is(i-1, know) || s.is(i-2, know)) {
			return Certainty, 2
		}
	case wordImmune:
		if next == wordTo && s.is(i-1, be|causative|wholly) {
			return Necessity, 2
		}
	case wordMust:
		if i > 0 && i+1 < len(s.words) && falls.Has(s.words[i+1]) {
			return Necessity, 2
		}
		if !s.scoped && (s.hash(0) == wordAny || s.hash(0) == wordEvery || s.hash(0) == wordAll) {
			return Necessity, 2
		}
	}
	if t&best != 0 && i == 1 && previous == wordThe && s.equates(i+1) {
		return Superlative, 2
	}
	if t&best != 0 && !s.observed(i-1) && (previous == wordThe || t&excels != 0 || lone.Has(s.words[i])) && s.predicate(i-1) && next != wordPractice && next != wordCase {
		return Superlative, 1
	}
	return 0, 0
}

// proves reports whether the verb at i is meant as proof: "proves difficult" and "a loan guarantee" are not.
func (s *sentence) proves(i int) bool {
	next := s.words[min(i+1, len(s.words)-1)]
	switch s.words[i].Hash {
	case wordProven:
		return s.is(i-1, be) || s.hash(i-1) == wordHave || s.hash(i-1) == wordHas
	case wordGuaranteed:
		return s.is(i-1, be) || i+1 < len(s.words) && (next.Hash == wordTo || next.Hash == wordBy || next.Hash == wordThe && i > 0 && !s.meant(i))
	case wordGuarantee, wordGuarantees:
		if i > 1 && s.words[i].Hash == wordGuarantee && s.is(i-1, determiner) && s.is(i-2, be) {
			return next.Hash == wordOf || next.Hash == wordAgainst || next.Hash == wordThat
		}
		if i == 0 || s.is(i-1, be) || s.is(i-1, determiner) || guaranteed.Has(s.words[i-1]) || i+1 == len(s.words) {
			return false
		}
		return next.Hash != wordOf && next.Hash != wordIn && next.Hash != wordScheme && next.Hash != wordFund && !s.is(i+1, be)
	case wordProve, wordProves, wordProved, wordProving:
		if strings.HasSuffix(s.source[next.Start:next.End], "ly") && i+2 < len(s.words) {
			next = s.words[i+2]
		}
		if i+1 == len(s.words) || s.is(i+1, copular) || next.Hash == wordGround {
			return false
		}
		word := s.source[next.Start:next.End]
		for _, ending := range []string{"ful", "ive", "ous", "able", "ible", "less", "er", "ant", "ent", "al"} {
			if strings.HasSuffix(word, ending) && (i+2 >= len(s.words) || s.is(i+2, loose)) {
				return false
			}
		}
		return s.words[i].Hash != wordProving || next.Hash == wordThat || s.is(i+1, determiner)
	case wordEnsure, wordEnsures, wordAssure, wordAssures:
		return s.hash(i-1) != wordTo
	}
	return true
}

// isFlawless leaves out technical and proper senses: "perfect competition", "impossibility theorem", "best perfect".
func (s *sentence) isFlawless(i int) bool {
	if s.is(i+1, mathematics) || s.is(i-1, near) {
		return false
	}
	switch s.words[i].Hash {
	case wordPerfect, wordPerfectly:
		return s.words[i].Hash == wordPerfect && s.is(i-1, be|causative) && !perfects.Has(s.words[min(i+1, len(s.words)-1)])
	case wordImpossible:
		return !impossibles.Has(s.words[min(i+1, len(s.words)-1)])
	}
	return true
}

// asserted reports whether the adjective at i is said of something, and does not only go with a noun: "is airtight",
// "makes it impossible", and not "irreparable harm is argued".
func (s *sentence) asserted(i int) bool {
	return i > 0 && (s.suffix(i, "ly") || s.predicate(i-1) || s.delivered(i) || s.leaves(i+1) || i+1 == len(s.words) || s.is(i+1, loose))
}

// delivered reports whether the adjective at i goes with what a verb gives: "ensures a flawless batch", "delivers
// limitless power".
func (s *sentence) delivered(i int) bool {
	j := i - 1
	if s.hash(j) == wordA || s.hash(j) == wordAn {
		j--
	}
	return j > 0 && givings.Has(s.words[j])
}

// isTotal reports whether the verb at i is said of the whole of a thing: "solved 47 percent" and "cured ham" are not.
func (s *sentence) isTotal(i int) bool {
	if i == 0 || i+1 == len(s.words) {
		return false
	}
	next := s.words[i+1]
	if next.Is(text.HasDigit) || s.is(i+1, quantity) || s.is(i+1, numeral) || next.Hash == wordThe && (s.words[min(i+2, len(s.words)-1)].Is(text.HasDigit)) {
		return false
	}
	if s.is(i+1, loose) && next.Hash != wordBy {
		return false // used without an object: "concrete cures in a week"
	}
	switch s.words[i].Hash {
	case wordCured:
		return !cured.Has(next)
	}
	return s.hash(i-1) != wordTo || s.is(i-2, be|able) // "the way to solve"
}

// equates reports whether the subject that ends after word i is said to be something: "the best guide to … is".
func (s *sentence) equates(i int) bool {
	for j := i + 1; j < min(i+7, s.reason); j++ {
		if s.is(j, then|boundary|hedge|negation) {
			return false
		}
		if s.is(j, be) {
			return true
		}
	}
	return false
}

// isAbsolute: "confers total protection", "leaves zero soreness", but not "total cost" nor "a complete sentence".
func (s *sentence) isAbsolute(i int) bool {
	if i < 2 || i+1 == len(s.words) || s.is(i-1, determiner) || s.is(i-1, near|boundary) || s.pastForm(i-1) {
		return false
	}
	if s.words[i].Hash == wordZero {
		return (!s.is(i+1, loose) || s.suffix(i-1, "ly")) && !s.is(i-1, loose) || s.hash(i-1) == wordWith
	}
	if s.is(i-1, loose) || fullSets.Has(s.words[i+1]) {
		return false
	}
	return s.isAbstract(i + 1)
}

// isAbstract reports whether word i has the ending of an abstract noun.
func (s *sentence) isAbstract(i int) bool {
	for _, ending := range abstract {
		if i < len(s.words) && s.suffix(i, ending) {
			return true
		}
	}
	return false
}

// makesMoot: "makes code review redundant".
func (s *sentence) makesMoot(i int) int {
	for j := i + 1; j < min(i+7, len(s.words), s.reason); j++ {
		if s.is(j, boundary) && s.words[j].Hash != wordAnd {
			return 0
		}
		if s.is(j, moot) && !s.is(j-1, near|hedge) && s.hash(j-1) != wordMore && s.hash(j-1) != wordLess {
			return j - i + 1
		}
	}
	return 0
}

// cannot: "cannot be manipulated", "cannot fail".
func (s *sentence) cannot(i int) int {
	next := s.words[min(i+1, len(s.words)-1)]
	if fallible.Has(next) {
		return 2
	}
	if next.Hash == wordBe && i+2 < len(s.words) && passive.Has(s.words[i+2]) {
		return 3
	}
	return 0
}

// superlative reports whether a word of that form, or of weight, stands at i: "greatest driver", "driver".
func (s *sentence) superlative(i int) bool {
	if i >= len(s.words) {
		return false
	}
	word := s.source[s.words[i].Start:s.words[i].End]
	return strings.HasSuffix(word, "est") || s.words[i].Hash == wordMost || s.is(i, cause|best)
}

// superlativeBefore reports whether a superlative of worth stands before word i, and not one that a list of records has.
func (s *sentence) superlativeBefore(i int) bool {
	for j := i - 1; j >= 0 && j > i-6; j-- {
		if s.is(j, best) || s.words[j].Hash == wordMost && s.is(j+1, excels) || s.suffix(j, "est") && !records.Has(s.words[j]) {
			return true
		}
	}
	return false
}

// records are what no superlative of worth is: measured, or none.
var records = text.NewSet("oldest", "youngest", "largest", "smallest", "tallest", "highest", "lowest", "longest", "shortest", "widest", "heaviest", "lightest", "hottest", "coldest", "wettest", "driest", "fastest", "slowest", "deepest", "earliest", "latest", "nearest", "interest", "forest", "west", "test", "rest", "harvest", "contest", "request", "protest", "quest", "conquest", "guest")
