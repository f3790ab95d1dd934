package gate_test

import (
	"context"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/gate"
)

// body tells the language of a note whose title is too short for that.
const body = "They were read from the log of each trip, and they are those that the drivers saw on the map.\n"

func TestScopeErrorPoints(t *testing.T) {
	for _, c := range []struct {
		name, note, config string
		matched            string // "" where nothing is to be found
	}{
		{"heading", "---\ntype: claim\n---\n\n# Surge pricing always shortens queues\n\n" + body, "", "always"},
		{"header", "---\ntype: claim\ntitle: \"every old bank fails\"\n---\n\n" + body, "", "every old bank fails"},
		{"escaped header", "---\ntype: claim\ntitle: 'every bank''s vault fails'\n---\n\n" + body, "", "'every bank''s vault fails'"},
		{"truism", "---\ntype: claim\n---\n\n# culture plays an important role in banking\n\n" + body, "", "plays an important role in"},
		{"scope in the description", "---\ntype: claim\ndescription: Covers the nine banks of the 2019 sample\n---\n\n# every old bank fails\n\n" + body, "", ""},
		{"another language", "---\ntype: claim\n---\n\n# chaque banque always shortens la file\n\nLes chiffres sont dans le rapport de la banque, et ils ne sont pas les nôtres.\n", "", ""},
		{"Portuguese", "---\ntype: claim\n---\n\n# as empresas familiares sempre quebram na terceira geração\n\nOs números são os que o cartório tem, e foram lidos um a um para que não faltasse nenhum dos que fecharam.\n", "gates:\n  title_not_proposition: off\n", "sempre quebram"},
		{"universals off", "---\ntype: claim\n---\n\n# every old bank fails\n\n" + body, "gates:\n  scope_error:\n    universals: false\n", ""},
		{"truisms off", "---\ntype: claim\n---\n\n# culture plays a role in banking\n\n" + body, "gates:\n  scope_error:\n    truisms: false\n", ""},
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
					if !f.IsPossible() || f.Fix == gate.ScopeError.Fix {
						t.Errorf("certain, or without advice of its own: %+v", f)
					}
					matched = strings.Split(c.note, "\n")[f.Line-1][f.Column-1 : f.EndColumn-1]
				}
			}
			if matched != c.matched {
				t.Errorf("found %q, not %q", matched, c.matched)
			}
		})
	}
}
