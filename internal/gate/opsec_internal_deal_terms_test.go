package gate_test

import (
	"context"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
)

const dealTermsConfig = "gates:\n  opsec_internal_deal_terms: {organisations: [Acme Robotics]}\n"

// dealTerms gives place and message of what the gate finds in a claim of that name.
func dealTerms(t *testing.T, settings, name, note string) []string {
	t.Helper()
	files := map[string][]byte{name: []byte(note), ".kbgate.yaml": []byte(settings)}
	result, err := check.Run(context.Background(), check.Request{Files: files, Paths: []string{name}, Now: today})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range result.Document.Findings {
		if f.Gate != gate.OpsecInternalDealTerms.ID {
			continue
		}
		line := strings.Split(note, "\n")[f.Line-1]
		at := ""
		if f.EndLine == f.Line && f.EndColumn > f.Column {
			at = string([]rune(line)[f.Column-1 : f.EndColumn-1])
		}
		found = append(found, at+": "+f.Message)
	}
	return found
}

func TestDealTermsPlaces(t *testing.T) {
	const header = "---\ntype: claim\n---\n# some title of a note\n\n"
	for _, c := range []struct{ name, file, note, want string }{
		{"body", "a.md", header + "Acme Robotics has a cap of $8M.\n",
			"cap of $8M: “cap of $8M” beside Acme Robotics"},
		{"description", "a.md", "---\ntype: claim\ndescription: Acme Robotics sold 12 percent of its stock\n---\n# title\n",
			"12 percent of its stock: “12 percent of its stock” beside Acme Robotics"},
		{"list in the header", "a.md", "---\ntype: claim\ntags: [caps, Acme Robotics raised $2M]\n---\n# title\n",
			"raised $2M: “raised $2M” beside Acme Robotics"},
		{"title in the header", "a.md", "---\ntype: claim\ntitle: Acme Robotics gave away a board seat\n---\ntext\n",
			"board seat: “board seat” beside Acme Robotics"},
		{"file name", "acme-robotics-raised-2m-at-a-10m-cap.md", "---\ntype: claim\n---\ntext\n",
			": “raised 2m” beside Acme Robotics"},
		{"named in the source alone", "a.md", "---\ntype: claim\nsource: minutes of Acme Robotics, May\n---\n# title\n\nThe company sold 12 percent of its stock.\n",
			"12 percent of its stock: “12 percent of its stock” beside Acme Robotics"},
		{"source, and a text about others", "a.md", "---\ntype: claim\nsource: a dataset of Acme Robotics\n---\n# title\n\nIn 2021 Figma sold 12 percent of its stock.\n", ""},
		{"paragraph behind the naming one", "a.md", header + "Acme Robotics builds arms.\n\nArms wear out.\n\nThe founders sold 12 percent of their stock.\n",
			"12 percent of their stock: “12 percent of their stock” beside Acme Robotics"},
		{"link", "a.md", header + "See [[Acme Robotics sold 12 percent of its stock]].\n",
			"12 percent of its stock: “12 percent of its stock” beside Acme Robotics"},
		{"Portuguese", "a.md", header + "A Acme Robotics levou oito por cento e um assento no conselho.\n",
			"levou oito por cento: “levou oito por cento” beside Acme Robotics"},
		{"Portuguese without accents", "a.md", header + "A Acme Robotics vendeu 12% das acoes por 3 milhoes de reais.\n",
			"12% das acoes: “12% das acoes” beside Acme Robotics"},
		{"Portuguese name of a file", "acme-robotics-levantou-3-milhoes.md", "---\ntype: claim\n---\nQuem cede pouco na primeira rodada escolhe melhor na segunda.\n",
			": “levantou 3 milhoes” beside Acme Robotics"},
		{"Portuguese sentence in an English note", "a.md", header + "The firm waits for the right time to ask.\n\nA rodada da Acme Robotics foi de R$ 4 milhões.\n",
			"R$ 4 milhões: “R$ 4 milhões” beside Acme Robotics"},
		{"Portuguese, of others", "a.md", header + "A Acme Robotics tem 12% do mercado, e segundo a lei o fundo de participação recebe 22,5% do imposto.\n", ""},
		{"other note in the sentence", "a.md", header + "Acme Robotics reads [[a fund sold 12 percent of its stock]].\n", ""},
		{"code", "a.md", header + "    Acme Robotics has a cap of $8M.\n",
			"cap of $8M: “cap of $8M” beside Acme Robotics"},
		{"suppression", "a.md", header + "<!-- kbgate-ignore opsec_internal_deal_terms: known -->\nAcme Robotics has a cap of $8M.\n",
			"cap of $8M: “cap of $8M” beside Acme Robotics"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(dealTerms(t, dealTermsConfig, c.file, c.note), "; "); got != c.want {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

func TestDealTermsIdle(t *testing.T) {
	defaults := gate.OpsecInternalDealTerms.Spec().Defaults()
	if gate.OpsecInternalDealTerms.Idle(defaults) == "" {
		t.Error("the gate does not say that it is idle without organisations")
	}
	if found := dealTerms(t, "version: 1\n", "a.md", "---\ntype: claim\n---\nAcme Robotics has a cap of $8M.\n"); len(found) > 0 {
		t.Errorf("found %q without organisations", found)
	}
}

// BenchmarkDealTermsUnnamed runs the configured gate on a note of 3 KB that names no organisation.
func BenchmarkDealTermsUnnamed(b *testing.B) {
	note := "---\ntype: claim\ntitle: long talks tire everybody\n---\n" +
		strings.Repeat("Long rounds tire everybody, and telling people less does not help them at all. ", 38)
	c := claim.Parse("a.md", []byte(note))
	var look gate.NoteContext
	look.Set(func() *claim.Claim { return c })
	g := gate.OpsecInternalDealTerms
	settings := g.Spec().Defaults()
	settings.Values["organisations"] = []string{"LivingIP", "Teleo"}
	ctx := &gate.Context{Config: &config.Config{Gates: config.Gates{g.ID: settings}}}
	p := gate.NewPass(ctx, g, kb.ID(0), &look, func(finding.Finding) { b.Fatal("a finding") })
	p.Prose()
	for b.Loop() {
		g.Run(p)
	}
}
