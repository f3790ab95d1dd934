package gate

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/text"
)

// TestAdmissionPhrases: the sentences that stand with the phrases.
func TestAdmissionPhrases(t *testing.T) {
	_, examples, _ := strings.Cut(admissionsData, "\nmust\n")
	must, mustNot, _ := strings.Cut(examples, "\nmust not\n")
	for want, lines := range map[bool]string{true: must, false: mustNot} {
		for line := range strings.Lines(lines) {
			words, got := text.AppendWords(nil, []byte(line)), false
			admissions().Each(len(words), func(i int) uint64 { return words[i].Hash }, func(string, int, int) bool {
				got = true
				return false
			})
			if got != want {
				t.Errorf("%q is an admission: %v, want %v", line, got, want)
			}
		}
	}
}
