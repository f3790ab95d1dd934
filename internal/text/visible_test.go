package text

import "testing"

func TestVisible(t *testing.T) {
	for given, want := range map[string]string{
		"plain":                     "plain",
		"a\tb\x1b[31m\u009b":        "a b<U+001B>[31m<U+009B>",
		"a\u202eb\u00adc\u200bd":    "a<U+202E>b<U+00AD>c<U+200B>d",
		"\ufeffa":                   "<U+FEFF>a",
		"a\u3164\u115f\u1160\uffa0": "a<U+3164><U+115F><U+1160><U+FFA0>",
		"a\u2800\u180e\u034fb":      "a<U+2800><U+180E><U+034F>b",
		"a\u17b4\u17b5\ufe0f":       "a<U+17B4><U+17B5><U+FE0F>",
		"a\U000e0041\U000e0100":     "a<U+E0041><U+E0100>",
		"a\u200db":                  "a<U+200D>b",
		"a\xffb":                    "a\ufffdb",
		// what a reader sees
		"👩\u200d🍳 ❤\ufe0f 1\ufe0f\u20e3 👋🏽": "👩\u200d🍳 ❤\ufe0f 1\ufe0f\u20e3 👋🏽",
		"한국어 ខ្មែរ ⠓⠊\u2800⠽⠕⠥ \ue0b0":      "한국어 ខ្មែរ ⠓⠊\u2800⠽⠕⠥ \ue0b0",
		"क\u094d\u200dष é e\u0301":          "क\u094d\u200dष é e\u0301",
	} {
		if got := Visible(given); got != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
}

func BenchmarkVisible(b *testing.B) {
	for b.Loop() {
		Visible("the figure 45 percent stands in the title, and nowhere in the body")
	}
}
