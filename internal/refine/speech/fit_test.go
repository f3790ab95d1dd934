package speech

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "fit the weights anew, and write them")

// The weights are those of regularised logistic regressions (Hastie, Tibshirani, Friedman, The Elements of Statistical Learning, 2nd
// edition, section 4.4) with a ridge penalty, by AdaGrad (Duchi, Hazan, Singer, 2011) over all texts at once. A word enters where enough
// texts have it.
const (
	ridge  = 0.004 // of features of classes
	rarer  = 0.012 // of words: more, for the texts have few of each
	enough = 4     // texts that have a word
	pairs  = 3     // texts that have a pair of classes
	rounds = 300
	step   = 0.25
)

type labelled struct {
	Set, Text string
	Labels    []string

	features map[feature]bool
}

func (l *labelled) target() (w weights) {
	w[nothing] = 1
	for _, label := range l.Labels {
		switch label {
		case "user_rejection":
			w[rejects], w[nothing] = 1, 0
		case "partial_success":
			w[adjusts], w[nothing] = 1, 0
		case "runtime_error":
			w[failed] = 1
		case "verification_failure":
			w[unchecked] = 1
		}
	}
	if w[rejects]+w[adjusts] > 1 {
		w[rejects], w[adjusts] = 0.5, 0.5
	}
	return w
}

// readLabelled reads the texts of the folder: JSON Lines with text and labels, a file a writer.
func readLabelled(t testing.TB, folder string) (all []*labelled) {
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			l := &labelled{Set: filepath.Base(name)}
			if err := json.Unmarshal(lines.Bytes(), l); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			l.features = hear(l.Text).features(-1)
			all = append(all, l)
		}
	}
	return all
}

// fit gives the model of texts.
func fit(items []*labelled) *model {
	counts := map[feature]int{}
	for _, l := range items {
		for f := range l.features {
			counts[f]++
		}
	}
	m := &model{weights: map[feature]weights{}}
	index := map[feature]int{}
	var names []feature
	for f, n := range counts {
		if f.kind == stemmed && n < enough || (f.kind == together || f.kind == following) && n < pairs || n < 2 {
			continue
		}
		names = append(names, f)
	}
	slices.SortFunc(names, func(a, b feature) int { return strings.Compare(a.name(), b.name()) })
	for i, f := range names {
		index[f] = i
	}
	rows := make([][]int, len(items))
	targets := make([]weights, len(items))
	for i, l := range items {
		for f := range l.features {
			if at, ok := index[f]; ok {
				rows[i] = append(rows[i], at)
			}
		}
		slices.Sort(rows[i])
		targets[i] = l.target()
	}
	w, g2 := make([]weights, len(names)), make([]weights, len(names))
	grad := make([]weights, len(names))
	var bias, bias2 weights
	for range rounds {
		clear(grad)
		var biasGrad weights
		for i, row := range rows {
			s := bias
			for _, at := range row {
				s.add(&w[at])
			}
			p := probabilities(s)
			for o := range p {
				d := (p[o] - targets[i][o]) / float64(len(items))
				biasGrad[o] += d
				for _, at := range row {
					grad[at][o] += d
				}
			}
		}
		for o := range bias {
			bias2[o] += biasGrad[o] * biasGrad[o]
			bias[o] -= step * biasGrad[o] / (math.Sqrt(bias2[o]) + 1e-8)
		}
		for at := range w {
			penalty := ridge
			if names[at].kind == stemmed {
				penalty = rarer
			}
			for o := range w[at] {
				g := grad[at][o] + penalty*w[at][o]/10
				g2[at][o] += g * g
				w[at][o] -= step * g / (math.Sqrt(g2[at][o]) + 1e-8)
			}
		}
	}
	m.bias = bias
	for i, f := range names {
		m.weights[f] = w[i]
	}
	return m
}

// write gives the file of weights. Features that say nearly nothing are left out.
func (m *model) write() []byte {
	var b strings.Builder
	b.WriteString("# Made by fit_test.go: go test ./internal/refine/speech -run TestWeights -update. In hundredths: nothing, rejects, adjusts, failed, unchecked.\n")
	line := func(name string, w weights) {
		b.WriteString(name + "\t")
		for i, v := range w {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%d", int(math.Round(v/weightUnit)))
		}
		b.WriteByte('\n')
	}
	line("bias", m.bias)
	for _, f := range slices.SortedFunc(maps.Keys(m.weights), func(a, b feature) int { return strings.Compare(a.name(), b.name()) }) {
		w := m.weights[f]
		if slices.ContainsFunc(w[:], func(v float64) bool { return math.Abs(v) >= 0.05 }) {
			line(f.name(), w)
		}
	}
	return []byte(b.String())
}

// scores counts what is found in texts.
type scores struct{ right, given, labelled [outputs]int }

func (s *scores) add(m *model, l *labelled) {
	p, want := probabilities(m.score(l.features)), l.target()
	for o := rejects; o < outputs; o++ {
		got := p[o] >= bars[o]
		if got {
			s.given[o]++
		}
		if want[o] > 0 {
			s.labelled[o]++
		}
		if got && want[o] > 0 {
			s.right[o]++
		}
	}
}

func (s *scores) String() string {
	var b strings.Builder
	for o, name := range []string{"", "rejects", "adjusts", "failed", "unchecked"} {
		if o > 0 {
			fmt.Fprintf(&b, "%s P %.3f R %.3f (%d); ", name, float64(s.right[o])/float64(max(1, s.given[o])), float64(s.right[o])/float64(max(1, s.labelled[o])), s.labelled[o])
		}
	}
	return b.String()
}

// TestCrossValidation fits without each writer's texts in turn, and measures on those.
func TestCrossValidation(t *testing.T) {
	folder := os.Getenv("KBGATE_WORDS")
	if folder == "" {
		t.Skip("KBGATE_WORDS names no folder with labelled texts")
	}
	all := readLabelled(t, folder)
	var total scores
	sets := map[string]bool{}
	for _, l := range all {
		sets[l.Set] = true
	}
	for _, set := range slices.Sorted(maps.Keys(sets)) {
		var others []*labelled
		for _, l := range all {
			if l.Set != set {
				others = append(others, l)
			}
		}
		m := fit(others)
		var of scores
		for _, l := range all {
			if l.Set == set {
				of.add(m, l)
				total.add(m, l)
				if os.Getenv("KBGATE_WORDS_MISSES") != "" {
					p, want := probabilities(m.score(l.features)), l.target()
					for o := rejects; o <= adjusts; o++ {
						if (p[o] >= bars[o]) != (want[o] > 0) {
							t.Logf("%s %v p=%.2f: %q", set, l.Labels, p, l.Text)
							break
						}
					}
				}
			}
		}
		t.Logf("%s %s", set, &of)
	}
	t.Logf("all %s", &total)
}
