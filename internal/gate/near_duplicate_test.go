package gate_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
)

// ferry is a claim on figures, garden one without any.
const (
	ferryTitle = "night ferries to Brevik lose money because crews are paid by the tide and not by the hour"
	ferryBody  = `The Brevik line carried 48,200 passengers at night in 2023 and lost 3.7 million kroner on them. Wages make up 61 percent of the cost of a night crossing and 38 percent of one by day, although the vessel, the distance and the crew are the same.

The agreement of 1974 pays a full watch for every tide that a crossing touches. A boat that leaves at 23:40 touches two tides. Osland and Rye, who audited the line, found that moving the departure by 35 minutes would save 1.9 million kroner a year.`
	gardenTitle = "walled gardens ripen peaches earlier because brick gives back at night the heat it took in by day"
	gardenBody  = `Brick is a slow store. It warms through the afternoon and radiates after dusk, when an orchard in the open already cools. Espaliers trained flat against a southern wall therefore spend their evenings in a pocket of mild air, and blossom that would be killed by a late frost survives.

Gardeners at Croome hollowed their walls and lit stoves inside them, which shows that they understood the principle. The stoves were given up once glass became cheap, while the walls stayed.`
)

func claimNote(created, title, body string) []byte {
	return fmt.Appendf(nil, "---\ntype: claim\ndomain: history\ndescription: \"What follows from it.\"\nconfidence: likely\nsource: \"Osland & Rye (2024)\"\ncreated: %s\n---\n\n# %s\n\n%s\n", created, title, body)
}

func TestNearDuplicateTellsCopiesFromRelations(t *testing.T) {
	form := "\n\nHow figures were taken: amounts are in current kroner and were rounded to the nearest hundred thousand. Passengers are counted at the gangway and not at the ticket desk, so that crew and their families are left out. Where a crossing was cancelled after boarding it counts as made. Seasonal extra boats are listed apart in the appendix and do not enter any total."
	for _, tt := range []struct {
		name        string
		base, title string
		body        string
		repeats     bool
	}{
		{"verbatim", ferryTitle, ferryTitle, ferryBody, true},
		{"another title", ferryTitle, "overnight boats to Brevik run at a loss on account of a pay rule", ferryBody, true},
		{"another order of sentences, words replaced", ferryTitle, "night ferries to Brevik make losses because crews are paid per tide rather than per hour", `Wages are 61 percent of the cost of crossing at night against 38 percent by day, with the same vessel, crew and distance. Under the agreement of 1974 a whole watch is paid for each tide that a crossing touches, and a boat leaving at 23:40 touches two.

In 2023 the line to Brevik carried 48,200 night passengers and lost 3.7 million kroner. According to the audit by Osland and Rye, 1.9 million a year would be saved if departure were moved by 35 minutes.`, true},
		{"retold throughout", ferryTitle, "an old pay clause, not a lack of travellers, is what makes the late Brevik boat unprofitable", `Osland and Rye put the deficit of the late service at 3.7 million kroner for 2023, when 48,200 people used it. Staff accounts for 61 percent of what such a trip costs, as against 38 percent during the day, on the same ship and route.

The reason is a clause from 1974: whoever works through any part of a tide gets a watch. Sailing at 23:40 falls into two. Shifting that by 35 minutes is worth 1.9 million each year.`, true},
		{"opposite, same figures partly", ferryTitle, "night ferries to Brevik do not lose money because crews are paid by the tide and not by the hour", `The loss of 3.7 million kroner on the night boats is what is left after the post office contract is booked elsewhere. With its 4.4 million the line earns money at night. Tides matter for 12 crossings a month at most, as timetables published by the harbour office since 2019 show.`, false},
		{"another company by the same template", ferryTitle, "night ferries to Skarnes lose money because crews are paid by the tide and not by the hour", `The Skarnes line carried 17,900 passengers at night in 2022 and lost 0.8 million kroner on them. Wages make up 55 percent of the cost of a night crossing and 41 percent of one by day, although the vessel, the distance and the crew are the same.

The agreement of 1981 pays a full watch for every tide that a crossing touches. A boat that leaves at 22:15 touches two tides. Hovland, who audited the line, found that moving the departure by 50 minutes would save 0.3 million kroner a year.`, false},
		{"same subject, another point", ferryTitle, "night ferries to Brevik keep the hospital staffed because half of the nurses live on the islands", `Of the 412 nurses at Brevik hospital 207 live across the sound. A rota that ends at 22:00 leaves them the night boat alone. In the winter of 2021, when it was suspended for nine weeks, 31 shifts could not be filled and the ward for stroke patients was closed twice.`, false},
		{"built on it, by name", ferryTitle, "moving the night boat to Brevik by half an hour pays for itself only if the bus waits", `That [[one]] suggests a departure at 00:15, which according to Osland and Rye saves 1.9 million kroner. The last bus leaves the quay at 00:05. In the count of May 2024, 64 percent of passengers went on by bus, and 29 percent said that they would rather drive round the fjord.`, false},
		{"form in common", ferryTitle, "freight rates on the sound fell when the quay at Brevik was deepened", "Ships of 9,000 tons have berthed since the autumn of 2016. Rates for timber came down from 210 to 164 kroner, and for cement from 98 to 81. Two owners with small coasters gave up." + form, false},
		{"no figures, words moved about", gardenTitle, "peaches ripen earlier in walled gardens because bricks give back the day's heat at night", `Brick stores heat slowly. It grows warm during the afternoon and after dusk it radiates, when an open orchard is cooling already. Espaliers which are trained flat on a southern wall spend the evening in a pocket of milder air, so blossom survives that a late frost would otherwise kill.

At Croome gardeners hollowed out the walls and lit stoves in them, so they understood the principle. When glass became cheap the stoves were given up.`, true},
		{"no figures, the same title over another text", gardenTitle, gardenTitle, `Thermometers at the foot of the old kitchen garden in Lund stay above freezing on nights when the lawn outside is white. Fruit sets a fortnight before that of neighbours.`, true},
		{"no figures, another claim of the field", gardenTitle, "walled gardens were built to keep out thieves because fruit was dearer than meat", `Account books list broken glass for the top of the coping and a wage for a watchman in August. A single peach sold for what a labourer earned in a day. Espaliers and southern walls came later, as did the stoves at Croome.`, false},
		{"a quotation in common", gardenTitle, "kitchen gardens declined because railways brought fruit from Kent overnight", "> Brick is a slow store. It warms through the afternoon and radiates after dusk, when an orchard in the open already cools. Espaliers trained flat against a southern wall therefore spend their evenings in a pocket of mild air.\n\nSo wrote the head gardener in his last report. By then his employer bought strawberries at the station.", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			body := ferryBody
			if tt.base == gardenTitle {
				body = gardenBody
			} else if strings.HasPrefix(tt.name, "form") {
				body += form
			}
			found := duplicates(t, map[string][]byte{
				"a/one.md": claimNote("2025-01-07", tt.base, body),
				"a/two.md": claimNote("2026-02-03", tt.title, tt.body),
			})
			if fires := len(found) == 1 && found[0].Path == "a/two.md"; fires != tt.repeats || len(found) > 1 {
				t.Errorf("a duplicate: %v; want %v (%v)", fires, tt.repeats, found)
			}
			for _, f := range found {
				t.Log(f.Certainty, f.Message)
				if isCopy := tt.name == "verbatim" || tt.name == "another title"; isCopy == f.IsPossible() {
					t.Errorf("%s: %s", f.Certainty, f.Message)
				}
			}
		})
	}
}

// The same tale in Portuguese: a copy with commas for points, a retelling, and claims that only share the subject.
func TestNearDuplicateInPortuguese(t *testing.T) {
	const title = "as balsas noturnas para a ilha dão prejuízo porque a tripulação recebe por maré e não por hora"
	const body = `A linha da ilha levou 48.200 passageiros à noite em 2023 e perdeu 3,7 milhões de reais com eles. Os salários são 61 por cento do custo de uma travessia noturna e 38 por cento do de uma diurna, embora o barco, a distância e a tripulação sejam os mesmos.

O acordo de 1974 paga um turno inteiro por maré que a travessia toca. Um barco que sai às 23h40 toca duas. Osório e Prata, que auditaram a linha, calcularam que atrasar a partida em 35 minutos pouparia 1,9 milhão de reais por ano.`
	for _, tt := range []struct {
		name, title, body, certainty string
	}{
		{"copy", title, body, finding.Certain},
		{"copy under another title", "o turno por maré explica a perda das travessias noturnas", body, finding.Certain},
		{"retold", "uma cláusula antiga de salário, e não a falta de viajantes, torna deficitária a balsa da noite", `Osório e Prata calcularam em 3,7 milhões de reais a perda do serviço noturno de 2023, usado por 48.200 pessoas. O pessoal responde por 61 por cento do que custa a travessia, contra 38 por cento durante o dia, com o mesmo barco e a mesma distância.

A causa é um acordo de 1974: quem trabalha em qualquer parte de uma maré recebe o turno. A partida das 23h40 cai em duas marés. Atrasá-la em 35 minutos vale 1,9 milhão por ano.`, finding.Possible},
		{"another point", "a balsa noturna mantém o hospital aberto porque metade das enfermeiras mora na ilha", "Das 412 enfermeiras do hospital, 207 moram do outro lado. Uma escala que acaba às 22h deixa a elas só o barco da noite. No inverno de 2021, quando ele parou por nove semanas, 31 turnos ficaram sem ninguém e a ala de derrames fechou duas vezes.", ""},
		{"the opposite", "as balsas noturnas para a ilha não dão prejuízo porque a tripulação recebe por maré e não por hora", "A perda de 3,7 milhões de reais é o que resta depois que o contrato dos correios entra em outra conta. Com os 4,4 milhões dele, a linha ganha dinheiro à noite. A maré pesa em 12 travessias por mês, como mostram os horários da capitania desde 2019.", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := duplicates(t, map[string][]byte{"a/um.md": claimNote("2025-01-07", title, body), "a/dois.md": claimNote("2026-02-03", tt.title, tt.body)})
			got := ""
			for _, f := range found {
				got += f.Certainty
				t.Log(f.Message)
			}
			if got != tt.certainty {
				t.Errorf("%q, want %q", got, tt.certainty)
			}
		})
	}
}

func TestNearDuplicateSaysAPairOnce(t *testing.T) {
	early, late := claimNote("2025-01-07", ferryTitle, ferryBody), claimNote("2026-02-03", ferryTitle, ferryBody)
	undated := claimNote("someday", ferryTitle, ferryBody)
	for _, tt := range []struct {
		name     string
		files    map[string][]byte
		selected []string
		want     []string // path, then the suggested link
	}{
		{"the later one", map[string][]byte{"a.md": late, "b.md": early}, nil, []string{"a.md b"}},
		{"of one day, the later path", map[string][]byte{"a.md": early, "b.md": early}, nil, []string{"b.md a"}},
		{"without a day, that one", map[string][]byte{"a.md": undated, "b.md": early}, nil, []string{"a.md b"}},
		{"the one under check", map[string][]byte{"a.md": late, "b.md": early}, []string{"b.md"}, []string{"b.md a"}},
		{"the later of two under check", map[string][]byte{"a.md": late, "b.md": early, "c.md": claimNote("2025-01-01", gardenTitle, gardenBody)}, []string{"a.md", "b.md"}, []string{"a.md b"}},
		{"one name in two folders", map[string][]byte{"x/a.md": early, "y/a.md": early}, nil, []string{"y/a.md x/a"}},
		{"three alike", map[string][]byte{"a.md": early, "b.md": early, "c.md": early}, nil, []string{"b.md a", "c.md a", "c.md b"}},
		{"no claim", map[string][]byte{"a.md": early, "b.md": []byte(strings.Replace(string(late), "type: claim", "type: note", 1))}, nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range duplicates(t, tt.files, tt.selected...) {
				got = append(got, f.Path+" "+f.Suggestion)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestNearDuplicateOnTheSample(t *testing.T) {
	root := os.Getenv("KBGATE_SAMPLE")
	if root == "" {
		t.Skip("KBGATE_SAMPLE names no knowledge base")
	}
	files := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".md") && d.Type().IsRegular() {
			files[name], err = fs.ReadFile(os.DirFS(root), name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	copies := 0
	for _, f := range duplicates(t, files) {
		if path.Base(f.Path) == path.Base(f.Suggestion)+".md" {
			copies++
			continue
		}
		t.Errorf("%s: %s", f.Path, f.Message)
	}
	t.Logf("%d claims are copies of one of the same name", copies)
}

// duplicates are the findings of the gate alone; none selected means all.
func duplicates(t *testing.T, files map[string][]byte, selected ...string) []finding.Finding {
	t.Helper()
	var quiet strings.Builder
	quiet.WriteString("version: 1\ngates:\n")
	for _, g := range gate.BuiltIn {
		if g != gate.NearDuplicate {
			fmt.Fprintf(&quiet, "  %s: {severity: off}\n", g.ID)
		}
	}
	files[".kbgate.yaml"] = []byte(quiet.String())
	result, err := check.Run(context.Background(), check.Request{Files: files, Paths: selected, Now: today})
	if err != nil {
		t.Fatal(err)
	}
	return result.Document.Findings
}
