package gate_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
)

// titled is a claim with a heading, or none, and a body that tells its language.
func titled(heading, body string) []byte {
	if heading != "" {
		heading = "# " + heading + "\n\n"
	}
	return []byte("---\ntype: claim\n---\n\n" + heading + body + "\n")
}

const (
	inEnglish    = "The text says what the team saw and where the claim does not hold."
	inPortuguese = "O texto diz o que a equipe viu e onde isso não vale para os outros."
	inFrench     = "Le texte dit ce que les autres ont vu dans la ville et où ce n'est pas le cas."
)

// certaintyOf is the certainty of a gate's finding on a note, "" where it finds nothing. The other gates are off, so that their
// findings on the same words hide none.
func certaintyOf(t *testing.T, g *gate.Gate, name string, note []byte) string {
	t.Helper()
	var settings strings.Builder
	settings.WriteString("version: 1\ngates:\n")
	for _, other := range gate.BuiltIn {
		if other != g && !other.Unreadable {
			fmt.Fprintf(&settings, "  %s: off\n", other.ID)
		}
	}
	files := map[string][]byte{name: note, ".kbgate.yaml": []byte(settings.String())}
	result, err := check.Run(context.Background(), check.Request{Files: files, Now: today})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, f := range result.Document.Findings {
		if f.Gate == g.ID {
			return f.Certainty
		}
	}
	return ""
}

func TestTitleNotProposition(t *testing.T) {
	for _, c := range []struct {
		name, heading, body string
		want                string
	}{
		{"2026-02-03-glacier-survey-results.md", "", inEnglish, finding.Possible}, // a source's name, with words that could be verbs
		{"glaciers-feed-rivers-that-the-monsoon-misses.md", "", inEnglish, ""},
		{"the aroma of oolong tea.md", "", inEnglish, finding.Certain},
		{"note.md", "AI diagnostics in rural clinics", inEnglish, finding.Possible}, // -s
		{"note.md", "a bakery beside the old cathedral", inEnglish, finding.Certain},
		{"note.md", "a-bakery-beside-the-old-cathedral", inEnglish, finding.Certain}, // words, wherever they stand
		{"note.md", "glaciers-feed-rivers-that-the-monsoon-misses", inEnglish, ""},
		{"note.md", "exclusion targets profit arbitrage", inEnglish, ""},
		{"a-falta-de-chuva-encarece-o-feijao.md", "", inPortuguese, ""},
		{"a-gestao-dos-estoques-hospitalares.md", "", inPortuguese, finding.Certain},
		{"note.md", "A compra de sementes crioulas pelo estado", inPortuguese, finding.Possible},
		{"note.md", "Custa menos guardar água do que buscá-la", inPortuguese, ""},
		// The language of the title decides where its own words tell it.
		{"note.md", "a gestão dos estoques nas redes de hospitais do sul", inEnglish, finding.Certain},
		{"note.md", "a falta de chuva encarece o feijão e o milho nas feiras do sul", inEnglish, ""},
		// Other languages are left alone, whatever their titles are.
		{"note.md", "la gestion des stocks dans les hôpitaux", inFrench, ""},
		{"note.md", "Stockholm", "Där.", ""},
	} {
		if got := certaintyOf(t, gate.TitleNotProposition, c.name, titled(c.heading, c.body)); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.name, c.heading, got, c.want)
		}
	}
}

// Titles alone, in sets by several authors. A certain finding blocks, so hardly any proposition may have one; a hint costs less. What is
// a label is caught by either. The bounds hold for the half of each set that nobody tuned on.
func TestLabelledTitles(t *testing.T) {
	for _, set := range []struct {
		file, body             string
		blocked, hinted, found float64 // shares of propositions, and of labels
	}{
		{"title_not_proposition.txt", inEnglish, 0, 0.02, 0.85},
		{"title_not_proposition_plain.txt", inEnglish, 0, 0.04, 0.95},
		{"title_not_proposition_notes.txt", inEnglish, 0, 0.09, 0.9},
		{"title_not_proposition_pt.txt", inPortuguese, 0.01, 0.03, 0.95},
	} {
		t.Run(set.file, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("testdata", "labelled", set.file))
			if err != nil {
				t.Fatal(err)
			}
			var propositions, labels, blocked, hinted, certain, possible int
			for line := range strings.Lines(string(data)) {
				label, title, ok := strings.Cut(strings.TrimSpace(line), "\t")
				if !ok || inTuningHalf(title) {
					continue
				}
				name, heading := "note.md", title
				if !strings.Contains(title, "/") && !strings.Contains(title, " ") {
					name, heading = title+".md", ""
				}
				got := certaintyOf(t, gate.TitleNotProposition, name, titled(heading, set.body))
				switch isLabel := label == "faulty"; {
				case isLabel && got == finding.Certain:
					certain++
				case isLabel && got == finding.Possible:
					possible++
				case got == finding.Certain:
					blocked++
				case got == finding.Possible:
					hinted++
				}
				if label == "faulty" {
					labels++
				} else {
					propositions++
				}
			}
			t.Logf("of %d propositions %d blocked, %d hinted at; of %d labels %d certain, %d possible", propositions, blocked, hinted, labels, certain, possible)
			if share(blocked, propositions) > set.blocked || share(hinted, propositions) > set.hinted || share(certain+possible, labels) < set.found {
				t.Errorf("beyond the bounds: %.2f blocked, %.2f hinted at, %.2f of labels found", set.blocked, set.hinted, set.found)
			}
		})
	}
}
