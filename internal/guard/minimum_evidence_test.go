package guard

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/enrich"
	"github.com/kbgate/kbgate/internal/guard/memory"
	"github.com/kbgate/kbgate/internal/lang"
)

func letterTo(title, company, body string) *draft.Draft {
	return &draft.Draft{To: "lena@acme.example", Subject: "A question", Body: body, Type: decision.Email,
		Lead: &draft.Lead{Email: "lena@acme.example", FirstName: "Lena", LastName: "Ortiz", Title: title, Company: draft.Company{Name: company}}}
}

// judgement tells what GUARD-003 alone says of a draft: pass, hint or block.
func judgement(d *draft.Draft) string {
	switch failure := MinimumEvidence.Run(&Input{Draft: d, Context: enrich.Extract(d.Lead)}); {
	case failure == nil:
		return "pass"
	case failure.Possible:
		return "hint"
	}
	return "block"
}

func TestMinimumEvidence(t *testing.T) {
	for name, c := range map[string]struct{ title, company, body, want string }{
		"nothing":             {"VP Sales", "Acme", "Hi Lena,\n\nI hope you are well. Our platform helps teams do more with less and grow faster. Would you be open to a quick call on Thursday?\n\nBest,\nTom", "block"},
		"a bare company name": {"VP Sales", "Acme", "Hi Lena,\n\nAcme is doing great things. I would love to show Acme how our platform saves time.\n\nBest,\nTom Reed\nSalvia", "block"},
		"a bare title":        {"VP Sales", "Acme", "Hi Lena,\n\nAs a VP Sales you are busy. Our platform saves time for every VP Sales. Could we talk?\n\nTom", "block"},
		"a bare title as a role": {"Plant Manager", "Acme",
			"Hi Lena,\n\nGiven your role as plant manager at Acme, I wanted to reach out. You opened the Lisbon works in March. Our platform saves time. Could we talk?\n\nTom", "block"},
		"role alone": {"VP Engineering", "Acme",
			"Hi Lena,\n\nMany leaders lose hours to slow builds and broken deploys. We make them fast. Could we talk?\n\nTom", "block"},
		"company alone": {"VP Engineering", "Acme",
			"Hi Lena,\n\nCongratulations on the Lisbon office that you opened in March. We would love to help. Could we talk?\n\nTom", "block"},
		"figures of the sender alone": {"Plant Manager", "", "Hi Lena,\n\nOur clients save 30% and 22 minutes a day. More than 400 companies trust us. Any interest?\n\nTom", "block"},
		"a month of the call alone":   {"VP Engineering", "Acme", "Hi Lena,\n\nSlow builds and broken deploys cost you hours. Would you have 20 minutes for a call in March?\n\nTom", "block"},
		"the sender's name":           {"VP Engineering", "Acme", "Hi Lena,\n\nSlow builds and broken deploys end with Salvia, and you will see it.\n\nTom Reed\nSalvia", "block"},
		"what the sender did":         {"VP Engineering", "Acme", "Hi Lena,\n\nWe launched a cache for slow builds and broken deploys, and you can try it.\n\nTom", "block"},
		"one word of the role":        {"Plant Manager", "Acme", "Hi Lena,\n\nCongratulations on the Lisbon office that you opened in March. The first shift there must be fun.\n\nTom", "block"},
		"both": {"VP Engineering", "Acme",
			"Hi Lena,\n\nYour Lisbon office opened in March, and a second time zone on the same monorepo is when your builds and on-call rota start to hurt. Could we talk?\n\nTom", "pass"},
		"both, of an owner":                    {"Practice Owner", "", "Hi Lena,\n\nYou bought the Hartley Road surgery in June. Two chairs more, and the same phone for every cancellation and recall. Could we talk?\n\nTom", "pass"},
		"a duty in words that no list has":     {"Chief Happiness Wizard", "", "Hi Lena,\n\nI read your talk at Joywork in May. Somebody has to count the smiles, and whoever does so ends up with a spreadsheet.\n\nTom", "pass"},
		"of an unmapped title nobody can tell": {"Chief Happiness Wizard", "", "Hi Lena,\n\nI read your talk at Joywork in May and liked it a lot. Could we talk?\n\nTom", "hint"},
		"of an unknown company nobody can tell": {"Fleet Manager", "",
			"Hi Lena,\n\nDrivers out of hours at four, a trailer stuck at the depot and a workshop that calls back tomorrow: whoever plans the duty roster knows that hour. We match every journey with vehicle, tachograph and fuel card.\n\nTom", "hint"},

		"nada":           {"Gerente de Vendas", "Acme", "Olá Lena,\n\nEspero que este e-mail a encontre bem. A nossa plataforma ajuda empresas a crescer mais depressa. Podemos marcar uma conversa na quinta?\n\nUm abraço,\nTomé", "block"},
		"só o nome":      {"Gerente de Vendas", "Acme", "Olá Lena,\n\nA Acme é uma empresa fantástica. A Acme merece o melhor, e nós também.\n\nUm abraço,\nTomé", "block"},
		"só a empresa":   {"Diretora de RH", "Acme", "Olá Lena,\n\nParabéns pela abertura da fábrica de Sintra em março. Gostava de falar consigo.\n\nTomé", "block"},
		"as duas coisas": {"Diretora de RH", "Acme", "Olá Lena,\n\nVi que abriram a fábrica de Sintra em março. Quem fecha os contratos de 80 admissões e as escalas de dois turnos à mão perde nisso a semana.\n\nTomé", "pass"},
	} {
		if got := judgement(letterTo(c.title, c.company, c.body)); got != c.want {
			t.Errorf("%s: %s, want %s; evidence %v", name, got, c.want, (&Input{Draft: letterTo(c.title, c.company, c.body)}).shown().list())
		}
		if plain := lang.Unaccented(c.body); judgement(letterTo(c.title, c.company, plain)) != c.want {
			t.Errorf("%s without accents: not %s", name, c.want)
		}
	}
}

func TestMinimumEvidenceIsForMailAlone(t *testing.T) {
	d := letterTo("VP Sales", "Acme", "Nothing.")
	d.Type = decision.Claim
	m := &memory.Memory{}
	if r := (Registry{MinimumEvidence}).Check(d, m, Settings{Mode: Hard}, time.Now()); !r.Passed || len(r.RuleFailures) > 0 || r.Evidence == nil || len(r.Evidence) > 0 {
		t.Errorf("a claim: %+v", r)
	}
	d.Type = decision.Email
	if r := (Registry{MinimumEvidence}).Check(d, m, Settings{Mode: Hard}, time.Now()); r.Passed {
		t.Error("the same text as an e-mail passes")
	}
	d.Lead = nil
	if r := (Registry{MinimumEvidence}).Check(d, m, Settings{Mode: Hard}, time.Now()); r.Passed {
		t.Error("without lead data it passes")
	}
}

func TestLeadDataRescues(t *testing.T) {
	d := letterTo("VP Sales", "Acme", "Hi Lena,\n\nOur platform helps teams grow. Could we talk?\n\nTom")
	check := func() Result {
		return (Registry{MinimumEvidence}).Check(d, &memory.Memory{}, Settings{Mode: Hard}, time.Now())
	}
	if r := check(); r.Passed || r.Rescued {
		t.Errorf("a name and a title rescue: %+v", r)
	}
	d.Lead.HiringSignal = "Four account executives in Porto"
	if r := check(); !r.Passed || !r.Rescued || r.RecommendedOpener == nil || r.RecommendedOpener.Value != d.Lead.HiringSignal || len(r.RuleFailures) > 0 {
		t.Errorf("a signal of each does not rescue: %+v", r)
	}
	d.Lead.Title = "Manager"
	if r := check(); r.Passed || r.Rescued {
		t.Errorf("an unmapped title rescues: %+v", r)
	}
}

func TestWhatTheLeadDataKnowsIsAskedFor(t *testing.T) {
	concrete := "Hi Lena,\n\nDrivers out of hours at four, a trailer stuck at the depot and a workshop that calls back tomorrow: whoever plans the duty roster knows that hour. We match every journey with vehicle, tachograph and fuel card.\n\nTom"
	d := letterTo("Wizard", "", concrete)
	if got := judgement(d); got != "hint" {
		t.Errorf("of a company of which nothing is known: %s", got)
	}
	d.Lead.Company.Industry, d.Lead.Company.Employees = "Haulage", 60
	if got := judgement(d); got != "hint" {
		t.Errorf("of a company of which only industry and size are known: %s", got)
	}
	d.Lead.Hooks = []string{"Bought the bakery depot in Selby"}
	if got := judgement(d); got != "block" {
		t.Errorf("the only word of a remark that the text shares stands in many: %s", got)
	}
	d.Lead.Hooks = []string{"Merges its two depots with one workshop"}
	if got := judgement(d); got != "pass" {
		t.Errorf("what is known stands in the text: %s", got)
	}
}

func TestEvidenceNamesItsSource(t *testing.T) {
	d := letterTo("Plant Manager", "Acme", "Hi Lena,\n\nYour second kiln in Oldham went live in March beside Rockwell FactoryTalk. Changeovers and scrap per shift are what you explain.\n\nTom")
	d.Lead.Hooks, d.Lead.Company.Technologies = []string{"Second kiln at Oldham started in March"}, []string{"Rockwell FactoryTalk", "Excel", "Snowflake"}
	in := &Input{Draft: d, Context: enrich.Extract(d.Lead)}
	sources := map[string]string{}
	for _, e := range in.shown().list() {
		sources[e.Value] = e.Source
	}
	if sources["Second kiln at Oldham started in March"] != "hooks" || sources["Rockwell FactoryTalk"] != enrich.FromTechnologies || sources["Snowflake"] != "" || sources["Excel"] != "" {
		t.Errorf("%v", sources)
	}
}

func TestEvidenceThatComesWithADraft(t *testing.T) {
	body := "Hi Lena,\n\nThe wooden kiln at Acme is hot, and so is scrap. Could we talk?\n\nTom"
	for name, c := range map[string]struct {
		given []decision.Evidence
		want  string
	}{
		"that stands in the text":     {[]decision.Evidence{{Type: "company_intel", Value: "the wooden  kiln"}, {Type: "role_impact", Value: "scrap"}}, "pass"},
		"that stands nowhere":         {[]decision.Evidence{{Type: "company_intel", Value: "a new plant in Leeds"}, {Type: "role_impact", Value: "downtime"}}, "block"},
		"that is the company's name":  {[]decision.Evidence{{Type: "company_intel", Value: "Acme"}, {Type: "role_impact", Value: "scrap"}}, "block"},
		"that is empty":               {[]decision.Evidence{{Type: "company_intel"}, {Type: "role_impact"}}, "block"},
		"of one kind, said two times": {[]decision.Evidence{{Type: "role_impact", Value: "scrap"}, {Type: "role_impact", Value: "Scrap"}}, "block"},
	} {
		d := letterTo("VP Sales", "Acme", body)
		d.Evidence = c.given
		if got := judgement(d); got != c.want {
			t.Errorf("evidence %s: %s, want %s", name, got, c.want)
		}
	}
}

func TestEvidenceIsBounded(t *testing.T) {
	d := letterTo("VP Sales", "Acme", strings.Repeat("You opened Oldham in March. ", 1<<16)+"\xff")
	for range 1000 {
		d.Evidence = append(d.Evidence, decision.Evidence{Type: "x", Value: strings.Repeat("Oldham ", 1<<10)})
	}
	list := (&Input{Draft: d}).shown().list()
	if len(list) == 0 || len(list) > mostEvidence {
		t.Errorf("%d things", len(list))
	}
	for _, e := range list {
		if e.Source == ofDraft && len([]rune(e.Value)) > mostQuoted+1 {
			t.Errorf("a value of %d characters", len([]rune(e.Value)))
		}
	}
}

func TestExamplesOfMinimumEvidence(t *testing.T) {
	for example, want := range map[string]string{MinimumEvidence.Bad: "block", MinimumEvidence.Good: "pass"} {
		var d struct {
			To, Body string
			Lead     struct {
				FirstName string `json:"first_name"`
				Title     string
				Company   struct{ Name string }
			}
		}
		if err := json.Unmarshal([]byte(example), &d); err != nil {
			t.Fatal(err)
		}
		if got := judgement(letterTo(d.Lead.Title, d.Lead.Company.Name, d.Body)); got != want {
			t.Errorf("the example of what is to %s is %s", want, got)
		}
	}
}

func FuzzMinimumEvidence(f *testing.F) {
	f.Add("Hi Lena,\n\nYou opened Oldham in March.\n\nTom", "VP Sales", "Acme", "lena@acme.example", "Oldham")
	f.Add("\xff\x00?", "\xff", "?", "@", "")
	f.Fuzz(func(t *testing.T, body, title, company, email, given string) {
		d := letterTo(title, company, body)
		d.Lead.Email = email
		d.Lead.Hooks = []string{given, company}
		d.Evidence = []decision.Evidence{{Type: "role", Value: given}}
		first := judgement(d)
		if again := judgement(d); again != first {
			t.Errorf("%s, then %s", first, again)
		}
	})
}

func BenchmarkEvidence(b *testing.B) {
	d := letterTo("VP Engineering", "Acme", strings.Repeat("Your Lisbon office opened in March, and a second time zone on the same monorepo is when your builds start to hurt. ", 12))
	d.Lead.Hooks = []string{"Opened an office in Lisbon", "Moved to Bazel"}
	for b.Loop() {
		(&Input{Draft: d, Context: enrich.Extract(d.Lead)}).shown()
	}
}
