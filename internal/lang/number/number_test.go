package number

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

func readText(s string, l lang.Language) []Figure {
	return Read([]byte(s), text.AppendWords(nil, []byte(s)), l)
}

var hedgeSigns = [...]string{"", "~", ">", "<"}

func show(figures []Figure) string {
	var all []string
	for _, f := range figures {
		s := hedgeSigns[f.Hedge] + fmt.Sprintf("%.4g", f.Low)
		if f.High != f.Low {
			s += fmt.Sprintf("..%.4g", f.High)
		}
		if f.Unit != Count {
			s += " " + unitNames[f.Unit]
		}
		if f.Month != 0 {
			s += fmt.Sprintf("/%d", f.Month)
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

func TestRead(t *testing.T) {
	for l, cases := range map[lang.Language][]struct{ text, want string }{
		lang.English: {
			{"50 percent of them", "0.5 share"},
			{"50% of them, and 5 % of us", "0.5 share, 0.05 share"},
			{"50 per cent of them", "0.5 share"},
			{"half of the users leave", "0.5 share"},
			{"nearly half the users leave", "~0.5 share"},
			{"the second half of the game", ""},
			{"a half-baked plan", ""},
			{"1.57 trillion dollars", "1.57e+12 dollar"},
			{"$1.57T a year", "1.57e+12 dollar"},
			{"$1,570 billion", "1.57e+12 dollar"},
			{"US$ 3.5 million", "3.5e+06 dollar"},
			{"$643K penalty", "6.43e+05 dollar"},
			{"€415M", "4.15e+08 euro"},
			{"USD 40 and EUR 2,000", "40 dollar, 2000 euro"},
			{"a five-euro charge", "5 euro"},
			{"tenfold growth", "10 multiple"},
			{"10x growth", "10 multiple"},
			{"ten times as much", "10 multiple"},
			{"2.75 times as much", "2.75 multiple"},
			{"costs doubled", "2 multiple"},
			{"two thirds of them", "0.6667 share"},
			{"two-thirds", "0.6667 share"},
			{"a third of them", "0.3333 share"},
			{"more than a fourth of the boxes", ">0.25 share"},
			{"a third party", ""},
			{"in a quarter", ""},
			{"about three quarters of cases", "~0.75 share"},
			{"half a million people", "5e+05"},
			{"three out of four", "3, 4, 0.75 share"},
			{"one title in seven", "1, 7, 0.1429 share"},
			{"1 in 4 applicants", "1, 4, 0.25 share"},
			{"one purchase for every nine loans", "1, 9, 0.1111 share"},
			{"24 of 27 batches", "24, 27, 0.8889 share"},
			{"34 of the 41 sudden losses", "34, 41, 0.8293 share"},
			{"two in 2024", "2, 2024 year"},
			{"a dozen dwarfs", "12"},
			{"two hundred and twenty-five thousand people", "2.25e+05"},
			{"five and a half years", "1.736e+08 time"},
			{"a six-hour outage", "2.16e+04 time"},
			{"between 13 and 16 degrees", "13..16"},
			{"minus 70 degrees", "-70"},
			{"10-52% of them", "0.1..0.52 share"},
			{"40-70 percent and 40 to 70 percent", "0.4..0.7 share, 0.4..0.7 share"},
			{"$2-4M, and 2 to 4 million", "2e+06..4e+06 dollar, 2e+06..4e+06"},
			{"22-25 year olds", "6.943e+08..7.889e+08 time"},
			{"aged 22–25", "22..25"},
			{"from 49 to 85 percent", "0.49 share, 0.85 share"},
			{"50 basis points", "0.005 points"},
			{"0.9 points, 3 percentage points", "0.009 points, 0.03 points"},
			{"in the 1990s", "1990..1999 year"},
			{"14 March 2024", "2024 year/3"},
			{"March 14, 2024", "2024 year/3"},
			{"mid-2024", "2024 year"},
			{"2022-23, 2012-2016", "2022..2023 year, 2012..2016 year"},
			{"GPT-4 and Web3 and COVID-19 and B2B and 401(k) and 8-K and Q3", ""},
			{"under article 230 of", ""},
			{"the Windows 95 launch", ""},
			{"an 80/20 rule at 9:41", ""},
			{"a 3-of-5 multisig", "3, 5, 0.6 share"},
			{"4K video on the 21st day of the 21st century", ""},
			{"one investor", ""},
			{"over 70 and about 30 and ~65% and 800+ cases and <5%", ">70, ~30, ~0.65 share, >800, <0.05 share"},
			{"13+ million people", ">1.3e+07"},
			{"40 or more", ">40"},
			{"1 234 567 boxes and 12'500 crates", "1.235e+06, 1.25e+04"},
			{"1,234.56 and 1.234,56 and 1.234 and 1,234", "1235, 1235, 1.234, 1234"},
			{"in 2019 412 ships", "2019 year, 412"},
		},
		lang.Portuguese: {
			{"1.234,56 e 1,234 e 1.234", "1235, 1.234, 1234"},
			{"R$ 1.240,50 o metro", "1240 real"},
			{"R$ 2 milhões, 3,9 milhões de euros", "2e+06 real, 3.9e+06 euro"},
			{"2,6 bilhões e 4 bi e R$5mi e 3 mil", "2.6e+09, 4e+09, 5e+06 real, 3000"},
			{"16 por cento, 43 % e 7%", "0.16 share, 0.43 share, 0.07 share"},
			{"de 2 a 4 milhões", "2e+06..4e+06"},
			{"entre 2 e 4 meses", "5.26e+06..1.052e+07 time"},
			{"de 29 para 18 segundos", "29 time, 18 time"},
			{"um terço da pauta, a metade dos casos", "0.3333 share, 0.5 share"},
			{"dobrou", "2 multiple"},
			{"2,05 vezes", "2.05 multiple"},
			{"um aluno em cada quatro", "1, 4, 0.25 share"},
			{"18 das 45 escolas", "18, 45, 0.4 share"},
			{"duzentos e vinte e cinco mil casas", "2.25e+05"},
			{"mil e duzentas casas", "1200"},
			{"um milhão e meio", "1.5e+06"},
			{"meia hora", ""},
			{"14 de março de 2024", "2024 year/3"},
			{"em março de 2024", "2024 year/3"},
			{"quatro pontos percentuais", "0.04 points"},
			{"cerca de 40, mais de 30", "~40, >30"},
			{"um pedreiro e uma casa", ""},
			{"artigo 5 e linha 0200", ""},
		},
	} {
		for _, c := range cases {
			if got := show(readText(c.text, l)); got != c.want {
				t.Errorf("%q\n got: %s\nwant: %s", c.text, got, c.want)
			}
		}
	}
}
