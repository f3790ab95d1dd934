package overclaim

import "github.com/kbgate/kbgate/internal/text"

// forecast: a future told without a doubt, with the time by which it comes ("will trade on chain by 2040", "disappear
// within ten years", "shall end") or in a past that was not ("had it …, it would have survived").
func (s *sentence) forecast(i int) (Kind, int) {
	if i+1 >= s.reason {
		return 0, 0
	}
	if i == 0 && imperatives.Has(s.words[0]) {
		if j := s.and(2); j > 0 && !s.is(j+1, be|hedge) && !s.contains(0, wordMay) {
			return Necessity, j + 1
		}
	}
	switch s.words[i].Hash {
	case wordWill, wordWont:
		if (i > 0 && s.dated(i+2) || s.horizon()) && !s.is(i+1, hedge) {
			return Necessity, 2
		}
	case wordShall:
		if i > 0 && !s.is(i+1, determiner) && !s.exact {
			return Necessity, 2
		}
	case wordWould:
		if s.hash(0) == wordHad || s.hash(i+1) == wordHave && s.contains(0, wordWithout) {
			return Exclusivity, 2
		}
	}
	if s.is(i, cease) && i > 0 && (s.horizon() || s.dated(i+1)) && !s.pastForm(i) {
		return Necessity, 1
	}
	return 0, 0
}

// and gives the first "and" from word i that may begin what follows from an order: "remove the tariff and …".
func (s *sentence) and(i int) int {
	for j := i; j+2 < s.reason; j++ {
		if s.words[j].Hash == wordAnd {
			return j
		}
	}
	return 0
}

// dated reports whether a year after word i says by when: "by 2040".
func (s *sentence) dated(i int) bool {
	for j := i; j+1 < s.reason; j++ {
		if w := s.words[j+1]; (s.words[j].Hash == wordBy || s.words[j].Hash == wordBefore) && w.Is(text.HasDigit) && w.End-w.Start == 4 {
			return !s.is(j+2, hedge) && !s.contains(0, wordIf) && !s.contains(0, wordUnder)
		}
	}
	return false
}

// horizon reports whether the title says how soon it comes: "in five years", "within a generation", "by mid-century".
func (s *sentence) horizon() bool {
	for j := range s.words[:s.reason] {
		switch s.words[j].Hash {
		case wordIn, wordWithin, wordInside, wordBefore, wordBy:
			for k := j + 1; k < min(j+5, s.reason) && !s.is(k, boundary); k++ {
				if horizons.Has(s.words[k]) {
					return !s.contains(0, wordIf)
				}
			}
		}
		if soons.Has(s.words[j]) {
			return !s.contains(0, wordIf)
		}
	}
	return false
}

var (
	imperatives = text.NewSet("take", "remove", "give", "abolish", "teach", "legalise", "legalize", "strip", "let", "make", "get", "tell", "solve", "put", "pick", "starve", "scratch", "raise")
	horizons    = text.NewSet("years", "decade", "decades", "generation", "generations", "century", "lifetime", "lifetimes", "mid-century", "midcentury", "months")
	soons       = text.NewSet("soon", "tomorrow", "someday", "eventually", "ultimately", "overnight")
)
