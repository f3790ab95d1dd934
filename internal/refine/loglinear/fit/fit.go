// Package fit finds the weights of a log-linear model on labelled texts. Tests alone use it: they hold a file of weights to its texts, and
// write it anew.
package fit

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kbgate/kbgate/internal/refine/loglinear"
)

// Text is a labelled text as a model sees it.
type Text struct {
	Features []string // each once
	Is       []bool   // for each output
	Unknown  []bool   // outputs of which the text teaches nothing; nil: none
}

// Options are how weights are found: by logistic regressions (Hastie, Tibshirani, Friedman, The Elements of Statistical Learning, 2nd
// edition, section 4.4) with a ridge penalty, by AdaGrad (Duchi, Hazan, Singer, 2011) over all texts at once, which needs no order.
type Options struct {
	Ridge  func(feature string) float64 // the penalty of the square of a weight, for a sum over all texts
	Enough int                          // texts that have a feature which gets a weight
	Rounds int
}

const step = 0.5

// File gives the file of weights of texts, which all have the same number of outputs.
func File(texts []Text, options Options) string {
	names, index := featuresOf(texts, options.Enough)
	outputs := len(texts[0].Is)
	features := make([][]int32, len(texts))
	for i := range texts {
		for _, f := range texts[i].Features {
			if at, ok := index[f]; ok {
				features[i] = append(features[i], at)
			}
		}
	}
	ridge := make([]float64, len(names))
	for i, name := range names {
		ridge[i] = options.Ridge(name)
	}
	all := make([][]float64, outputs)
	for o := range outputs {
		var some []row
		for i := range texts {
			if texts[i].Unknown == nil || !texts[i].Unknown[o] {
				some = append(some, row{features[i], loglinear.Dampening(len(texts[i].Features)), texts[i].Is[o]})
			}
		}
		all[o] = regress(some, ridge, options.Rounds)
	}
	return write(names, all)
}

// featuresOf gives the names that enough texts have, in order.
func featuresOf(texts []Text, enough int) (names []string, index map[string]int32) {
	counts := map[string]int{}
	for i := range texts {
		for _, f := range texts[i].Features {
			counts[f]++
		}
	}
	maps.DeleteFunc(counts, func(_ string, n int) bool { return n < enough })
	names = slices.Sorted(maps.Keys(counts))
	index = make(map[string]int32, len(names))
	for i, name := range names {
		index[name] = int32(i)
	}
	return names, index
}

// row is a text as the regression of one output sees it.
type row struct {
	features []int32
	scale    float64
	is       bool
}

// regress gives the weights of one output, the bias last.
func regress(rows []row, ridge []float64, rounds int) []float64 {
	bias := len(ridge)
	w, squares, gradient := make([]float64, bias+1), make([]float64, bias+1), make([]float64, bias+1)
	for range rounds {
		clear(gradient)
		for _, r := range rows {
			sum := 0.0
			for _, at := range r.features {
				sum += w[at]
			}
			miss := loglinear.Probability(w[bias] + r.scale*sum)
			if r.is {
				miss--
			}
			gradient[bias] += miss
			miss *= r.scale
			for _, at := range r.features {
				gradient[at] += miss
			}
		}
		for at := range w {
			g := gradient[at]
			if at < bias {
				g += ridge[at] * w[at]
			}
			if squares[at] += g * g; g != 0 {
				w[at] -= step * g / math.Sqrt(squares[at])
			}
		}
	}
	return w
}

// least is the weight, in Units, below which a feature is left out: half of the file goes, and cross-validation loses nothing by it.
const least = 15

func write(names []string, all [][]float64) string {
	var b strings.Builder
	line := func(name string, at int) {
		numbers, isKept := make([]string, len(all)), name == ""
		for o := range all {
			n := math.Round(all[o][at] / loglinear.Unit)
			numbers[o] = fmt.Sprint(int(n))
			isKept = isKept || math.Abs(n) >= least
		}
		if isKept {
			fmt.Fprintf(&b, "%s\t%s\n", name, strings.Join(numbers, " "))
		}
	}
	line("", len(names))
	for at, name := range names {
		line(name, at)
	}
	return b.String()
}

// tolerance is by how many Units a weight may differ between processors.
const tolerance = 3

// Differing counts the names that stand in one of two files of weights alone, or with other weights, and all names.
func Differing(a, b string) (differing, of int) {
	weights := map[string][2]string{}
	for i, file := range []string{a, b} {
		for line := range strings.Lines(file) {
			name, numbers, _ := strings.Cut(line, "\t")
			both := weights[name]
			both[i] = numbers
			weights[name] = both
		}
	}
	for _, both := range weights {
		if !isNear(both[0], both[1]) {
			differing++
		}
	}
	return differing, len(weights)
}

func isNear(a, b string) bool {
	one, other, most := strings.Fields(a), strings.Fields(b), tolerance
	if a == "" || b == "" {
		most += least // what is left out is near nothing
	}
	number := func(list []string, i int) int {
		if i >= len(list) {
			return 0
		}
		n, _ := strconv.Atoi(list[i])
		return n
	}
	for i := range max(len(one), len(other)) {
		x, y := number(one, i), number(other, i)
		if max(x-y, y-x) > most {
			return false
		}
	}
	return true
}
