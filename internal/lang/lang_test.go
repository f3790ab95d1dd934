package lang

import (
	"testing"

	"github.com/kbgate/kbgate/internal/text"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		text string
		want Language
	}{
		{"The bridge was closed for a year because nobody could say who should pay for it.", English},
		{"small teams ship earlier because they do not wait for a committee", English},
		{"A ponte ficou fechada por um ano porque ninguém sabia quem devia pagar a obra.", Portuguese},
		{"equipes pequenas entregam mais cedo porque nao esperam por um comite", Portuguese},
		{"El puente estuvo cerrado un año porque nadie sabía quién debía pagar las obras.", Other},
		{"Le pont est resté fermé pendant un an parce que personne ne savait qui devait payer les travaux.", Other},
		{"Die Brücke blieb ein Jahr lang gesperrt, weil niemand wusste, wer die Kosten zu tragen hat.", Other},
		{"Il ponte è rimasto chiuso per un anno perché nessuno sapeva chi dovesse pagare i lavori.", Other},
		{"De brug bleef een jaar lang dicht omdat niemand wist wie het werk moest betalen.", Other},
		{"Мост был закрыт целый год, потому что никто не знал, кто должен платить.", Other},
		{"桥封闭了一年，因为没有人知道应该由谁付钱。", Other},
		{"retries cause outages", Unknown},
		{"", Unknown},
	} {
		if got := Of(c.text); got != c.want {
			t.Errorf("%q is in %v, want %v", c.text, got, c.want)
		}
	}
}

func TestOfNote(t *testing.T) {
	const english, portuguese = "The bridge was closed for a year because nobody could pay.", "A ponte ficou fechada por um ano porque ninguém sabia quem devia pagar."
	for _, c := range []struct {
		title, body   string
		ofTitle, text Language
	}{
		{"retries cause outages", english, English, English},
		{"as pontes fecham quando os rios sobem e as chuvas não param", english, Portuguese, English},
		{"a plan beats a perfect plan", english, English, English},
		{"a plan beats a perfect plan", portuguese, Portuguese, Portuguese}, // too little to tell against the body
		{"the bridge that was closed for a year", "See there.", English, English},
		{"the bridge", "It closed.", English, English}, // both together tell
		{"retries cause outages", "Often.", Unknown, Unknown},
		{"who should pay for the bridge and for the works", "Le pont est resté fermé parce que personne ne savait qui devait payer.", English, Other},
	} {
		title, body := OfNote(c.title, []byte(c.body), text.AppendWords(nil, []byte(c.body)))
		if title != c.ofTitle || body != c.text {
			t.Errorf("%q over %q: %v and %v, want %v and %v", c.title, c.body, title, body, c.ofTitle, c.text)
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add("o que é a a de the of")
	f.Fuzz(func(t *testing.T, s string) { Of(s) })
}
