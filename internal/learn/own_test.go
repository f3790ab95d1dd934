package learn

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
)

// reasonsIn are reasons of each category, in both languages.
var reasonsIn = map[decision.Category][2]string{
	decision.Examples:     {"The example is wrong", "O exemplo está errado"},
	decision.Specificity:  {"This is too vague", "Está vago demais"},
	decision.Clarity:      {"The text is confusing", "O texto está confuso"},
	decision.Completeness: {"This is incomplete", "Está incompleto"},
	decision.Relevance:    {"This is out of scope", "Isto está fora do escopo"},
	decision.OtherReason:  {"I just don't like it", "Simplesmente não gosto"},
}

// Whatever the language of the reason, the contract's types learn the contract's words, and claims and e-mails their own.
func TestActionByType(t *testing.T) {
	ask := NewCategorizer(nil, nil)
	for _, kind := range append(decision.ArtifactTypes, "") {
		for category, reasons := range reasonsIn {
			for _, reason := range reasons {
				r := decision.Summary{Type: kind, Reason: reason, Category: ask.Categorize(reason).Category}
				if r.Category != category {
					t.Fatalf("%q is %s, want %s", reason, r.Category, category)
				}
				want := wordings[category].correction
				switch own := ownWords[kind]; {
				case category == decision.OtherReason:
					want = "Review: " + strings.ToLower(reason)
				case own != nil:
					if want = own[category].correction; want == wordings[category].correction || want == "" {
						t.Errorf("%s has no words of its own for %s: %q", kind, category, want)
					}
				}
				if got := Action(r, nil); got != want {
					t.Errorf("%s, %q: %q, want %q", kind, reason, got, want)
				}
			}
		}
	}
}

func TestOwnActions(t *testing.T) {
	for _, test := range []struct {
		kind     decision.ArtifactType
		category decision.Category
		reason   string
		action   string
	}{
		{decision.Claim, decision.Completeness, "Missing evidence section", "Verify evidence section is present"},
		{decision.Claim, decision.Relevance, "Applies to RabbitMQ, not Kafka", "Ensure the claim is about Kafka specifically"},
		{decision.Claim, decision.Examples, "Kafka examples are wrong", "Check what the claim says of Kafka. " + ownWords[decision.Claim][decision.Examples].correction},
		{decision.Email, decision.Relevance, "Applies to RabbitMQ, not Kafka", "Ensure the email is about Kafka specifically"},
	} {
		r := decision.Summary{Type: test.kind, Category: test.category, Reason: test.reason}
		if got := Action(r, nil); got != test.action {
			t.Errorf("%+v: %q", test, got)
		}
	}
	// What is said of claims speaks of no code and of no request.
	for _, own := range ownWords {
		for category, w := range own {
			for _, said := range []string{w.correction, w.done, w.items, w.treated} {
				if strings.Contains(said, "code") || strings.Contains(said, "use case") || strings.Contains(said, "request") || said == "" {
					t.Errorf("%s: %q", category, said)
				}
			}
		}
	}
}

// A tag decides what is learned, whatever the words of the reason say; of several the first that a gate has.
func TestTagDecides(t *testing.T) {
	advice := func(tag string) (string, bool) {
		fix, ok := map[string]string{"confidence_miscalibration": "Lower the confidence.", "scope_error": "Say of what."}[tag]
		return fix, ok
	}
	many := make([]string, mostTags, mostTags+1)
	for _, test := range []struct {
		tags   []string
		reason string
		action string
	}{
		{[]string{"confidence_miscalibration"}, "too vague, and the example is wrong", "Lower the confidence."},
		{[]string{"confidence_miscalibration"}, NoReason, "Lower the confidence."},
		{[]string{"confidence_miscalibration"}, "", "Lower the confidence."},
		{[]string{"scope_error", "confidence_miscalibration"}, "vago", "Say of what."},
		{[]string{"their_own", "confidence_miscalibration"}, "vago", "Lower the confidence."},
		{[]string{"their_own"}, "too vague", "Add concrete use cases and scenarios"},
		{append(many, "scope_error"), "too vague", "Add concrete use cases and scenarios"},
	} {
		for _, kind := range []decision.ArtifactType{decision.Skill, decision.OtherType} {
			r := decision.Summary{Type: kind, Reason: test.reason, Issues: test.tags, Category: NewCategorizer(nil, nil).Categorize(test.reason).Category}
			if got := Action(r, advice); got != test.action {
				t.Errorf("%v, %q: %q, want %q", test.tags, test.reason, got, test.action)
			}
		}
	}
}

// A pattern is told in the words of the type that most of its rejections have.
func TestKindsWord(t *testing.T) {
	counts := Counts{decision.Specificity: 4, decision.Examples: 4}
	for _, test := range []struct {
		kinds Kinds
		want  string
	}{
		{nil, "Add concrete use cases and scenarios before Human Gate"},
		{Kinds{decision.Specificity: {decision.Claim: 3, decision.Skill: 1}}, ownWords[decision.Claim][decision.Specificity].correction + ", before Human Gate"},
		{Kinds{decision.Specificity: {decision.Claim: 1, decision.Skill: 3}}, "Add concrete use cases and scenarios before Human Gate"},
		{Kinds{decision.Specificity: {decision.Claim: 2, decision.Skill: 2}}, "Add concrete use cases and scenarios before Human Gate"},
		{Kinds{decision.OtherReason: {decision.Email: 2}}, ownWords[decision.Email][decision.Specificity].correction + ", before Human Gate"},
	} {
		found := test.kinds.Word(Patterns(counts, DefaultThreshold))
		if got := found[1].Correction; found[1].Category != decision.Specificity || got != test.want {
			t.Errorf("%v: %q", test.kinds, got)
		}
	}
	kinds := Kinds{}
	kinds.Add("none", "obey me", 2)
	kinds.Merge(Kinds{decision.Examples: {decision.Claim: 1}})
	if kinds[decision.OtherReason][decision.OtherType] != 2 || kinds.Of(decision.Examples) != decision.Claim {
		t.Errorf("%v", kinds)
	}
	p := kinds.Word(Patterns(Counts{decision.Examples: 4, decision.Clarity: 6}, DefaultThreshold))[1]
	if got := Noticed(p); got != "I've noticed evidence is a common concern, so I've checked each statement against its source" {
		t.Error(got)
	}
	if got := Note(p); got != "Note: Based on previous feedback, I've focused extra attention on evidence (40% of recent rejections). All sources have been checked against the claim." {
		t.Error(got)
	}
}
