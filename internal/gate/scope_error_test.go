package gate_test

import (
	"context"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/gate"
)

func TestScopeErrorPoints(t *testing.T) {
	for _, c := range []struct {
		name, note, config string
		matched            string // "" where nothing is to be found
	}{
		{"heading", "---\ntype: claim\n---\n\n# Surge pricing always shortens queues\n", "", "always"},
		{"header", "---\ntype: claim\ntitle: \"every bank fails\"\n---\n\nThe text says why it is so.\n", "", "every bank"},
		{"escaped header", "---\ntype: claim\ntitle: 'every bank''s vault fails'\n---\n\nThe text says why it is so.\n", "", "'every bank''s vault fails'"},
		{"truism", "---\ntype: claim\n---\n\n# culture plays an important role in banking\n", "", "plays an important role in"},
		{"scope in the description", "---\ntype: claim\ndescription: Covers the nine banks of the 2019 sample\n---\n\n# every bank fails\n", "", ""},
		{"universals off", "---\ntype: claim\n---\n\n# every bank fails\n", "gates:\n  scope_error:\n    universals: false\n", ""},
		{"truisms off", "---\ntype: claim\n---\n\n# culture plays a role in banking\n", "gates:\n  scope_error:\n    truisms: false\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string][]byte{"claims/note.md": []byte(c.note)}
			if c.config != "" {
				files[".kbgate.yaml"] = []byte(c.config)
			}
			result, err := check.Run(context.Background(), check.Request{Files: files, Paths: []string{"claims/note.md"}, Now: today})
			if err != nil {
				t.Fatal(err)
			}
			matched := ""
			for _, f := range result.Document.Findings {
				if f.Gate == gate.ScopeError.ID {
					matched = strings.Split(c.note, "\n")[f.Line-1][f.Column-1 : f.EndColumn-1]
				}
			}
			if matched != c.matched {
				t.Errorf("found %q, not %q", matched, c.matched)
			}
		})
	}
}
