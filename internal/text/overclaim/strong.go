package overclaim

import (
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// strong gives the kind of the strong wording that begins at word i and the number of its words; none: 0.
func (s *sentence) strong(i int) (Kind, int) {
	t := s.lex[s.words[i].Hash]
	if t&opens != 0 {
		for _, p := range phrases()[s.words[i].Hash] {
			if n := p.at(s, i); n > 0 && !s.harmlessPhrase(i, n) {
				return p.kind, n
			}
		}
	}
	next, previous := s.hash(i+1), s.hash(i-1)
	switch {
	case t&^opens == 0:
	case t&(certain|flawless|hype) != 0 && attributes.Has(s.words[i]) && !s.predicate(i-1):
		return 0, 0 // "uncontested decisions" asserts nothing of them
	case t&certain != 0:
		return Certainty, 1
	case t&prove != 0 && s.proves(i):
		return Certainty, 1
	case t&fate != 0:
		return Necessity, 1
	case t&flawless != 0 && s.isFlawless(i):
		return Necessity, 1
	case t&total != 0 && s.isTotal(i):
		return Totality, 1
	case t&wholly != 0 && s.is(i-1, be) && s.words[i].Hash != wordFully && i+1 < len(s.words) && !mild.Has(s.words[i+1]):
		return Totality, 2
	case t&moot != 0 && s.is(i-1, be) && dead.Has(s.words[i]):
		return Totality, 1
	case t&wholly != 0 && s.is(i+1, explains):
		return Totality, 2
	case t&hype != 0:
		return Superlative, 1
	case t&causative != 0:
		if n := s.makesMoot(i); n > 0 {
			return Totality, n
		}
	case t&determines != 0 && !s.is(i+1, asks) && previous != wordTo && !s.contains(i, wordMore):
		return Exclusivity, 1
	case t&always != 0 && !s.is(i-1, near) && previous != wordAs && !(s.words[i].Hash == wordEverywhere && s.is(i+1, boundary)):
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
	case wordSolely, wordExclusively:
		if s.is(i-1, be) || s.is(i+1, be) || next == wordBy || next == wordOn {
			return Exclusivity, 1
		}
	case wordBiggest, wordLargest, wordChief, wordPrime, wordLeading:
		if previous == wordThe && s.is(i+1, cause) && s.predicate(i-1) && !s.observed(i-1) {
			return Superlative, 2
		}
	case wordCannot:
		return Necessity, s.cannot(i)
	case wordWill:
		if i > 0 && finalVerbs.Has(s.words[min(i+1, len(s.words)-1)]) {
			return Necessity, 2
		}
	case wordMost:
		if previous == wordThe && s.is(i+1, excels) && s.predicate(i-1) && !s.observed(i-1) {
			return Superlative, 2
		}
	case wordPrecisely, wordExactly:
		if s.is(i+1, asks) && (s.is(i-1, knows) || s.is(i-2, knows)) {
			return Certainty, 2
		}
	case wordImmune:
		if next == wordTo && s.is(i-1, be|causative|wholly) {
			return Necessity, 2
		}
	case wordMust:
		if s.hash(0) == wordAny || s.hash(0) == wordEvery || s.hash(0) == wordAll {
			return Necessity, 2
		}
	}
	if t&best != 0 && !s.observed(i-1) && (previous == wordThe || owners.Has(s.words[max(i-1, 0)]) || t&excels != 0 || lone.Has(s.words[i])) && s.predicate(i-1) && next != wordPractice && next != wordCase {
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
		return s.is(i-1, be) || i+1 < len(s.words) && (next.Hash == wordTo || next.Hash == wordBy)
	case wordGuarantee, wordGuarantees:
		if i > 1 && s.words[i].Hash == wordGuarantee && determiners.Has(s.words[i-1]) && s.is(i-2, be) {
			return next.Hash == wordOf || next.Hash == wordAgainst || next.Hash == wordThat
		}
		if i == 0 || s.is(i-1, be) || determiners.Has(s.words[i-1]) || guaranteed.Has(s.words[i-1]) || i+1 == len(s.words) {
			return false
		}
		return next.Hash != wordOf && next.Hash != wordIn && next.Hash != wordScheme && next.Hash != wordFund && !s.is(i+1, be) && !plainVerb.Has(next)
	case wordProve, wordProves, wordProved, wordProving:
		if strings.HasSuffix(s.source[next.Start:next.End], "ly") && i+2 < len(s.words) {
			next = s.words[i+2]
		}
		if i+1 == len(s.words) || copular.Has(next) || next.Hash == wordGround {
			return false
		}
		word := s.source[next.Start:next.End]
		for _, ending := range []string{"ful", "ive", "ous", "able", "ible", "less", "ier", "ant", "ent", "al"} {
			if strings.HasSuffix(word, ending) && (i+2 >= len(s.words) || loose.Has(s.words[i+2])) {
				return false
			}
		}
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

// isTotal reports whether the verb at i is said of the whole of a thing: "solved 47 percent" and "cured ham" are not.
func (s *sentence) isTotal(i int) bool {
	if i == 0 || i+1 == len(s.words) {
		return false
	}
	next := s.words[i+1]
	if next.Is(text.HasDigit) || quantities.Has(next) || numerals.Has(next) || next.Hash == wordThe && (s.words[min(i+2, len(s.words)-1)].Is(text.HasDigit)) {
		return false
	}
	if loose.Has(next) && next.Hash != wordBy {
		return false // used without an object: "concrete cures in a week"
	}
	switch s.words[i].Hash {
	case wordCured:
		return !cured.Has(next)
	case wordSolving, wordEliminating, wordCuring, wordEradicating:
		return false // names a matter, and asserts nothing of it
	}
	return s.hash(i-1) != wordTo || s.is(i-2, be|able) // "the way to solve"
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

func (s *sentence) isEvery(i int) bool {
	if s.is(i-1, near) || s.is(i+1, unit) || s.words[min(i+1, len(s.words)-1)].Is(text.HasDigit) || s.hash(i-1) == wordThan {
		return false
	}
	switch s.words[i].Hash {
	case wordEverything:
		return i == 0 || s.is(i+1, be)
	case wordAnyone, wordAnybody:
		return s.hash(i-1) == wordFor || s.hash(i+1) == wordCan || s.hash(i+1) == wordWho && i == 0
	}
	return !(s.hash(i+1) == wordOne && s.hash(i+2) == wordOf && s.counted(i+2, min(i+6, len(s.words))))
}

// isNothing: "never plan more than four steps", but not "never smokers" nor "almost never".
func (s *sentence) isNothing(i int) bool {
	if s.is(i-1, near) || s.is(i-1, hedge) && s.hash(i-1) != wordCould && s.hash(i-1) != wordWould {
		return false
	}
	switch s.words[i].Hash {
	case wordNever:
		next := s.words[min(i+1, len(s.words)-1)]
		return i+1 < len(s.words) && !s.past(i+1) && !nevers.Has(next) && !s.is(i+1, prove|certain|total|always)
	case wordNobody, wordNothing:
		return s.is(i+1, able) || s.hash(i+1) == wordCannot || s.hash(i+1) == wordWill || s.hash(i+1) == wordElse || i+1 < len(s.words) && beats.Has(s.words[i+1])
	}
	return false
}

// any: "in any office", "for any trader", "any community must".
func (s *sentence) any(i int) int {
	if s.is(i-1, near|negation) || s.is(i+1, unit) || anys.Has(s.words[min(i+1, len(s.words)-1)]) {
		return 0
	}
	switch s.hash(i - 1) {
	case wordIn, wordFor, wordAt, wordUnder, wordAcross, wordAgainst, wordTo, wordFrom, wordThan:
		return 2
	}
	if i > 0 && (beats.Has(s.words[i-1]) || s.is(i-1, explains|total) || s.acts(i-1)) {
		return 2
	}
	return 0
}

// all: "all markets converge", "for all users"; counted ones are observations.
func (s *sentence) all(i int) int {
	next := s.words[min(i+1, len(s.words)-1)]
	if i+1 >= len(s.words) || next.Is(text.HasDigit) || numerals.Has(next) || alls.Has(next) || s.is(i-1, near) || s.counted(i+1, min(i+5, len(s.words))) {
		return 0
	}
	switch {
	case i == 0, s.acts(i - 1), s.hash(i-1) == wordAgainst, s.hash(i-1) == wordFor, s.hash(i-1) == wordIn, s.hash(i-1) == wordAcross, s.hash(i-1) == wordEliminates, s.hash(i-1) == wordThat:
		return 2
	}
	return 0
}

// acts reports whether the word at i looks like a verb in the third person: "turns", "stops".
func (s *sentence) acts(i int) bool {
	word := s.source[s.words[i].Start:s.words[i].End]
	return i > 0 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && len(word) > 3 && s.words[i].Is(text.ASCIIOnly) &&
		s.lex[s.words[i].Hash]&(be|hedge|negation|boundary|report|near) == 0 && !notVerbs.Has(s.words[i])
}

// no: "no algorithm can", "no one will ever".
func (s *sentence) no(i int) int {
	if i == 0 && len(s.words) > 2 && !absences.Has(s.words[1]) && !s.placed {
		return 2
	}

	for j := i + 2; j < min(i+7, len(s.words)); j++ {
		if s.words[j].Hash == wordWithout { // "no innovation without ownership"
			return j - i + 1
		}
	}
	for j := i + 1; j < min(i+5, len(s.words)); j++ {
		if s.is(j, able) || s.words[j].Hash == wordEver || s.words[j].Hash == wordWill && i == 0 {
			return j - i + 1
		}
		if s.is(j, boundary) {
			break
		}
	}
	return 0
}

// ends: "ends poverty", but not "both ends of the scale" nor "ends in March".
func (s *sentence) ends(i int) int {
	next := s.words[min(i+1, len(s.words)-1)]
	if i == 0 || i+1 == len(s.words) || loose.Has(next) || next.Is(text.HasDigit) || determiners.Has(s.words[i-1]) || ends.Has(s.words[i-1]) || users.Has(next) {
		return 0
	}
	if s.words[i].Hash == wordEnd && s.hash(i-1) != wordWill && s.hash(i-1) != wordWould {
		return 0
	}
	return 1
}

// only: "the only way", "only X can".
func (s *sentence) only(i int) int {
	if s.is(i-1, negation) || s.hash(i-2) == wordNot {
		return 0
	}
	next := s.words[min(i+1, len(s.words)-1)]
	if s.hash(i-1) == wordThe {
		if s.observed(i-1) || onlies.Has(next) || s.is(i+1, setting) || !s.predicate(i-1) && i > 1 {
			return 0
		}
		return 2
	}
	for j := i + 2; j < min(i+6, len(s.words)); j++ {
		if s.words[j].Hash == wordCan {
			return j - i + 1
		}
		if s.is(j, boundary) {
			break
		}
	}
	return 0
}

// predicate reports whether the article at i begins what is said of the subject: "wages are the …", and not "one of
// the …".
func (s *sentence) predicate(i int) bool {
	for j := i; j >= 0 && j > i-4; j-- {
		if s.is(j, be) {
			return true
		}
		if s.words[j].Hash == wordOf || s.words[j].Hash == wordAmong {
			return false
		}
	}
	return false
}

// observed reports whether the predicate at i is in the past: "was the only site that …".
func (s *sentence) observed(i int) bool {
	for j := i; j >= 0 && j > i-4; j-- {
		if s.words[j].Hash == wordWas || s.words[j].Hash == wordWere {
			return true
		}
	}
	return false
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

func (s *sentence) contains(from int, h uint64) bool {
	for j := from; j < len(s.words); j++ {
		if s.words[j].Hash == h {
			return true
		}
	}
	return false
}

// harmlessPhrase leaves out the plain senses of some phrases.
func (s *sentence) harmlessPhrase(i, n int) bool {
	switch s.words[i].Hash {
	case wordThe:
		second := s.hash(i + 1)
		if second == wordSingle {
			return !s.predicate(i) || !s.superlative(i+2)
		}
		if second == wordEnd {
			return !s.is(i-1, be|causative) && !spells.Has(s.words[max(i-1, 0)]) || s.is(i+3, unit)
		}
		return !s.is(i-1, be)
	case wordIn, wordOf:
		return !s.superlativeBefore(i)
	case wordEver:
		return !s.superlativeBefore(i)
	case wordHave, wordHas:
		return s.hash(i+n) == wordA || s.hash(i+n) == wordAn || s.words[i+1].Hash == wordProved && i+2 < len(s.words) && copular.Has(s.words[i+2])
	}
	return false
}

// superlative reports whether a word of that form, or of weight, stands at i: "greatest driver", "driver".
func (s *sentence) superlative(i int) bool {
	if i >= len(s.words) {
		return false
	}
	word := s.source[s.words[i].Start:s.words[i].End]
	return strings.HasSuffix(word, "est") || s.words[i].Hash == wordMost || s.is(i, cause|best)
}

func (s *sentence) superlativeBefore(i int) bool {
	for j := i - 1; j >= 0 && j > i-6; j-- {
		if s.is(j, best) || s.words[j].Hash == wordMost && s.is(j+1, excels) {
			return true
		}
	}
	return false
}

// phrase is a sequence of words; a zero stands for one or two words of any kind.
type phrase struct {
	kind  Kind
	words []uint64
}

// phrases gives the phrases that begin with a word, the longest first.
var phrases = sync.OnceValue(func() map[uint64][]phrase {
	m := map[uint64][]phrase{}
	for kind := Certainty; kind <= Superlative; kind++ {
		for _, p := range idioms[kind] {
			var words []uint64
			for word := range strings.FieldsSeq(p) {
				h := uint64(0)
				if word != "…" {
					h = text.HashOf(word)
				}
				words = append(words, h)
			}
			m[words[0]] = append(m[words[0]], phrase{kind: kind, words: words})
		}
	}
	for _, p := range m {
		slices.SortStableFunc(p, func(a, b phrase) int { return len(b.words) - len(a.words) })
	}
	return m
})

// at gives the number of words from i that the phrase takes, or 0.
func (p *phrase) at(s *sentence, i int) int {
	if s.words[i].Hash != p.words[0] {
		return 0
	}
	j := i
	for k := 0; k < len(p.words); k++ {
		if p.words[k] != 0 {
			if s.hash(j) != p.words[k] {
				return 0
			}
			j++
			continue
		}
		j++
		if s.hash(j) != p.words[k+1] {
			j++
		}
	}
	return j - i
}
