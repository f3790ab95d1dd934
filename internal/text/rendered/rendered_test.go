package rendered

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
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
			if at < last || at > len(source) {
				t.Fatalf("%d is at %d after %d of %q", i, at, last, source)
			}
			last = at
		}
	})
}

func TestMarkupIsTakenOut(t *testing.T) {
	for source, want := range map[string]string{
		"a[b](c(d)e)f a[b](c \"d)e\")f":   "abf abf",
		"a[[b]]c a[[x|b]]c [[b|c]] d":     "abc abc [[b|c]] d",
		"a==b==c a++b++c a^b^c a%%x%%b":   "abc abc abc ab",
		"$a$ b$c$ $5 US$ 5 5M$ $":         "a bc $5 US$ 5 5M$ $",
		"a<br>b<p>c</p>d<i>e</i>f":        "a b c def",
		"<ruby>a<rt>b</rt></ruby>c":       "ac",
		"a<b title=\">\">b</b>":           "ab",
		"a <b and 'c=\" >d":               "a d",
		"%41b%C3%A9 5% %zz %":             "Abé 5% %zz %",
		"a{.b}c {d} *a*{#b}":              "ac {d} a",
		"a^[note]b[^1]c":                  "abc",
		"a\u0332b\u0332 e\u0301":          "ab e\u0301",
		"&#000000000000000000000000065;B": "AB",
		"&#99999999999999;":               "\ufffd",
	} {
		if text := Of([]byte(source), Markdown); string(text.Bytes) != want {
			t.Errorf("%q is shown as %q, want %q", source, text.Bytes, want)
		}
	}
	if text := Of([]byte("a-b%2Dc&#100;\u0430"), Address|Alike); string(text.Bytes) != "a b-cda" {
		t.Errorf("%q", text.Bytes)
	}
}

// The characters that ShowsLatin passes by for speed are shown as no letter of ASCII.
func TestShowsLatin(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: looks at every character of Unicode")
	}
	for c := rune(0x80); c <= unicode.MaxRune; c++ {
		text := Of([]byte(string(c)), Markdown|Alike)
		letter := bytes.ContainsFunc(text.Bytes, func(c rune) bool { return c < utf8.RuneSelf && isWord(byte(c)) })
		if letter && !ShowsLatin(c) {
			t.Errorf("%U is shown as %q", c, text.Bytes)
		}
	}
}
