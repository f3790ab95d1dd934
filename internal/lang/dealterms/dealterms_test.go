package dealterms_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/lang/dealterms"
)

var names = dealterms.NamesOf([]string{"LivingIP", "Teleo", "Northwind Labs", "Harbor & Pine"})

// sentences reads a table of short texts, one a line, with line ends written as \n.
func sentences(tb testing.TB, name string) []string {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		tb.Fatal(err)
	}
	var all []string
	for line := range strings.Lines(string(data)) {
		all = append(all, strings.ReplaceAll(strings.TrimSuffix(line, "\n"), `\n`, "\n"))
	}
	return all
}

// The tables hold constructions of the language, among them many that no word order tells apart, and short texts have less
// to weigh than notes have; so not every line has to be judged rightly, but most have.
const (
	minRecall    = 0.88
	minPrecision = 0.86
)

func TestFind(t *testing.T) {
	told, untold := sentences(t, "told.txt"), sentences(t, "untold.txt")
	caught, alarms := 0, 0
	for _, s := range told {
		found := dealterms.Find(names, dealterms.NewPassage([]byte(s), 0))
		if len(found) == 0 {
			t.Logf("nothing found in %q", s)
			continue
		}
		caught++
		for _, d := range found {
			if d.Start >= d.End || d.End > len(s) || d.Term == "" || d.Organisation == "" {
				t.Errorf("%q: malformed disclosure %+v", s, d)
			}
		}
	}
	for _, s := range untold {
		if found := dealterms.Find(names, dealterms.NewPassage([]byte(s), 0)); len(found) > 0 {
			alarms++
			t.Logf("%q: found %q of %s", s, found[0].Term, found[0].Organisation)
		}
	}
	recall := float64(caught) / float64(len(told))
	precision := float64(caught) / float64(caught+alarms)
	t.Logf("recall %.3f of %d, precision %.3f against %d", recall, len(told), precision, len(untold))
	if recall < minRecall || precision < minPrecision {
		t.Errorf("recall must reach %.2f and precision %.2f", minRecall, minPrecision)
	}
}

func TestFindAcrossPassages(t *testing.T) {
	title := dealterms.NewPassage([]byte("LivingIP stays small because its investors wait"), 0)
	body := dealterms.NewPassage([]byte("Patience has a price.\n\nThe company gave 12 percent of its shares away."), 0)
	found := dealterms.Find(names, title, body)
	if len(found) != 1 || found[0].Passage != 1 || found[0].Organisation != "LivingIP" {
		t.Errorf("found %+v, want the shares in the body", found)
	}
}

func TestFindFromAnAside(t *testing.T) {
	body := dealterms.NewPassage([]byte("Patience has a price. The company gave 12 percent of its shares away."), 0)
	source := dealterms.NewPassage([]byte("minutes of LivingIP's board, March"), 0)
	source.Aside = true
	if found := dealterms.Find(names, source, body); len(found) != 1 || found[0].Passage != 1 {
		t.Errorf("found %+v, want the shares in the body", found)
	}
	title := dealterms.NewPassage([]byte("Teleo's company history explains its patience"), 0)
	if found := dealterms.Find(names, title, source, body); len(found) != 1 || found[0].Organisation != "Teleo" {
		t.Errorf("found %+v, want shares of the organisation in the title", found)
	}
}

func TestFindNothingWithoutNames(t *testing.T) {
	if found := dealterms.Find(nil, dealterms.NewPassage([]byte("LivingIP raised $2 million."), 0)); len(found) > 0 {
		t.Errorf("found %+v", found)
	}
}

func TestNames(t *testing.T) {
	for s, want := range map[string]bool{
		"LivingIP": true, "livingips": true, "living ip": true, "Living-IP’s": true, "LIVING\nIP": true,
		"Teleo's": true, "teleological": false, "TeleoHumanity": false, "telos": false,
		"Harbor and Pine": true, "harbor & pine's": true, "Harbor&Pine": true, "harboring": false,
		"of Northwind": true, "Northwind’s": true, "northwind-labs": true, "the northwind": false, "northwinder": false, "": false,
	} {
		p := dealterms.NewPassage([]byte(s), 0)
		if got := names.In(p.Words, p.Source); got != want {
			t.Errorf("In(%q) = %v, want %v", s, got, want)
		}
		if got := names.InText([]byte("x: " + s)); got != want {
			t.Errorf("InText(%q) = %v, want %v", s, got, want)
		}
	}
}

func TestTermsAreNamed(t *testing.T) {
	for s, want := range map[string]string{
		"LivingIP has a valuation cap of $8M.":  "cap of $8M",
		"A 10M post-money cap suits Teleo.":     "10M post-money cap",
		"Teleo gave away a board seat.":         "board seat",
		"Teleo sold 12 percent of its *stock*.": "12 percent of its stock",
	} {
		found := dealterms.Find(names, dealterms.NewPassage([]byte(s), 0))
		if len(found) != 1 || found[0].Term != want {
			t.Errorf("%q: found %+v, want %q", s, found, want)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range append(sentences(f, "told.txt"), sentences(f, "told_pt.txt")...) {
		f.Add(s, "LivingIP")
	}
	f.Add("Ä-Ä | $% 1/2 of a", "Ä & B")
	f.Fuzz(func(t *testing.T, s, organisation string) {
		named := dealterms.NamesOf([]string{organisation, "Teleo", "Harbor & Pine"})
		p := dealterms.NewPassage([]byte(s), 0)
		for _, d := range dealterms.Find(named, p, p) {
			if d.Start < 0 || d.End > len(s) || d.Start >= d.End {
				t.Fatalf("%q: %+v", s, d)
			}
		}
	})
}

func BenchmarkIn(b *testing.B) {
	text := []byte(strings.Repeat("Long rounds tire everybody, and telling people less does not help the harbour. ", 40))
	p := dealterms.NewPassage(text, 0)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		two := dealterms.NamesOf([]string{"LivingIP", "Teleo"})
		if two.In(p.Words, p.Source) || two.InText(text[:400]) {
			b.Fatal("named")
		}
	}
}

// BenchmarkInCommon looks for names whose first words are words of the text.
func BenchmarkInCommon(b *testing.B) {
	text := []byte(strings.Repeat("Put the kettle on before the marrow is cut, and crumb the bread in the street. ", 40))
	p := dealterms.NewPassage(text, 0)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		two := dealterms.NamesOf([]string{"Kettle & Crumb", "Marrow Street"})
		if two.In(p.Words, p.Source) {
			b.Fatal("named")
		}
	}
}

func BenchmarkFind(b *testing.B) {
	text := []byte(strings.Repeat("Long rounds tire everybody, and Teleo sold 12 percent of its shares in spring. ", 40))
	p := dealterms.NewPassage(text, 0)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		dealterms.Find(names, p)
	}
}
