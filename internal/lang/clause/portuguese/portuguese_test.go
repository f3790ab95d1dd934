package portuguese

import (
	"os"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/lang"
)

func TestFind(t *testing.T) {
	for _, c := range []struct{ title, verb string }{ // verb is "" for a label
		// A form that is a noun too is judged by its neighbours.
		{"a compra de sementes pelo estado", ""},
		{"a cooperativa compra sementes na entressafra", "compra"},
		{"não compra quem não confia", "compra"},
		{"conta de luz, multa e juros", ""},
		{"o atraso conta como falta", "conta"},
		{"o uso do solo nas margens do rio", ""},
		{"já custa menos irrigar à noite", "custa"},
		{"processo de seleção de estagiários", ""},
		{"troca-se semente por adubo na feira", "troca-se"},
		{"grande procura por vagas noturnas", ""},
		// Participles, infinitives and gerunds alone are no finite verbs.
		{"pontes construídas antes de 1960", ""},
		{"medir a umidade do solo", ""},
		{"reduzindo perdas na colheita", ""},
		{"medir a umidade do solo evita perdas", "evita"},
		// The verb of a subordinate clause is not that of the title.
		{"escolas que perderam alunos desde 2015", ""},
		{"escolas que perderam alunos desde 2015 fecham turmas", "fecham"},
		{"quem planta cedo colhe antes da chuva", "colhe"},
		{"quando a chuva atrasa", ""},
		{"quando a chuva atrasa, o preço sobe", "sobe"},
		{"por que as feiras fecham cedo", ""},
		{"se chove em maio, falta feijão em julho", "falta"},
		{"quem comprar sementes cedo colhe mais", "colhe"},
		{"se o juiz decidir depois do prazo, o réu recorre sem custas", "recorre"},
		{"quando os alunos puderem escolher, a biblioteca enche", "enche"},
		{"quando os alunos puderem escolher", ""},
		{"a dengue, segundo a secretaria, chega antes da chuva", "chega"},
		{"o arroz, como o feijão, encareceu em maio", "encareceu"},
		{"tanto o frete quanto o seguro subiram", "subiram"},
		{"quanto ao frete, os portos cobram por contêiner", "cobram"},
		{"o que encarece o frete é a volta vazia", "é"},
		{"lotes que encalharam e apodreceram no porto", ""},
		// Irregular verbs, composed ones and joined pronouns.
		{"torna-se mais caro dragar o canal", "torna-se"},
		{"perderam-se as sementes guardadas no porão", "perderam-se"},
		{"o dique detém a cheia", "detém"},
		{"a lei previu o caso", "previu"},
		{"o imposto não compõe o preço", "compõe"},
		{"há menos abelhas nos pomares", "há"},
		{"bairros sem água há dez anos", ""},
		{"pôr o preço na vitrine atrai fregueses", "atrai"},
		{"vender a prazo tornar-se-á exceção", "tornar-se-á"},
		{"quanto mais longa a fila, menor a paciência", "menor"},
		{"talvez convenha esperar a seca", "convenha"},
		// Without accents, as names of files are written.
		{"nem todo atraso e perda", "e"},
		{"custo e prazo da obra", ""},
		{"a politica de precos do frete", ""},
		{"a horta esta em solo contaminado", "esta"},
		// Accents tell nouns and adjectives from verbs.
		{"a prática da poda em pomares", ""},
		{"a pública defesa do rio", ""},
		// A colon parts statements.
		{"correios: a agência fecha onde falta o banco", "fecha"},
		{"além do preço: o que mede a qualidade", ""},
		{"quem paga a conta?", ""},
		{"", ""},
		{"—", ""},
	} {
		if verb, _ := Find(c.title); verb != c.verb {
			t.Errorf("Find(%q) = %q, want %q", c.title, verb, c.verb)
		}
	}
}

// A label is beyond doubt only where no word of it could be a finite verb.
func TestFindNamesASuspect(t *testing.T) {
	for title, want := range map[string]string{
		"a compra de sementes pelo estado":   "compra",
		"escolas que perderam alunos":        "perderam",
		"cultivares de trigo tolerantes":     "",
		"custo e prazo da obra":              "e", // is
		"o controle de pragas em hortas":     "controle",
		"Praça Conta, largo e chafariz":      "", // a name
		"quem paga a conta?":                 "paga",
		"gestão de estoques hospitalares":    "",
		"princípios da boa distribuição":     "",
		"algoritmo blorpa o resultado":       "",
		"o algoritmo xinga e blorpa códigos": "",
	} {
		verb, suspect := Find(title)
		if verb == "" && suspect != want {
			t.Errorf("Find(%q) suspects %q, want %q", title, suspect, want)
		}
	}
}

// TestTitles measures the engine on titles that two authors labelled before it was written, as they stand and as names of files,
// without accents and punctuation. A proposition that is called a label beyond doubt would block its author.
func TestTitles(t *testing.T) {
	data, err := os.ReadFile("testdata/titles.txt")
	if err != nil {
		t.Fatal(err)
	}
	bare := strings.NewReplacer("-", " ", ",", "", ":", "", ";", "", "(", "", ")", "", "\"", "", "?", "")
	for _, spelling := range []struct {
		name string
		of   func(string) string
	}{
		{"as written", func(s string) string { return s }},
		{"bare", func(s string) string { return bare.Replace(lang.Unaccented(strings.ToLower(s))) }},
	} {
		var propositions, labels, blocked, hinted, caught int
		for line := range strings.Lines(string(data)) {
			class, title, _ := strings.Cut(strings.TrimSpace(line), "\t")
			if !strings.Contains(title, " ") {
				title = strings.ReplaceAll(title, "-", " ")
			}
			verb, suspect := Find(spelling.of(title))
			switch {
			case class == "label":
				labels++
				if verb == "" {
					caught++
				}
			default:
				propositions++
				if verb == "" && suspect == "" {
					blocked++
				} else if verb == "" {
					hinted++
				}
			}
		}
		t.Logf("%s: of %d propositions %d blocked, %d hinted at; %d of %d labels caught", spelling.name, propositions, blocked, hinted, caught, labels)
		if blocked*100 > propositions || hinted*100 > 3*propositions || caught*100 < 93*labels {
			t.Errorf("%s: more than 1 %% blocked, more than 3 %% hinted at, or fewer than 93 %% caught", spelling.name)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Find("o aumento do salário mínimo não elevou o desemprego formal no Brasil entre 2005 e 2014")
	}
}

func FuzzFind(f *testing.F) {
	for _, title := range []string{"torna-se-á", "a--b", "é", "que que que", "\xe2\x80", "São Paulo cresce", "x: y; z", "1,5-2 %", "(a (b", "ação-se"} {
		f.Add(title)
	}
	f.Fuzz(func(t *testing.T, title string) {
		verb, suspect := Find(title)
		if !strings.Contains(title, verb) || !strings.Contains(title, suspect) || verb != "" && suspect != "" {
			t.Fatalf("Find(%q) = %q, %q", title, verb, suspect)
		}
	})
}

// Every word of the lexicon is written as it is looked up: in small letters without accents.
func TestLexicon(t *testing.T) {
	l := words()
	for word := range l.marks {
		if lang.Unaccented(strings.ToLower(word)) != word {
			t.Errorf("%q has accents or capitals", word)
		}
	}
	for verb := range l.verbs {
		switch verb[len(verb)-2:] {
		case "ar", "er", "ir":
		default:
			t.Errorf("%q is no infinitive", verb)
		}
	}
	if len(l.endings) == 0 || l.marks["paulo"] != saint {
		t.Error("the lines of words.txt are not in the order of the marks")
	}
}
