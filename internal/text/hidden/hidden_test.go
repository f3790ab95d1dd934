package hidden

import (
	"strings"
	"testing"
	"unicode"
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
		{"a\u2028b\u2029c\u0085d", "line separator, paragraph separator, next-line character"},
		{"می\u200cدهد", ""},
		{"क\u094d\u200dष", ""},
		{"שלום \u2067x\u2069", ""},
		{"\u3164", "filler without a shape"},
		{"\xff\xfe\x80", ""},
		// what scripts are written with
		{"ភាសា\u200bខ្មែរ \u200bABC\u200b ២០\u200b%", ""},
		{"ภาษา\u200bไทย ພາສາ\u200bລາວ မြန်မာ\u200bစာ", ""},
		{"ខ្មែរ ar\u200boma ខ្មែរ\u200b\u200b\u200bខ្មែរ", "zero-width space, zero-width space"},
		{"日\u200b本", "zero-width space"},
		{"PDF\u200cها ۱۲\u200cساله ه\u200d", ""},
		{"ক্\u200dষ র\u200d্য ശ്\u200d", ""},
		{"ar\u200coma \u200dx", "zero-width non-joiner, zero-width joiner"},
		{"ᠭ\u180b\u180eᠠ ᠠ\u180b\u200d ᠣ\u202fᠶᠢᠨ", ""},
		{"\u200fJavaScript היא שפת תכנות", ""},
		{"שפות שבהן כתובה התוכנה הזאת ומה שהן נותנות לה\n\n- \u200fPython\n- C++\u200e", ""},
		{"لغات البرمجة\n\n\u061c- \u200fRust\u200f", ""},
		{"a line in English\n\u200fPython", "mark of writing direction"},
		{"one word, שלום, in a text that is otherwise English from its beginning to its end, as every reader of it can see\n\na\u200e.", "mark of writing direction"},
		{"שלום ar\u200foma שלום", "mark of writing direction"},
		{"שלום \u202eabc\u202c", "change of writing direction, change of writing direction"},
		{"Zucker\u00adbäcker", "soft hyphen"},
		// fillers, and where a script has them
		{"a\u115fb\u1160c\uffa0d", "filler without a shape, filler without a shape, filler without a shape"},
		{"한국어 \u115f\u1161\u11ab \u1100\u1160\u11ab", ""},
		{"\u115f\u1160", "filler without a shape, filler without a shape"},
		{"a\u2800b", "filler without a shape"},
		{"⠓⠊\u2800⠽⠕⠥ \u2800\u2800\u2801", ""},
		{"ក\u17b4ខ", ""},
		{"a\u17b5b", "filler without a shape"},
		{"o\u0308\u034f\u0301", ""},
		{"a\u034fb \u0301\u034f\u034f\u0301", "filler without a shape, filler without a shape, filler without a shape"},
		{"ᠪᠠ\u180eᠢ", ""},
		{"a\u180eb ᠠ\u180e\u180e", "zero-width space, zero-width space"},
		{"ក\u17b4\u17b5", "filler without a shape"},
		{"a\U0001d159b\U00016fe4c", "filler without a shape, filler without a shape"},
		{"a\U000e0fffb", "character without a shape"},
		// selectors that have nothing to select
		{"1\ufe0f\u20e3 ❤\ufe0f ☎\ufe0e ©\ufe0f ‼\ufe0f ∩\ufe00 葛\U000e0100 。\ufe01 ▶\ufe0f", ""},
		{"a\ufe0fb", "variation selector"},
		{"v5\ufe0f.", "variation selector"},
		{"it’\ufe0fs.\ufe00", "variation selector, variation selector"},
		{"😀\ufe0f\ufe0f\ufe01", "variation selector, variation selector"},
		{"😀\ufe05", "variation selector"},
		{"😀\U000e0141", "variation selector"},
		{"e\u0301\u200d", "zero-width joiner"},
		{"مُ\u200c و", ""},
		{"👩\u200d\u2800", "zero-width joiner, filler without a shape"},
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

// Nothing that Unicode calls invisible is passed over, and nothing that it shows is reported.
func TestTablesOfUnicode(t *testing.T) {
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		invisible := unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
		seen := unicode.Is(unicode.Prepended_Concatenation_Mark, r)
		found := 0
		for range In([]byte("a" + string(r) + "b")) {
			found++
		}
		switch {
		case invisible && !seen && found != 1:
			t.Errorf("U+%04X is not found", r)
		case found > 0 && (seen || unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.Sm, unicode.Sc)) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
			t.Errorf("U+%04X is found", r)
		}
	}
	for _, honest := range []string{"𓀀\U00013430𓀁", "\U0001bc00\U0001bca0\U0001bc01", "\u0600\u0661"} {
		for f := range In([]byte(honest)) {
			t.Errorf("%+q: %s", honest, f.Name)
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
