package output

import (
	"slices"
	"strings"
	"testing"
)

// Each form matches its examples, by a needle that the index can find.
func TestForms(t *testing.T) {
	for _, f := range anchors().forms {
		for _, n := range f.needles {
			if len(n) < 3 {
				t.Errorf("%s: the needle %q has fewer than the three bytes by which lines are found", f.source, n)
			}
		}
		for l := range strings.Lines(f.examples) {
			l = strings.TrimRight(l, "\n")
			if !f.mayMatch(l) || f.match(l) == nil {
				t.Errorf("%s does not fit its example %q", f.source, l)
			}
		}
		if f.examples == "" {
			t.Errorf("%s has no example", f.source)
		}
	}
}

// What is weighed are the beginning and the end of a text, each line trimmed; what was left out is named, and the most telling line is shown.
func TestWeigh(t *testing.T) {
	const loud = "*** worker=7 gave up: core in /tmp, uncaught exception, abort trap 6, fatal"
	calm := strings.Repeat("$ cp a.txt /b/c_d\r\n", 200)
	for name, text := range map[string]string{"first": loud + "\r\n" + calm, "last": calm + loud} {
		r := Read([]byte(text))
		if len(r.Failures) == 0 || text[r.Failures[0].Start:r.Failures[0].End] != loud {
			t.Errorf("%s: %v", name, r.Failures)
		}
		if !slices.ContainsFunc(r.Bounds, func(s string) bool { return strings.Contains(s, "the last 40 are weighed") }) {
			t.Errorf("%s: %q", name, r.Bounds)
		}
	}
	if r := Read([]byte(strings.Repeat(" ", 400) + "\n$ x\n")); len(r.Failures) > 0 {
		t.Errorf("blanks: %v", r.Failures)
	}
}

// A long line is read at both ends, and lines that fit many patterns use up a bound that is named.
func TestLongLines(t *testing.T) {
	if r := Read([]byte("0 errors so far; " + strings.Repeat("x ", 2000) + "panic: runtime error: boom SIGSEGV")); len(r.Failures) == 0 {
		t.Error("the end of a long line is not read")
	}
	needles := "~Fault~required property~succe~Failed~exit~stack smashing~Zero errors~must be~status~passed~FAILED"
	line := strings.Repeat(" ", 2000-len(needles)) + needles + "\n"
	r := reader{source: []byte(strings.Repeat(line, 5000)), index: anchors()}
	if at := r.lines(0, len(r.source), mostLines, mostTries); at > 2*mostSpent || r.spent > mostSpent+200*len(line) {
		t.Errorf("%d bytes were read, and %d spent", at, r.spent)
	}
}
