package dealterms

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/rendered"
)

// holdsAbsent checks that a text of which Absent says so shows no name in any of the ways in which it may be read.
func holdsAbsent(t *testing.T, names Names, source string) {
	t.Helper()
	s := []byte(source)
	if !names.Absent(s) {
		return
	}
	if names.InText(s) || names.In(text.AppendWords(nil, s), s) {
		t.Errorf("a name stands in %q", source)
	}
	for _, mode := range []rendered.Mode{rendered.Letters, rendered.Markdown, rendered.Address} {
		shown := rendered.Of(s, mode|rendered.Alike)
		if names.InText(shown.Bytes) || names.In(text.AppendWords(nil, shown.Bytes), shown.Bytes) {
			t.Errorf("a name is shown in %q: %q", source, shown.Bytes)
		}
		for _, b := range shown.Beside {
			if aside := rendered.Of(s[b[0]:b[1]], rendered.Address|rendered.Alike); names.InText(aside.Bytes) {
				t.Errorf("a name is beside %q: %q", source, aside.Bytes)
			}
		}
	}
}

var absentNames = NamesOf([]string{"Tin Lantern", "Kettle & Crumb", "LivingIP", "Q"})

func TestAbsentErrsTowardsNo(t *testing.T) {
	parts := []string{
		"Tin", "tin", "T", "i", "n", " ", "Lantern", "Lan", "tern", "Kettle", " & ", "Crumb", "living", "IP", "ip", "Q", "q",
		"*", "**", "_", "`", "~~", "==", "<b>", "</b>", "<!-- x -->", "<rt>x", "[", "]", "(x)", "[[", "]]", "|", "{.x}", "^[x]", "[^1]", "%%x%%", "$", "\\", "&shy", "&shy;",
		"&#84;", "&#x54", "&T", "%54", "%20", "\\x54", "\n", "x", "9", "\u200b", "\u00ad", "\u0332", "Т", "і", "Ｔ", "𝐓", "é", "’", "–", "K", "ſ", "ª", "\xff", ".", "-", "'",
	}
	absent := 0
	random := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		var source strings.Builder
		for range 1 + random.IntN(7) {
			source.WriteString(parts[random.IntN(len(parts))])
		}
		holdsAbsent(t, absentNames, source.String())
		if absentNames.Absent([]byte(source.String())) {
			absent++
		}
	}
	if absent < 10_000 {
		t.Errorf("only %d of the texts are without a name: the test shows little", absent)
	}
}

func TestAbsentFromMostTexts(t *testing.T) {
	for _, source := range []string{
		"# low caps close early rounds\n\nFounders *propose* a [cap](https://a.b/c?d=e&f=g) of 5% – “no more”, é × R&D.\n\n| a | b \\| c |\n",
		"a tidy ti, xTin, ketchup & crumbs, lively",
	} {
		if !absentNames.Absent([]byte(source)) {
			t.Errorf("%q may name one", source)
		}
	}
}

func FuzzAbsent(f *testing.F) {
	for _, seed := range []string{"T*i*n Lantern", "&#84;in Lantern", "x%54in", "a\\x54in", "Тin", "<rt>x</rt>Q"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) { holdsAbsent(t, absentNames, source) })
}
