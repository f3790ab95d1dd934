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
		p := Split(both)
		if !slices.Equal(p.Sentences, []string{first, "Approach this step by step, validating each change"}) || strings.TrimRight(p.Own(), "\r\n") != strings.TrimRight(own, "\r\n") {
			t.Errorf("%q: %q", own, p)
		}
		if strings.Count(both, opening) != 1 {
			t.Errorf("%q: more than one block: %q", own, both)
		}
	}
}

// A block is found though its lines end otherwise, blanks stand behind them, or somebody wrote on behind it; and what stands there stays.
func TestBlockIsFound(t *testing.T) {
	first, second := Sentence("Given the error:", "KeyError: 'id'"), Sentence("Expected behavior:", "3")
	whole := Add("Review the code", first)
	for name, text := range map[string]string{
		"carriage returns":   strings.ReplaceAll(whole, "\n", "\r\n"),
		"no last line end":   strings.TrimSpace(whole),
		"blanks at its end":  strings.TrimSpace(whole) + "  \n",
		"blank lines behind": whole + "\n\n\n",
		"words behind":       whole + "\nAnd more words.",
	} {
		if again := Add(text, first); again != text {
			t.Errorf("%s: twice adds: %q", name, again)
		}
		_, behind, _ := strings.Cut(text, End)
		if more := Add(text, second); strings.Count(more, opening) != 1 || !strings.HasSuffix(strings.TrimLeft(more, " "), strings.TrimLeft(behind, " ")) {
			t.Errorf("%s: %q", name, more)
		}
	}
	if crlf := Add("Review\r\nthe code\r\n", first); strings.Count(crlf, "\n") != strings.Count(crlf, "\r\n") {
		t.Errorf("the lines of %q end otherwise than the prompt's", crlf)
	}
	if old := strings.Replace(whole, opening, begin+" As an earlier version said it.]", 1); len(Split(old).Sentences) != 1 {
		t.Errorf("%q has no block", old)
	}
	if edited := strings.Replace(whole, "- ", "* ", 1); Split(edited).Sentences != nil {
		t.Errorf("%q has a block", edited)
	}
}

func TestAddIsBounded(t *testing.T) {
	text := "x"
	for i := range 2 * MaxLines {
		text = Add(text, strings.Repeat("y", i+1))
	}
	if n := len(Split(text).Sentences); n != MaxLines {
		t.Errorf("%d sentences", n)
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
		was, is := Split(own), Split(once)
		if !strings.HasPrefix(is.Before, was.Before) || strings.Trim(is.Before[len(was.Before):], "\r\n") != "" || is.After != was.After {
			t.Errorf("%q: the words are %q and %q now", own, is.Before, is.After)
		}
		sentences := Split(once).Sentences
		if len(sentences) == 0 || len(sentences) < MaxLines && sentences[len(sentences)-1] != sentence && !slices.Contains(sentences, sentence) {
			t.Errorf("%q, %q: %q", own, sentence, sentences)
		}
		if Add(once, sentence) != once {
			t.Errorf("%q, %q: twice adds", own, sentence)
		}
	})
}
