package gate_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
)

// userList is the user's own list of gates: tag, name, severity and fixability are carried exactly.
var userList = []struct {
	id, title string
	severity  string
	fixable   bool
}{
	{"frontmatter_schema", "Schema compliance", gate.Blocking, true},
	{"broken_wiki_links", "Wiki link validity", gate.Warning, true},
	{"title_overclaims", "Title precision", gate.Blocking, false},
	{"confidence_miscalibration", "Confidence calibration", gate.Blocking, false},
	{"date_errors", "Date accuracy", gate.Blocking, true},
	{"factual_discrepancy", "Factual accuracy", gate.Blocking, false},
	{"near_duplicate", "Duplicate check", gate.Warning, false},
	{"scope_error", "Scope qualification", gate.Blocking, false},
	{"opsec_internal_deal_terms", "OPSEC", gate.Blocking, false},
	{"body_too_thin", "Evidence quality", gate.Blocking, false},
	{"title_too_few_words", "Title precision", gate.Blocking, false},
	{"title_not_proposition", "Title precision", gate.Blocking, false},
}

func TestRegistryHoldsTheUsersList(t *testing.T) {
	for _, want := range userList {
		g, ok := gate.BuiltIn.Find(want.id)
		if !ok {
			t.Errorf("no gate %s", want.id)
			continue
		}
		if g.Title != want.title || g.Severity != want.severity || g.Fixable != want.fixable {
			t.Errorf("%s is %q, %s, fixable %t; want %+v", g.ID, g.Title, g.Severity, g.Fixable, want)
		}
	}
}

// A gate without documentation, or whose own examples it judges wrongly, is not finished.
func TestEveryGateIsDocumentedByExamplesThatHold(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range gate.BuiltIn {
		t.Run(g.ID, func(t *testing.T) {
			if seen[g.ID] {
				t.Error("stands twice in the registry")
			}
			seen[g.ID] = true
			if !strings.HasSuffix(g.Fix, ".") {
				t.Errorf("its fix has no full stop: %q", g.Fix)
			}
			for name, text := range map[string]string{"Title": g.Title, "Summary": g.Summary, "Why": g.Why, "Fix": g.Fix} {
				if text == "" {
					t.Errorf("has no %s", name)
				}
			}
			for _, s := range g.Settings {
				if s.Doc == "" || s.Default == nil {
					t.Errorf("setting %q has no doc or no default", s.Name)
				}
			}
			if g.OfChange || g == gate.RepeatDraft {
				return // an example would be a history, or a store
			}
			bad := example(t, g.Bad)
			if n := count(bad, g.ID); n == 0 {
				t.Error("finds no fault with its bad example")
			}
			if g.Hints && slices.ContainsFunc(bad, func(f finding.Finding) bool { return f.Gate == g.ID && !f.IsPossible() }) {
				t.Error("only hints, and is certain of its bad example")
			}
			good := example(t, g.Good)
			if n := count(good, g.ID); n > 0 {
				t.Errorf("finds fault with its good example: %+v", good)
			}
		})
	}
}

// example judges the first note of an archive among the others.
func example(t *testing.T, archive string) []finding.Finding {
	t.Helper()
	files := map[string][]byte{}
	first := ""
	for _, f := range txtar.Parse([]byte(archive)).Files {
		files[f.Name] = f.Data
		if first == "" && f.Name != ".kbgate.yaml" {
			first = f.Name
		}
	}
	if first == "" {
		t.Fatal("the example holds no note")
	}
	result, err := check.Run(context.Background(), check.Request{Files: files, Paths: []string{first}, Drafts: true, Now: today})
	if err != nil {
		t.Fatal(err)
	}
	return result.Document.Findings
}

func count(findings []finding.Finding, id string) int {
	n := 0
	for _, f := range findings {
		if f.Gate == id {
			n++
		}
	}
	return n
}
