package stats

import (
	"math"
	"testing"
)

func TestAreaOf(t *testing.T) {
	repeated := func(value float64, n int) (all []float64) {
		for range n {
			all = append(all, value)
		}
		return all
	}
	for _, tt := range []struct {
		name               string
		positive, negative []float64
		value, low, high   float64
	}{
		{"nothing", nil, []float64{1}, 0.5, 0, 1},
		{"apart", []float64{0.8, 0.9}, []float64{0.1, 0.2}, 1, 0.6, 1},
		{"ties", repeated(0.5, 10), repeated(0.5, 10), 0.5, 0.24, 0.76},
		{"the other way", []float64{0.1}, []float64{0.9}, 0, 0, 0.9},
		// The paper's example (table II): 51 abnormal and 58 normal cases in five grades give 0.893 with a standard error of 0.032.
		{"the paper's", concat(repeated(1, 3), repeated(2, 2), repeated(3, 2), repeated(4, 11), repeated(5, 33)),
			concat(repeated(1, 33), repeated(2, 6), repeated(3, 6), repeated(4, 11), repeated(5, 2)), 0.893, 0.830, 0.956},
	} {
		got := AreaOf(tt.positive, tt.negative)
		if math.Abs(got.Value-tt.value) > 0.001 || math.Abs(got.Low-tt.low) > 0.12 || math.Abs(got.High-tt.high) > 0.12 {
			t.Errorf("%s: %+v", tt.name, got)
		}
		if tt.name == "the paper's" && (math.Abs(got.Low-tt.low) > 0.002 || math.Abs(got.High-tt.high) > 0.002) {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
}

func concat(lists ...[]float64) (all []float64) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}
