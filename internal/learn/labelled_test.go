package learn

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn/reading"
	"github.com/kbgate/kbgate/internal/stats"
)

// noComplaint stands for a further category where a comment does not complain at all.
const noComplaint = "none"

// labelled is a reason with the category that a person gave it.
type labelled struct {
	language, artifact string
	category           decision.Category
	also               string
	reason             string
	complains          bool // it does, whatever its category
}

// The halves are split by the FNV-1a hash of the reason, 64 bits: the even half is for choosing words and constants and
// gives the corrections, the odd half only measures.
func readLabelled(t testing.TB) (even, odd []labelled) {
	for _, l := range readFile(t, "testdata/reasons.tsv") {
		h := fnv.New64a()
		h.Write([]byte(l.reason))
		if h.Sum64()%2 == 0 {
			even = append(even, l)
		} else {
			odd = append(odd, l)
		}
	}
	return even, odd
}

// readComments gives the halves of the comments, split as those of readLabelled.
func readComments(t testing.TB) (even, odd []labelled) {
	for _, l := range readFile(t, "testdata/comments.tsv") {
		l.complains = l.also != noComplaint
		h := fnv.New64a()
		h.Write([]byte(l.reason))
		if h.Sum64()%2 == 0 {
			even = append(even, l)
		} else {
			odd = append(odd, l)
		}
	}
	return even, odd
}

func readFile(t testing.TB, name string) (all []labelled) {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		c := strings.SplitN(lines.Text(), "\t", 5)
		if len(c) != 5 {
			t.Fatalf("%q", lines.Text())
		}
		all = append(all, labelled{language: c[0], artifact: c[1], category: decision.Category(c[2]), also: c[3], reason: strings.ReplaceAll(c[4], `\n`, "\n")})
	}
	return all
}

// outcome is what came of measuring, by category.
type outcome struct {
	right, given, labelled map[decision.Category]int
	sums
}

// measure gives the outcome for items, of which those of a fold share a categorizer.
func measure(items []labelled, fold int, of func(from int) *Categorizer) outcome {
	m := outcome{map[decision.Category]int{}, map[decision.Category]int{}, map[decision.Category]int{}, sums{}}
	for from := 0; from < len(items); from += fold {
		c := of(from)
		part := items[from:min(from+fold, len(items))]
		for _, l := range part {
			got := c.Categorize(l.reason).Category
			m.given[got]++
			m.labelled[l.category]++
			if got == l.category {
				m.right[got]++
			}
		}
		covered, all, right, given := cover(c, part)
		m.sums = sums{m.covered + covered, m.of + all, m.sums.right + right, m.sums.given + given}
	}
	return m
}

// cover says how many of the reasons that are not labelled other got a category, and how many of those given are right.
func cover(c *Categorizer, items []labelled) (covered, of, right, given int) {
	for _, l := range items {
		got := c.Categorize(l.reason).Category
		if l.category != decision.OtherReason {
			of++
			if got != decision.OtherReason {
				covered++
			}
		}
		if got != decision.OtherReason {
			given++
			if got == l.category {
				right++
			}
		}
	}
	return
}

func ratio(n, of int) string {
	i := stats.Share{Count: n, Of: of}.Interval()
	return fmt.Sprintf("%3d/%3d %5.1f %% [%4.1f to %5.1f]", n, of, float64(stats.Share{Count: n, Of: of}.Percent()), float64(i.Low), float64(i.High))
}

// storeAfter gives a model that has learned from the first corrections of a fixed order.
func storeAfter(corrections []labelled, n int) *Model {
	m := new(Model)
	for _, l := range corrections[:n] {
		m.Learn(l.reason, l.category)
	}
	return m
}

// What is measured is the half that nothing was fitted to. Corrections come from that half too, for those of the other half
// would teach what the weights know: eight reasons at a time are measured after corrections of the other two hundred, in the
// order of a hash. The bounds are a little below what is reached with a bar of 0.70: with one of 0.60 coverage was 0.76 and precision
// 0.77, but of comments of strangers, most of which fit no category, not half of what was placed was right.
func TestLabelledReasons(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: measures on labelled texts")
	}
	even, odd := readLabelled(t)
	if len(even) != 218 || len(odd) != 208 {
		t.Fatalf("halves of %d and %d", len(even), len(odd))
	}
	odd = shuffled(odd, 0)
	always := func(c *Categorizer) func(int) *Categorizer { return func(int) *Categorizer { return c } }
	after := func(n int) func(int) *Categorizer {
		return func(from int) *Categorizer {
			others := slices.Concat(odd[:from], odd[from+8:])
			return NewCategorizer(nil, storeAfter(others, n))
		}
	}
	tests := []struct {
		name                string
		of                  func(int) *Categorizer
		coverage, precision float64
	}{
		{"keywords alone", always(NewCategorizer(nil, nil)), 14, 52},
		{"both stages, empty store", always(NewCategorizer(nil, new(Model))), 57, 78},
		{"both stages, 50 corrections", after(50), 56, 77},
		{"both stages, 200 corrections", after(200), 56, 77},
	}
	for _, test := range tests {
		m := measure(odd, 8, test.of)
		t.Logf("%s: coverage %s, precision %s", test.name, ratio(m.covered, m.of), ratio(m.sums.right, m.sums.given))
		for _, category := range decision.Categories {
			t.Logf("  %-12s precision %s, recall %s", category, ratio(m.right[category], m.given[category]), ratio(m.right[category], m.labelled[category]))
		}
		if got := float64(stats.Share{Count: m.covered, Of: m.of}.Percent()); got < test.coverage {
			t.Errorf("%s: coverage %.1f %%, below %.1f %%", test.name, got, test.coverage)
		}
		if got := float64(stats.Share{Count: m.sums.right, Of: m.sums.given}.Percent()); got < test.precision {
			t.Errorf("%s: precision %.1f %%, below %.1f %%", test.name, got, test.precision)
		}
	}
}

// Another author's reasons, which nobody who worked on the stages has read, by categorizers that have learned nothing. The
// bounds are a little below what is reached with a bar of 0.70 (0.60 reached 71 and 76 at the first look).
func TestLabelledByAnother(t *testing.T) {
	all := readFile(t, "testdata/unseen.tsv")
	if len(all) != 200 {
		t.Fatalf("%d reasons", len(all))
	}
	for _, test := range []struct {
		name                string
		of                  *Categorizer
		coverage, precision float64
	}{
		{"keywords alone", NewCategorizer(nil, nil), 11, 48},
		{"both stages, empty store", NewCategorizer(nil, new(Model)), 52, 77},
	} {
		m := measure(all, len(all), func(int) *Categorizer { return test.of })
		t.Logf("%s: coverage %s, precision %s", test.name, ratio(m.covered, m.of), ratio(m.sums.right, m.sums.given))
		for _, category := range decision.Categories {
			t.Logf("  %-12s precision %s, recall %s", category, ratio(m.right[category], m.given[category]), ratio(m.right[category], m.labelled[category]))
		}
		if got := float64(stats.Share{Count: m.covered, Of: m.of}.Percent()); got < test.coverage {
			t.Errorf("%s: coverage %.1f %%, below %.1f %%", test.name, got, test.coverage)
		}
		if got := float64(stats.Share{Count: m.sums.right, Of: m.sums.given}.Percent()); got < test.precision {
			t.Errorf("%s: precision %.1f %%, below %.1f %%", test.name, got, test.precision)
		}
	}
}

// Comments on code and claims as they are typed, a third of which do not complain at all: of the half that nothing was fitted to, what the
// second stage makes of those in which no keyword stands. The bounds are a little below what was reached at the first look.
func TestComments(t *testing.T) {
	even, odd := readComments(t)
	if len(even) != 154 || len(odd) != 146 {
		t.Fatalf("halves of %d and %d", len(even), len(odd))
	}
	c := NewCategorizer(nil, new(Model))
	fits, covered, given, right := 0, 0, 0, 0
	quiet, quietPlaced, quietSeen, loud, loudSeen := 0, 0, 0, 0, 0
	for _, l := range odd {
		got := c.Categorize(l.reason)
		words := reading.Words(l.reason)
		lexicon := lexiconOf(reading.IsPortuguese(words))
		sees := lexicon.complaint(lexicon.featuresOf(words)) >= ComplaintBar
		count := func(n *int, is bool) {
			if is {
				*n++
			}
		}
		count(&loud, l.complains)
		count(&loudSeen, l.complains && sees)
		count(&quiet, !l.complains)
		count(&quietSeen, !l.complains && !sees)
		if got.Basis == decision.ByKeyword {
			continue
		}
		placed := got.Category != decision.OtherReason
		count(&fits, l.category != decision.OtherReason)
		count(&covered, l.category != decision.OtherReason && placed)
		count(&given, placed)
		count(&right, placed && got.Category == l.category)
		count(&quietPlaced, placed && !l.complains)
	}
	t.Logf("complaints seen as such %s, others %s", ratio(loudSeen, loud), ratio(quietSeen, quiet))
	t.Logf("placed without a keyword: coverage %s, precision %s, without a complaint %s", ratio(covered, fits), ratio(right, given), ratio(quietPlaced, quiet))
	for _, bound := range []struct {
		what  string
		n, of int
		least float64
	}{
		{"complaints seen", loudSeen, loud, 90}, {"others seen", quietSeen, quiet, 70}, {"coverage", covered, fits, 40}, {"precision", right, given, 80},
	} {
		if got := float64(stats.Share{Count: bound.n, Of: bound.of}.Percent()); got < bound.least {
			t.Errorf("%s: %.1f %%, below %.1f %%", bound.what, got, bound.least)
		}
	}
}

// A keyword decides whatever the model has learned.
func TestModelNeverOverrulesKeyword(t *testing.T) {
	even, odd := readLabelled(t)
	alone := NewCategorizer(nil, nil)
	var m Model
	for range 50 {
		m.Learn("wrong, vague, confusing, missing, irrelevant", decision.OtherReason)
		for _, l := range odd[:20] {
			m.Learn(l.reason, decision.OtherReason)
		}
	}
	both := NewCategorizer(nil, &m)
	for _, l := range append(even, odd...) {
		want := alone.Categorize(l.reason)
		if got := both.Categorize(l.reason); want.Basis == decision.ByKeyword && got.Category != want.Category {
			t.Errorf("%q: %s, but its keyword says %s", l.reason, got.Category, want.Category)
		}
	}
}
