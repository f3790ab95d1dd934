package learn

import (
	"fmt"
	"hash/fnv"
	"slices"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
)

// shuffled gives the order of a number, by a hash of each reason.
func shuffled(items []labelled, order int) []labelled {
	key := func(l labelled) uint64 {
		h := fnv.New64a()
		fmt.Fprint(h, order, l.reason)
		return h.Sum64()
	}
	return slices.SortedFunc(slices.Values(items), func(a, b labelled) int {
		if x, y := key(a), key(b); x != y {
			if x < y {
				return -1
			}
			return 1
		}
		return 0
	})
}

// sums are those of several measures.
type sums struct{ covered, of, right, given int }

// curve measures on the last two fifths of the items after so many corrections of the others, in ten orders.
func curve(items []labelled, corrections ...int) []sums {
	all := make([]sums, len(corrections))
	for order := range 10 {
		items := shuffled(items, order)
		test := items[len(items)*3/5:]
		for i, n := range corrections {
			covered, of, right, given := cover(NewCategorizer(nil, storeAfter(items, n)), test)
			s := &all[i]
			s.covered, s.of, s.right, s.given = s.covered+covered, s.of+of, s.right+right, s.given+given
		}
	}
	return all
}

func (s sums) precision() float64 { return float64(s.right) / float64(max(s.given, 1)) }

// fruit is the share of the reasons that got the right category.
func (s sums) fruit() float64 { return float64(s.right) / float64(s.of) }

// Where the reasons of a store share words, each correction helps. With a bar of 0.70 fewer are placed after each, and more of them right.
func TestCorrectionsTeachWordsOfTheHouse(t *testing.T) {
	all := curve(readSections(t, "testdata/house.txt"), 0, 6, 12, 25, 40)
	for i, s := range all {
		t.Logf("coverage %s, precision %s", ratio(s.covered, s.of), ratio(s.right, s.given))
		if i > 0 && (s.fruit() <= all[i-1].fruit() || s.precision() <= all[i-1].precision()) {
			t.Errorf("measure %d: %+v after %+v", i, s, all[i-1])
		}
	}
	if last := all[len(all)-1]; last.fruit() < 0.35 || last.precision() < 0.83 {
		t.Errorf("%+v", last)
	}
}

// Where they share none, corrections do no harm. The lexicon is fitted without these reasons.
func TestCorrectionsDoNoHarm(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: measures on labelled texts")
	}
	both, f, c := fitted(t, slices.Concat(readSections(t, "testdata/voices.txt"), readSections(t, "testdata/remarks.txt")))
	text := weightsFile(both, f, c)
	english, portuguese := readWeights(text, false), readWeights(text, true)
	keptEnglish, keptPortuguese := lexiconEnglish, lexiconPortuguese
	t.Cleanup(func() { lexiconEnglish, lexiconPortuguese = keptEnglish, keptPortuguese })
	lexiconEnglish, lexiconPortuguese = func() *lexicon { return english }, func() *lexicon { return portuguese }
	even, _ := readLabelled(t)
	all := curve(slices.Concat(even, readFile(t, "testdata/tuning.tsv")), 0, 50, 200)
	for i, s := range all {
		t.Logf("coverage %s, precision %s", ratio(s.covered, s.of), ratio(s.right, s.given))
		if i > 0 && (s.fruit() < all[i-1].fruit()-0.005 || s.precision() < all[i-1].precision()-0.005) {
			t.Errorf("measure %d: %+v after %+v", i, s, all[i-1])
		}
	}
}

// A correction of what the lexicon knows changes next to nothing, one of what it does not expect changes much.
func TestCorrectionsTeachWhatIsNotExpected(t *testing.T) {
	const known = "Please add a unit test."
	_, before := new(Model).Propose(known)
	var agreed, opposed Model
	for range 10 {
		agreed.Learn(known, decision.Completeness)
		opposed.Learn(known, decision.OtherReason)
	}
	if c, p := agreed.Propose(known); c != decision.Completeness || p < before || p-before > 0.1 {
		t.Errorf("%s %v, before %v", c, p, before)
	}
	if c, p := opposed.Propose(known); c == decision.Completeness && p > before-0.05 {
		t.Errorf("%s %v, before %v", c, p, before)
	}
}
