package overclaim

import "github.com/kbgate/kbgate/internal/text"

// bluntly finds what only a bald title may not say.
func (s *sentence) bluntly(i int) (Kind, int) {
	if s.is(i, ruin|ruined) && !s.isNoun(i) && s.ruined(i) {
		s.emphatic = true
		return Totality, 1
	}
	if s.hash(i-1) == wordThe && s.is(i-2, be) && alone.Has(s.words[i]) && i+1 < s.reason && !given.Has(s.words[i+1]) {
		s.emphatic = true // "was the reason they left"
		return Exclusivity, 1
	}
	if s.observes && !s.explained(i, Totality) {
		return 0, 0
	}
	if kind, n := s.blunt(i); n > 0 {
		return kind, n
	}
	if kind, n := s.extreme(i); n > 0 {
		return kind, n
	}
	if s.reason == len(s.words) && i > 0 {
		if kind, n := s.maxim(i); n > 0 {
			return kind, n
		}
	}
	return s.categorical(i)
}

// blunt finds what is too plain for a bald title: a title that says neither through what nor where, nor leaves room.
func (s *sentence) blunt(i int) (Kind, int) {
	if i == 0 {
		return 0, 0
	}
	t := s.traits[i]
	last := i+1 == len(s.words)
	next := s.words[min(i+1, len(s.words)-1)]
	switch {
	case s.isNoun(i), t&wreck != 0 && s.prefix(i, "replace") && (s.contains(i+1, wordWith) || s.contains(i+1, wordBy)):
	case t&(ruin|wreck) != 0 && !s.meant(i) && !last && !s.is(i+1, numeral) && !s.is(i+1, loose) && !s.is(i-1, determiner) && s.hash(i-1) != wordTo:
		return Totality, 1
	case s.privative(i):
		return Totality, 1
	case t&cease != 0 && !bounds.Has(next) && !s.is(i+1, comparative) && next.Hash != wordIn && next.Hash != wordOn && next.Hash != wordAt && !s.is(i-1, determiner) && s.hash(i-1) != wordTo && next.Hash != wordTo:
		return Necessity, 1
	case t&be != 0 && origins.Has(next):
		return Exclusivity, 2
	case t&causal != 0 && s.is(i+1, asks) && s.meant(i), t&causal != 0 && fromVerbs.Has(s.words[i]) && next.Hash != wordFrom, t&causal != 0 && equals.Has(s.words[i]) && s.is(i+1, determiner):
	case t&causal != 0 && !last && !s.is(i+1, quantity) && (!s.is(i+1, loose) || next.Hash == wordFrom) && !s.is(i-1, determiner):
		return Exclusivity, 1
	}
	switch s.words[i].Hash {
	case wordWill, wordWont:
		if !last && !s.is(i-1, determiner) && s.hash(i+2) != wordNecessarily && !plans.Has(next) {
			return Necessity, 2
		}
	case wordGoing, wordAbout, wordSet, wordPoised:
		if s.is(i-1, be) && next.Hash == wordTo {
			return Necessity, 2
		}
	case wordYou, wordYour, wordUs:
		return Universal, 1
	case wordNever:
		if !last && !s.is(i+1, limit) && !undone.Has(next) {
			return Universal, 2
		}
	case wordMust:
		if !last && !s.meant(i) && !s.is(i-1, determiner) && s.hash(i-1) != wordWill {
			return Necessity, 2
		}
	case wordHas, wordHave:
		if next.Hash == wordTo && !s.meant(i) || outcomes.Has(next) && s.heads(i+1) {
			return Necessity, 2
		}
	case wordTurn, wordTurns, wordTurned:
		if s.contains(i, wordInto) && !s.is(i-1, determiner) {
			return Totality, 1
		}
	case wordWhy:
		if s.is(i-1, be) {
			return Exclusivity, 1
		}
	}
	return 0, 0
}

// extreme finds degrees without measure in a bald title: "the most …", "outlives", "vastly", "the cause".
func (s *sentence) extreme(i int) (Kind, int) {
	t := s.traits[i]
	if i == 0 || i+1 == len(s.words) {
		return 0, 0
	}
	next := s.words[i+1]
	switch {
	case t&intense != 0 && (s.is(i+1, then|be) || s.acts(i+1) && s.suffix(i-1, "ed")):
		return 0, 0 // "dough rested overnight had larger pores"
	case t&intense != 0:
		return Totality, 2
	case s.prefix(i, "out") && s.acts(i) && !s.is(i+1, loose):
		return Superlative, 1
	case s.hash(i-1) != wordThe || !s.predicate(i-1):
	case t&cause != 0 && s.is(i-2, be):
		return Exclusivity, 1
	case !s.placed && !s.observed(i-1) && (s.words[i].Hash == wordMost && !counts.Has(next) || s.suffix(i, "est") && !notSuperlatives.Has(s.words[i])):
		return Superlative, 2
	}
	switch s.words[i].Hash {
	case wordAny, wordAnything:
		if !anys.Has(next) && !s.is(i+1, unit) {
			return Universal, 2
		}
	case wordOnly:
		if s.hash(i-1) != wordBut && s.hash(i-1) != wordThe && !next.Is(text.HasDigit) && !s.is(i+1, numeral) && !s.is(i+1, article) {
			return Exclusivity, 2
		}
	case wordEver:
		return Universal, 1
	}
	return 0, 0
}

// categorical finds flat denials in a bald title: "do not work"; where a reason follows, only of what is or counts.
func (s *sentence) categorical(i int) (Kind, int) {
	if i == 0 || i+2 >= len(s.words) {
		return 0, 0
	}
	next := s.words[i+1]
	switch s.words[i].Hash {
	case wordDo, wordDoes:
		if next.Hash == wordNot && (s.reason == len(s.words) || s.reason == i+3 && outright.Has(s.words[i+2])) && !s.is(i+2, prove|total|settle|always|determine|causal|ruin|wreck) && s.hash(i+3) != wordEvery && !modest.Has(s.words[i+2]) {
			return Universal, 3
		}
	}
	return 0, 0
}

// isNoun reports whether the word at i, which looks like a verb, belongs to a noun: a base form after a singular ("kill
// sites"), or a participle after a number or a verb ("one failed replication", "replaces fixed schedules").
func (s *sentence) isNoun(i int) bool {
	if s.pastForm(i) {
		return s.hash(i-1) == wordOne || s.is(i-1, ruin|wreck)
	}
	return i == 1 && !s.suffix(i, "s") && !s.suffix(0, "s") && !plurals.Has(s.words[0])
}

// counts follow "most" in what a list can tell: "the most common complaint".
var counts = text.NewSet("common", "frequent", "cited", "used", "abundant", "widespread", "populous", "recent", "traded", "prevalent", "often", "studied", "visited", "spoken", "numerous")

// outright are the verbs whose denial leaves nothing over.
var outright = text.NewSet("exist", "matter", "work", "count", "happen", "help", "pay", "occur")

// outcomes are how a contest ends, said without its stakes: "solar has won".
var outcomes = text.NewSet("won", "lost", "failed", "died", "peaked", "triumphed", "prevailed", "arrived", "vanished", "collapsed", "begun", "succeeded")

// plans are what somebody may announce: "the company will publish its accounts".
var plans = text.NewSet("publish", "launch", "release", "meet", "vote", "report", "file", "hire", "issue", "review", "vet", "visit", "attend", "hear", "debate", "consult", "announce", "refund", "honour", "honor")

// undone is what nobody has done yet, which says how little is known.
var undone = text.NewSet("tested", "measured", "tried", "published", "replicated", "observed", "seen", "recorded", "reported", "studied", "found", "been", "examined", "audited", "smokers")

var (
	fromVerbs = text.NewSet("stem", "stems", "stemmed", "stemming", "originate", "originates", "originated", "originating")
	equals    = text.NewSet("equal", "equals", "mean", "means")
)

var plurals = text.NewSet("people", "men", "women", "children", "data", "media", "they", "we", "you", "i", "police", "bacteria", "mice", "teeth", "feet", "criteria", "alumni", "fish", "sheep", "cattle", "deer", "algae", "larvae", "fungi", "youth", "staff")

// ruined: "enclosure emptied the village", said of a thing as a whole.
func (s *sentence) ruined(i int) bool {
	return i > 0 && i+1 < len(s.words) && !s.meant(i) && !s.is(i-1, be|negation) && !s.is(i-1, determiner) && s.hash(i-1) != wordHad &&
		!s.is(i+1, quantity) && !s.partly(i+1) && !s.located(i) && !s.is(i+1, loose)
}

// partly reports whether a number or a part stands in what the verb before word i acts on: "on two of the five lakes".
func (s *sentence) partly(i int) bool {
	for j := i; j < min(i+7, s.reason) && s.words[j].Hash != wordBy; j++ {
		if s.is(j, numeral|partial) && s.hash(j-1) != wordThe && s.words[j].Hash != wordCertain {
			return true
		}
	}
	return false
}

// meant reports whether the verb at i says what somebody did with intent: "crews empty the tank", "growers have
// stopped".
func (s *sentence) meant(i int) bool {
	for j := i - 1; j >= 0 && j > i-3; j-- {
		if s.is(j, agent) {
			return true
		}
	}
	return false
}

// located reports whether what happened at word i happened at a point of the map: "destroyed the harbour at Rabaul".
func (s *sentence) located(i int) bool {
	for j := i + 2; j < min(i+6, len(s.words)-1); j++ {
		if nearby.Has(s.words[j]) && s.words[j+1].Is(text.Capital) {
			return true
		}
	}
	return false
}

// privative reports whether the word at i denies by its form, in the predicate: "is hopeless", "renders it lifeless",
// "is unstoppable".
func (s *sentence) privative(i int) bool {
	if !s.suffix(i, "less") && !((s.suffix(i, "able") || s.suffix(i, "ible")) && (s.prefix(i, "un") || s.prefix(i, "in") || s.prefix(i, "ir"))) ||
		gradable.Has(s.words[i]) {
		return false
	}
	return s.is(i-1, be) || s.leaves(i+1)
}

// verdict: "is a free lunch", "were a mistake", "is fatal", "was history's costliest blunder".
func (s *sentence) verdict(i int) bool {
	plain := true // nothing but articles before the last word
	for j := i - 1; j >= 0 && j > i-6; j-- {
		switch {
		case s.is(j, be):
			return plain && j > i-4 || s.opensNoun(j+1) && s.heads(i)
		case s.is(j, boundary|loose|hedge|negation):
			return false
		case j != i-1 && !s.is(j, article|wholly):
			plain = false
		}
	}
	return false
}

// opensNoun reports whether the word at i begins a noun phrase: an article, a possessive.
func (s *sentence) opensNoun(i int) bool {
	return s.is(i, determiner) || s.suffix(i, "'s") || s.suffix(i, "’s")
}

// heads reports whether the noun at i ends its phrase: nothing follows, or what cannot be a part of it.
func (s *sentence) heads(i int) bool {
	return i+1 >= s.reason || s.is(i+1, loose|boundary|relative)
}
