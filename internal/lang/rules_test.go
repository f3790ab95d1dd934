package lang

import (
	"slices"
	"testing"
)

// Each rule matches its sentences marked "+" and none of those marked "-", also where they are written without accents.
func TestRulesMatchTheirSentences(t *testing.T) {
	for _, l := range []Language{English, Portuguese} {
		book := rulesOf(l)
		for n, r := range book.rules {
			judges := book.kinds[r.kind].judges
			if len(r.matches) == 0 || judges && len(r.unmatched) == 0 {
				t.Errorf("%s: a rule needs sentences that it must match, and one that judges needs some that it must not", r.at)
			}
			for _, sentence := range r.matches {
				for _, s := range []string{sentence, Unaccented(sentence)} {
					if _, _, by, ok := Read(s).find(l, r.kind); !ok {
						t.Errorf("%s: not found in %q", r.at, s)
					} else if by != n {
						t.Errorf("%s: %q is found by the rule at %s already", r.at, s, book.rules[by].at)
					}
				}
			}
			for _, sentence := range r.unmatched {
				for _, s := range []string{sentence, Unaccented(sentence)} {
					if m, ok := Read(s).Find(l, r.kind); ok {
						t.Errorf("%s: %q is found in %q", r.at, s[m.Start:m.End], s)
					}
				}
			}
		}
		t.Logf("%s: %d rules", l, len(book.rules))
	}
}

// A kind that an exception names, or that somebody asks for, is written somewhere in each language.
func TestEveryLanguageHasEveryKind(t *testing.T) {
	for _, l := range []Language{English, Portuguese} {
		for name := range rulesOf(l).kinds {
			written := func(r rule) bool { return r.kind == name }
			if other := rulesOf(English + Portuguese - l); !slices.ContainsFunc(rulesOf(l).rules, written) || !slices.ContainsFunc(other.rules, written) {
				t.Errorf("the kind %q has no phrase in one of the languages", name)
			}
		}
	}
}
