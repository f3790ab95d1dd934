package overclaim

import (
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// faint gives the kind of a wording at word i that is strong by grammar: exclusion and denial in any title, and in a
// bald one plain ruin, prediction, necessity and verdicts.
func (s *sentence) faint(i int) (Kind, int) {
	if s.bald && s.is(i, verdict) && s.verdict(i) {
		return Certainty, 1
	}
	kind, n := s.excludes(i)
	if n == 0 && s.bald {
		kind, n = s.bluntly(i)
	}
	if n > 0 && s.conditional(i) {
		return 0, 0
	}
	return kind, n
}

// bluntly finds what only a bald title may not say.
func (s *sentence) bluntly(i int) (Kind, int) {
	if s.is(i, ruined) && s.ruined(i) {
		s.emphatic = true
		return Totality, 1
	}
	if s.observes {
		return 0, 0
	}
	if kind, n := s.blunt(i); n > 0 {
		return kind, n
	}
	if kind, n := s.extreme(i); n > 0 {
		return kind, n
	}
	return s.categorical(i)
}

// excludes finds exclusion, denial and impossibility without a condition: "knew no war", "cannot sing", "is what …".
func (s *sentence) excludes(i int) (Kind, int) {
	next := s.words[min(i+1, len(s.words)-1)]
	last := i+1 == len(s.words)
	switch h := s.words[i].Hash; h {
	case wordNo, wordNothing, wordNone, wordNowhere, wordNobody:
		if last && h == wordNo || absences.Has(next) || comparatives.Has(next) || s.is(i-1, near|hedge) || h != wordNo && i == 0 {
			return 0, 0
		}
		if i > 0 && conditions.Has(s.words[i-1]) && !s.leaves(i) {
			return 0, 0
		}
		return Universal, min(2, len(s.words)-i)
	case wordCannot, wordCant:
		if last || s.hash(i-1) == wordAlone || limits.Has(next) || next.Hash == wordBe && limits.Has(s.words[min(i+2, len(s.words)-1)]) {
			return 0, 0
		}
		return Necessity, 2
	case wordCan:
		if next.Hash == wordOnly || next.Hash == wordNever {
			return Necessity, 2
		}
	case wordWhat:
		if i == 0 && s.cleft() {
			return Exclusivity, 2
		}
		if s.is(i-1, be) && !last && !s.is(i+2, be|report) && !opinions.Has(next) {
			return Exclusivity, 2
		}
		if (next.Hash == wordIt || next.Hash == wordThey) && s.is(i+2, be) && i+3 == len(s.words) {
			return Exclusivity, 3
		}
	case wordOne:
		if s.hash(i-1) == wordThe && s.is(i-2, be) && next.Hash != wordOf && next.Hash != wordWho && !last {
			return Exclusivity, 2
		}
	case wordWhatever, wordWhichever, wordWhoever, wordWherever, wordHowever:
		if !last {
			return Universal, 2
		}
	case wordAll:
		if i > 0 && !last && s.wholeClass(i) {
			return Universal, 2
		}
		if s.is(i-1, be) && next.Hash == wordThat && s.hash(i-2) != wordNot {
			return Exclusivity, 2
		}
	case wordOnly:
		if last && i > 0 || !last && i == 0 && !articles.Has(next) && !s.counted(1, 2) && !onlies.Has(next) || s.hash(i-1) == wordAnd || next.Hash == wordWhen || next.Hash == wordIf || next.Hash == wordBecause {
			return Exclusivity, 1
		}
	case wordAlone:
		if last || loose.Has(next) {
			return Exclusivity, 1
		}
	case wordEverything, wordEveryone, wordEverybody:
		if i > 0 && !s.is(i-1, near) {
			return Universal, 1
		}
	case wordAnd:
		if next.Hash == wordNot && i > 0 && i+2 < len(s.words) && determiners.Has(s.words[i+2]) {
			s.emphatic = true
			return Exclusivity, 2
		}
	case wordNot:
		for j := i + 2; j < min(i+7, len(s.words)); j++ {
			if s.words[j].Hash == wordBut && !s.is(i+1, wholly) && next.Hash != wordOnly && next.Hash != wordJust {
				return Exclusivity, j - i + 1
			}
		}
	case wordJust, wordMerely, wordSimply:
		if s.is(i-1, be) {
			return Exclusivity, 1
		}
	}
	if t := s.traits[i]; t&wholly != 0 && i > 0 && !last && !loose.Has(next) {
		return Totality, 2
	} else if t&settles != 0 && i > 0 && !last && s.proves(i) && (next.Hash == wordThat || s.is(i+1, asks) || determiners.Has(next) && !s.pastForm(i)) {
		return Certainty, 1
	}
	return 0, 0
}

// cleft: "what separates great teams from poor ones is sleep".
func (s *sentence) cleft() bool {
	if len(s.words) < 5 || appears.Has(s.words[1]) {
		return false
	}
	for j := 3; j+1 < s.reason; j++ {
		if s.is(j, be) && !s.pastForm(j+1) {
			return true
		}
	}
	return false
}

// blunt finds what is too plain for a bald title: a title that neither says why nor where, nor leaves room.
func (s *sentence) blunt(i int) (Kind, int) {
	if i == 0 {
		return 0, 0
	}
	t := s.traits[i]
	last := i+1 == len(s.words)
	next := s.words[min(i+1, len(s.words)-1)]
	switch {
	case t&ruins != 0 && !last && !loose.Has(next) && !determiners.Has(s.words[i-1]) && s.hash(i-1) != wordTo:
		return Totality, 1
	case s.privative(i):
		return Totality, 1
	case t&ceases != 0 && !determiners.Has(s.words[i-1]) && s.hash(i-1) != wordTo && next.Hash != wordTo:
		return Necessity, 1
	case t&be != 0 && origins.Has(next):
		return Exclusivity, 2
	case t&causal != 0 && !last && (!loose.Has(next) || next.Hash == wordFrom) && !determiners.Has(s.words[i-1]):
		return Exclusivity, 1
	}
	switch s.words[i].Hash {
	case wordWill, wordWont:
		if !last {
			return Necessity, 2
		}
	case wordMust:
		if !last {
			return Necessity, 2
		}
	case wordHas, wordHave:
		if next.Hash == wordTo {
			return Necessity, 2
		}
	case wordTurn, wordTurns:
		if s.contains(i, wordInto) && !determiners.Has(s.words[i-1]) {
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
	case t&intense != 0:
		return Totality, 2
	case s.prefix(i, "out") && s.acts(i) && !loose.Has(next):
		return Superlative, 1
	case s.hash(i-1) != wordThe || !s.predicate(i-1):
	case t&cause != 0 && s.is(i-2, be):
		return Exclusivity, 1
	case !s.placed && !s.observed(i-1) && (s.words[i].Hash == wordMost || s.suffix(i, "est") && !notSuperlatives.Has(s.words[i])):
		return Superlative, 2
	}
	switch s.words[i].Hash {
	case wordAny, wordAnything:
		if !anys.Has(next) && !s.is(i+1, unit) {
			return Universal, 2
		}
	case wordOnly:
		if s.hash(i-1) != wordBut && s.hash(i-1) != wordThe && !next.Is(text.HasDigit) && !numerals.Has(next) && !articles.Has(next) {
			return Exclusivity, 2
		}
	case wordEver:
		return Universal, 1
	}
	return 0, 0
}

// categorical finds flat denials in a bald title: "do not work".
func (s *sentence) categorical(i int) (Kind, int) {
	if i == 0 || i+2 >= len(s.words) || s.reason < len(s.words) {
		return 0, 0
	}
	next := s.words[i+1]
	switch s.words[i].Hash {
	case wordDo, wordDoes:
		if next.Hash == wordNot && !s.is(i+2, prove|total|settles|always|determines|causal|ruins) && !modest.Has(s.words[i+2]) {
			return Universal, 3
		}
	}
	return 0, 0
}

// ruined: "enclosure emptied the village", said of a thing as a whole.
func (s *sentence) ruined(i int) bool {
	return i > 0 && i+1 < len(s.words) && !s.is(i-1, be|negation) && !determiners.Has(s.words[i-1]) && s.hash(i-1) != wordHad &&
		!quantities.Has(s.words[i+1]) && !loose.Has(s.words[i+1])
}

// conditional reports whether word i stands in a clause that says of what or when the title holds.
func (s *sentence) conditional(i int) bool {
	for j := i - 1; j >= 0 && j > i-6; j-- {
		if s.words[j].Hash == wordWith && s.leaves(i) {
			return false
		}
		if clauses.Has(s.words[j]) {
			return true
		}
	}
	return false
}

// leaves: "leave consumers with no remedy".
func (s *sentence) leaves(i int) bool {
	for j := i - 2; j >= 0 && j > i-6; j-- {
		if s.is(j, causative) {
			return true
		}
	}
	return false
}

// wholeClass reports whether "all" at i is said of a kind, and not of the things that were counted.
func (s *sentence) wholeClass(i int) bool {
	next := s.words[i+1]
	return !next.Is(text.HasDigit) && !numerals.Has(next) && !alls.Has(next) && !s.is(i-1, near|negation|be) && !s.is(i+1, setting) &&
		!parts.Has(s.words[i-1]) && !s.counted(i+1, min(i+3, len(s.words)))
}

// verdict: "is a free lunch", "were a mistake", "is fatal".
func (s *sentence) verdict(i int) bool {
	for j := i - 1; j >= 0 && j > i-4; j-- {
		if s.is(j, be) {
			return true
		}
		if !articles.Has(s.words[j]) && !s.is(j, wholly) && j != i-1 {
			return false
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

func (s *sentence) suffix(i int, ending string) bool {
	return strings.HasSuffix(s.source[s.words[i].Start:s.words[i].End], ending)
}

func (s *sentence) prefix(i int, beginning string) bool {
	return strings.HasPrefix(s.source[s.words[i].Start:s.words[i].End], beginning)
}

// isBald reports whether nothing in the title names a mechanism, a setting or a figure, or leaves room.
func (s *sentence) isBald() bool {
	if s.scoped || len(s.words) > 0 && (partial.Has(s.words[0]) || numerals.Has(s.words[0])) {
		return false
	}
	for i := range s.words[:s.reason] {
		if s.is(i, hedge) && !s.idle(i) || s.words[i].Is(text.HasDigit) || s.words[i].Hash == wordThan || s.words[i].Hash == wordIf || reasons.Has(s.words[i]) {
			return false
		}
	}
	return true
}

// Sets of words that decide whether a faint wording is meant.
var (
	comparatives    = text.NewSet("more", "less", "fewer", "better", "worse", "longer", "later", "earlier", "sooner", "further", "faster", "slower", "greater", "higher", "lower", "larger", "smaller", "one")
	conditions      = text.NewSet("with", "if", "when", "where", "or", "from", "to", "almost", "found", "find", "finds", "saw", "showed", "shows", "show", "made", "reported", "recorded")
	clauses         = text.NewSet("that", "who", "whose", "which", "where", "when", "if", "unless", "until", "once", "with")
	limits          = text.NewSet("explain", "explained", "exclude", "excluded", "tell", "told", "distinguish", "distinguished", "separate", "separated", "rule", "ruled", "settle", "settled", "show", "shown", "determined", "known", "identify", "identified", "account", "compared", "resolved", "resolve", "established", "inferred", "attributed")
	parts           = text.NewSet("of", "after", "above", "at", "than", "almost", "not", "nearly", "when", "where", "if", "once", "in", "they", "we", "which", "who", "were")
	origins         = text.NewSet("due", "caused", "driven", "rooted", "explained", "determined", "decided", "dictated", "governed", "born", "behind")
	appears         = text.NewSet("looks", "looked", "seems", "seemed", "appears", "appeared", "passes", "counts", "is", "was", "little")
	modest          = text.NewSet("mean", "imply", "need", "require", "follow", "depend", "seem", "appear", "guarantee", "prove", "suffice", "know", "explain", "justify", "preclude")
	articles        = text.NewSet("a", "an", "the", "just", "simply", "nothing", "expensive", "mere", "pure", "plain", "complete", "total", "free", "huge", "colossal")
	gradable        = text.NewSet("unless", "less", "wireless", "serverless", "stateless", "cashless", "paperless", "driverless", "stainless", "restless", "careless", "seamless", "homeless", "jobless", "nonetheless", "regardless", "permissionless", "trustless", "contactless", "passwordless", "unreliable", "unable", "unstable", "unpredictable", "uncomfortable", "unsustainable", "unprofitable", "unfavourable", "unfavorable", "inaccessible", "invisible", "unavailable", "unreasonable", "unsuitable", "unacceptable", "unaffordable", "infeasible", "ineligible", "intangible", "uninhabitable", "incompatible", "inflexible", "irritable", "inedible", "unreadable", "undesirable", "inhospitable", "unenforceable", "invaluable")
	reasons         = text.NewSet("under", "by", "through", "via", "so", "when", "where", "unless", "until", "whenever", "provided", "should", "among", "per")
	notSuperlatives = text.NewSet("forest", "interest", "test", "rest", "west", "latest", "nearest", "request", "harvest", "guest", "contest", "protest", "priest", "chest", "nest", "quest", "earliest", "first", "oldest", "largest", "best")
)

// plain reports whether the wording at i is strong by grammar alone.
func (s *sentence) plain(i int) bool {
	_, n := s.excludes(i)
	return n > 0 && !s.conditional(i)
}
