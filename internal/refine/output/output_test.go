package output

import (
	"strings"
	"testing"
)

// Each form matches its examples, and reading finds them by their needles.
func TestForms(t *testing.T) {
	for _, f := range anchors().forms {
		for l := range strings.Lines(f.examples) {
			l = strings.TrimRight(l, "\n")
			if !f.mayMatch(l) || f.match(l) == nil {
				t.Errorf("%s does not fit its example %q", f.source, l)
			}
			if !anchors().mayMatch([]byte(l)) {
				t.Errorf("no needle stands in %q", l)
			}
			first := ""
			for _, other := range anchors().forms {
				if other.mayMatch(l) && other.match(l) != nil {
					first = other.source
					if other.says != f.says {
						t.Logf("%q is of another form: %.80s", l, first)
					}
					break
				}
			}
		}
		if f.examples == "" {
			t.Errorf("%s has no example", f.source)
		}
	}
}
