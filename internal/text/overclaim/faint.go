package overclaim

import "github.com/kbgate/kbgate/internal/text"

// faint gives the kind of a wording at word i that is strong by grammar: exclusion and denial in any title, and in a
// bald one plain ruin, prediction, necessity and verdicts.
func (s *sentence) faint(i int) (Kind, int) {
	if s.is(i, gerund) && !s.is(i-1, be) {
		return 0, 0
	}
	if s.bald && s.is(i, verdict) && s.verdict(i) {
		return Verdict, 1
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

// excludes finds exclusion, denial and impossibility without a condition: "knew no war", "cannot sing", "is what …".
func (s *sentence) excludes(i int) (Kind, int) {
	if kind, n := s.forecast(i); n > 0 {
		return kind, n
	}
	if n := s.identifies(i); n > 0 {
		return Exclusivity, n
	}
	next := s.words[min(i+1, len(s.words)-1)]
	last := i+1 == len(s.words)
	switch h := s.words[i].Hash; h {
	case wordNo, wordNothing, wordNone, wordNowhere, wordNobody:
		if last && h == wordNo || s.is(i+1, record) || s.is(i+1, comparative) && !(next.Hash == wordOne && i+2 == len(s.words)) || s.is(i-1, near|hedge) || h != wordNo && i == 0 {
			return 0, 0
		}
		if i > 0 && s.is(i-1, condition) && !s.leaves(i) || s.is(i-1, be) && remedies.Has(next) {
			return 0, 0
		}
		if h == wordNothing && tells.Has(s.words[max(i-1, 0)]) {
			return 0, 0
		}
		if h == wordNo && (s.hash(i-1) == wordHas || s.hash(i-1) == wordHave) && !s.is(i+1, denied) && !s.is(i+2, denied) && !s.isAbstract(i+1) && !s.isAbstract(i+2) {
			return 0, 0
		}
		return Universal, min(2, len(s.words)-i)
	case wordCannot, wordCant:
		if last || s.hash(i-1) == wordAlone || s.hash(i-1) == wordSo || next.Hash == wordYet || s.counted(i+2, i+6) || s.is(i+1, limit|prove|determine) || next.Hash == wordBe && s.is(i+2, limit) {
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
	case wordIt:
		if i == 0 && s.is(1, be) && s.isCleft() {
			s.emphatic = true
			return Exclusivity, 2
		}
	case wordOne:
		if s.hash(i-1) == wordThe && s.is(i-2, be) && next.Hash != wordOf && next.Hash != wordWho && !last {
			return Exclusivity, 2
		}
	case wordWhatever, wordWhichever, wordWhoever, wordWherever, wordHowever:
		if !last && s.hash(i-1) != wordTo {
			return Universal, 2
		}
	case wordAll:
		if i > 0 && !last && s.wholeClass(i) {
			return Universal, 2
		}
		if s.is(i-1, be) && s.hash(i-2) != wordNot && (next.Hash == wordThat || s.is(i+1, determiner) && s.needed(i+3)) {
			return Exclusivity, 2
		}
	case wordOnly:
		if s.hash(i-1) == wordAnd {
			s.emphatic = true // "volcanoes and only volcanoes"
			return Exclusivity, 1
		}
		if last && i > 0 || !last && i == 0 && !s.is(i+1, article) && !s.counted(1, 2) && !onlies.Has(next) || next.Hash == wordWhen || next.Hash == wordIf || next.Hash == wordBecause {
			return Exclusivity, 1
		}
	case wordAlone:
		if last || s.is(i+1, loose) {
			return Exclusivity, 1
		}
	case wordEverything, wordEveryone, wordEverybody:
		if i > 0 && !s.is(i-1, near) {
			return Universal, 1
		}
	case wordAnd:
		if next.Hash == wordNot && i > 0 && i+2 < len(s.words) && s.is(i+2, determiner) {
			s.emphatic = true
			return Exclusivity, 2
		}
	case wordNot:
		for j := i + 2; j < min(i+7, len(s.words)) && !auxiliaries.Has(s.words[max(i-1, 0)]); j++ {
			if s.words[j].Hash == wordBut && !possessives.Has(s.words[min(j+1, len(s.words)-1)]) && !s.is(i+1, wholly) && next.Hash != wordOnly && next.Hash != wordJust {
				return Exclusivity, j - i + 1
			}
		}
	case wordJust, wordMerely, wordSimply:
		if s.is(i-1, be) {
			return Exclusivity, 1
		}
	}
	if t := s.traits[i]; t&wholly != 0 && i > 2 && i+1 == s.reason {
		return Totality, 1
	} else if t&wholly != 0 && i > 0 && !last && (!s.is(i+1, loose|boundary) || next.Hash == wordOn || next.Hash == wordBy || next.Hash == wordFrom) {
		return Totality, 2
	} else if t&settle != 0 && i > 0 && !last && s.proves(i) && (next.Hash == wordThat || s.is(i+1, asks) || s.is(i+1, determiner) && !s.pastForm(i)) {
		return Certainty, 1
	}
	return 0, 0
}

// needed: "is all a patient needs".
func (s *sentence) needed(i int) bool {
	for j := i; j < min(i+2, s.reason); j++ {
		if needs.Has(s.words[j]) {
			return true
		}
	}
	return false
}

// isCleft: "it is trust that holds markets together", but not "it is clear that".
func (s *sentence) isCleft() bool {
	for j := 2; j < min(6, len(s.words)) && !s.is(j, hedge|negation|report|certain|flawless); j++ {
		if s.is(j, relative) {
			return j > 3 || j == 3 && !s.is(2, verdict) && !s.suffix(2, "ble") && !s.suffix(2, "ly")
		}
	}
	return false
}

// cleft: "what separates great teams from poor ones is sleep".
func (s *sentence) cleft() bool {
	if len(s.words) < 5 || appears.Has(s.words[1]) {
		return false
	}
	for j := 3; j+1 < s.reason; j++ {
		if s.is(j, be) && !s.pastForm(j+1) && !s.is(j+1, negation|hedge) {
			return true
		}
	}
	return false
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
	return !next.Is(text.HasDigit) && !s.is(i+1, numeral) && !alls.Has(next) && !s.is(i-1, near|negation|be) && !s.is(i+1, setting) &&
		!parts.Has(s.words[i-1]) && !s.counted(i+1, min(i+3, len(s.words)))
}

// Sets of words that decide whether a faint wording is meant.
var (
	tells           = text.NewSet("hold", "holds", "held", "contains", "contain", "contained", "records", "finds", "found", "saw", "sees", "say", "says", "said", "tell", "tells", "told", "reveal", "reveals", "revealed")
	possessives     = text.NewSet("its", "it", "his", "her", "he", "she", "they", "their")
	auxiliaries     = text.NewSet("do", "does", "did", "has", "have", "had", "can", "may", "need")
	clauses         = text.NewSet("that", "who", "whose", "which", "where", "when", "if", "unless", "until", "once", "with")
	needs           = text.NewSet("need", "needs", "needed", "takes", "require", "requires", "want", "wants")
	nearby          = text.NewSet("at", "off", "near", "outside")
	parts           = text.NewSet("of", "after", "above", "at", "than", "almost", "not", "nearly", "when", "where", "if", "once", "in", "they", "we", "which", "who", "were")
	origins         = text.NewSet("due", "caused", "driven", "rooted", "explained", "determined", "decided", "dictated", "governed", "born", "behind")
	appears         = text.NewSet("looks", "looked", "seems", "seemed", "appears", "appeared", "passes", "counts", "is", "was", "little")
	modest          = text.NewSet("discredit", "refute", "rule", "settle", "show", "tell", "confirm", "mean", "imply", "need", "require", "follow", "depend", "seem", "appear", "guarantee", "prove", "suffice", "know", "explain", "justify", "preclude")
	gradable        = text.NewSet("unless", "less", "wireless", "serverless", "stateless", "cashless", "paperless", "driverless", "stainless", "restless", "careless", "seamless", "homeless", "jobless", "nonetheless", "regardless", "permissionless", "trustless", "contactless", "passwordless", "unreliable", "unable", "unstable", "unpredictable", "uncomfortable", "unsustainable", "unprofitable", "unfavourable", "unfavorable", "inaccessible", "invisible", "unavailable", "unreasonable", "unsuitable", "unacceptable", "unaffordable", "infeasible", "ineligible", "intangible", "uninhabitable", "incompatible", "inflexible", "irritable", "inedible", "unreadable", "undesirable", "inhospitable", "invaluable")
	reasons         = text.NewSet("once", "after", "under", "through", "via", "so", "when", "where", "unless", "until", "whenever", "provided", "should", "among", "per")
	notSuperlatives = text.NewSet("forest", "interest", "test", "rest", "west", "latest", "nearest", "request", "harvest", "guest", "contest", "protest", "priest", "chest", "nest", "quest", "earliest", "first", "oldest", "largest", "best")
)

// plain reports whether the wording at i is strong by grammar alone.
func (s *sentence) plain(i int) bool {
	_, n := s.excludes(i)
	return n > 0 && !s.conditional(i)
}
