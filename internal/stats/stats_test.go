package stats

import (
	"math"
	"testing"
)

// The figures are those of Newcombe, Statistics in Medicine 17, 1998, table I, method 3.
func TestWilson(t *testing.T) {
	for _, test := range []struct {
		n, of     int
		low, high float64
	}{{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}, {29, 29, 0.8830, 1}} {
		got := Share{test.n, test.of}.Interval()
		if math.Abs(float64(got.Low)/100-test.low) > 5e-5 || math.Abs(float64(got.High)/100-test.high) > 5e-5 {
			t.Errorf("%d of %d: %+v", test.n, test.of, got)
		}
	}
}

// The figures are those of Newcombe, Statistics in Medicine 17, 1998, table II, method 10.
func TestNewcombe(t *testing.T) {
	for _, test := range []struct {
		n, of, m, sum int
		low, high     float64
	}{
		{56, 70, 48, 80, 0.0524, 0.3339}, {9, 10, 3, 10, 0.1705, 0.8090}, {6, 7, 2, 7, 0.0582, 0.8062}, {5, 56, 0, 29, -0.0381, 0.1926},
		{0, 10, 0, 20, -0.1611, 0.2775}, {0, 10, 0, 10, -0.2775, 0.2775}, {10, 10, 0, 20, 0.6791, 1}, {10, 10, 0, 10, 0.6075, 1},
	} {
		got := Compare(Share{test.m, test.sum}, Share{test.n, test.of}, 1).Interval
		if math.Abs(float64(got.Low)/100-test.low) > 5e-5 || math.Abs(float64(got.High)/100-test.high) > 5e-5 {
			t.Errorf("%d of %d, %d of %d: %+v", test.n, test.of, test.m, test.sum, got)
		}
	}
	if got := Compare(Share{3, 3}, Share{}, 1).Interval; got.Low > 0 || got.High < 0 {
		t.Errorf("nothing says nothing: %+v", got)
	}
}

// The intervals of R. G. Newcombe's table II, method 10.
func TestDifferenceAsPublished(t *testing.T) {
	for _, c := range []struct {
		before, now Share
		low, high   float64
	}{
		{Share{48, 80}, Share{56, 70}, 5.24, 33.39}, {Share{3, 10}, Share{9, 10}, 17.05, 80.90}, {Share{2, 7}, Share{6, 7}, 5.82, 80.62}, {Share{0, 20}, Share{10, 10}, 67.91, 100},
	} {
		d := Compare(c.before, c.now, 1)
		if math.Abs(float64(d.Interval.Low)-c.low) > 0.01 || math.Abs(float64(d.Interval.High)-c.high) > 0.01 {
			t.Errorf("%v, %v: %.2f to %.2f, want %.2f to %.2f", c.before, c.now, float64(d.Interval.Low), float64(d.Interval.High), c.low, c.high)
		}
	}
	if z := Confidence(1); math.Abs(z-1.959964) > 1e-6 {
		t.Errorf("95 %% are %f standard errors", z)
	}
	if z := Confidence(10); math.Abs(z-2.807034) > 1e-6 { // of 99.5 %
		t.Errorf("ten together are %f standard errors", z)
	}
}
