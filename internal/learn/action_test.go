package learn

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
)

func TestAction(t *testing.T) {
	tests := []struct {
		category             decision.Category
		kind                 decision.ArtifactType
		name, reason, action string
	}{
		{"examples", "", "", "the Python snippet is wrong", "Test Python code in a virtual environment before showing"},
		{"examples", "", "", "docker compose example fails", "Test Docker commands before showing"},
		{"examples", "", "k8s_rollout.md", "wrong", "Validate all code examples in a local cluster"},
		{"examples", "", "how-to-write.md", "wrong", "Validate all code examples"},
		{"examples", "", "", "C++ example broken", "Test C++ code in Docker before showing"},
		{"specificity", "", "", "vague about Terraform", "Add concrete Terraform use cases (reusable modules, state migration)"},
		{"specificity", "", "elixir-guide.md", "vague", "Add concrete Elixir use cases and scenarios"},
		{"clarity", "persona", "", "A estrutura está confusa", "Simplify persona structure, use clear headings"},
		{"clarity", "", "", "structure unclear", "Simplify artifact structure, use clear headings"},
		{"clarity", "skill", "", "hard to read", "Simplify language and structure"},
		{"completeness", "", "", "falta a seção de configuração", "Verify configuração section is present"},
		{"completeness", "", "", "The section on error handling is missing.", "Verify error handling section is present"},
		{"completeness", "", "", "Missing a “Getting Started” section", "Verify Getting Started section is present"},
		{"completeness", "", "", "some sections are missing", "Verify all required sections are present"},
		{"completeness", "", "", strings.Repeat("x", 1000) + " section is missing", "Verify all required sections are present"},
		{"completeness", "", "", "incomplete", "Verify all required sections are present"},
		{"relevance", "", "kafka-basics.md", "out of scope", "Ensure artifact matches Kafka specifically"},
		{"relevance", "", "", "doesn't apply to Redis", "Ensure artifact matches Redis specifically"},
		{"relevance", "", "", "irrelevant", "Ensure artifact matches user request closely"},
		{"other", "", "", "One two three FOUR five six seven eight nine ten eleven", "Review: one two three four five six seven eight nine ten"},
		{"other", "", "", " \n\t ", "Review: unclear issue"},
		{"other", "", "", "a\x07b \u202e c\nd", "Review: ab c d"},
		{"other", "", "", strings.Repeat("x", 1000), "Review: unclear issue"},
	}
	for _, test := range tests {
		if got := actionFor(rejection(test.kind, test.name, test.reason), test.category); got != test.action {
			t.Errorf("%s, %q of %q: %q, want %q", test.category, test.reason, test.name, got, test.action)
		}
	}
}

// rejection is one of an artifact.
func rejection(kind decision.ArtifactType, name, reason string) decision.Summary {
	return decision.Summary{Type: kind, Name: name, Reason: reason}
}

// actionFor is what a rejection of a category teaches.
func actionFor(r decision.Summary, category decision.Category) string {
	r.Category = category
	return Action(r, nil)
}
