package decision

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

const rejectionLog = `# Memory of rio

| Data | Tipo | Item | Motivo | Categoria | Aprendizado |
|------|------|------|--------|-----------|-------------|
| 2026-01-01 | skill | elsewhere | "not in the section" | examples | x |

## Log de Rejeicoes

| Data       | Tipo  | Item          | Motivo                  | Categoria       | Aprendizado        |
|:-----------|------:|---------------|-------------------------|-----------------|--------------------|
| 2026-02-03 | skill | redis-cache   | "Exemplos incorretos"   | examples        | Testar comandos    |
| 2026-02-04 | Código | parser | "a \| b is \"wrong\", c:\dir" | Clarity | |
| 2026-02-04T16:45:00Z | song | la-la | no quotes | taste | Sing |
| 2026-02-30 | skill | x | "y" | other | z |
| 2026-02-05 | skill | x | "y" | other |
| 2026-02-03 | skill | redis-cache   | "Exemplos incorretos"   | examples        | Testar comandos    |

` + "```markdown\n## Log de Rejeicoes\n| 2026-02-06 | skill | example | \"of the format\" | other | x |\n```" + `

### Notes

| 2026-02-07 | email | to Jane | "" | | Write again |

## Something else

| 2026-02-08 | skill | behind | "it" | other | x |
`

func readLog(text, file string) (told []string, decisions []*Decision) {
	for line, err := range ReadLog(strings.NewReader(text), file, ReadOptions{Now: now}) {
		var bad *LineError
		switch d := line.Decision; {
		case errors.As(err, &bad):
			told = append(told, fmt.Sprintf("%d! %v", line.Number, err))
		case err != nil:
			told = append(told, "end: "+err.Error())
		default:
			decisions = append(decisions, d)
			told = append(told, fmt.Sprintf("%d %s %s %s %q %s %q %d", line.Number, d.At.Format("0102T15"), d.Artifact.Type, d.Artifact.Name, d.Reason, d.Category, d.LearnedAction, len(line.Notices)))
		}
	}
	return told, decisions
}

func TestReadLog(t *testing.T) {
	told, decisions := readLog(rejectionLog, "memory/rio-memory.md")
	want := []string{
		`11 0203T00 skill redis-cache "Exemplos incorretos" examples "Testar comandos" 0`,
		`12 0204T00 code parser "a | b is \"wrong\", c:\\dir" clarity "" 0`,
		`13 0204T16 other la-la "no quotes"  "Sing" 2`,
		`14! line 14: Data: "2026-02-30" is no day such as 2026-02-03`,
		`15! line 15: the row has 5 cells; it takes 6: Data, Tipo, Item, Motivo, Categoria, Aprendizado (a | within a cell is written \|)`,
		`16 0203T00 skill redis-cache "Exemplos incorretos" examples "Testar comandos" 0`,
		`25 0207T00 email to Jane ""  "Write again" 0`,
	}
	if !reflect.DeepEqual(told, want) {
		t.Errorf("%s", strings.Join(told, "\n"))
	}
	ids := map[string]bool{}
	for _, d := range decisions {
		if d.Source != Import || d.Verdict != Rejected || d.Agent != "rio" || d.ReviewPoint != "import" || ids[d.ID] {
			t.Errorf("%+v", d)
		}
		ids[d.ID] = true
	}
	if data, _ := decisions[2].Encode(); !strings.Contains(string(data), "import: {type: song, category: taste}\n") {
		t.Errorf("%s", data)
	}
}

// Importing again records nothing again, also where the log has grown at either end or lies in another folder.
func TestReadLogAgain(t *testing.T) {
	_, first := readLog(rejectionLog, "memory/rio-memory.md")
	_, same := readLog(rejectionLog, `C:\other\rio-memory.md`)
	if !reflect.DeepEqual(first, same) {
		t.Error("the same log gives other decisions")
	}
	row := "| 2026-01-02 | skill | new | \"n\" | other | x |\n"
	_, grown := readLog(strings.Replace(rejectionLog, "| 2026-02-03", row+"| 2026-02-03", 1), "rio-memory.md")
	if len(grown) != len(first)+1 || !reflect.DeepEqual(grown[1:], first) {
		t.Error("a new row changes the others")
	}
	_, other := readLog(rejectionLog, "ana-memory.md")
	if other[0].ID == first[0].ID || other[0].Agent != "ana" {
		t.Error("two agents' logs give the same decisions")
	}
}

func TestLogsOfOtherForms(t *testing.T) {
	const row = "| 2026-02-03 | skill | a | “b” | examples | c |\n"
	for name, test := range map[string]struct {
		text, file string
		want       int
		agent      string
	}{
		"nothing":        {"", "x", 0, ""},
		"accents":        {"## Log de Rejeições\n" + row, "notes.md", 1, Unknown},
		"deeper":         {"### LOG DE REJEICOES ###\n" + row, "a b-memory.md", 1, "a-b"},
		"capitals":       {"## Log de Rejeicoes\n" + row, "Rio-memory.md", 1, "rio"},
		"a device":       {"## Log de Rejeicoes\n" + row, "con-memory.md", 1, Unknown},
		"no section":     {row, "x", 0, ""},
		"two sections":   {"## Log de Rejeicoes\n" + row + "## b\n" + row + "## Log de Rejeicoes\n" + row, "..-memory.md", 2, Unknown},
		"no outer lines": {"## Log de Rejeicoes\n" + strings.TrimSuffix(row, " |\n"), "-memory.md", 1, Unknown},
		"CRLF":           {strings.ReplaceAll("## Log de Rejeicoes\n"+row, "\n", "\r\n"), "x", 1, Unknown},
		"hash tag":       {"## Log de Rejeicoes\n#tag\n" + row, "x", 1, Unknown},
	} {
		_, got := readLog(test.text, test.file)
		if len(got) != test.want || len(got) > 0 && (got[0].Agent != test.agent || got[0].Reason != "b") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	told, _ := readLog("## Log de Rejeicoes\n|"+strings.Repeat("a", MaxInput+1)+"\n"+row, "x")
	if len(told) != 2 || !strings.Contains(told[0], "longer than") {
		t.Errorf("%.200q", told)
	}
	told, _ = readLog("## Log de Rejeicoes\n| 2026-02-03 | skill | ../\x1b[2J | ghp_"+letters36+" | other | c |\n", "x")
	if len(told) != 1 || !strings.Contains(told[0], "artifact.name") || !strings.Contains(told[0], "reason holds what looks like a GitHub") {
		t.Errorf("%q", told)
	}
}

func FuzzReadLog(f *testing.F) {
	f.Add([]byte(rejectionLog), "rio-memory.md")
	f.Add([]byte("## Log de Rejeições\n| 2026-02-03 | a\\\\| b | \\| | “ | \" | |\n~~~\n|\n~~~~\n"), "../x\\..-memory.md")
	f.Fuzz(func(t *testing.T, data []byte, file string) {
		ids := map[string]bool{}
		for line, err := range ReadLog(bytes.NewReader(data), file, ReadOptions{Now: now}) {
			if err != nil {
				continue
			}
			d := line.Decision
			if ids[d.ID] {
				t.Fatalf("two rows have the id %s in %q", d.ID, data)
			}
			ids[d.ID] = true
			written, err := d.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if again, err := Decode(written); err != nil || !reflect.DeepEqual(again, d) {
				t.Fatalf("%+v\n%+v, %v", again, d, err)
			}
		}
	})
}
