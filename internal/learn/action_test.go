package learn

import (
	"slices"
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

func TestTechnologyInContext(t *testing.T) {
	for text, want := range map[string]string{
		"go deeper": "", "Go deeper": "", "the Go code panics": "Go", "written in Rust": "Rust", "rust on the hull": "", "a swift answer": "",
		"express your idea": "", "the express server": "Express", "React to feedback": "", "use `react`": "React", "golang": "Go",
		"go-concurrency.md": "Go", "go-to-market.md": "", "rust.md": "Rust", "swift-response.md": "", "we should not go": "", "Spring Boot app": "Spring",
		"spring cleaning": "", "Kafkaesque": "", "Node.js 22": "Node.js", "SQL Server": "SQL Server", "AWS Lambda": "Lambda", "C# code": "C#", "vitamin C": "",
	} {
		got := ""
		if found := named(text); found != nil {
			got = found.name
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestTechnologiesAreSorted(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(technologiesText), "\n")[2:]
	key := func(line string) string {
		name, _, _ := strings.Cut(line, "|")
		name, _, _ = strings.Cut(name, ",")
		return strings.ToLower(strings.TrimSuffix(name, "*"))
	}
	if !slices.IsSortedFunc(lines, func(a, b string) int { return strings.Compare(key(a), key(b)) }) {
		t.Error("the technologies are not sorted")
	}
	technologies()
}

// rejection is one of an artifact.
func rejection(kind decision.ArtifactType, name, reason string) decision.Summary {
	return decision.Summary{Type: kind, Name: name, Reason: reason}
}

// actionFor is what a rejection of a category teaches.
func actionFor(r decision.Summary, category decision.Category) string {
	r.Category = category
	return Action(r)
}
