package cite

import (
	"testing"

	"github.com/kbgate/kbgate/internal/text"
)

// inBody counts what a header and a body name together, without stopping early.
func inBody(header, body string) *Tally {
	source := []byte(header + "\n" + body)
	var t Tally
	t.Header(source, 0, len(header))
	words := text.AppendWords(nil, source[len(header)+1:])
	for i := range words {
		words[i].Start += int32(len(header) + 1)
		words[i].End += int32(len(header) + 1)
	}
	b := prose{list: cut(nil, source, words, len(header)+1, len(source)), tally: &t}
	for i := 0; i < len(b.tokens); {
		i = max(b.look(i), i+1)
	}
	t.References(source, len(header)+1, len(source))
	return &t
}

func TestBody(t *testing.T) {
	for body, want := range map[string]int{
		// Sources.
		"Diverse groups solve more problems (Page 2007).":                                               1,
		"As Henrich's \"The Secret of Our Success\" (2015) says, brains are collective.":                1,
		"Smith et al. (2020) ran the same trial. Smith and colleagues saw no change.":                   1,
		"The effect is small (arXiv 2310.01798).":                                                       1,
		"See https://example.org/a and https://other.example/b for the tables.":                         2,
		"According to the Bureau of Labor Statistics, hours fell.":                                      1,
		"Begel and Simon watched eight new developers for two months.":                                  1,
		"In the field, Rhode and Strumpf placed random bets.":                                           1,
		"Milkman and co-authors tried it in a firm with 3,272 employees (PNAS, 2011).":                  1,
		"Adriaanse's review of eating habits (Appetite, 2011) found the same.":                          1,
		"Jeremiah Dittmar's study of cities and print (Quarterly Journal of Economics, 2011) shows it.": 1,
		"And Eisenstein's The Printing Press as an Agent of Change describes printers.":                 1,
		"A later review (Brand et al., 2022) agrees. So does another (Chen & Lee, 2019).":               2,
		"The court held so in Ramos v. Louisiana (2020).":                                               1,
		"Ants solve such problems. Deborah Gordon found that colonies place their heaps far apart.":     1,
		"@alice states it directly, and @bob_k agrees.":                                                 2,
		"Text.\n\n## References\n\n- Ahn, One (2001)\n- Bell, Two (2002) — why it matters\n":            2,
		"Text.[^1]\n\n[^1]: Ahn, One (2001)\n[^2]: Bell, Two (2002)\n":                                  2,
		"Source: Ahn, One (2001)":                                                               1,
		"Several reports say so (Young 2007).":                                                  1,
		"OECD data and World Bank figures agree.":                                               2,
		"A second team, led by Keiko Ito, repeated it in Kyoto.":                                1,
		"It was replicated by Ito in eleven teams. A review by Brand agrees.":                   2,
		"Statistics Norway found fewer.  The OECD puts it at 12 percent.":                       2,
		"The British Crime Survey has the same shape.":                                          1,
		"The Framingham cohort agrees, and so does the Tromsø registry.":                        2,
		"Figures from the Danish Energy Agency agree.":                                          1,
		"A World Bank evaluation of 2018 found less. The minutes of the Bank of England agree.": 2,
		"Wang repeated the trial in Osaka, and Norway's labour force survey agrees.":            2,
		"Segundo a Agência Nacional de Águas, o consumo caiu.":                                  1,
		"De acordo com Ferrão e colegas, o efeito dura um ano.":                                 1,
		"Dados do IBGE mostram a queda. Lima (2005) viu o mesmo.":                               2,
		"O estudo de Maria da Silva em Sobral achou menos (PEREIRA, 2021).":                     2,
		"Entrevista com Inês Prado, 2024. Moura e Falcão mediram 40 turmas.":                    2,
		"O efeito some depois (SILVA, 2021).":                                                   1,
		"Text.\n\n## Referências\n\n- SILVA, J. Feiras. Recife, 2020.\n- Costa (2021)\n":        2,
		"Fonte: Tribunal de Contas, auditoria de 2022":                                          1,
		// Mere mentions.
		"Em Sobral, Ana e Rui viram a feira crescer. O Rio subiu em março.":              0,
		"Nas quintas de feira, as lojas venderam mais (março de 2020).":                  0,
		"An MRI study of the same arm came later. The second group got placebo.":         0,
		"Lisbon and Porto ran it for a year.":                                            0,
		"Customers ask \"Where is my parcel\" in \"My orders\".":                         0,
		"Stripe's team moved to it. Shopify runs 40 of them. Mary Hale's mill closed.":   0,
		"The tool was built by Marlo & Finch. It is sold by Rolls.":                      0,
		"Dr. Kramer recalls that the furnace (the one of 1998) failed.":                  0,
		"Customer survey results were kept. Pilot studies ran in May.":                   0,
		"Fifty-three percent sit with Hetzner and OVH, chiefly in Helsinki and Roubaix.": 0,
		"When Hetzner shut off nodes in November 2022, a thousand disappeared.":          0,
		"Ford, GM, and Chrysler dominated the industry by 1929.":                         0,
		"Teams at Palantir and Shopify tell newcomers to stack changes.":                 0,
		"Shake tests by the team's nurse, Hirut Bekele, found 31 percent damaged.":       0,
		"Head of product Dana Whitlow adds that three retailers raised the limit.":       0,
		"In the Iowa markets of 2000 the price came back within hours.":                  0,
		"The slump (January 2025) passed. The rule (since 2019) stands.":                 0,
		"Volunteers reported fewer headaches. Maintainers found other work.":             0,
		"Google and Apple both sell phones. Vitruvius knew the recipe.":                  0,
		"GPS data from 300 vans show the detour. Figure 2 shows the rest.":               0,
		"The March preprint gave 3.1 sigma. In the October version it grew.":             0,
		"Intel and Microsoft earned over 15 billion in 2004.":                            0,
		"After Deep Blue defeated Kasparov in 1997, Kasparov did not concede.":           0,
		"Since 1996, when the Telecom Act opened local markets, capital flooded in.":     0,
	} {
		if got := inBody("", body); len(got.Sources()) != want {
			t.Errorf("%q: %d sources, want %d", body, len(got.Sources()), want)
			for _, s := range got.Sources() {
				t.Logf("  %q", ("\n" + body)[s.Start:s.End])
			}
		}
	}
}

func TestHeaderAndBody(t *testing.T) {
	for _, c := range []struct {
		header, body string
		want         int
	}{
		{"Okafor et al., the REMIND-RX trial, 2022", "Okafor's group asked. The REMIND-RX trial found more (Okafor 2022).", 1},
		{"Cohen, Best Kept Secrets (2006)", "Cohen's Cisco study of 2,500 reviews showed it.", 1},
		{"Hanson & Oprea, Economica (2009)", "Rhode and Strumpf placed random bets in 2000.", 2},
		{"UNCTAD, Navigating Troubled Waters (2024)", "UNCTAD's review shows a fall.", 1},
		{"https://sharedcode.example/health", "See (https://sharedcode.example/health/ch3).", 1},
	} {
		if got := inBody(c.header, c.body); len(got.Sources()) != c.want {
			t.Errorf("%q with %q: %d sources, want %d", c.header, c.body, len(got.Sources()), c.want)
			for _, s := range got.Sources() {
				t.Logf("  %q", (c.header + "\n" + c.body)[s.Start:s.End])
			}
		}
	}
}

func FuzzBody(f *testing.F) {
	f.Add("Smith et al. (2010) and \"A B\" (2011), A v. B, @x_y https://a.b/c\n[^1]: C (2000)\n# References\n- 1")
	f.Fuzz(func(t *testing.T, body string) {
		for _, s := range inBody("Smith, One (2010)", body).Sources() {
			if s.Start < 0 || s.End < s.Start || int(s.End) > len(body)+len("Smith, One (2010)")+1 {
				t.Fatalf("span %d:%d of %d", s.Start, s.End, len(body))
			}
		}
	})
}
