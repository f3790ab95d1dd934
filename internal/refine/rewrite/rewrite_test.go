package rewrite

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/refine/mark"
	"github.com/kbgate/kbgate/internal/refine/score"
)

func TestParse(t *testing.T) {
	for answer, want := range map[string]string{
		`{"prompt":"Do x"}`: "Do x", "```json\n{\"prompt\": \" Do x \"}\n```": "Do x", "": "", "no": "", `{"prompt":""}`: "", `{"prompt":3}`: "", "}{": "",
		`{"prompt":"` + strings.Repeat("a", MaxPrompt+1) + `"}`: "",
	} {
		if got, err := Parse([]byte(answer)); got != want || (err == nil) != (want != "") {
			t.Errorf("%.40q: %q, %v", answer, got, err)
		}
	}
}

// Sentences that say something of the work are kept, quoted; the others are not.
func TestKeep(t *testing.T) {
	const prompt = "Review the code."
	kept, sentences, parts := Keep(prompt, "You are a world-class genius. Check handler.go for SQL injection. Output must be a table with the columns file, line and fix. Thank you so much!")
	if len(sentences) != 2 || len(parts) == 0 || !strings.HasPrefix(kept, prompt) || score.Of(kept).Total <= score.Of(prompt).Total || strings.Contains(kept, "world-class") {
		t.Errorf("%q %v %v", kept, sentences, parts)
	}
	if added := mark.Split(kept).Sentences; len(added) != len(sentences) {
		t.Errorf("%q", added)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"prompt":"Do x"}`))
	f.Fuzz(func(t *testing.T, answer []byte) {
		prompt, err := Parse(answer)
		if err == nil && (prompt == "" || len(prompt) > MaxPrompt) {
			t.Errorf("%q", prompt)
		}
		Keep("Fix it.", prompt)
	})
}
