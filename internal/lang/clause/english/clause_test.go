package english

import (
	"os"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	tests := []struct{ title, verb string }{ // verb is "" for a label
		{"markets price risk", "price"},
		{"markets-price-risk", "price"},
		{"companies that hedge fuel", ""},
		{"companies that hedge fuel lose money", "lose"},
		{"horses given to breeders", ""},
		{"models trained on synthetic text", ""},
		{"models trained on synthetic text forget rare facts", "forget"},
		{"because attention is finite", ""},
		{"because attention is finite every notification steals from something else", "steals"},
		{"how queues hide outages", ""},
		{"how a question is framed determines its answer", "determines"},
		{"why teams fail", ""},
		{"who controls the queue?", ""},
		{"who controls the queue controls the hospital", "controls"},
		{"is the drama dead", ""},
		{"had the dam been inspected the valley would have survived", "would"},
		{"rarely does a single mutation explain a whole epidemic", "does"},
		{"here comes the second wave", "comes"},
		{"measuring soil carbon", ""},
		{"measuring a system disturbs it", "disturbs"},
		{"to catch a thief", ""},
		{"to predict a flood is to know the soil", "is"},
		{"consider the side effects", ""},
		{"never trust the client", ""},
		{"dont-trust-the-client", ""},
		{"the more a metric is rewarded the less it measures", "less"},
		{"Zentrix tokenises harvests", "tokenises"},
		{"the sandpile self-organizes to a critical state", "self-organizes"},
		{"its-cheaper-to-prevent-fires-than-to-fight-them", "its"},
		{"it's cheaper to prevent fires", "it's"},
		{"it’s cheaper to prevent fires", "it’s"},
		{"Keynes's multiplier shrinks when consumers save", "shrinks"},
		{"MetaCrops futarchy implementation shows limited volume", "shows"},
		{"moats: distribution beats technology", "beats"},
		{"Topics: liquidity, custody, and market structure", ""},
		{"2026-02-12-markets-price-risk", ""},
		{"_map", ""},
		{"_markets price risk", ""},
		{"Marta Oyelaran", ""},
		{"bread browns at the crust because only the crust gets hotter than boiling water", "browns"},
		{"espresso works", "works"},
		{"public works", ""},
		{"class size matters in the first three grades", "matters"},
		{"hospitals triage by severity", "triage"},
		{"trunk-based development", ""},
		{"trunk-based-development-guide", ""},
		{"asking costs half an hour", "costs"},
		{"nurses who are interrupted while giving drugs make more errors", "make"},
		{"if true the gain comes from idle hours", "comes"},
		{"Lenin misread Hobson", "misread"},
		{"Uniswap and MakerDAO all appear in both samples", "appear"},
		{"the order of asking matters because a first impression sets the number", "matters"},
		{"a limit on consumer contracts", ""},
		{"trade-offs between latency and consistency", ""},
		{"why umpires who worked three nights in a row called fewer borderline strikes", ""},
		{"GCC support library", ""},
		{"LLMs flatter users", "flatter"},
		{"cholera spread through the Broad Street pump", "spread"},
		{"energy storage technologies compared", ""},
		{"Berkeley Database (shared libraries)", ""},
		// A countable noun without its determiner is no subject.
		{"price swings in the olive oil market", ""},
		{"yield curve moves in 1994", ""},
		{"debt swings with the olive harvest", "swings"},
		{"the price swings with the olive harvest", "swings"},
		{"spelling lags behind pronunciation", "lags"},
		// A past form without its object is a participle, unless things do it by themselves.
		{"bridges built before 1960 for lighter loads", ""},
		{"contracts signed before the merger", ""},
		{"houses built on old landfill", ""},
		{"wheat yields doubled after 1950", "doubled"},
		{"firms audited last year by two regional practices", ""},
		{"a machine designed to sort lentils and sold without a manual", ""},
		{"the union split over wages", "split"},
		{"central banks always cut too late", "cut"},
		// Embedded clauses.
		{"how glaciers are dated and why the dates drift", ""},
		{"where the money went after the fund closed", ""},
		{"evidence that minimum wages reduce hours", ""},
		{"the way Danish farmers share machines", ""},
		{"several unresolved disputes between the guilds", ""},
		{"another look at the harvest", ""},
		{"models trained on their own output collapse", "collapse"},
		{"evidence that exercise helps is stronger than evidence that diet does", "is"},
		{"the claim that coffee dehydrates rests on one study", "rests"},
		{"how a plant is pruned decides its yield", "decides"},
		{"whether a bridge lasts depends on its drains", "depends"},
		{"what remains are the debts", "are"},
		// Numbers and months name what stands before them.
		{"interview with a harbour master, May 2025", ""},
		// Subjects of any number.
		{"half of all wells run dry by August", "run"},
		{"a handful of wallets decide every vote", "decide"},
		{"wikis decay from the edges", "decay"},
		{"bond yields and equity risk", ""},
		{"releasing a whole season at once guarantees churn", "guarantees"},
		{"", ""},
		{" ", ""},
		{"-", ""},
	}
	for _, tt := range tests {
		if verb, _ := Find(tt.title); verb != tt.verb {
			t.Errorf("Find(%q) = %q, want %q", tt.title, verb, tt.verb)
		}
	}
}

// TestOwnTitles demands of the titles in testdata the quality the package
// promises, spaced and as file names.
func TestOwnTitles(t *testing.T) {
	raw, err := os.ReadFile("testdata/own.txt")
	if err != nil {
		t.Fatal(err)
	}
	var propositions, labels []string
	for line := range strings.Lines(string(raw)) {
		class, title, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if class == "proposition" {
			propositions = append(propositions, title)
		} else {
			labels = append(labels, title)
		}
	}
	measure(t, "own", propositions, labels, .99, .97)
}

// measure fails the test when fewer than the given shares of propositions pass
// and of labels fail, in either spelling.
func measure(t *testing.T, name string, propositions, labels []string, recall, rejection float64) {
	t.Helper()
	for _, spelling := range []struct {
		name string
		of   func(string) string
	}{{"spaced", strings.TrimSpace}, {"kebab", kebabCase}} {
		passed := count(t, propositions, true, spelling.of)
		failed := count(t, labels, false, spelling.of)
		t.Logf("%s, %s: %d of %d propositions pass, %d of %d labels fail", name, spelling.name,
			passed, len(propositions), failed, len(labels))
		if float64(passed) < recall*float64(len(propositions)) || float64(failed) < rejection*float64(len(labels)) {
			t.Errorf("%s, %s: under the bounds %v and %v", name, spelling.name, recall, rejection)
		}
	}
}

func count(t *testing.T, titles []string, want bool, spelling func(string) string) (right int) {
	t.Helper()
	for _, title := range titles {
		if verb, _ := Find(spelling(title)); (verb != "") == want {
			right++
		} else if testing.Verbose() {
			t.Logf("%q: %q", spelling(title), verb)
		}
	}
	return right
}

// kebabCase spells a title as a file name. What only punctuation says, an
// underscore in front or a question mark behind, is left as it is.
func kebabCase(title string) string {
	if strings.HasPrefix(title, "_") || strings.HasSuffix(title, "?") {
		return title
	}
	var b strings.Builder
	for _, c := range strings.ToLower(title) {
		switch {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c > 127 && c != '’' && c != '—' && c != '–':
			b.WriteRune(c)
		case c == '\'' || c == '’':
		default:
			if s := b.String(); s != "" && !strings.HasSuffix(s, "-") {
				b.WriteByte('-')
			}
		}
	}
	return strings.Trim(b.String(), "-")
}

func BenchmarkFind(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Find("companies that hedge fuel early lose money when prices fall because contracts lock them in")
	}
}

func FuzzFind(f *testing.F) {
	for _, title := range []string{"markets price risk", "a--b", "it’s", "\xe2", "\xe2\x80", "x: y; z", "1/2-", "'''s", "2026-02-1x-a"} {
		f.Add(title)
	}
	f.Fuzz(func(t *testing.T, title string) {
		verb, suspect := Find(title)
		again, suspectAgain := Find(title)
		if verb != again || suspect != suspectAgain {
			t.Fatalf("Find(%q) differs from call to call", title)
		}
		if !strings.Contains(title, verb) || !strings.Contains(title, suspect) || verb != "" && suspect != "" {
			t.Fatalf("Find(%q) = %q, %q", title, verb, suspect)
		}
	})
}
