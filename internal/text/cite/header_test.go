package cite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func named(value string) []Source { return Named(nil, []byte(value), 0, len(value)) }

func TestNamed(t *testing.T) {
	for value, want := range map[string]int{
		"": 0,
		"Conitzer et al, Social Choice for AI Alignment (arXiv 2404.10271, ICML 2024); Mishra, AI Alignment and Social Choice (arXiv 2310.16048, October 2023)": 2,
		"Theia Research 2025 letter, MetaDAO Q4 report by Pine Analytics":                                                                                       2,
		"Rio, based on @oxranga's Solomon Lab Notes #05":                                                                                                        1,
		"Hanson, Shall We Vote on Values But Bet on Beliefs (2013)":                                                                                             1,
		"Okafor et al., the NORTHSTAR randomised trial, 2022":                                                                                                   1,
		"Mia Brandt, CEO of Tidewell, seed pitch deck (2025), slides 6-11":                                                                                      1,
		"Lindqvist & Abara, working paper 22-14 of the Harbour Institute (2022); published version in Regional Studies 8 (2024)":                                1,
		"Tomas Reyes: thread on Mastodon (Feb 2025), talk at Craft Oslo (May 2025), blog post 'Stop at noon' (June 2025)":                                       1,
		"@saltledger thread on X, 2025-06-14; saltledger.example/floats (same author, long version)":                                                            1,
		"https://nodeatlas.example/hosting ; https://nodeatlas.example/reports/2025 ; NodeAtlas newsletter #41":                                                 1,
		"Doll & Hill, BMJ (1954); Hammond & Horn, JAMA (1958); US Surgeon General's report (1964)":                                                              3,
		"Hoogkamer et al., Sports Medicine (2018); Barnes & Kilding, Sports Medicine (2019)":                                                                    2,
		"Brown & Sons annual report 2021; annual report 2022; annual report 2023":                                                                               1,
		"Page, The Difference (2007)":                   1,
		"Pilot evaluation, county court of Lund (2022)": 1,
		"Bureau of Labor Statistics, Consumer Expenditure Survey 2023; Federal Reserve, Survey of Consumer Finances 2022": 2,
		"Strategy session journal, March 2026":                                                     1,
		"web research compilation":                                                                 1,
		"Smith 2010, Jones 2012":                                                                   2,
		"Smith 2010, Nature Reviews Neuroscience":                                                  1,
		"Scott 'Seeing Like a State' 1998, Berlin 'The Hedgehog and the Fox' 1953":                 2,
		"Synthesis of Minsky (Financial Instability Hypothesis), Bak (Self-Organized Criticality)": 2,
		"@one (Feb 2026), @two (Feb 2026), and @three (Feb 2026) independently":                    3,
		"https://doi.org/10.1000/abc; Smith 2020 (doi 10.1000/abc)":                                1,
		"https://x.com/alice/status/1; https://x.com/bob/status/2":                                 2,
		"https://x.com/alice/status/1; https://x.com/alice/status/2":                               1,
		"https://www.nytimes.com/2024/a.html; https://www.nytimes.com/2024/b.html":                 2,
		"Keynote by the chief executive of Orrin Optics; the company's press release on the keynote; trade press coverage of the same keynote (March 2025)": 1,
		"Interview with Ines Cole, serial novelist, The Weekly Cliff no. 31 (2024)":                                                                         1,
		"Christensen (1997) and Bower (1995)":                                    2,
		"CFTC v. Ooki DAO (N.D. Cal. 2023), Sarcuni v. bZx DAO (S.D. Cal. 2023)": 2,
		"[[some note]]": 0,
		"Brynjolfsson, Li & Raymond, 'Generative AI at Work', QJE (2025)":                                            1,
		"Ahn, A., & Bell, B. (2010). A title, with comma: Sub. Journal of Mills, 12(3), 1-9. https://doi.org/10.1/x": 1,
		"Smith, J. (2010), https://doi.org/10.1/x":                                                                   1,
		"Okafor 2018; erratum 2019":                                                                                  1,
		"Ines Cole, The Tin Orchard (2020); author interview (2021)":                                                 1,
		"Pell report (2021); Times article citing the Pell report":                                                   1,
		"Preprint by Ruiz (bioRxiv 2023); journal version, Cell (2024)":                                              1,
		"The Box by Marc Levinson (2006)":                                                                            1,
		"Marc Levinson, The Box (Princeton, 2006), chapter 3":                                                        1,
		"Talk by Ada Berg at Craft Oslo; slides; recording":                                                          1,
		"Ahn 2010 / Bell 2012":                                                                                       2,
		"Ahn 2010 & Bell 2012":                                                                                       2,
		"Ahn (2010) + Bell (2012)":                                                                                   2,
		"Ahn, One (2010), Bell, Two (2012)":                                                                          2,
		"- Ahn (2010)\n- Bell (2012)":                                                                                2,
		"World Bank, Doing Business 2019; IMF, Fiscal Monitor 2020":                                                  2,
		"Young, Small Towns (2001); Black, Long Roads (2004)":                                                        2,
		"Nakamoto, Bitcoin whitepaper (2008); Back, Hashcash (2002)":                                                 2,
		"Jane Doe, PhD thesis (Leiden, 2019); Doe, The Mill (2021)":                                                  1,
		"NORTHSTAR investigators, NEJM 2022; NORTHSTAR extension study, 2024":                                        1,
		"field notes and interviews with 40 bakers":                                                                  1,
		"Survey of 300 bakers (own data, 2023)":                                                                      1,
		"Li Wei, 'Tides', Nature 2019; Maria Lopez, 'Tides revisited', Nature 2021":                                  2,
		"Swedish Energy Agency, Prices 2020; Swedish Transport Administration, Roads 2021":                           2,
		"Show of 2021, episode 4; show notes":                                                                        1,
		"Iowa State University, field trial (2019); Iowa Nutrient Strategy, assessment (2013)":                       2,
		"Weiss et al., Energy Letters (2021); Uppsala press office on it":                                            1,
		"Weiss et al., Energy Letters (2021); Guardian article about the study":                                      1,
		"Acme press release (2024); Reuters wire story from the release":                                             1,
		"Weiss (2021); review of the literature by Jones (2022)":                                                     2,
		"SILVA, J. (2021); SOUZA, M. (2022)":                                                                         2,
		"SILVA, J.; SOUZA, M. Feiras noturnas. Revista do Norte, v. 3, 2021":                                         1,
		"Prado, I. Mercados. São Paulo: Norte, 2020; Prado, I. Feiras. 2021":                                         1,
		"Ferrão (2017); microdados do censo escolar (2010-2018)":                                                     2,
		"Moura e Falcão, ensaio em Sobral (2022); Rede de Contagem, avaliação (2023)":                                2,
		"IBGE, Munic 2021; FGV, série histórica do IGP-DI":                                                           2,
		"Lei nº 8.078/1990, arts. 47 e 54; Código Civil, arts. 423 e 424":                                            2,
		"Entrevista com Inês Prado (2024); gravação da mesma conversa":                                               1,
		"Secretaria de Saúde de Itaperuna, relatório (2023); nota do mesmo setor":                                    1,
		"Prado et al., Feiras (2020); reportagem sobre o estudo (2021)":                                              1,
		"MetaDAO Terms of Service, Solomon Labs governance docs":                                                     2,
	} {
		if got := named(value); len(got) != want {
			t.Errorf("%q: %d sources, want %d", value, len(got), want)
			for _, s := range got {
				t.Logf("  %q %v", value[s.Start:s.End], s.keys)
			}
		}
	}
}

func TestSameSource(t *testing.T) {
	for _, pair := range [][2]string{
		{"Castell et al., HANDS-9 study, 2019", "Castell and colleagues, the HANDS-9 study (2019)"},
		{"Northlight Payments, internal postmortem PM-0417 'The Flake Year' (2024)", "Postmortem PM-0417, The Flake Year, Northlight Payments"},
		{"Interview with Ines Cole, serial novelist, The Weekly Cliff no. 31 (2024)", "Ines Cole, interviewed in The Weekly Cliff 31"},
		{"Delphine Marchetti, Fifty DAOs (2023)", "D. Marchetti, newsletter excerpt from Fifty DAOs (2023)"},
		{"Curvepad founder @mintwell: AMA of August 2025", "Curvepad AMA with @mintwell, Aug 2025"},
		{"@TheiaResearch", "Theia Research, annual letter (2025)"},
		{"https://x.com/PineAnalytics/status/1", "Pine Analytics (@PineAnalytics)"},
	} {
		a := Of(named(pair[0]))
		for _, s := range named(pair[1]) {
			if a.Add(s) {
				t.Errorf("%q and %q are taken for two", pair[0], pair[1])
			}
		}
	}
	for _, pair := range [][2]string{
		{"Rowland, Psychological Bulletin (2014)", "Yang et al., Psychological Bulletin (2021)"},
		{"Ministry of Health, annual report 2020", "Ministry of Finance, annual report 2020"},
		{"Strategy session journal, March 2026", "Web research compilation, February 2026"},
		{"Cohen, Best Kept Secrets (2006)", "Raman, Waiting to Merge (Tessel engineering blog, 2023)"},
	} {
		a := Of(named(pair[0]))
		for _, s := range named(pair[1]) {
			if !a.Add(s) {
				t.Errorf("%q and %q are taken for one", pair[0], pair[1])
			}
		}
	}
}

// TestSampleSources shows how the sources of a real knowledge base are counted.
func TestSampleSources(t *testing.T) {
	root := os.Getenv("KBGATE_SAMPLE")
	if root == "" {
		t.Skip("KBGATE_SAMPLE is not set")
	}
	seen := map[string]bool{}
	filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, _ := os.ReadFile(p)
		for line := range strings.Lines(string(data)) {
			value, ok := strings.CutPrefix(line, "source:")
			if !ok || seen[value] {
				continue
			}
			seen[value] = true
			value = strings.Trim(strings.TrimSpace(value), `"`)
			got := named(value)
			if len(got) == 0 {
				t.Errorf("%q names no source", value)
			}
			var parts []string
			for _, s := range got {
				parts = append(parts, value[s.Start:s.End])
			}
			t.Logf("%d: %s", len(got), strings.Join(parts, "  ¦  "))
		}
		return nil
	})
}

func BenchmarkNamed(b *testing.B) {
	value := []byte("Conitzer et al, Social Choice for AI Alignment (arXiv 2404.10271, ICML 2024); Mishra, AI Alignment and Social Choice (arXiv 2310.16048, October 2023)")
	var dst []Source
	b.ReportAllocs()
	for b.Loop() {
		dst = Named(dst[:0], value, 0, len(value))
	}
}

func FuzzNamed(f *testing.F) {
	f.Add("Smith et al., Title (2010); @a_b, https://x.com/a/b?c [[note]] \"q")
	f.Add("arXiv 2404.10271, doi:10.1/x and (Y 2000")
	f.Fuzz(func(t *testing.T, value string) {
		for _, s := range named(value) {
			if s.Start < 0 || s.End < s.Start || int(s.End) > len(value) {
				t.Fatalf("span %d:%d of %d", s.Start, s.End, len(value))
			}
		}
	})
}
