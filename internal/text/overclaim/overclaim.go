// Package overclaim finds wording in a title that asserts more than most evidence can carry: proof, certainty,
// necessity, verdicts, total effects, universals, exclusive causes and superlatives of worth. It knows the harmless
// uses of such words: hedged, denied, reported, quoted, technical, taken for granted, or limited to what was
// observed.
package overclaim

import "github.com/kbgate/kbgate/internal/text"

// Kind is what a strong wording asserts.
type Kind uint8

// The kinds of strong wording.
const (
	Certainty   Kind = iota // that there is no doubt
	Necessity               // that it cannot be otherwise, or cannot fail
	Verdict                 // that it is good or bad without measure
	Totality                // that an effect leaves nothing over
	Universal               // that there is no exception
	Exclusivity             // that there is no other cause or way
	Superlative             // that nothing is better or worse
)

// String says what a wording of that kind asserts, for messages.
func (k Kind) String() string {
	return [...]string{"certainty", "necessity", "a verdict without measure", "a total effect", "no exception", "exclusivity", "a superlative"}[k]
}

// Wording is a strong wording at byte offsets of the title.
type Wording struct {
	Start, End int
	Kind       Kind
	Faint      bool // too strong for a tentative claim, and fit for a likely one
	Doubtless  bool // says in so many words that there is no doubt left
}

// Find gives the first strong wording of a title, or a later one where that says that there is no doubt left. Where
// there is none, it gives the first wording that is grammatically too strong for the claim's confidence. In the
// reason ("because …") a wording counts only if it says that there is no doubt or no other way: a reason names a
// mechanism, and the claim about the mechanism has a title of its own.
func Find(title string) (Wording, bool) {
	var words [64]text.Word
	var traits [64]trait
	s := sentence{source: spaced(title), traits: traits[:0]}
	s.words = text.AppendWords(words[:0], []byte(s.source))
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
			if sure, ok := s.doubtless(i); ok {
				return sure, true
			}
			return w, true
		}
	}
	return s.firstFaint()
}

func (s *sentence) firstFaint() (Wording, bool) {
	s.observes = s.told()
	s.bald = s.isBald()
	for i := range s.words[:s.reason] {
		s.emphatic = false
		kind, n := s.faint(i)
		if w, ok := s.judge(i, kind, n); ok {
			w.Faint = !s.plain(i) && !s.is(i, ruin|ruined) && (kind == Necessity || s.reason < len(s.words))
			return w, true
		}
	}
	return Wording{}, false
}

// at judges the wording that begins at word i.
func (s *sentence) at(i int) (Wording, bool) {
	kind, n := s.strong(i)
	return s.judge(i, kind, n)
}

// doubtless gives a wording from word i on that says that there is no doubt, and does not merely prove or strike down
// something.
func (s *sentence) doubtless(i int) (Wording, bool) {
	for ; i < len(s.words); i++ {
		kind, n := s.strong(i)
		if n == 0 || kind != Certainty || s.refutes || !s.emphatic && !s.is(i, certain) {
			continue
		}
		w, ok := s.judge(i, kind, n)
		if !ok {
			continue
		}
		for j := i; j < min(i+n, len(s.words)); j++ {
			if s.is(j, certain) || settled.Has(s.words[j]) {
				w.Doubtless = true
				return w, true
			}
		}
	}
	return Wording{}, false
}

// settled are the words of idioms that say that there is no doubt.
var settled = text.NewSet("doubt", "doubts", "doubted", "question", "dispute", "debate", "debates", "argument", "denying", "denied", "deny", "settled", "settle", "settles", "closed", "over", "certain", "certainty", "sure", "fact", "truth", "proven", "proof", "proved", "proves", "prove", "established", "conclusively", "all", "final", "last", "definitive", "mistake", "uncertainty", "unanimous", "overwhelming", "undisputed", "rebuttal", "objection", "beyond")

// judge weighs a wording of n words against what stands around it.
func (s *sentence) judge(i int, kind Kind, n int) (Wording, bool) {
	if n == 0 || s.quoted(i) || s.named(i) {
		return Wording{}, false
	}
	if i >= s.reason && kind != Certainty && kind != Necessity && !(kind == Exclusivity && s.emphatic) || kind != Certainty && s.aside(i) {
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
	if s.exact && s.hash(0) != wordNo && (kind == Universal || kind == Necessity || s.is(i, prove|causative|total)) {
		return true
	}
	if kind >= Totality && (!s.emphatic || s.year && kind == Totality) && !s.explained(i, kind) && s.told() {
		return true
	}
	if kind == Universal && s.contains(i, wordExcept) {
		return true
	}
	if kind == Universal && i > 0 && (s.is(0, partial) || s.counted(0, 1) && s.hash(1) == wordOf) {
		return true
	}
	if (s.scoped || s.placed && !s.emphatic && s.hash(i-1) != wordHas && s.hash(i-1) != wordHave) && (s.pastForm(i) || s.told()) && (kind == Totality || kind == Universal) {
		return true
	}
	if s.scoped && (kind == Universal || kind == Exclusivity || kind == Superlative || kind == Totality && s.pastForm(i)) {
		return true
	}
	return s.overshadowed(i, kind)
}

// explained reports whether the title says why what happened at word i was total: that is no mere observation.
func (s *sentence) explained(i int, kind Kind) bool {
	return kind == Totality && i < s.reason && s.reason < len(s.words) && !s.scoped && !s.placed
}

// overshadowed reports whether a word before i in its clause takes its strength.
func (s *sentence) overshadowed(i int, kind Kind) bool {
	absolute := s.is(i, nothing|flawless|fate) // a denial by itself, or still strong after "can"
	polar := polars.Has(s.words[i])
	that := false
	for j := i - 1; j >= 0; j-- {
		t := s.traits[j]
		distance := i - j
		if !polar && s.negates(j, i) {
			return true
		}
		if absolute && distance == 1 && (s.words[j].Hash == wordCould || s.words[j].Hash == wordWould) {
			continue // "could never"
		}
		if t&hedge != 0 && (kind != Certainty || s.is(i, prove)) && !s.idle(j) && !(brief.Has(s.words[j]) && distance > 4) && !(t&near != 0 && distance > 3) {
			return true
		}
		if t&able != 0 && distance <= 3 && !absolute && (kind == Totality || kind == Certainty && s.is(i, prove)) {
			return true
		}
		if t&report != 0 && !s.unsaid(j) && !(s.refutes && j < 4) && !s.acts(j+1) && !(distance == 1 && s.is(i, nothing)) && (that || distance <= 8 && opinions.Has(s.words[j]) || s.hash(j+1) == wordTo) {
			return true
		}
		if s.words[j].Hash == wordThat {
			that = true
			continue
		}
		if t&boundary != 0 && !joining.Has(s.words[j]) {
			return false
		}
	}
	return false
}

// negates reports whether word j denies what begins at i: "did not eliminate", "is far from inevitable", but not "fails
// in every town" nor "without water every field dries".
func (s *sentence) negates(j, i int) bool {
	w, distance := s.words[j], i-j
	switch {
	case w.Hash == wordFar:
		return s.hash(j+1) == wordFrom && distance <= 4
	case !s.is(j, negation):
		return false
	case w.Hash == wordWithout && s.beyond(j, i), weakDenials.Has(w) && distance > 1 && s.hash(j+1) != wordTo, failures.Has(w) && s.hash(j+1) != wordTo:
		return false
	case w.Hash == wordNot && s.suffix(i, "s") && s.is(j-1, now|then) && !s.is(j-1, be) && !s.is(i-1, relative|asks):
		return false // "that it does not work ends the debate"
	}
	return distance <= 3 || denies.Has(w) || w.Hash == wordNot && distance <= 6 && s.is(j-1, able|now|then)
}

// isDenied reports whether a negation stands before word i in its clause.
func (s *sentence) isDenied(i int) bool {
	for j := i - 1; j >= 0 && !s.is(j, boundary); j-- {
		if s.is(j, negation) {
			return true
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

// unsaid reports whether the word at j, which can report, is used in another sense: "chain of thought", "told to think
// step by step".
func (s *sentence) unsaid(j int) bool {
	before := s.hash(j - 1)
	return (before == wordOf || before == wordTo) && s.hash(j+1) != wordThat
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
	case wordHelp, wordHelps:
		return polars.Has(s.words[min(j+1, len(s.words)-1)])
	case wordLinked, wordConsistent:
		return next != wordTo && next != wordWith
	}
	return false
}
