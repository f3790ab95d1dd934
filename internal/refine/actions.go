package refine

import (
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/refine/signal"
	"github.com/kbgate/kbgate/internal/refine/slot"
)

// Action is one way to improve a prompt after a signal. Its texts are the user's (Feedback Detector, Refinement Mapping).
type Action struct {
	Name        string // request_clarification
	Type        signal.Type
	Priority    int // 1 is taken first
	Description string
	Template    string // with at most one slot in braces

	slot func(*slot.Slots) string // nil: the template has none
}

// Actions are all of them, by type and priority.
var Actions = []Action{
	{"add_context", signal.RuntimeError, 1, "Add error message to prompt context", "Given the error: {error_message}",
		func(s *slot.Slots) string { return s.ErrorMessage }},
	{"add_constraint", signal.RuntimeError, 2, "Specify language/framework constraints", "Ensure compatibility with {detected_framework}",
		func(s *slot.Slots) string { return s.Framework }},
	{"request_approach", signal.RuntimeError, 3, "Request step-by-step approach", "Approach this step by step, validating each change", nil},

	{"add_test_context", signal.VerificationFailure, 1, "Add test requirements to prompt", "Ensure the solution passes: {test_description}",
		func(s *slot.Slots) string { return s.Test }},
	{"specify_behavior", signal.VerificationFailure, 2, "Specify expected behavior explicitly", "Expected behavior: {expected_behavior}",
		func(s *slot.Slots) string { return s.ExpectedBehavior }},
	{"request_validation", signal.VerificationFailure, 3, "Request validation steps", "Include validation that confirms the fix works", nil},

	{"request_clarification", signal.UserRejection, 1, "Ask for clarification on intent", "To clarify the goal: {clarification_prompt}",
		func(s *slot.Slots) string { return s.Clarification }},
	{"narrow_scope", signal.UserRejection, 2, "Narrow the scope of the task", "Focusing specifically on: {narrowed_scope}",
		func(s *slot.Slots) string { return s.NarrowedScope }},
	{"offer_alternatives", signal.UserRejection, 3, "Offer alternative approaches", "Alternative approaches to consider: {alternatives}",
		func(s *slot.Slots) string { return s.Alternatives }},

	{"focus_on_gap", signal.PartialSuccess, 1, "Focus on the specific gap", "Specifically addressing: {gap_description}",
		func(s *slot.Slots) string { return s.Gap }},
	{"add_targeted_constraint", signal.PartialSuccess, 2, "Add constraint for the specific issue", "Additional constraint: {constraint}",
		func(s *slot.Slots) string { return s.Constraint }},
	{"request_incremental_fix", signal.PartialSuccess, 3, "Request incremental fix", "Make minimal changes to address: {issue}",
		func(s *slot.Slots) string { return s.Issue }},
}

// ActionsOf gives the actions of a type, by priority.
func ActionsOf(t signal.Type) []Action {
	var list []Action
	for _, a := range Actions {
		if a.Type == t {
			list = append(list, a)
		}
	}
	return list
}

// ActionOf gives the action of a name; false where there is none.
func ActionOf(name string) (Action, bool) {
	i := slices.IndexFunc(Actions, func(a Action) bool { return a.Name == name })
	if i < 0 {
		return Action{}, false
	}
	return Actions[i], true
}

// Sentence fills the template: before the slot's text, and that text. Both are empty where the slot is.
func (a *Action) Sentence(s *slot.Slots) (words, quoted string) {
	if a.slot == nil {
		return a.Template, ""
	}
	if quoted = a.slot(s); quoted == "" {
		return "", ""
	}
	words, _, _ = strings.Cut(a.Template, "{")
	return strings.TrimSpace(words), quoted
}
