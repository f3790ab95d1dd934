package reading

import (
	"strings"
	"testing"
)

// Words stand in the text one behind the other, and whatever else is read of a text ends.
func FuzzWords(f *testing.F) {
	for _, s := range []string{
		"", "\xff'n't", "não\u0301 tem", "``go``", "applies to C++, not C#", strings.Repeat("no ", 300), "\u202eword ’s", "a\x00b", "section on", "seção de",
		"“ab” and \"cd", "see https://example.org/a-b?c=1#d", `C:\examples\broken`, "It doesn't work.", "```\nx\n```", "«ç» 5\"", "explicações",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		words := Words(s)
		portuguese := IsPortuguese(words)
		stemmer := NewStemmer(portuguese)
		start, end := 0, 0
		for i, w := range words {
			same := i > 0 && w.Start == start && w.End == end // the two words of a contraction
			if w.Text == "" || w.Start < 0 || !same && w.Start < end || w.End <= w.Start || w.End > len(s) {
				t.Fatalf("%+v behind byte %d", w, end)
			}
			start, end = w.Start, w.End
			IsAddress(s, w.Start)
			stemmer.Stem(w.Text)
			if d := DeniedBy(words[:i+1], portuguese); d >= i {
				t.Fatalf("%q is denied by word %d", w.Text, d)
			}
		}
		if start, end, ok := AppliesElsewhere(s, words); ok && (start >= end || end > len(s)) {
			t.Fatalf("from %d to %d", start, end)
		}
		if name := Section(s); len(name) > maxSection || strings.ContainsAny(name, "\x00\n\r\u202e") {
			t.Fatalf("%q", name)
		}
		Named(s)
	})
}
