package rendered

import (
	"strings"
	"testing"
)

func TestTextIsAsItIsShown(t *testing.T) {
	for source, want := range map[string]string{
		"a cap of $5M":                 "a cap of $5M",
		"&#36;5M &dollar;5M &#x24;5M":  "$5M $5M $5M",
		"$**5**M and $<b>5</b>M":       "$5M and $5M",
		"\\$5M, 5\\*6":                 "$5M, 5*6",
		"＄５Ｍ and 𝟓":                    "$5M and 5",
		"$5\u00adM ac\u200bme":         "$5M acme",
		"snake_case and _leaning_":     "snake_case and leaning",
		"[Acme](https://a.b/c) raised": "Acme raised",
		"[[a|b]] stays, [x] goes":      "[[a|b]] stays, x goes",
		"$5<!-- a comment -->M":        "$5M",
		"1 < 2 & 3 &nothing; <":        "1 < 2 & 3 &nothing; <",
		"café 日本":                      "café 日本",
		"[a](b":                        "a(b",
		"Ac**me** ~~Rob~~`otics`":      "Acme Robotics",
		"½ m²":                         "½ m2",
	} {
		text := Of([]byte(source), Markdown)
		if got := string(text.Bytes); got != want {
			t.Errorf("%q is shown as %q, want %q", source, got, want)
		}
		if Plain([]byte(source), Markdown) && source != want {
			t.Errorf("%q is called plain", source)
		}
	}
}

func TestPlacesLeadToTheSource(t *testing.T) {
	for _, test := range []struct{ source, word, at string }{
		{"x **Ac**me raised &#36;5M now", "Acme", "Ac**me"},
		{"x **Ac**me raised &#36;5M now", "$5M", "&#36;5M"},
		{"é **five** ５ ok", "ok", "ok"},
		{"[a](b) \\$5M", "$5M", "$5M"},
		{"a\u00ad\u00adb c", "c", "c"},
	} {
		text := Of([]byte(test.source), Markdown)
		i := strings.Index(string(text.Bytes), test.word)
		start := text.Source(i)
		if got := test.source[start:]; i < 0 || !strings.HasPrefix(got, test.at) {
			t.Errorf("%q in %q is at %q", test.word, test.source, got)
		}
	}
}

// Every offset of the text lies in the source, and they rise.
func FuzzPlaces(f *testing.F) {
	for _, seed := range []string{"a **b** &amp; [c](d) `e` <f> \\g １", "[[", "](", "&#", "<!--", "\\"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		text := Of(source, Markdown)
		last := 0
		for i := range len(text.Bytes) + 1 {
			at := text.Source(i)
			if at < last || at > len(source)+8 {
				t.Fatalf("%d is at %d after %d of %q", i, at, last, source)
			}
			last = at
		}
	})
}
