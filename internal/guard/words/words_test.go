package words

import (
	"slices"
	"strings"
	"testing"
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
			if !strings.Contains(text, text[w.Start:w.End]) || w.Start >= w.End {
				t.Errorf("%q: a word from %d to %d", text, w.Start, w.End)
			}
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
	s := NewStemmer()
	for _, pair := range [][2]string{{"opening", "opened"}, {"shifts", "shift"}} {
		if s.Of(pair[0]).English != s.Of(pair[1]).English {
			t.Errorf("%s and %s have two stems", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{{"contratacoes", "contratacao"}, {"fornecedores", "fornecedor"}} {
		if s.Of(pair[0]).Portuguese != s.Of(pair[1]).Portuguese {
			t.Errorf("%s and %s have two stems", pair[0], pair[1])
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add("4,000 palettes à 1.2")
	f.Add("\xff\x00..,,9")
	f.Fuzz(func(t *testing.T, s string) {
		last := 0
		for _, w := range Of(s) {
			if w.Start < last || w.End <= w.Start || w.End > len(s) {
				t.Fatalf("%q: a word from %d to %d", s, w.Start, w.End)
			}
			last = w.End
		}
	})
}
