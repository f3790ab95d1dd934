package lang

import "testing"

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

func FuzzOf(f *testing.F) {
	f.Add("o que é a a de the of")
	f.Fuzz(func(t *testing.T, s string) { Of(s) })
}
