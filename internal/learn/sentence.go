package learn

import (
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/text"
)

// wording is how the contract's sentences speak of a category. The contract has those of examples, specificity and
// completeness; the others follow their templates.
type wording struct {
	subject    string // what they call it
	verb       string // is, are
	done       string // what has been done about it
	correction string // what is to be done, as the template of its action says
	items      string // what was attended to
	treated    string // what was done to them
}

var wordings = map[decision.Category]wording{
	decision.Examples:     {"examples", "are", "validated all code examples", "Validate all code examples", "code examples", "validated"},
	decision.Specificity:  {"specificity", "is", "added concrete use cases", "Add concrete use cases and scenarios", "general statements", "made concrete"},
	decision.Clarity:      {"clarity", "is", "simplified language and structure", "Simplify language and structure", "sentences and headings", "simplified"},
	decision.Completeness: {"completeness", "is", "verified all required sections", "Verify all required sections are present", "required sections", "verified"},
	decision.Relevance:    {"relevance", "is", "matched the artifact closely to the user request", "Ensure artifact matches user request closely", "parts", "checked against the request"},
}

// wordingOf is how sentences speak of a category of a type.
func wordingOf(t decision.ArtifactType, c decision.Category) wording {
	if own, ok := ownWords[t][c]; ok {
		return own
	}
	return wordings[c]
}

// Correction is what to do about a pattern before the artifact is shown to a person, in the contract's words.
func Correction(c decision.Category) string { return correctionOf(decision.OtherType, c) }

func correctionOf(t decision.ArtifactType, c decision.Category) string {
	if own, ok := ownWords[t][c]; ok {
		return own.correction + ", before Human Gate" // they are long sentences
	}
	return wordings[c].correction + " before Human Gate"
}

// Noticed is the sentence that an agent says while it generates: "I've noticed examples are a common concern, so I've
// validated all code examples".
func Noticed(p Pattern) string {
	w := wordingOf(p.Type, p.Category)
	return fmt.Sprintf("I've noticed %s %s a common concern, so I've %s", w.subject, w.verb, w.done)
}

// Note is what an agent says before it shows an artifact.
func Note(p Pattern) string {
	w := wordingOf(p.Type, p.Category)
	return fmt.Sprintf("Note: Based on previous feedback, I've focused extra attention on %s (%s%% of recent rejections). All %s have been %s.",
		w.subject, p.Percentage, w.items, w.treated)
}

// NoPatternMessage says that there is no pattern.
func NoPatternMessage(t Threshold) string {
	return fmt.Sprintf("No recurring pattern detected yet (need %d%% threshold)", t.Percent)
}

// NoPatternReason is that message for people: behind it stands why there is none, where the shares alone would make them expect one.
func NoPatternReason(counts Counts, t Threshold) string {
	said := NoPatternMessage(t)
	total := counts.Total()
	switch other := counts[decision.OtherReason]; {
	case total < t.Min:
		said += fmt.Sprintf("; a pattern takes %d rejections or more, and there %s %d", t.Min, map[bool]string{true: "is", false: "are"}[total == 1], total)
	case other*100 > t.Percent*total:
		said += "; `other` is never a pattern, for it does not say what to do"
	}
	return said
}

// RejectedTimes says how often an artifact was rejected, and why, where the rejections have reasons to be told
// (contracts.md#learned-sentences).
func RejectedTimes(t decision.ArtifactType, n int, reasons []string) string {
	said := fmt.Sprintf("This %s was rejected %s previously.", typeName(t), text.Count(n, "time", "times"))
	if len(reasons) > 0 {
		said += " Reasons: " + strings.Join(reasons, "; ")
	}
	return said
}
