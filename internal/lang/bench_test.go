package lang

import "testing"

// BenchmarkTitle measures what the gates of wording ask of a title in which nothing is found.
func BenchmarkTitle(b *testing.B) {
	const title = "a single customs form removed 19 hours from the median border crossing at Mutondo and left the slowest tenth as slow as ever"
	for b.Loop() {
		s := Read(title)
		for _, l := range []Language{English, Portuguese} {
			for _, kind := range []string{"certain", "strong", "proof", "universal", "vague"} {
				s.Find(l, kind)
			}
		}
	}
}

// BenchmarkLoad measures the first use of a language's rules.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		load("en")
	}
}
