package check

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// A process that judges again and again has nothing of the cache mapped: it would never be given back.
func TestRepeatedChecksBorrowNoMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: checks again and again")
	}
	r := newRepo(t)
	for i := range 400 {
		r.write(fmt.Sprintf("notes/note %d.md", i), fmt.Sprintf("# note %d\n\nSee [[note %d]] and [[no note %d]].\n", i, i+1, i))
	}
	mapped := func(repeated bool) int {
		t.Helper()
		result, err := Run(context.Background(), Request{Dir: r.dir, Repeated: repeated, Now: time.Now()})
		if err != nil || len(result.Document.Findings) != 401 {
			t.Fatal(len(result.Document.Findings), err)
		}
		maps, err := os.ReadFile("/proc/self/maps")
		if err != nil {
			t.Skip("the system does not tell what is mapped")
		}
		return strings.Count(string(maps), r.dir)
	}
	for range 3 {
		if n := mapped(true); n > 0 {
			t.Fatalf("%d files of the cache are mapped", n)
		}
	}
	if mapped(false) == 0 {
		t.Error("the cache is too small for this test: nothing of it is ever mapped")
	}
}
