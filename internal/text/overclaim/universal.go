package overclaim

import "github.com/kbgate/kbgate/internal/text"

// isEvery: "every turnaround starts with …", but not "every day" nor "every one of the 14 sites".
func (s *sentence) isEvery(i int) bool {
	if s.is(i-1, near) || s.is(i+1, unit) && (s.hash(i+1) != wordOther || s.is(i+2, unit)) || s.figure(i+1) || s.hash(i-1) == wordThan {
		return false
	}
	if i > 1 && s.is(i-1, gerund) && s.hash(i-2) == wordBy || i > 1 && s.suffix(i-1, "ing") && s.hash(i-2) == wordBy {
		return false // part of the mechanism
	}
	if i+1 < len(s.words) && listed.Has(s.words[i+1]) {
		return false
	}
	switch s.words[i].Hash {
	case wordEverything:
		return i == 0 || s.is(i+1, be)
	case wordAnyone, wordAnybody:
		return s.hash(i-1) == wordFor || s.is(i-1, causative) || s.hash(i+1) == wordCan || s.hash(i-1) == wordTurn || i == 0 && (s.hash(i+1) == wordWho || s.hash(i+1) == wordWith || s.hash(i+1) == wordCould)
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
		return i+1 < len(s.words) && !s.is(i-1, relative) && (!s.pastForm(i+1) || s.hash(i-1) == wordIs || s.hash(i-1) == wordAre) && !nevers.Has(next) && !s.is(i+1, prove|certain|total|always)
	case wordNobody, wordNothing:
		if s.words[i].Hash == wordNobody && s.is(i+1, report) {
			return false
		}
		if i == 0 && i+1 < len(s.words) && !s.is(i+1, loose) && !s.pastForm(1) && !s.observed(3) {
			return true
		}
		return s.is(i+1, able) || s.hash(i+1) == wordCannot || s.hash(i+1) == wordWill || s.hash(i+1) == wordElse || i+1 < len(s.words) && s.is(i+1, beat)
	}
	return false
}

// any: "in any office", "for any trader", "any community must".
func (s *sentence) any(i int) int {
	if s.is(i-1, near|negation) || s.is(i+1, unit) || anys.Has(s.words[min(i+1, len(s.words)-1)]) {
		return 0
	}
	if i == 0 && (s.is(2, able) || s.is(3, able)) {
		return 2 // "any clerk can …"
	}
	for j := i + 2; j < min(i+4, len(s.words)); j++ {
		if bounds.Has(s.words[j]) {
			return 0 // "any loan above two million"
		}
	}
	switch s.hash(i - 1) {
	case wordIn, wordFor, wordAt, wordUnder, wordAcross, wordAgainst, wordTo, wordFrom, wordThan:
		return 2
	}
	if i > 0 && (s.is(i-1, beat) || s.is(i-1, explain|total) || s.acts(i-1)) {
		return 2
	}
	return 0
}

// all: "all markets converge", "for all users"; counted ones are observations.
func (s *sentence) all(i int) int {
	next := s.words[min(i+1, len(s.words)-1)]
	if i+1 >= len(s.words) || next.Is(text.HasDigit) || s.is(i+1, numeral) || alls.Has(next) || listed.Has(next) || s.is(i-1, near) || s.counted(i+1, min(i+5, len(s.words))) {
		return 0
	}
	switch {
	case i == 0, s.acts(i - 1), s.hash(i-1) == wordAgainst, s.hash(i-1) == wordFor, s.hash(i-1) == wordIn, s.hash(i-1) == wordAcross, s.hash(i-1) == wordEliminates, s.hash(i-1) == wordThat:
		return 2
	}
	return 0
}

// no: "no algorithm can", "no one will ever".
func (s *sentence) no(i int) int {
	if i > 0 && s.is(i-1, condition) {
		return 0
	}
	if i == 0 && len(s.words) > 2 && !s.is(1, record) && !s.placed {
		s.emphatic = s.contains(1, wordEver) // "none ever did" is more than what happened
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
	if i == 0 || i+1 == len(s.words) || s.is(i+1, loose) || next.Is(text.HasDigit) || s.is(i-1, determiner) || ends.Has(s.words[i-1]) {
		return 0
	}
	if s.words[i].Hash == wordEnd && s.suffix(i-1, "s") && (miseries.Has(s.words[i+1]) || miseries.Has(s.words[min(i+2, len(s.words)-1)])) {
		return 1
	}
	if s.words[i].Hash == wordEnd && s.hash(i-1) != wordWill && s.hash(i-1) != wordWould && !(next.Hash == wordThe && s.suffix(i-1, "s")) {
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
	if s.hash(i-1) == wordThe && s.is(i+1, cause) && i == 1 && s.hash(i+2) == wordOf {
		s.emphatic = true // "the only cause of … was"
		return 2
	}
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

var (
	miseries = text.NewSet("pain", "hunger", "poverty", "war", "wars", "crime", "corruption", "debt", "waste", "famine", "disease", "violence", "homelessness", "unemployment", "suffering", "addiction", "polarisation", "polarization", "inequality", "loneliness", "fraud", "spam", "racism", "cruelty", "obesity", "insomnia", "illness", "boredom")
	bounds   = text.NewSet("above", "below", "over", "under", "beyond", "exceeding")
	listed   = text.NewSet("known", "surviving", "extant", "recorded", "listed", "registered", "sampled", "tested", "surveyed", "reported")
)
