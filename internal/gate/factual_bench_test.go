package gate_test

import (
	"context"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/check"
)

// BenchmarkFactual checks a claim of 3 KB with figures in title, description and body, and one without any.
func BenchmarkFactual(b *testing.B) {
	plain := strings.Repeat("Nobody had asked the clerks what they saw from the window of the office. ", 36)
	figures := "Waiting fell from 74 minutes to 52 in 2019. Of the 412 delays 61 percent were put down to missing crew and 22 percent to weather. The crane cost 415 million euros.\n\n"
	for name, note := range map[string][]byte{
		"figures": factualNote("cranes cut the wait by 22 minutes", "Waiting fell from 74 minutes to 52, and 61 percent of 412 delays are for want of crew", figures+plain),
		"none":    factualNote("clerks see more than they are asked", "What the office knows and nobody writes down", plain),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := check.Run(context.Background(), check.Request{Files: map[string][]byte{"claims/note.md": note}, Now: today}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
