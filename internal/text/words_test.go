package text

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAppendWords(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"Tea keeps, in the dark.", "Tea^+ keeps in the dark"},
		{"manipulation-resistant designs don't fail", "manipulation-resistant+ designs don't fail"},
		{"1,200 tons; 3.5% of $4.", "1,200#+ tons 3.5# of 4#"},
		{"NASA said. It works! “So?”", "NASA^A+ said It^+ works So^+"},
		{"a -- b\n\nNext line\nsame", "a+ b Next^+ line same"},
		{"- item one\n- two", "item+ one two+"},
		{"| a | b |", "a+ b+"},
		{"Größe der ÄÖÜ", "Größe^+ der ÄÖÜ^A"},
		{"it’s the king’s", "it’s+ the king’s"},
		{"'quoted' 'tis", "quoted+ tis"},
		{"end- of --dash-- x-", "end+ of dash x"},
		{"GPT-4 and B2B", "GPT-4^A#+ and B2B^A#"},
		{"caf\xe9 x", "caf+ x"},
		{"", ""},
	} {
		var got []string
		for _, w := range AppendWords(nil, []byte(test.text)) {
			word := w.In([]byte(test.text))
			for _, mark := range []struct {
				trait Trait
				sign  string
			}{{Capital, "^"}, {AllCaps, "A"}, {HasDigit, "#"}, {Opens, "+"}} {
				if w.Is(mark.trait) {
					word += mark.sign
				}
			}
			got = append(got, word)
		}
		if joined := strings.Join(got, " "); joined != test.want {
			t.Errorf("%q: %q, want %q", test.text, joined, test.want)
		}
	}
}

func TestHashOfDisregardsCaseAndPossessive(t *testing.T) {
	for _, same := range [][]string{
		{"tea", "Tea", "TEA", "tea's", "Tea’s"},
		{"manipulation-resistant", "Manipulation-Resistant"},
		{"größe", "Größe", "größe’s"},
		{"don't", "don’t", "DON'T"},
		{"12345678", "12345678"},
	} {
		for _, other := range same {
			if HashOf(other) != HashOf(same[0]) {
				t.Errorf("%q and %q differ", other, same[0])
			}
		}
	}
	seen := map[uint64]string{}
	for _, w := range []string{"a", "aa", "tea", "teas", "eat", "ate", "abcdefgh", "abcdefghi", "abcdefg", "hgfedcba", "", "it", "its", "s"} {
		if other, ok := seen[HashOf(w)]; ok {
			t.Errorf("%q and %q have one hash", w, other)
		}
		seen[HashOf(w)] = w
	}
}

// Words lie in order within the text, and a word's hash depends on nothing around it.
func FuzzAppendWords(f *testing.F) {
	for _, seed := range []string{"Tea keeps 3.5% of it’s", "a-b--c", "x\xff’s", "“’”", "ÄÖ's", "1,2,3."} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, s []byte) {
		end := int32(0)
		for _, w := range AppendWords(nil, s) {
			if w.Start < end || w.End <= w.Start || int(w.End) > len(s) {
				t.Fatalf("word at %d to %d of %q", w.Start, w.End, s)
			}
			end = w.End
			word := w.In(s)
			if !utf8.ValidString(word) {
				t.Fatalf("word %q of %q", word, s)
			}
			if h := HashOf(word); h != w.Hash {
				t.Fatalf("%q has hash %x in %q, but %x alone", word, w.Hash, s, h)
			}
		}
	})
}

func BenchmarkAppendWords(b *testing.B) {
	text := []byte(strings.Repeat("when the silent market meets Narrow harbours, the lantern shelters 45 percent of Norway's (Eriksen 2012). ", 30))
	words := make([]Word, 0, 1000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		words = AppendWords(words[:0], text)
	}
}
