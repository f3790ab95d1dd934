package learn

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/zeebo/xxh3"
	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn/reading"
)

// taughtBy learns reasons by their stems alone.
func taughtBy(all []labelled) *Model {
	m := new(Model)
	for _, l := range all {
		m.LearnStems(Stems(l.reason), l.category)
	}
	return m
}

// What is learned and said by stems is what is learned and said by the reasons themselves.
func TestStemsStandForTheReason(t *testing.T) {
	even, odd := readLabelled(t)
	var phrases []string
	for line := range strings.Lines(weightsText) {
		if fields := strings.Split(line, "\t"); len(fields) == 3 {
			phrases = append(phrases, fields[1])
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		var all []labelled
		for range rapid.IntRange(0, 60).Draw(r, "corrections") {
			all = append(all, rapid.SampledFrom(even).Draw(r, "correction"))
		}
		var m Model
		for _, l := range all {
			m.Learn(l.reason, l.category)
		}
		n := taughtBy(all)
		if !reflect.DeepEqual(&m, n) {
			r.Fatal("the stems taught another model than the reasons")
		}
		c, d := NewCategorizer(nil, &m), NewCategorizer(nil, n)
		reason := rapid.SampledFrom(odd).Draw(r, "reason").reason
		if rapid.Bool().Draw(r, "made up") {
			reason = strings.Join(rapid.SliceOfN(rapid.SampledFrom(phrases), 0, 5).Draw(r, "phrases"), " ")
		}
		want := c.Categorize(reason)
		if want.Basis == decision.ByKeyword {
			return
		}
		if got := d.CategorizeStems(Stems(reason)); got.Category != want.Category || got.Basis != want.Basis || got.Probability != want.Probability {
			r.Fatalf("%q: %+v by its stems, %+v by itself", reason, got, want)
		}
	})
}

// Where this fails, something else is seen in reasons than before: seenVersion has to grow, or stores that are indexed keep
// what was seen then.
func TestSeenVersion(t *testing.T) {
	var all strings.Builder
	even, odd := readLabelled(t)
	c := NewCategorizer(nil, nil)
	for _, l := range append(even, odd...) {
		words := reading.Words(l.reason)
		fmt.Fprintln(&all, c.Categorize(l.reason).Category)
		for _, f := range lexiconOf(reading.IsPortuguese(words)).featuresOf(words) {
			fmt.Fprintln(&all, f.stem, f.teaches)
		}
	}
	if got, want := fmt.Sprintf("%d-%016x", seenVersion, xxh3.HashString(all.String())), "3-b357e0c750de5b72"; got != want {
		t.Errorf("seen is %s, and was %s", got, want)
	}
}

func TestNoStems(t *testing.T) {
	for _, reason := range []string{"", NoReason, "?! …"} {
		if got := Stems(reason); len(got) > 0 {
			t.Errorf("%q: %q", reason, got)
		}
		// Whatever is common in a store, of nothing nothing follows.
		var m Model
		for range 1000 {
			m.Learn("gazebo", decision.Clarity)
		}
		if got := NewCategorizer(nil, &m).CategorizeStems(Stems(reason)); got.Category != decision.OtherReason {
			t.Errorf("%q: %+v", reason, got)
		}
	}
}

func BenchmarkStems(b *testing.B) {
	even, _ := readLabelled(b)
	all := manyReasons(b, 5000)
	m := new(Model)
	for _, l := range all {
		m.Learn(l.reason, l.category)
	}
	c := NewCategorizer(nil, m)
	kept := make([][]string, len(even))
	for i, l := range even {
		kept[i] = Stems(l.reason)
	}
	b.Run("of a reason", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			Stems(even[i%len(even)].reason)
		}
	})
	b.Run("categorised", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			c.CategorizeStems(kept[i%len(kept)])
		}
	})
}

// Learn takes in a reason whose category people have set, without keeping what is seen of it.
func (m *Model) Learn(reason string, category decision.Category) {
	words := reading.Words(reason)
	l := lexiconOf(reading.IsPortuguese(words))
	m.count(l.featuresOf(words), l, category)
}
