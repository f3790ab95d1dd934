package fit

import (
	"testing"

	"github.com/kbgate/kbgate/internal/refine/loglinear"
)

// What stands with an output gets it a weight, also beside texts that teach nothing of it.
func TestFile(t *testing.T) {
	var texts []Text
	for range 20 {
		texts = append(texts, Text{Features: []string{"bad", "the"}, Is: []bool{true, false}}, Text{Features: []string{"good", "the"}, Is: []bool{false, true}},
			Text{Features: []string{"bad"}, Is: []bool{false, false}, Unknown: []bool{true, false}})
	}
	file := File(texts, Options{Ridge: func(string) float64 { return 0.1 }, Enough: 2, Rounds: 100})
	m, err := loglinear.Open(file, 2)
	if err != nil {
		t.Fatal(err)
	}
	bad, good := m.Scores([]string{"bad", "the"}), m.Scores([]string{"good", "the"})
	if bad[0] < 1 || bad[1] > -1 || good[0] > -1 || good[1] < 1 {
		t.Errorf("%v, %v by\n%s", bad, good, file)
	}
	if n, of := Differing(file, "\t0 0\n"); n < 3 || of < 4 {
		t.Errorf("%d of %d differ", n, of)
	}
	if n, of := Differing("\t10 10\nword a\t20 5\nword b\t20 5\n", "\t13 7\nword a\t24 5\nword c\t15 -16\n"); n != 2 || of != 4 { // a moved, b is gone, c is small
		t.Errorf("%d of %d differ", n, of)
	}
	if n, _ := Differing(file, file); n != 0 {
		t.Errorf("%d differ", n)
	}
}
