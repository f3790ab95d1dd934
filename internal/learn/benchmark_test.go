package learn

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
)

// manyReasons gives different reasons made of those that are labelled.
func manyReasons(b *testing.B, n int) []labelled {
	even, _ := readLabelled(b)
	all := make([]labelled, n)
	for i := range all {
		all[i] = even[i%len(even)]
		all[i].reason = fmt.Sprintf("%s w%d", all[i].reason, i/3)
	}
	return all
}

func BenchmarkCategorize(b *testing.B) {
	even, _ := readLabelled(b)
	for _, c := range []struct {
		name string
		c    *Categorizer
	}{{"keywords", NewCategorizer(nil, nil)}, {"both", NewCategorizer(nil, new(Model))}} {
		b.Run(c.name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				c.c.Categorize(even[i%len(even)].reason)
			}
		})
	}
}

func BenchmarkAction(b *testing.B) {
	r := rejection(decision.Skill, "kafka-basics.md", "Kafka examples return errors")
	for b.Loop() {
		actionFor(r, decision.Examples)
	}
}

// One more correction, into a model of ten thousand.
func BenchmarkLearn(b *testing.B) {
	all := manyReasons(b, 10_000)
	var m Model
	for _, l := range all {
		m.Learn(l.reason, l.category)
	}
	for i := 0; b.Loop(); i++ {
		m.Learn(all[i%len(all)].reason, all[i%len(all)].category)
	}
}

func BenchmarkTenThousand(b *testing.B) {
	all := manyReasons(b, 10_000)
	learn := func() *Model {
		m := new(Model)
		for _, l := range all {
			m.Learn(l.reason, l.category)
		}
		return m
	}
	b.Run("learned anew", func(b *testing.B) {
		for b.Loop() {
			learn()
		}
	})
	categories := make([]decision.Category, len(all))
	for i, l := range all {
		categories[i] = l.category
	}
	b.Run("patterns", func(b *testing.B) {
		for b.Loop() {
			counts := Counts{}
			for _, c := range categories {
				counts.Add(c)
			}
			Patterns(counts, DefaultThreshold)
		}
	})
}

// Reasons of 100 KB, made to have as many marks and ways through the lexicon as can be.
func BenchmarkHostile(b *testing.B) {
	for _, s := range []string{"what do you do to do it is this that ", "no not # ? ", "a b c d e, ", "how do i add a test for it? ", "\"x", "`", "“ab"} {
		text := strings.Repeat(s, 100_000/len(s))
		b.Run(s, func(b *testing.B) {
			c := NewCategorizer(nil, new(Model))
			for b.Loop() {
				c.Explain(text)
			}
		})
	}
}
