package fit

import (
	"fmt"
	"testing"
)

// Count is how often something was found in texts, was there, and both.
type Count struct{ Right, Given, Labelled int }

// Add counts a text.
func (c *Count) Add(is, got bool) {
	if is {
		c.Labelled++
	}
	if got {
		c.Given++
	}
	if is && got {
		c.Right++
	}
}

// Precision is the share of what was found that was there.
func (c *Count) Precision() float64 { return float64(c.Right) / float64(max(1, c.Given)) }

// Recall is the share of what was there that was found.
func (c *Count) Recall() float64 { return float64(c.Right) / float64(max(1, c.Labelled)) }

func (c *Count) String() string {
	return fmt.Sprintf("precision %.3f (%d of %d), recall %.3f (%d of %d)", c.Precision(), c.Right, c.Given, c.Recall(), c.Right, c.Labelled)
}

// Reaches fails a test where a count stays below bounds.
func (c *Count) Reaches(t testing.TB, name string, precision, recall float64) {
	t.Helper()
	t.Logf("%-21s %s", name, c)
	if c.Precision() < precision || c.Recall() < recall {
		t.Errorf("%s: %s, below %v and %v", name, c, precision, recall)
	}
}

// IsCurrent fails a test where a file of weights is not what its texts give. The last digits depend on the processor.
func IsCurrent(t testing.TB, file, want string) {
	t.Helper()
	if n, of := Differing(file, want); n*100 > of {
		t.Errorf("%d of %d weights differ; run the test with -update", n, of)
	}
}
