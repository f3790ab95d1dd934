package hidden

import (
	"strings"
	"testing"
)

func TestIn(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"plain é – “x” \t\r\n", ""},
		{"\ufeffmark", ""},
		{"a\u200bb\u2060c", "zero-width space, zero-width no-break space"},
		{"a\u00adb", "soft hyphen"},
		{"\x1b[31m", "control character"},
		{"a\u202eb\u2066c", "change of writing direction, change of writing direction"},
		{"\U000e0041", "tag character"},
		{"👩\u200d🍳 ❤\ufe0f 👋🏽", ""},
		{"a\u200db", "zero-width joiner"},
		{"می\u200cدهد", ""},
		{"क\u094d\u200dष", ""},
		{"שלום \u2067x\u2069", ""},
		{"\u3164", "filler without a shape"},
		{"\xff\xfe\x80", ""},
	} {
		var got []string
		for f := range In([]byte(test.text)) {
			name, _, _ := strings.Cut(f.Name, " (")
			got = append(got, strings.TrimPrefix(name, "a "))
		}
		if joined := strings.Join(got, ", "); joined != test.want {
			t.Errorf("%q: %q, want %q", test.text, joined, test.want)
		}
	}
}

func TestMixedWord(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"green tea", ""}, {"gr\u0435en tea", "gr\u0435en"}, {"зелёный чай", ""}, {"β-amylase and Δx", ""}, {"Ελλάδα", ""}, {"τea", ""}, {"te\u03b1", "te\u03b1"},
	} {
		if got, _ := MixedWord(test.text); got.Text != test.want {
			t.Errorf("%q: %q, want %q", test.text, got.Text, test.want)
		}
	}
}

// Places are whole characters in order, within the text.
func FuzzIn(f *testing.F) {
	for _, seed := range []string{"a\u200bb", "\ufeff\ufeff", "👩\u200d🍳", "\xe2\x80", "\U000e0041"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		end := 0
		for found := range In(source) {
			if found.Start < end || found.End <= found.Start || found.End > len(source) {
				t.Fatalf("%v in %q", found, source)
			}
			end = found.End
		}
		MixedWord(string(source))
		Skeleton(string(source))
	})
}

func BenchmarkIn(b *testing.B) {
	source := []byte(strings.Repeat("when the silent market meets narrow harbours – the lantern shelters 45 percent.\n", 40))
	b.SetBytes(int64(len(source)))
	for b.Loop() {
		for range In(source) {
			b.Fatal("nothing is hidden")
		}
	}
}
