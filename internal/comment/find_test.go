package comment

import (
	"errors"
	"runtime"
	"strings"
	"testing"
)

// A page takes no more memory than itself, whatever it is full of.
func TestFindKeepsNoComments(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: reads and writes large comments")
	}
	const size, room = 2 << 20, 8 << 20
	for name, c := range map[string]struct{ start, one, end string }{
		"empty comments":        {"[{}", ",{}", "]"},
		"comments of no text":   {"[{}", `,{"body":""}`, "]"},
		"one behind the other":  {"", `{"body":""}`, ""},
		"a list in an object":   {`{"comments":[{}`, ",{}", "]}"},
		"an object of anything": {`{"a":0`, `,"a":0`, "}"},
		"empty lists":           {"", "[]", ""},
		"other values":          {"[0", ",0", "]"},
	} {
		page := []byte(c.start + strings.Repeat(c.one, size/len(c.one)) + c.end)
		runtime.GC()
		var before, now runtime.MemStats
		runtime.ReadMemStats(&before)
		most, n := uint64(0), 0
		err := eachComment(page, func(*posted) {
			if n++; n%(1<<16) == 0 {
				runtime.GC()
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapAlloc)
			}
		})
		if err != nil || most > before.HeapAlloc+room {
			t.Errorf("%s: %d MiB for %d comments in %d MiB, %v", name, (most-before.HeapAlloc)>>20, n, len(page)>>20, err)
		}
		if _, err := Find(page); !errors.Is(err, ErrNone) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Find(make([]byte, maxPage+1)); err == nil || !strings.Contains(err.Error(), "more than 64 MiB") {
		t.Error(err)
	}
	for _, page := range []string{"[{}", "[{},]", "[{}}", `{"comments":[}`, "[] x", `{"body":"`} {
		if _, err := Find([]byte(page)); err == nil || errors.Is(err, ErrNone) {
			t.Errorf("%s: %v", page, err)
		}
	}
}
