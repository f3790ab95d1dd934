package overclaim

import "github.com/kbgate/kbgate/internal/text"

// identifies finds a subject that is the one thing that counts, and is then said to be something: "the key to … is",
// "the reason … is", "the only thing that matters is". It gives the number of its words after the article.
func (s *sentence) identifies(i int) int {
	if i != 1 || s.hash(0) != wordThe {
		return 0
	}
	for i < 4 && i < len(s.words) && singular.Has(s.words[i]) {
		i++
	}
	if !keys.Has(s.words[min(i, len(s.words)-1)]) || i == 1 && !alone.Has(s.words[i]) {
		return 0
	}
	described := false // by a clause: "that matters"
	for j := i + 1; j < min(i+12, s.reason-1); j++ {
		switch {
		case s.is(j, hedge) && !s.idle(j), s.is(j, negation|report|partial|numeral), given.Has(s.words[j]), !described && s.acts(j) && s.is(j+1, loose|determiner|asks):
			return 0
		case s.is(j, relative):
			described = true
		case copulas.Has(s.words[j]) && s.graded(j+1):
			return 0
		case copulas.Has(s.words[j]):
			if s.is(j+1, hedge|negation|near|partial) || s.words[i].Hash == wordKey && s.hash(i+1) != wordTo || unknown.Has(s.words[j+1]) {
				return 0
			}
			return i
		}
	}
	return 0
}

// graded reports whether the word at i is an adjective or a participle by its ending.
func (s *sentence) graded(i int) bool {
	for _, ending := range [...]string{"ble", "ous", "ive", "ent", "ant", "ed", "ful"} {
		if s.suffix(i, ending) {
			return true
		}
	}
	return false
}

var (
	singular = text.NewSet("one", "only", "sole", "single", "real", "true", "whole", "very", "entire", "ultimate", "decisive", "biggest", "greatest", "deepest", "surest", "best", "fundamental", "underlying", "master", "big")
	// alone are the keys that need no adjective: there is but one.
	alone   = text.NewSet("key", "secret", "reason", "answer", "solution", "cure", "cause", "root", "trick", "culprit", "explanation", "remedy", "lesson", "truth", "moral", "essence", "problem")
	keys    = text.NewSet("key", "secret", "reason", "answer", "solution", "cure", "cause", "root", "trick", "culprit", "explanation", "remedy", "driver", "factor", "thing", "way", "ingredient", "predictor", "determinant", "difference", "source", "lesson", "truth", "moral", "essence", "problem", "hope", "path", "force", "engine", "skill", "defence", "defense", "motive", "purpose", "function", "point", "origin", "nature", "author", "culprit")
	copulas = text.NewSet("is", "are", "was", "were")
	given   = text.NewSet("given", "cited", "stated", "named", "most", "often", "reported", "recorded", "listed", "one")
	unknown = text.NewSet("unknown", "unclear", "disputed", "lost", "in", "at", "stored", "kept", "generated", "shared", "found", "open", "held", "derived", "rotated", "simple", "published", "still", "whether", "how")
)
