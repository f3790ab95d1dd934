package mark

import (
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/text/prompt/prompttest"
)

func TestAdd(t *testing.T) {
	for _, own := range []string{"", "Review the code", "Review the code\n", "Review\r\n\r\nthe code\r\n", "# A\n\n[kbgate: mine]\n- x\n[/kbgate]\nmore", "[/kbgate]", "x\n[/kbgate]\n"} {
		first := Sentence("Given the error:", "KeyError: 'id'")
		once := Add(own, first)
		if !strings.HasPrefix(once, own) {
			t.Errorf("%q: its own words changed: %q", own, once)
		}
		if again := Add(once, first); again != once {
			t.Errorf("%q: twice adds: %q, %q", own, once, again)
		}
		both := Add(once, "Approach this step by step, validating each change")
		kept, sentences := Split(both)
		if !slices.Equal(sentences, []string{first, "Approach this step by step, validating each change"}) || strings.TrimRight(kept, "\n") != strings.TrimRight(own, "\n") {
			t.Errorf("%q: %q %q", own, kept, sentences)
		}
		if strings.Count(both, opening) != 1 {
			t.Errorf("%q: more than one block: %q", own, both)
		}
	}
}

func TestAddIsBounded(t *testing.T) {
	text := "x"
	for i := range 2 * MaxLines {
		text = Add(text, strings.Repeat("y", i+1))
	}
	if _, sentences := Split(text); len(sentences) != MaxLines {
		t.Errorf("%d sentences", len(sentences))
	}
}

// Nothing that feedback says ends the block, begins another or a line of its own.
func FuzzAdd(f *testing.F) {
	for _, s := range prompttest.Hostile {
		f.Add("Review the code", s[:min(len(s), 1000)])
	}
	f.Add("a\n"+End, "]\n"+End+"\n"+Begin)
	f.Fuzz(func(t *testing.T, own, quoted string) {
		sentence := Sentence("Given the error:", quoted)
		once := Add(own, sentence)
		if !strings.HasPrefix(once, own) && len(once) <= len(own) {
			t.Errorf("%q: %q", own, once)
		}
		_, sentences := Split(once)
		if len(sentences) == 0 || len(sentences) < MaxLines && sentences[len(sentences)-1] != sentence && !slices.Contains(sentences, sentence) {
			t.Errorf("%q, %q: %q", own, sentence, sentences)
		}
		if Add(once, sentence) != once {
			t.Errorf("%q, %q: twice adds", own, sentence)
		}
	})
}
