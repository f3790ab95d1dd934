package learn

import (
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
)

// Keywords find fault with nothing where they are part of an address.
func TestKeywordsInAddresses(t *testing.T) {
	c := NewCategorizer(nil, nil)
	for reason, want := range map[string]decision.Category{
		"mail to ana@example.org bounced":                     decision.OtherReason,
		"mail to <wrong.person@mail.example.org> bounced":     decision.OtherReason,
		"see https://example.org/broken?missing=1#vague":      decision.OtherReason,
		"see [the page](https://errors.io/broken).":           decision.OtherReason,
		"look at docs/examples/broken.md, please":             decision.OtherReason,
		"look at /srv/examples/errors, ./broken and ~/vague/": decision.OtherReason,
		`look at C:\examples\broken`:                          decision.OtherReason,
		"the host example.com:8080 answers":                   decision.OtherReason,
		"moved to errors.go:12":                               decision.OtherReason,
		"the link to example.org is broken":                   decision.Examples,
		"see example.md: vague":                               decision.Specificity,
		"wrong/incorrect":                                     decision.Examples,
		"vague/generic/broad":                                 decision.Specificity,
		"It is wrong.Please mend it":                          decision.Examples,
		"wrong.":                                              decision.Examples,
		"(the example)":                                       decision.Examples,
		"@rio: unclear":                                       decision.Clarity,
		"«exemplo», ...errado":                                decision.Examples,
		"/ wrong":                                             decision.Examples,
	} {
		if got := c.Categorize(reason).Category; got != want {
			t.Errorf("%.80q: %s, want %s", reason, got, want)
		}
	}
}

// A name that is too short to tell is no technology in an action either.
func TestShortNameInAction(t *testing.T) {
	if got := actionFor(rejection(decision.Skill, "s3.md", "too vague"), decision.Specificity); got != "Add concrete use cases and scenarios" {
		t.Error(got)
	}
}

// People are told why there is no pattern; programs get the contract's message as it is.
func TestNoPatternReason(t *testing.T) {
	const message = "No recurring pattern detected yet (need 30% threshold)"
	for want, counts := range map[string]Counts{
		"; a pattern takes 3 rejections or more, and there are 2":      {"examples": 2},
		"; a pattern takes 3 rejections or more, and there is 1":       {"other": 1},
		"; `other` is never a pattern, for it does not say what to do": {"examples": 1, "other": 3},
		"": {"examples": 3, "clarity": 3, "relevance": 3, "completeness": 3},
	} {
		if got := NoPatternReason(counts, DefaultThreshold); got != message+want {
			t.Errorf("%v: %q", counts, got)
		}
		if got := Report(counts, DefaultThreshold, nil).(NoPatternOutput).Message; got != message {
			t.Error(got)
		}
	}
}

// What was handed in is called by what it is.
func TestThings(t *testing.T) {
	for want, s := range map[string]Statistics{
		"4 pull requests": {TotalPRs: 4, PRs: 4}, "1 pull request": {TotalPRs: 1, PRs: 1}, "1 artifact": {TotalPRs: 1}, "4 artifacts": {TotalPRs: 4},
		"4 submissions": {TotalPRs: 4, PRs: 1},
	} {
		if got := s.Things(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
