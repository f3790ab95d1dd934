package overclaim

import "github.com/kbgate/kbgate/internal/text"

// maxim finds what proverbs and slogans assert after the first word of a bald title that gives no reason: "loneliness
// kills", "data is the new oil", "breast is best", "music makes children cleverer".
func (s *sentence) maxim(i int) (Kind, int) {
	if i == 1 && makers.Has(s.words[1]) && !s.suffix(0, "s") && !s.is(0, agent) && !s.words[0].Is(text.Capital) && len(s.words) > 2 && (s.named(2) || s.named(min(3, len(s.words)-1))) && !plurals.Has(s.words[0]) {
		return Exclusivity, 2 // "salt built Venice"
	}
	if s.placed {
		return 0, 0
	}
	last := i+1 == len(s.words)
	h := s.words[i].Hash
	switch {
	case h == wordThe && (s.hash(i+1) == wordNew || s.hash(i+1) == wordNext) && s.is(i-1, be) && i+3 == len(s.words) && !steps.Has(s.words[i+2]):
		return Verdict, 3
	case last && slogans.Has(s.words[i]) && i < 4 && (s.acts(i) || s.suffix(i-1, "s")) && !s.is(i-1, determiner|loose|now|hedge):
		return Universal, 1
	case last && (s.is(i, best) || merits.Has(s.words[i])) && s.is(i-1, be) && !s.observed(i-1):
		return Verdict, 1
	case last && merits.Has(s.words[i]) && (s.is(i-2, causative) || s.is(i-3, causative)):
		return Totality, 1
	case emotions.Has(s.words[i]) && !last && !s.is(i-1, determiner|loose|be) && i < 4:
		return Universal, 1
	case (h == wordDont || h == wordDoesnt) && i+2 == len(s.words) && outright.Has(s.words[i+1]):
		return Universal, 2
	case h == wordFinally && !last && s.acts(i+1) && !s.is(i-1, be):
		return Totality, 2
	case inherent.Has(s.words[i]) && s.is(i-1, be) && !last && !s.is(i+1, loose):
		return Necessity, 2
	}
	return 0, 0
}

// outdone finds what is held above the best of all others: "wiser than its wisest member".
func (s *sentence) outdone(i int) int {
	if !s.is(i-2, be) || s.observed(i-2) || s.is(i+1, loose) {
		return 0
	}
	for j := i + 1; j < min(i+4, len(s.words)); j++ {
		if s.is(j, best) || s.suffix(j, "est") && !records.Has(s.words[j]) && !notSuperlatives.Has(s.words[j]) {
			return j - i + 1
		}
	}
	return 0
}

// plainly reports whether the adverb at i says that something is plain to see: "clearly drives", and not "clearly
// labelled bins".
func (s *sentence) plainly(i int) bool {
	if !patent.Has(s.words[i]) || i+1 >= len(s.words) {
		return false
	}
	if s.parted(i, i+1) {
		return i == 0
	}
	return i > 0 && !s.is(i-1, be|determiner|loose) && !s.is(i+1, report|know|settle|loose) && (s.acts(i+1) || s.is(i+1, then|be) || s.pastForm(i+1))
}

var (
	// merits say better or worse, and not than what.
	merits   = text.NewSet("cleverer", "smarter", "happier", "healthier", "wiser", "kinder", "freer", "better", "worse", "dumber", "sicker", "unhappier", "fair", "honest", "painless", "effortless", "trivial", "democratic")
	makers   = text.NewSet("made", "built")
	steps    = text.NewSet("step", "stage", "one", "phase", "target", "owner", "version", "release", "task")
	emotions = text.NewSet("hate", "hates", "loathe", "loathes", "despise", "despises", "detest", "detests", "adore", "adores", "worship")
	slogans  = text.NewSet("kills", "kill", "wins", "win", "pays", "works", "heals", "heal", "corrupts", "sells", "lie", "lies", "rules", "rule", "matters", "conquers", "liberates", "saves", "lose", "loses")
	inherent = text.NewSet("inherently", "intrinsically", "innately", "quintessentially")
	patent   = text.NewSet("plainly", "clearly", "evidently")
)
