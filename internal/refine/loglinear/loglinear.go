// Package loglinear gives probabilities by a log-linear model over features of a text, with a logistic function for each of its outputs.
// Package fit makes the weights. It does no I/O.
package loglinear

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Unit is the unit of the whole numbers in a file of weights.
const Unit = 0.01

// The sum of the weights of n features is multiplied by spread/√(n+few): features of one text are not independent, and a long text says
// little more than a short one.
const (
	spread = 5.0
	few    = 3.5
)

// Model is weights as their file has them: on each line the name of a feature, a tab, and for each output a whole number of Units, with
// blanks between them; the lines are in the order of their bytes, and the first one is of the name "", the bias. Weights are looked up in
// the file, so that a model costs nothing before it is asked.
type Model struct {
	outputs int
	file    string
	starts  []int32 // of the lines
}

// Open takes the file of a model with so many outputs. An error names a line that has another form; what is no number counts as 0, and is
// read when it is asked for.
func Open(file string, outputs int) (*Model, error) {
	m := &Model{outputs: outputs, file: file, starts: make([]int32, 0, strings.Count(file, "\n"))}
	last := ""
	for at := 0; at < len(file); {
		end := strings.IndexByte(file[at:], '\n')
		if end < 0 {
			return nil, fmt.Errorf("weights: the last line has no end")
		}
		name, numbers, ok := strings.Cut(file[at:at+end], "\t")
		if n := len(m.starts); !ok || n == 0 && name != "" || n > 0 && name <= last || strings.Count(numbers, " ") != outputs-1 {
			return nil, fmt.Errorf("weights: line %d is %q", n+1, file[at:at+end])
		}
		m.starts = append(m.starts, int32(at))
		last = name
		at += end + 1
	}
	if len(m.starts) == 0 {
		return nil, fmt.Errorf("weights: there are none")
	}
	return m, nil
}

// line gives a name and its numbers.
func (m *Model) line(i int) (name, numbers string) {
	end := len(m.file)
	if i+1 < len(m.starts) {
		end = int(m.starts[i+1])
	}
	name, numbers, _ = strings.Cut(m.file[m.starts[i]:end-1], "\t")
	return name, numbers
}

// add adds the weights of a name, times a scale, and reports whether it has any.
func (m *Model) add(sum []float64, name string, scale float64) bool {
	low, high := 0, len(m.starts)
	for low < high {
		middle := (low + high) / 2
		found, numbers := m.line(middle)
		switch {
		case found < name:
			low = middle + 1
		case found > name:
			high = middle
		default:
			for o := range sum {
				n, rest, _ := strings.Cut(numbers, " ")
				w, _ := strconv.Atoi(n)
				sum[o] += scale * float64(w)
				numbers = rest
			}
			return true
		}
	}
	return false
}

// Scores gives for each output the logarithm of its odds where these features stand, each named once.
func (m *Model) Scores(features []string) []float64 {
	sum := make([]float64, m.outputs)
	for _, f := range features {
		m.add(sum, f, 1)
	}
	scale := Dampening(len(features)) * Unit
	for o := range sum {
		sum[o] *= scale
	}
	m.add(sum, "", Unit)
	return sum
}

// Dampening is the factor of a sum over n features.
func Dampening(n int) float64 { return spread / math.Sqrt(float64(n)+few) }

// Probability is the logistic function.
func Probability(score float64) float64 { return 1 / (1 + math.Exp(-score)) }
