package learn

import (
	"strings"
	"unicode"

	"github.com/kbgate/kbgate/internal/decision"
)

// What the contract asks a person who gives no reason, what stands for the reason then, and what is learned from it.
const (
	AskReason     = "Could you tell me why you rejected this? (helps me improve)"
	NoReason      = "No reason provided"
	UnclearAction = "Review: unclear issue"
)

// ReasonAbsent is what people and agents read where nobody gave a reason, so that nobody is quoted.
const ReasonAbsent = "(no reason)"

// IsMissing reports whether a reason is none: nobody said why.
func IsMissing(reason string) bool {
	reason = strings.TrimSpace(reason)
	return reason == "" || reason == NoReason
}

// What stands before and behind the name of a section that is missing, in what is learned from that.
const (
	SectionBefore = "Verify "
	SectionBehind = " section is present"
)

// Action gives what to do differently after a rejection, by its category: the contract's template, with the technology that
// the reason or the artifact names, its usual environment, and the section that the reason names.
func Action(r decision.Summary) string {
	switch r.Category {
	case decision.Examples:
		return examplesAction(&r)
	case decision.Specificity:
		return specificityAction(&r)
	case decision.Clarity:
		return clarityAction(&r)
	case decision.Completeness:
		if name := sectionOf(r.Reason); name != "" {
			return SectionBefore + name + SectionBehind
		}
		return "Verify all required sections are present"
	case decision.Relevance:
		if t := wanted(&r); t != nil {
			return "Ensure artifact matches " + t.name + " specifically"
		}
		return "Ensure artifact matches user request closely"
	}
	return reviewAction(r.Reason)
}

func examplesAction(r *decision.Summary) string {
	if t := named(r.Reason); t != nil {
		return "Test " + t.name + " " + t.noun + t.where() + " before showing"
	}
	if t := named(r.Name); t != nil {
		return "Validate all code examples" + t.where()
	}
	return "Validate all code examples"
}

// where names the environment of a technology, if one is known.
func (t *technology) where() string {
	if t.environment == "" {
		return ""
	}
	return " in " + t.environment
}

func specificityAction(r *decision.Summary) string {
	t := named(r.Reason)
	if t == nil {
		t = named(r.Name)
	}
	switch {
	case t == nil:
		return "Add concrete use cases and scenarios"
	case t.uses == "":
		return "Add concrete " + t.name + " use cases and scenarios"
	}
	return "Add concrete " + t.name + " use cases (" + t.uses + ")"
}

// structural are the words by which a reason finds fault with the structure and not with the language.
var structural = setOf("structure structured structuring structures organization organisation organized organised disorganized disorganised " +
	"headings estrutura estruturado estruturada organizacao desorganizado desorganizada")

func clarityAction(r *decision.Summary) string {
	for _, w := range wordsOf(r.Reason) {
		if structural[w.text] {
			return "Simplify " + typeName(r.Type) + " structure, use clear headings"
		}
	}
	return "Simplify language and structure"
}

func typeName(t decision.ArtifactType) string {
	if t == "" || t == decision.OtherType {
		return "artifact"
	}
	return string(t)
}

func named(text string) *technology {
	return technologies().first(text, wordsOf(text))
}

// wanted is the technology that the artifact should have been about: Y in "applies to X, not Y", else the one in its name, else
// the one that the reason names behind a denial ("doesn't apply to Kafka").
func wanted(r *decision.Summary) *technology {
	words := wordsOf(r.Reason)
	v := technologies()
	if _, end, ok := appliesElsewhere(r.Reason, words); ok {
		for i := range words {
			if words[i].end == end {
				if t := v.at(r.Reason, words, i); t != nil {
					return t
				}
			}
		}
	}
	if t := named(r.Name); t != nil {
		return t
	}
	for i := range words {
		if words[i].text == "not" || words[i].text == "nao" || words[i].text == "irrelevant" || words[i].text == "unrelated" {
			return v.first(r.Reason, words[i:])
		}
	}
	return nil
}

// The bounds of what is taken over from a reason into an action.
const (
	reviewWords  = 10  // contracts.md#learned-actions
	maxReview    = 300 // bytes; ten words of people are shorter
	sectionWords = 4
)

// reviewAction is the action of a reason that fits no category: its first ten words, in lower case.
func reviewAction(reason string) string {
	if IsMissing(reason) {
		return UnclearAction
	}
	var kept []string
	size := 0
	for field := range strings.FieldsSeq(reason) {
		field = strings.ToLower(strings.Map(visible, strings.ToValidUTF8(field, "")))
		if field == "" {
			continue
		}
		if size += len(field) + 1; size > maxReview {
			break
		}
		if kept = append(kept, field); len(kept) == reviewWords {
			break
		}
	}
	if len(kept) == 0 {
		return UnclearAction
	}
	return "Review: " + strings.Join(kept, " ")
}

// visible drops what is not seen or turns the text around it.
func visible(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}
