// Package overclaim finds wording in a title that asserts more than most evidence can carry: proof, certainty,
// necessity, total effects, universals, exclusive causes and superlatives of worth. It knows their harmless senses:
// hedged, denied, reported, quoted, technical, or scoped to what was observed.
package overclaim

import (
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// Kind is what a strong wording asserts.
type Kind uint8

// The kinds of strong wording.
const (
	Certainty   Kind = iota // that there is no doubt
	Necessity               // that it cannot be otherwise, or cannot fail
	Totality                // that an effect leaves nothing over
	Universal               // that there is no exception
	Exclusivity             // that there is no other cause or way
	Superlative             // that nothing is better or worse
)

// String says what a wording of that kind asserts, for messages.
func (k Kind) String() string {
	return [...]string{"certainty", "necessity", "a total effect", "no exception", "exclusivity", "a superlative"}[k]
}

// Wording is a strong wording at byte offsets of the title.
type Wording struct {
	Start, End int
	Kind       Kind
	Faint      bool // too strong for a tentative claim, and fit for a likely one
}

// Find gives the first strong wording of a title, or else the first one that by its grammar is too strong for the
// claim's confidence. What stands in the reason ("because …") counts only where it says that there is no doubt or no
// other way: else a reason is a mechanism named, whose own claim has a title of its own.
func Find(title string) (Wording, bool) {
	var words [64]text.Word
	var traits [64]trait
	s := sentence{source: title, words: text.AppendWords(words[:0], []byte(title)), traits: traits[:0]}
	lex := lexicon()
	for _, w := range s.words {
		s.traits = append(s.traits, lex[w.Hash])
	}
	s.mark()
	if s.reports {
		return Wording{}, false
	}
	for i := range s.words {
		if w, ok := s.at(i); ok {
			return w, true
		}
	}
	return s.firstFaint()
}

func (s *sentence) firstFaint() (Wording, bool) {
	s.bald, s.observes = s.isBald(), s.told()
	for i := range s.words[:s.reason] {
		s.emphatic = false
		kind, n := s.faint(i)
		if w, ok := s.judge(i, kind, n); ok {
			w.Faint = !s.plain(i) && (kind == Necessity || s.reason < len(s.words))
			return w, true
		}
	}
	return Wording{}, false
}

// sentence is a title cut into words.
type sentence struct {
	source   string
	words    []text.Word
	traits   []trait // of each word
	titled   bool    // most words have capitals, as in headlines
	proved   bool    // a theorem stands behind it
	scoped   bool    // it says in which sample or setting
	placed   bool    // it names a place, a body or a year
	emphatic bool    // the wording judged is an idiom
	bald     bool    // it names no mechanism, setting or figure, and leaves no room
	observes bool    // it tells what happened
	reports  bool    // all of it is somebody's opinion
	reason   int     // the word at which the reason begins
	quotes   [4]int
	nquotes  int
}

func (s *sentence) is(i int, t trait) bool {
	return i >= 0 && i < len(s.traits) && s.traits[i]&t != 0
}

func (s *sentence) hash(i int) uint64 {
	if i < 0 || i >= len(s.words) {
		return 0
	}
	return s.words[i].Hash
}

// mark looks over the whole title once.
func (s *sentence) mark() {
	s.reason = len(s.words)
	capitals := 0
	for i, w := range s.words {
		t := s.traits[i]
		if w.Traits&text.Capital != 0 {
			capitals++
		}
		s.proved = s.proved || t&mathematics != 0 && s.technical(i)
		if t&setting != 0 && s.within(i) || s.provisional(i) {
			s.scoped = true
		}
		if i > 0 && (w.Is(text.Capital) && !w.Is(text.Opens) || w.Is(text.HasDigit) && w.End-w.Start == 4) && places.Has(s.words[i-1]) {
			s.placed = true
		}
		if i > 0 && t&reason != 0 && s.reason == len(s.words) && s.hash(i-1) != wordEver && w.Hash != 0 {
			if w.Hash == wordBecause || !s.words[min(i+1, len(s.words)-1)].Is(text.HasDigit) {
				s.reason = i
			}
		}
	}
	s.titled = capitals*2 > len(s.words)
	s.reports = strings.HasSuffix(strings.TrimSpace(s.source), "?")
	for i := 0; i < len(s.source) && s.nquotes < len(s.quotes); i++ {
		if s.source[i] == '"' || strings.HasPrefix(s.source[i:], "“") || strings.HasPrefix(s.source[i:], "”") {
			s.quotes[s.nquotes] = i
			s.nquotes++
		}
	}
}

// technical reports whether the mathematical word at i is meant: a proof of work is no proof.
func (s *sentence) technical(i int) bool {
	h := s.words[i].Hash
	if h == wordProof || h == wordProofs || h == wordIdentity {
		return false
	}
	return h != wordDefinition || s.hash(i-1) == wordBy
}

// provisional reports whether word i ends "so far", "to date", "on record", "in theory".
func (s *sentence) provisional(i int) bool {
	switch s.words[i].Hash {
	case wordFar:
		return s.hash(i-1) == wordSo
	case wordDate:
		return s.hash(i-1) == wordTo
	case wordRecord, wordPaper:
		return s.hash(i-1) == wordOn
	case wordTheory, wordPrinciple:
		return s.hash(i-1) == wordIn
	}
	return false
}

// within reports whether the noun at i says where something was observed: "in the trial", "in all twelve trials", "in
// the Rothamsted data", "of the 40 sites".
func (s *sentence) within(i int) bool {
	for j := i - 1; j >= 0 && j > i-6; j-- {
		switch s.words[j].Hash {
		case wordIn, wordOf, wordAcross, wordAmong, wordDuring, wordUnder, wordAt:
			return s.hash(j+1) == wordThe && j+1 < i || s.hash(j+1) == wordThis || s.hash(j+1) == wordOur || s.counted(j+1, i)
		}
	}
	return false
}

// counted reports whether a number stands among words from..to.
func (s *sentence) counted(from, to int) bool {
	for j := from; j < min(to, len(s.words)); j++ {
		if s.words[j].Is(text.HasDigit) || numerals.Has(s.words[j]) {
			return true
		}
	}
	return false
}

// quoted reports whether word i stands between quotation marks.
func (s *sentence) quoted(i int) bool {
	at := int(s.words[i].Start)
	for q := 0; q+1 < s.nquotes; q += 2 {
		if s.quotes[q] < at && at < s.quotes[q+1] {
			return true
		}
	}
	return false
}

// named reports whether the word is a name or a part of one: it has a capital within a title of small letters.
func (s *sentence) named(i int) bool {
	if s.titled || i == 0 || !s.words[i].Is(text.Capital) || s.words[i].Is(text.Opens) {
		return false
	}
	return true
}

// at judges the wording that begins at word i.
func (s *sentence) at(i int) (Wording, bool) {
	kind, n := s.strong(i)
	return s.judge(i, kind, n)
}

// judge weighs a wording of n words against what stands around it.
func (s *sentence) judge(i int, kind Kind, n int) (Wording, bool) {
	if n == 0 || s.quoted(i) || s.named(i) {
		return Wording{}, false
	}
	if i >= s.reason && kind != Certainty && kind != Necessity {
		return Wording{}, false
	}
	if s.weakened(i, kind) {
		return Wording{}, false
	}
	last := min(i+n, len(s.words)) - 1
	return Wording{Start: int(s.words[i].Start), End: int(s.words[last].End), Kind: kind}, true
}

// weakened reports whether something before word i takes its strength: a hedge, a negation or a reporting verb in its
// clause, or a scope that makes it an observation.
func (s *sentence) weakened(i int, kind Kind) bool {
	if s.proved && (kind == Necessity || kind == Totality) {
		return true
	}
	if kind >= Totality && !s.emphatic && s.told() {
		return true
	}
	if kind == Universal && i > 0 && (partial.Has(s.words[0]) || s.counted(0, 1) && s.hash(1) == wordOf) {
		return true
	}
	if (s.scoped || s.placed && !s.emphatic) && (s.pastForm(i) || s.told()) && (kind == Totality || kind == Universal) {
		return true
	}
	if s.scoped && (kind == Universal || kind == Exclusivity || kind == Superlative || kind == Totality && s.pastForm(i)) {
		return true
	}
	absolute := s.is(i, nothing) || s.is(i, flawless|fate) // a denial by itself, or still strong behind "can"
	that := false
	for j := i - 1; j >= 0; j-- {
		t := s.traits[j]
		distance := i - j
		if t&negation != 0 && !(s.words[j].Hash == wordWithout && s.beyond(j, i)) && (distance <= 3 || denies.Has(s.words[j])) && !(weakDenials.Has(s.words[j]) && distance > 1) && !(failures.Has(s.words[j]) && s.hash(j+1) != wordTo) ||
			s.words[j].Hash == wordFar && s.hash(j+1) == wordFrom && distance <= 4 {
			return true
		}
		if absolute && distance == 1 && (s.words[j].Hash == wordCould || s.words[j].Hash == wordWould) {
			continue // "could never"
		}
		if t&hedge != 0 && !(kind == Certainty && !s.is(i, prove)) && !s.idle(j) && !(brief.Has(s.words[j]) && distance > 4) {
			return true
		}
		if t&able != 0 && distance <= 3 && !absolute && (kind == Totality || kind == Certainty && s.is(i, prove)) {
			return true
		}
		if t&report != 0 && !(distance == 1 && s.is(i, nothing)) && (that || distance <= 4 && opinions.Has(s.words[j]) || s.hash(j+1) == wordTo) {
			return true
		}
		if s.words[j].Hash == wordThat {
			that = true
			continue
		}
		if t&boundary != 0 && s.words[j].Hash != wordAnd && s.words[j].Hash != wordOr && s.words[j].Hash != wordWho &&
			s.words[j].Hash != wordWhich && s.words[j].Hash != wordWhen && s.words[j].Hash != wordWhere {
			return false
		}
	}
	return false
}

// beyond reports whether what "without" at j governs has ended before word i, or ends there.
func (s *sentence) beyond(j, i int) bool {
	for k := j + 2; k <= i; k++ {
		if s.is(k, be|every) || s.words[k].Hash == wordNo || s.words[k].Hash == wordWill || s.words[k].Hash == wordCannot {
			return true
		}
	}
	return false
}

// idle reports whether the hedging word at j is used in another sense: "points" as a noun, "likely voters".
func (s *sentence) idle(j int) bool {
	next := s.hash(j + 1)
	switch s.words[j].Hash {
	case wordPoint, wordPoints, wordHope, wordPromise, wordAim, wordAims, wordAttempt, wordAttempts:
		return next != wordTo && next != wordAt && next != wordThat && next != wordToward && next != wordTowards
	case wordWhether:
		return true
	case wordWould:
		return !s.contains(0, wordIf)
	case wordLinked, wordConsistent:
		return next != wordTo && next != wordWith
	}
	return false
}

// told reports whether the assertion is in the past: it tells what was observed, and asserts nothing of what was not.
func (s *sentence) told() bool {
	told := false
	for j := 1; j < s.reason; j++ {
		w := s.words[j]
		if nows.Has(w) {
			return false
		}
		if thens.Has(w) {
			told = true
		} else if s.pastForm(j) && j+1 < len(s.words) && (loose.Has(s.words[j+1]) || determiners.Has(s.words[j+1]) || s.words[j+1].Is(text.HasDigit) || quantities.Has(s.words[j+1])) &&
			!s.is(j-1, be) && !determiners.Has(s.words[j-1]) && s.hash(j-1) != wordHave && s.hash(j-1) != wordHas {
			told = true
		} else if told && s.is(j, boundary) && s.words[j].Hash != wordAnd && s.words[j].Hash != wordOr {
			break
		}
	}
	return told
}

// pastForm reports whether the verb at i tells what happened once.
func (s *sentence) pastForm(i int) bool {
	word := s.source[s.words[i].Start:s.words[i].End]
	return strings.HasSuffix(word, "ed")
}
