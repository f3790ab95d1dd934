package overclaim

import (
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// sentence is a title cut into words.
type sentence struct {
	source   string
	words    []text.Word
	traits   []trait // of each word
	titled   bool    // most words have capitals, as in headlines
	proved   bool    // a theorem stands behind it
	exact    bool    // its subject is a rule or an algorithm
	scoped   bool    // it says in which sample or setting
	placed   bool    // it names a place, a body or a year
	year     bool    // it names a year
	emphatic bool    // the wording judged is an idiom
	refutes  bool    // the wording judged strikes down a belief
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

// spaced is a title with spaces for the hyphens of a file name that stands for it.
func spaced(title string) string {
	if strings.IndexByte(title, ' ') >= 0 || strings.Count(title, "-") < 2 {
		return title
	}
	return strings.ReplaceAll(title, "-", " ")
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
		s.exact = s.exact || t&formal != 0 && i < 3 && s.hash(i+1) != wordOf && (i > 0 || w.Hash != wordRegulation) || t&legal != 0 && i > 1
		s.proved = s.proved || t&mathematics != 0 && s.technical(i)
		if i < s.reason && (t&setting != 0 && s.hash(i-1) != wordLong && s.within(i) || s.provisional(i) || i > 1 && (t&numeral != 0 || w.Is(text.HasDigit)) && s.among(i)) {
			s.scoped = true
		}
		if i > 0 && w.Is(text.HasDigit) && w.End-w.Start == 4 && (places.Has(s.words[i-1]) || s.words[i-1].Is(text.Capital)) {
			s.year = true
		}
		if t&rules != 0 && s.governed(i) {
			s.exact = true
		}
		if i > 0 && t&looked != 0 && i < 5 && !s.is(i-1, be|determiner|now) && s.hash(i-1) != wordEver && s.is(0, quantifier|every) {
			s.scoped = true
		}
		if i > 0 && (w.Is(text.Capital) && !w.Is(text.Opens) || w.Is(text.HasDigit) && w.End-w.Start == 4) && places.Has(s.words[i-1]) {
			s.placed = true
		}
		if i > 0 && t&reason != 0 && s.reason == len(s.words) && s.hash(i-1) != wordEver && s.hash(i-1) != wordLong {
			if w.Hash == wordBecause || !s.words[min(i+1, len(s.words)-1)].Is(text.HasDigit) {
				s.reason = i
			}
		}
	}
	s.titled = capitals*2 > len(s.words)
	s.reports = strings.HasSuffix(strings.TrimSpace(s.source), "?") || s.hash(0) == wordWhether || s.contains(1, wordAccording) || s.hash(0) == wordIt && s.is(1, be) && s.contains(2, wordWhether) || s.hash(0) == wordIt && s.is(1, be) && s.is(2, hedge)
	s.reports = s.reports || s.mentions()
	if strings.IndexByte(s.source, '"') < 0 && !strings.Contains(s.source, "“") {
		return
	}
	for i := 0; i < len(s.source) && s.nquotes < len(s.quotes); i++ {
		if c := s.source[i]; c == '"' || c == "“"[0] && (strings.HasPrefix(s.source[i:], "“") || strings.HasPrefix(s.source[i:], "”")) {
			s.quotes[s.nquotes] = i
			s.nquotes++
		}
	}
}

// mentions reports whether the title is about words, which it names without asserting them: "the slogan nothing beats
// cash …", but not "the label guarantees …".
func (s *sentence) mentions() bool {
	return len(s.words) > 3 && s.hash(0) == wordThe && mentioned.Has(s.words[1]) && !s.acts(2) && !s.is(2, be|loose|now|then|relative)
}

var mentioned = text.NewSet("phrase", "slogan", "name", "motto", "saying", "adage", "proverb", "term", "word", "tagline", "title", "headline", "maxim", "song", "paper")

// governed reports whether the rules at i bound the title: "under the meeting's own rules".
func (s *sentence) governed(i int) bool {
	for j := i - 1; j > 0 && j > i-6; j-- {
		if s.words[j].Hash == wordUnder {
			return true
		}
	}
	return false
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
	case wordYet:
		return s.hash(0) == wordNo || i+1 == len(s.words) || s.hash(i+1) == wordTo
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

// figure reports whether word i is a number in digits, and not a name that has one: "40", "L2".
func (s *sentence) figure(i int) bool {
	return i < len(s.words) && s.words[i].Is(text.HasDigit) && s.source[s.words[i].Start] <= '9'
}

// counted reports whether a number stands among words from..to.
func (s *sentence) counted(from, to int) bool {
	for j := from; j < min(to, len(s.words)); j++ {
		if s.figure(j) || s.is(j, numeral) {
			return true
		}
	}
	return false
}

// among reports whether the number at i counts a sample: "in two counties", "at 40 sites", but not "in ten years".
func (s *sentence) among(i int) bool {
	if i+1 >= len(s.words) || s.is(i+1, unit) && s.hash(i-1) != wordOf || s.words[i].Is(text.HasDigit) && s.words[i].End-s.words[i].Start == 4 {
		return false
	}
	switch s.hash(i - 1) {
	case wordIn, wordAcross, wordAmong, wordAt, wordOf:
		return true
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

// told reports whether the assertion is in the past: it tells what was observed, and asserts nothing of what was not.
func (s *sentence) told() bool {
	told := false
	for j := 1; j < s.reason; j++ {
		if s.is(j, now) || j > 1 && s.acts(j) && s.is(j+1, determiner|every) {
			return false
		}
		if s.is(j, then) {
			told = true
		} else if s.pastForm(j) && j+1 < len(s.words) && (s.is(j+1, loose) || s.is(j+1, every) || s.is(j+1, numeral) || s.is(j+1, determiner) || s.words[j+1].Traits&(text.HasDigit|text.Capital) != 0 || s.is(j+1, quantity)) &&
			!s.is(j-1, be) && !gets.Has(s.words[j-1]) && !s.is(j-1, determiner) && s.hash(j-1) != wordHave && s.hash(j-1) != wordHas {
			told = true
		} else if s.is(j, relative) && j > 2 || told && s.is(j, boundary) && s.words[j].Hash != wordAnd && s.words[j].Hash != wordOr {
			break
		}
	}
	return told
}

// pastForm reports whether the verb at i tells what happened once.
func (s *sentence) pastForm(i int) bool {
	return s.suffix(i, "ed")
}

func (s *sentence) contains(from int, h uint64) bool {
	for j := from; j < len(s.words); j++ {
		if s.words[j].Hash == h {
			return true
		}
	}
	return false
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
	for j := min(i, len(s.words)-1); j >= 0 && j > i-4; j-- {
		if s.words[j].Hash == wordWas || s.words[j].Hash == wordWere {
			return true
		}
	}
	return false
}

// acts reports whether the word at i looks like a verb in the third person: "turns", "stops".
func (s *sentence) acts(i int) bool {
	word := s.source[s.words[i].Start:s.words[i].End]
	return i > 0 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && len(word) > 3 && s.words[i].Is(text.ASCIIOnly) &&
		s.traits[i]&(be|hedge|negation|boundary|report|near) == 0 && !notVerbs.Has(s.words[i])
}

func (s *sentence) suffix(i int, ending string) bool {
	return strings.HasSuffix(s.source[s.words[i].Start:s.words[i].End], ending)
}

func (s *sentence) prefix(i int, beginning string) bool {
	return strings.HasPrefix(s.source[s.words[i].Start:s.words[i].End], beginning)
}

// nigh are the hedges that give next to nothing away.
var nigh = text.NewSet("virtually", "practically")

// isBald reports whether nothing in the title names a mechanism, a setting or a figure, or leaves room.
func (s *sentence) isBald() bool {
	if s.scoped || len(s.words) > 0 && (s.is(0, partial) || s.is(0, numeral)) {
		return false
	}
	for i, w := range s.words[:s.reason] {
		short := w.End-w.Start <= 8 // as all of the reasons are
		if s.is(i, hedge) && !s.idle(i) && !nigh.Has(w) || s.figure(i) || w.Hash == wordThan || w.Hash == wordIf || short && !s.observes && reasons.Has(w) {
			return false
		}
	}
	return true
}
