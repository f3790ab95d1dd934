package dealterms_test

import (
	"hash/fnv"
	"testing"

	"github.com/kbgate/kbgate/internal/lang/dealterms"
)

// The first 40 and 60 sentences were written before the words of pt.txt, by their author, the rest when the words were done. A hash
// parts them; the words were chosen on one half.
func TestFindPortuguese(t *testing.T) {
	for _, half := range []string{"tuned", "held"} {
		count := func(file string) (found, all int) {
			for _, s := range sentences(t, file) {
				h := fnv.New64a()
				h.Write([]byte(s))
				if (h.Sum64()%2 == 0) != (half == "tuned") {
					continue
				}
				all++
				d := dealterms.Find(names, dealterms.NewPassage([]byte(s), 0))
				found += min(len(d), 1)
				if half == "tuned" && (len(d) > 0) != (file == "told_pt.txt") {
					t.Logf("%s: found %+v in %q", file, d, s)
				}
			}
			return found, all
		}
		caught, told := count("told_pt.txt")
		alarms, untold := count("untold_pt.txt")
		t.Logf("%s: found in %d of %d, alarms in %d of %d", half, caught, told, alarms, untold)
		if half == "held" && (caught*5 < told*4 || alarms > 2) {
			t.Error("at least 0.8 must be found, with at most two alarms")
		}
	}
}
