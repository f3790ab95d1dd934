package words

import (
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/lang"
)

func TestOf(t *testing.T) {
	for text, want := range map[string][]string{
		"":                         nil,
		"Gestão de Operações":      {"gestao", "de", "operacoes"},
		"4,000 pallets, 1.2 m.":    {"4000", "pallets", "12", "m"},
		"trade_show re-opened":     {"trade", "show", "re", "opened"},
		"can't. AWS":               {"can", "t", "aws"},
		"S7-1500 \xff — Ünïcode 😀": {"s7", "1500", "unicode"},
	} {
		var got []string
		for _, w := range Of(text) {
			got = append(got, w.Folded)
		}
		if !slices.Equal(got, want) {
			t.Errorf("Of(%q) = %q, want %q", text, got, want)
		}
	}
	list := Of("Ana uses AWS since 2019")
	if !list[0].Capital || list[0].Upper || !list[2].Upper || !list[4].Figure || list[1].Capital {
		t.Errorf("%+v", list)
	}
}

func TestIsContent(t *testing.T) {
	for word, want := range map[string]bool{"the": false, "você": false, "empresa": false, "ao": false, "7": true, "press": true, "caldeira": true} {
		if got := Of(word)[0].IsContent(); got != want {
			t.Errorf("IsContent(%s) = %v", word, got)
		}
	}
}

func TestStemmerJoinsForms(t *testing.T) {
	for language, pairs := range map[lang.Language][][2]string{
		lang.English:    {{"opening", "opened"}, {"shifts", "shift"}},
		lang.Portuguese: {{"contratacoes", "contratacao"}, {"fornecedores", "fornecedor"}},
	} {
		s := NewStemmer(language)
		for _, pair := range pairs {
			if a, b := s.Stem(pair[0]), s.Stem(pair[1]); a != b || a != s.Stem(pair[0]) {
				t.Errorf("%s and %s have the stems %s and %s", pair[0], pair[1], a, b)
			}
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add("4,000 palettes à 1.2")
	f.Add("\xff\x00..,,9")
	f.Fuzz(func(t *testing.T, s string) {
		for _, w := range Of(s) {
			if strings.ContainsFunc(w.Folded, func(r rune) bool { return !isPart(r) && r != '.' && r != ',' }) {
				t.Fatalf("%q: %q is no word", s, w.Folded)
			}
		}
	})
}
