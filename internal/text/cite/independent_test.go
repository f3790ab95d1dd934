package cite

import (
	"strings"
	"testing"
)

// TestOneVoice: what looks like several sources in a header, and is one.
func TestOneVoice(t *testing.T) {
	for value, want := range map[string]int{
		// Where a work appeared.
		"Interview with the owner of Tolby Farm, Field & Fork podcast ep. 12":                                1,
		"Ana Ruiz 2018, Minnesota Law Review":                                                                1,
		"Ruiz & Kim (2019), 'Bread and Time', Food Policy":                                                   1,
		"Barry Holm (2018), Fast ovens and slow loaves: a large data analysis of proofing, Journal of Bread": 1,
		"Holm et al., NBER w12345; AER 104 (2014)":                                                           1,
		"arXiv:2001.00001v1; arXiv:2001.00001v3":                                                             1,
		// The maker.
		"Loafhub State of Ovens; Loafhub handbook page on proofing": 1,
		"Zeller engineering blog; Zeller annual letter 2023":        1,
		"Ruiz CA, Lawman HG, et al. JAMA 2019;321":                  1,
		// What belongs to a work, or retells it.
		"Okafor et al. 2020, BMJ; trial registration NCT04123456":  1,
		"Holm (2020); dataset: https://zenodo.org/record/1":        1,
		"Holm, Rye (2020); NPR interview with the author":          1,
		"Holm et al. 2019; New Scientist coverage":                 1,
		"Holm et al. 2019; a piece in the Times that reports it":   1,
		"Holm 2020 (main text); https://a.example/b (same report)": 1,
		// Several indeed.
		"Boston Globe analysis (2019); Boston Police Department records (2020)": 2,
		"Uber engineering blog (2019); Lyft engineering blog (2020)":            2,
		"Pew Research Center survey (2020), Gallup poll (2021)":                 2,
		"Holm 2020; replication by Berg et al. (2022)":                          2,
		"Ruiz & Kim, Nature 2018; Holm et al., Science 2019":                    2,
	} {
		if got := named(value); len(got) != want {
			t.Errorf("%q: %d sources, want %d", value, len(got), want)
		}
	}
}

// TestOwnWord: what people say of their own cause, and works about such people.
func TestOwnWord(t *testing.T) {
	for value, want := range map[string]bool{
		"Tidewell's own survey of its readers (2024)":                 true,
		"Survey of 900 users commissioned by Tidewell":                true,
		"Statement by Tidewell's press office":                        true,
		"Tidewell newsroom, June 2025":                                true,
		"Tidewell's head of growth, conference talk":                  true,
		"Ana Ruiz, managing partner of Tidewell, LinkedIn post":       true,
		"Customer success story: Northline (Tidewell website)":        true,
		"Interviews with 30 founders by Kim (2020)":                   false,
		"Ruiz, The Press Release as Genre, Journalism Studies (2012)": false,
		"Gallup customer survey 2020":                                 false,
		"Interview with a head nurse at Leeds General":                false,
	} {
		tally := Of(named(value))
		if got := tally.Partial(); got != want {
			t.Errorf("%q: partial %v, want %v", value, got, want)
		}
	}
}

// TestOutside: the claimant's own word beside another's does not make two.
func TestOutside(t *testing.T) {
	tally := Of(named("Weiss et al., Energy Letters (2021); Tidewell seed deck (2022)"))
	if first, n := tally.Outside(); n != 1 || tally.Settled() || first.OwnWord {
		t.Errorf("%d sources that are not the claimant's, settled %v; want 1, false", n, tally.Settled())
	}
}

// A header that gives an address only is that of the authors whom the body names.
func TestAddressOfAuthors(t *testing.T) {
	for body, want := range map[string]int{
		"Fulton et al. measured the radii of 2,025 planets.":                    1,
		"Fulton et al. measured the radii. Petigura (2018) found the same gap.": 2,
	} {
		if got := inBody("arXiv:1703.10375", body); len(got.Sources()) != want {
			t.Errorf("%q: %d sources, want %d", body, len(got.Sources()), want)
		}
	}
}

// TestNamedOtherwise: one work, as different notes name it.
func TestNamedOtherwise(t *testing.T) {
	for _, pair := range [][2]string{
		{"Bleich et al. 2015, Health Bread", "Crumb database, Bleich, Wolfson & Jarlenski 2015"},
		{"JAMA 2019, Roberto et al.", "Roberto CA, Lawman HG, et al. (2019)"},
		{"Ruiz & Kim, PNAS 2014", "Bread and time: a field experiment (Ruiz and others, PNAS 118, 2014)"},
		{"SSRN 4895486", "Ruiz et al. 2014, SSRN 4895486"},
		{"García-Lopez 2015", "Garcia-Lopez et al., 2015"},
		{"Holm, Ovens at Dusk, 103 Minn. L. Rev. 303 (2018)", "Mia Holm 2018, Minnesota Law Review"},
	} {
		tally := Of(named(pair[0]))
		for _, s := range named(pair[1]) {
			if tally.AddLinked(s) {
				t.Errorf("%q and %q are taken for two", pair[0], pair[1])
			}
		}
	}
}

// TestOwnWordPhrases: the sentences that stand with the phrases.
func TestOwnWordPhrases(t *testing.T) {
	_, examples, _ := strings.Cut(ownWordData, "\nmust\n")
	must, mustNot, _ := strings.Cut(examples, "\nmust not\n")
	for want, lines := range map[bool]string{true: must, false: mustNot} {
		for line := range strings.Lines(lines) {
			tally := Of(named(strings.TrimSpace(line)))
			if tally.Partial() != want {
				t.Errorf("%q is somebody's own word: %v, want %v", line, !want, want)
			}
		}
	}
}
