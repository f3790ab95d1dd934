package speech

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
)

// weights.txt has the weights of the features: made by fit_test.go from the labelled texts in testdata.
//
//go:embed weights.txt
var weightsText string

// outputs are what the model says, each by itself: that a person rejects, that a person asks for a change, that something failed when it
// was run, and that a check failed.
const (
	rejects = iota
	adjusts
	failed
	unchecked
	outputs
)

// weights are those of one feature, or a sum of them.
type weights [outputs]float64

func (w *weights) add(other *weights) {
	for i := range w {
		w[i] += other[i]
	}
}

// model is a log-linear model over features, with a logistic function for each output.
type model struct {
	bias    weights
	weights map[feature]weights
}

var fitted = sync.OnceValue(func() *model {
	m, err := readModel(weightsText)
	if err != nil {
		panic(err) // the file is part of the program, and tested
	}
	return m
})

// score sums the weights of features.
func (m *model) score(features []feature) weights {
	sum := m.bias
	for _, f := range features {
		if w, ok := m.weights[f]; ok {
			sum.add(&w)
		}
	}
	return sum
}

// probabilities gives those of the outputs.
func probabilities(s weights) (p weights) {
	for i := range p {
		p[i] = 1 / (1 + math.Exp(-s[i]))
	}
	return p
}

var kindNames = []string{"has", "twice", "first", "last", "pair", "then", "word", "shape", "asks"}

// name is how the file of weights calls a feature.
func (f feature) name() string {
	switch f.kind {
	case stemmed:
		return kindNames[f.kind] + " " + f.word
	case shape:
		return kindNames[f.kind] + " " + strconv.Itoa(int(f.a))
	case together, following:
		return kindNames[f.kind] + " " + class(f.a).String() + " " + class(f.b).String()
	}
	return kindNames[f.kind] + " " + class(f.a).String()
}

// weightUnit is the unit of the whole numbers in the file of weights.
const weightUnit = 0.01

// readModel reads the file of weights: on each line a feature and its weights, with tabs between them.
func readModel(source string) (*model, error) {
	m := &model{weights: map[feature]weights{}}
	for line := range strings.Lines(source) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		name, numbers, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		var w weights
		for i, s := range strings.Split(numbers, " ") {
			n, err := strconv.Atoi(s)
			if err != nil || i >= len(w) {
				return nil, fmt.Errorf("weights.txt: %q: no weights", line)
			}
			w[i] = float64(n) * weightUnit
		}
		if name == "bias" {
			m.bias = w
			continue
		}
		f, err := featureOf(name)
		if err != nil {
			return nil, err
		}
		m.weights[f] = w
	}
	return m, nil
}

// featureOf gives the feature of a name.
func featureOf(name string) (f feature, err error) {
	parts := strings.Fields(name)
	kind := -1
	for i, k := range kindNames {
		if len(parts) > 1 && parts[0] == k {
			kind = i
		}
	}
	if kind < 0 {
		return f, fmt.Errorf("weights.txt: %q names no feature", name)
	}
	f.kind = uint8(kind)
	switch f.kind {
	case stemmed:
		f.word = parts[1]
	case shape:
		n, err := strconv.Atoi(parts[1])
		if err != nil {
			return f, fmt.Errorf("weights.txt: %q names no feature", name)
		}
		f.a = uint8(n)
	default:
		f.a = uint8(parseClass(parts[1]))
		if len(parts) > 2 {
			f.b = uint8(parseClass(parts[2]))
		}
	}
	return f, nil
}

func parseClass(s string) class {
	if name, ok := strings.CutPrefix(s, "!"); ok {
		return classOf(name) + denied
	}
	return classOf(s)
}
