package kb

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/claim"
)

// Quotations are those that a reading finds which looks for the next mark anew each time.
func TestQuotationsOfALine(t *testing.T) {
	piece := rapid.SampledFrom([]string{`"`, "“", "”", " ", "(", "a", "words of a quotation that is long enough to be one"})
	rapid.Check(t, func(t *rapid.T) {
		line := bytes.Join(rapid.Custom(func(t *rapid.T) [][]byte {
			var all [][]byte
			for _, p := range rapid.SliceOfN(piece, 0, 12).Draw(t, "pieces") {
				all = append(all, []byte(p))
			}
			return all
		}).Draw(t, "line"), nil)
		var want []claim.Span
		for from := 0; from < len(line); {
			rest := line[from:]
			open, mark, end := bytes.IndexByte(rest, '"'), `"`, `"`
			if curly := bytes.Index(rest, []byte("“")); curly >= 0 && (open < 0 || curly < open) {
				open, mark, end = curly, "“", "”"
			}
			if open < 0 {
				break
			}
			inside := from + open + len(mark)
			n := bytes.Index(line[inside:], []byte(end))
			if n < 0 {
				break
			}
			if n >= shortestQuotation && startsWord(line, from+open) {
				want = append(want, claim.Span{Start: from + open, End: inside + n})
			}
			from = inside + n + len(end)
		}
		if got := appendQuoted(nil, line, 0); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	})
}
