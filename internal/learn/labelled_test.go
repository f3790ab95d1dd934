package learn

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
)

// labelled is a reason with the category that a person gave it.
type labelled struct {
	language, artifact string
	category           decision.Category
	also               string
	reason             string
}

// The halves are split by the FNV-1a hash of the reason, 64 bits: the even half is for choosing words and constants and
// gives the corrections, the odd half only measures.
func readLabelled(t testing.TB) (even, odd []labelled) {
	f, err := os.Open("testdata/reasons.tsv")
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
		l := labelled{c[0], c[1], decision.Category(c[2]), c[3], strings.ReplaceAll(c[4], `\n`, "\n")}
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

// tally is what came of measuring.
type tally struct {
	right, given, labelled map[decision.Category]int
}

func measure(c *Categorizer, items []labelled) tally {
	m := tally{map[decision.Category]int{}, map[decision.Category]int{}, map[decision.Category]int{}}
	for _, l := range items {
		got := c.Categorize(l.reason).Category
		m.given[got]++
		m.labelled[l.category]++
		if got == l.category {
			m.right[got]++
		}
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
	i := Wilson(n, of)
	return fmt.Sprintf("%3d/%3d %5.1f %% [%4.1f to %5.1f]", n, of, float64(share(n, max(of, 1))), float64(i.Low), float64(i.High))
}

// storeAfter gives a model that has learned from the first corrections of a fixed order.
func storeAfter(corrections []labelled, n int) *Model {
	m := new(Model)
	for _, l := range corrections[:n] {
		m.Learn(l.reason, l.category)
	}
	return m
}

// The corrections come from the half for tuning, in the order of its file, and what is measured is the other half. The
// bounds are a little below what was reached.
func TestLabelledReasons(t *testing.T) {
	even, odd := readLabelled(t)
	if len(even) != 218 || len(odd) != 208 {
		t.Fatalf("halves of %d and %d", len(even), len(odd))
	}
	tests := []struct {
		name                string
		c                   *Categorizer
		coverage, precision float64
	}{
		{"keywords alone", NewCategorizer(nil, nil), 14, 52},
		{"both stages, empty store", NewCategorizer(nil, new(Model)), 66, 61},
		{"both stages, 50 corrections", NewCategorizer(nil, storeAfter(even, 50)), 62, 63},
		{"both stages, 200 corrections", NewCategorizer(nil, storeAfter(even, 200)), 63, 63},
	}
	for _, test := range tests {
		covered, of, right, given := cover(test.c, odd)
		t.Logf("%s: coverage %s, precision %s", test.name, ratio(covered, of), ratio(right, given))
		m := measure(test.c, odd)
		for _, category := range decision.Categories {
			t.Logf("  %-12s precision %s, recall %s", category, ratio(m.right[category], m.given[category]), ratio(m.right[category], m.labelled[category]))
		}
		if got := float64(share(covered, of)); got < test.coverage {
			t.Errorf("%s: coverage %.1f %%, below %.1f %%", test.name, got, test.coverage)
		}
		if got := float64(share(right, given)); got < test.precision {
			t.Errorf("%s: precision %.1f %%, below %.1f %%", test.name, got, test.precision)
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
		if got := both.Categorize(l.reason); want.Basis == ByKeyword && got.Category != want.Category {
			t.Errorf("%q: %s, but its keyword says %s", l.reason, got.Category, want.Category)
		}
	}
}
