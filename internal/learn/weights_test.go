package learn

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
)

var update = flag.Bool("update", false, "write weights.txt anew")

// readSections reads reasons below lines "= category language".
func readSections(t testing.TB, name string) (all []labelled) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var l labelled
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if head, ok := strings.CutPrefix(line, "= "); ok {
			category, language, _ := strings.Cut(head, " ")
			l = labelled{language: language, category: decision.Category(category)}
			if category == noComplaint {
				category, l.category, l.also = string(decision.OtherReason), decision.OtherReason, noComplaint
			}
			if string(decision.Categories[indexOf(l.category)]) != category || language != "en" && language != "pt" {
				t.Fatalf("%q", line)
			}
			continue
		}
		if line != "" && line[0] != '#' {
			l.reason = line
			all = append(all, l)
		}
	}
	return all
}

// tuning gives what the weights may be fitted to: no reason of the halves that only measure.
func tuning(t testing.TB) []labelled {
	even, _ := readLabelled(t)
	comments, _ := readComments(t)
	return slices.Concat(readSections(t, "testdata/voices.txt"), even, readFile(t, "testdata/tuning.tsv"), comments, readSections(t, "testdata/remarks.txt"))
}

// fitted fits the weights twice: the second time without what got next to none.
func fitted(t testing.TB, items []labelled) (languages, *fit, *complaints) {
	both := candidates(t, items, chosen.enough)
	f := newFit(both, chosen)
	f.train(both.examples(items))
	c := newComplaints(f)
	c.train(sides(both.examples(items)))
	for _, r := range both {
		for _, node := range r.nodes {
			if node.text == "" {
				continue
			}
			if at := f.index[node.hash]; lineOf(f.weight(at), c.weight(at)) == "" {
				node.text = ""
			}
		}
	}
	f = newFit(both, chosen)
	f.train(both.examples(items))
	c = newComplaints(f)
	c.train(sides(both.examples(items)))
	return both, f, c
}

// sides parts the examples of which it is known whether they complain. A reason that fits no category may be either.
func sides(all []example) (yes, no []example) {
	for _, e := range all {
		switch {
		case e.also == noComplaint:
			no = append(no, e)
		case e.category != decision.OtherReason || e.complains:
			yes = append(yes, e)
		}
	}
	return yes, no
}

// lineOf writes weights as the file has them; next to none are left out.
func lineOf(w weights, fault float64) string {
	var b strings.Builder
	put := func(letter byte, x float64) {
		if n := int(math.Round(x / weightUnit)); n < -1 || n > 1 {
			fmt.Fprintf(&b, " %c%d", letter, n)
		}
	}
	for c, x := range w {
		put(letters[c], x)
	}
	put(faultLetter, fault)
	return strings.TrimPrefix(b.String(), " ")
}

func weightsFile(both languages, f *fit, c *complaints) string {
	var b strings.Builder
	b.WriteString("# Made by fit_test.go: go test ./internal/learn -run TestWeights -update\n")
	fmt.Fprintf(&b, "b\t\t%s\n", lineOf(f.bias, c.bias))
	for language, r := range both {
		for _, stem := range slices.Sorted(maps.Keys(r.members)) {
			fmt.Fprintf(&b, "%c\t/%s\t%s\n", "ep"[language], stem, strings.Join(r.members[stem], " "))
		}
	}
	spoken := map[string]string{}
	for language, r := range both {
		for _, node := range r.nodes {
			if node.text != "" {
				spoken[node.text] += string("ep"[language])
			}
		}
	}
	for _, text := range slices.Sorted(maps.Keys(spoken)) {
		at := f.index[hashOf(text)]
		line := lineOf(f.weight(at), c.weight(at))
		if line == "" {
			continue
		}
		language := spoken[text]
		if len(language) > 1 {
			language = "b"
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\n", language, text, line)
	}
	return b.String()
}

// The weights are those that the written lexicon and the labelled reasons give. Processors that fuse a multiplication and an
// addition round otherwise, so that the last digit may differ.
func TestWeights(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: measures on labelled texts")
	}
	both, f, c := fitted(t, tuning(t))
	text := weightsFile(both, f, c)
	if *update {
		if err := os.WriteFile("weights.txt", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		t.Log("written; the package has to be built anew")
		return
	}
	for _, portuguese := range []bool{false, true} {
		got, want := lexiconOf(portuguese), readWeights(text, portuguese)
		differ := 0
		for state, node := range want.nodes {
			other := got.nodes[state]
			if other == nil || other.text != node.text {
				differ++
				continue
			}
			for c := range node.weights {
				if math.Abs(node.weights[c]-other.weights[c]) > 2.5*weightUnit || math.Abs(node.fault-other.fault) > 2.5*weightUnit {
					t.Errorf("%q: %v, fitted %v", node.text, other.weights, node.weights)
				}
			}
		}
		if differ*100 > len(want.nodes) {
			t.Errorf("%d of %d phrases differ; run the test with -update", differ, len(want.nodes))
		}
	}
}
