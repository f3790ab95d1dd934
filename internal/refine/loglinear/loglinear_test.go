package loglinear

import (
	"math"
	"strings"
	"testing"
)

const file = "\t-100 0\nhas a\t200 -50\nhas b\t0 300\nword c\t7 7\n"

func TestScores(t *testing.T) {
	m, err := Open(file, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		features []string
		want     [2]float64
	}{
		{nil, [2]float64{-1, 0}},
		{[]string{"no such"}, [2]float64{-1, 0}},
		{[]string{"has a"}, [2]float64{-1 + 2*Dampening(1), -0.5 * Dampening(1)}},
		{[]string{"word c", "has b", "has a"}, [2]float64{-1 + 2.07*Dampening(3), 2.57 * Dampening(3)}},
	} {
		got := m.Scores(test.features)
		for o := range got {
			if math.Abs(got[o]-test.want[o]) > 1e-9 {
				t.Errorf("%q: %v, want %v", test.features, got, test.want)
				break
			}
		}
	}
	if p := Probability(0); p != 0.5 {
		t.Errorf("%v", p)
	}
}

func TestOpenRefuses(t *testing.T) {
	for name, bad := range map[string]string{
		"nothing": "", "no bias": "has a\t1 2\n", "no tab": "\t1 2\nhas a 1 2\n", "another order": "\t1 2\nb\t1 2\na\t1 2\n", "twice": "\t1 2\na\t1 2\na\t1 2\n",
		"too few": "\t1 2\na\t1\n", "no end": strings.TrimSuffix(file, "\n"),
	} {
		if _, err := Open(bad, 2); err == nil {
			t.Errorf("%s: %q is taken", name, bad)
		}
	}
}
