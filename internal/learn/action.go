package learn

import (
	"strings"
	"unicode"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn/reading"
)

// What the contract asks a person who gives no reason, what stands for the reason then, and what is learned from it.
const (
	AskReason     = "Could you tell me why you rejected this? (helps me improve)"
	NoReason      = decision.NoReason
	UnclearAction = "Review: unclear issue"
)

// ReasonAbsent is what people and agents read where nobody gave a reason, so that nobody is quoted.
const ReasonAbsent = "(no reason)"

// IsMissing reports whether a reason is none: nobody said why.
func IsMissing(reason string) bool { return decision.IsNoReason(reason) }

// What stands before and behind the name of a section that is missing, in what is learned from that.
const (
	SectionBefore = "Verify "
	SectionBehind = " section is present"
)

// Advice gives what the gate of a tag advises; false where no gate has the tag. Nil knows no gate.
type Advice func(tag string) (fix string, ok bool)

// mostTags is how many tags of a rejection are looked up. A reviewer who names more has not said what comes first.
const mostTags = 20

// AdvisedTag gives the first tag of a rejection that a gate has, in the order of the record, and what that gate advises.
func AdvisedTag(tags []string, advice Advice) (tag, fix string, ok bool) {
	if advice == nil {
		return "", "", false
	}
	for _, tag := range tags[:min(mostTags, len(tags))] {
		if fix, ok := advice(tag); ok && fix != "" {
			return tag, fix, true
		}
	}
	return "", "", false
}

// Action gives what to do differently after a rejection. A tag that a gate has decides, and the gate's own advice is what is
// learned: no guess at the words of the reason overrules it. Without one the category decides, in the words of the artifact's type: for
// a claim or an e-mail those of ownWords, else the contract's template, with the technology that the reason or the artifact names, its
// usual environment, and the section that the reason names.
func Action(r decision.Summary, advice Advice) string {
	if _, fix, ok := AdvisedTag(r.Issues, advice); ok {
		return fix
	}
	if own := ownWords[r.Type]; own != nil && r.Category != decision.OtherReason {
		return ownAction(&r, own)
	}
	switch r.Category {
	case decision.Examples:
		return examplesAction(&r)
	case decision.Specificity:
		return specificityAction(&r)
	case decision.Clarity:
		return clarityAction(&r)
	case decision.Completeness:
		if name := reading.Section(r.Reason); name != "" {
			return SectionBefore + name + SectionBehind
		}
		return wordings[decision.Completeness].correction
	case decision.Relevance:
		if t := wanted(&r); t != nil {
			return "Ensure artifact matches " + t.Name + " specifically"
		}
		return wordings[decision.Relevance].correction
	}
	return reviewAction(r.Reason)
}

func examplesAction(r *decision.Summary) string {
	if t := reading.Named(r.Reason); t != nil {
		return "Test " + t.Name + " " + t.Noun + where(t) + " before showing"
	}
	if t := reading.Named(r.Name); t != nil {
		return "Validate all code examples" + where(t)
	}
	return "Validate all code examples"
}

// where names the environment of a technology, if one is known.
func where(t *reading.Technology) string {
	if t.Environment == "" {
		return ""
	}
	return " in " + t.Environment
}

func specificityAction(r *decision.Summary) string {
	t := reading.Named(r.Reason)
	if t == nil {
		t = reading.Named(r.Name)
	}
	switch {
	case t == nil:
		return "Add concrete use cases and scenarios"
	case t.Uses == "":
		return "Add concrete " + t.Name + " use cases and scenarios"
	}
	return "Add concrete " + t.Name + " use cases (" + t.Uses + ")"
}

// structural are the words by which a reason finds fault with the structure and not with the language.
var structural = reading.SetOf("structure structured structuring structures organization organisation organized organised disorganized disorganised " +
	"headings estrutura estruturado estruturada organizacao desorganizado desorganizada")

func clarityAction(r *decision.Summary) string {
	for _, w := range reading.Words(r.Reason) {
		if structural[w.Text] {
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

// wanted is the technology that the artifact should have been about: Y in "applies to X, not Y", else the one in its name, else
// the one that the reason names behind a denial ("doesn't apply to Kafka").
func wanted(r *decision.Summary) *reading.Technology {
	words := reading.Words(r.Reason)
	if _, end, ok := reading.AppliesElsewhere(r.Reason, words); ok {
		for i := range words {
			if words[i].End == end {
				if t := reading.NamedAt(r.Reason, words, i); t != nil {
					return t
				}
			}
		}
	}
	if t := reading.Named(r.Name); t != nil {
		return t
	}
	for i := range words {
		if words[i].Text == "not" || words[i].Text == "nao" || words[i].Text == "irrelevant" || words[i].Text == "unrelated" {
			return reading.NamedIn(r.Reason, words[i:])
		}
	}
	return nil
}

// The bounds of what is taken over from a reason into an action.
const (
	reviewWords = 10  // contracts.md#learned-actions
	maxReview   = 300 // bytes; ten words of people are shorter
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
