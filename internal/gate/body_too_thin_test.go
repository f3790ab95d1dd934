package gate_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
)

// thinFindings are the gate's findings on the first of some files.
func thinFindings(t *testing.T, files map[string][]byte, paths ...string) []finding.Finding {
	t.Helper()
	result, err := check.Run(context.Background(), check.Request{Files: files, Paths: paths, Now: today})
	if err != nil {
		t.Fatal(err)
	}
	var found []finding.Finding
	for _, f := range result.Document.Findings {
		if f.Gate == gate.BodyTooThin.ID {
			found = append(found, f)
		}
	}
	return found
}

const thinHeader = "---\ntype: claim\ntitle: towns that price kerbs find parking faster because stays get shorter\ndescription: A fee on time moves the all-day parker first\n---\n"

func TestBodyTooThin(t *testing.T) {
	const argument = "Redwood City put meters on Broadway in 2007 at 75 cents an hour and lifted the one-hour limit. Mean stays fell from 4 hours to 72 minutes, and Shoup's counts found a free space on every block.\n"
	for _, c := range []struct {
		name, body string
		line       int    // of the finding; 0: none
		message    string // a part of it
	}{
		{"empty", "", 3, "it is empty"},
		{"headings and links", "## Argument\n\nTopics:\n- [[parking]]\n- [[streets]] -- where it happens\n", 3, "it is empty"},
		{"a comment", "<!-- Argument: 14 figures from the 1998 study in Boston -->\n", 3, "it is empty"},
		{"a line", "\nMore on this in [[kerb prices]] soon.\n", 7, "words of argument beside title"},
		{"the title again", "Towns that price kerbs find parking faster because stays get shorter.\n\nTODO\n", 3, "it is empty"},
		{"the title and a line", "> towns that price kerbs find parking faster because stays get shorter\n\nSo says Shoup of Redwood City.\n", 8, "6 words of argument"},
		{"em português", "## Resumo\n\nNotas relacionadas:\n- [[parking]]\n\nFonte: um livro\n\nA completar\n", 3, "it is empty"},
		{"uma linha", "Há mais sobre isto no livro.\n", 6, "6 words of argument"},
		{"short", "Meters on Broadway cut mean stays from 4 hours to 72 minutes, so a space was free on every block.\n", 0, ""},
		{"curto", "Os parquímetros da Broadway baixaram a estadia média de 4 horas para 72 minutos, e ficou uma vaga livre em cada quarteirão.\n", 0, ""},
		{"a quotation", "> Mean stays fell from 4 hours to 72 minutes, and on every block of Broadway a space was free.\n", 0, ""},
		{"the words of the title", "Where towns price the kerb, stays get shorter, and shorter stays mean that parking is found faster.\n", 0, ""},
		{"padding is for readers to judge", "Parking is a crucial aspect of modern mobility, and stakeholders should embrace a holistic approach to it going forward.\n", 0, ""},
		{"figures", argument, 0, ""},
		{"padding before figures", "In today's rapidly evolving world parking plays a crucial role.\n\n" + argument, 0, ""},
		{"figures before links", argument + "\n---\n\nRelevant Notes:\n- [[free parking is a subsidy]] -- see there\n", 0, ""},
		{"a table", "| block | stay before | stay after |\n|---|---|---|\n| Main | 214 min | 66 min |\n| Oak | 180 min | 71 min |\n| Elm | 95 min | 60 min |\n", 0, ""},
		{"code", "The meter's own rule shows it:\n\n```go\nif stay > time.Hour {\n\tfee *= 2\n}\n```\n\nA clerk who leaves his saloon from nine to five pays eight times a diner's fee, so he is the first whom `fee` drives to the garage; the diner hardly notices a coin.\n", 0, ""},
	} {
		found := thinFindings(t, map[string][]byte{"a.md": []byte(thinHeader + c.body)}, "a.md")
		switch {
		case len(found) == 0 && c.line > 0:
			t.Errorf("%s: no finding", c.name)
		case len(found) > 0 && (found[0].Line != c.line || !strings.Contains(found[0].Message, c.message) || c.line == 0):
			t.Errorf("%s: line %d, %s; want line %d, … %s …", c.name, found[0].Line, found[0].Message, c.line, c.message)
		}
	}
}

func TestBodyTooThinSettings(t *testing.T) {
	body := []byte(thinHeader + "Meters cut mean stays from 4 hours to 72 minutes.\n") // 10 words
	for config, fires := range map[string]bool{
		"{min_words: 15}": true,
		"{min_words: 10}": false,
		"{min_words: 11}": true,
		"{severity: off}": false,
	} {
		files := map[string][]byte{"a.md": body, ".kbgate.yaml": []byte("version: 1\ngates:\n  body_too_thin: " + config + "\n")}
		if found := thinFindings(t, files, "a.md"); (len(found) > 0) != fires {
			t.Errorf("%s: %d findings", config, len(found))
		}
	}
}

func TestBodyTooThinExamples(t *testing.T) {
	for _, c := range []struct {
		archive string
		want    int
	}{{gate.BodyTooThin.Bad, 1}, {gate.BodyTooThin.Good, 0}} {
		archive := txtar.Parse([]byte(c.archive))
		files := map[string][]byte{}
		for _, f := range archive.Files {
			files[f.Name] = f.Data
		}
		if found := thinFindings(t, files, archive.Files[0].Name); len(found) != c.want {
			t.Errorf("%d findings, want %d: %v", len(found), c.want, found)
		}
	}
}

// TestBodyTooThinOnAcceptedClaims needs a folder of claims that people accepted.
func TestBodyTooThinOnAcceptedClaims(t *testing.T) {
	root := os.Getenv("KBGATE_SAMPLE")
	if root == "" {
		t.Skip("KBGATE_SAMPLE is not set")
	}
	files := map[string][]byte{}
	var claims []string
	err := filepath.WalkDir(root, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".md" {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		files[filepath.ToSlash(name)] = data
		if strings.Contains(string(data), "\ntype: claim\n") {
			claims = append(claims, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	found := thinFindings(t, files, claims...)
	for _, f := range found {
		t.Logf("%s: %s", f.Path, f.Message)
	}
	if len(found)*100 > len(claims) {
		t.Errorf("the gate fires on %d of %d accepted claims; at most 1 %% may", len(found), len(claims))
	}
}
