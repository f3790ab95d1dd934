package number

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

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

func TestAgrees(t *testing.T) {
	for _, c := range []struct {
		one, other string
		want       bool
	}{
		{"22-25 year olds", "aged 22-25", true},
		{"$2-4M", "2 to 4 million dollars", true},
		{"40-70 percent", "between 40% and 70%", true},
		{"40-70 percent", "55 percent", true},
		{"13M readers", "13+ million people", true},
		{"90M", "$90 million", true},
		{"$7 billion", "$6.7 billion", true},
		{"$6.7 billion", "$6.1 billion", false},
		{"half of them", "50 percent", true},
		{"one in eleven", "9 percent", true},
		{"over 70 percent", "84 percent", true},
		{"over 70 percent", "64 percent", false},
		{"about 60 percent", "59.6 percent", true},
		{"in 2008", "between 1990 and 2010", true},
		{"in March 2021", "in May 2021", false},
		{"30 percent of them", "7.8% YoY", false},
	} {
		one, other := readText(c.one, lang.English), readText(c.other, lang.English)
		if got := one[len(one)-1].Agrees(&other[len(other)-1]); got != c.want {
			t.Errorf("%q and %q: %v", c.one, c.other, got)
		}
	}
}

// What follows from the figures of a text, and what does not.
func TestFollows(t *testing.T) {
	for _, c := range []struct {
		figure, text string
		want         bool
	}{
		{"25 percent", "Of 48 ships 12 were late.", true},
		{"43 percent", "Waiting fell from 6.8 days to 3.9.", true},
		{"63 percent", "Waiting fell from 6.8 days to 3.9.", false},
		{"11 seconds", "It went from 29 seconds to 18.", true},
		{"4 points", "It was 14.1% here and 18.2% there.", true},
		{"15 years", "The licence ran from 2040 to 2055.", true},
		{"9 years", "The licence ran from 2040 to 2055.", false},
		{"2 times as many", "There were 96 boxes in May and 194 boxes in June.", true},
		{"60 boxes", "There were 20 boxes, 30 boxes and 10 boxes.", true},
	} {
		figures := readText(c.figure, lang.English)
		if got := figures[0].Follows(readText(c.text, lang.English)); got != c.want {
			t.Errorf("%q from %q: %v", c.figure, c.text, got)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		l    lang.Language
		want string
	}{
		{"The licence was cut from 2055 to 2040, a loss of 12 years.", lang.English, "12 years"},
		{"The licence was cut from 2055 to 2040, a loss of 15 years.", lang.English, ""},
		{"There were 640 ships in March and 400 in May, a fall of 60 percent.", lang.English, "60 percent"},
		{"There were 640 ships in March and 400 in May, a fall of 37.5 percent.", lang.English, ""},
		{"Of 1,500 riders 240 were insured. The other 1,360 were not.", lang.English, "1,360"},
		{"Of 1,500 riders 240 were insured. The other 1,260 were not.", lang.English, ""},
		{"The fall is a formula: 80 × 1.06 / 1.02, that is 83.1 percent.", lang.English, ""},
		{"A fila tinha 6.000 nomes em maio e 4.500 em junho, ou seja, ficou um terço menor.", lang.Portuguese, "um terço"},
		{"A fila tinha 6.000 nomes em maio e 4.500 em junho, ou seja, ficou um quarto menor.", lang.Portuguese, ""},
		{"Dos 880 ouvidos, 220 têm seguro, isto é, 40 por cento.", lang.Portuguese, "40 por cento"},
		{"Dos 880 ouvidos, 220 têm seguro, isto é, 25 por cento.", lang.Portuguese, ""},
		{"O preço passou de 2.055 para 2.040 reais, uma queda de 12 reais.", lang.Portuguese, "12 reais"},
	} {
		var got []string
		for _, e := range Errors([]byte(c.text), text.AppendWords(nil, []byte(c.text)), c.l) {
			got = append(got, c.text[e.Start:e.End])
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestErrorsNameTheirFigures(t *testing.T) {
	for said, want := range map[string]string{
		"A espera caiu de 21 para 16 minutos em dez anos, uma queda de 9 minutos.":          "from \"21\" and \"16 minutos\"",
		"The wait fell from 21 to 16 minutes over ten years, which is a fall of 9 minutes.": "from \"21\" and \"16 minutes\"",
	} {
		l := lang.English
		if strings.HasPrefix(said, "A ") {
			l = lang.Portuguese
		}
		errors := Errors([]byte(said), text.AppendWords(nil, []byte(said)), l)
		if len(errors) != 1 || !strings.HasSuffix(errors[0].Message, want) {
			t.Errorf("%q: %+v, want %s", said, errors, want)
		}
	}
}

// A number reads back whatever marks its language writes it with.
func TestDigitsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, cents := rapid.IntRange(0, 999_999_999).Draw(t, "n"), rapid.IntRange(1, 99).Draw(t, "cents")
		l := rapid.SampledFrom([]lang.Language{lang.English, lang.Portuguese}).Draw(t, "language")
		thousands, decimal := ",", "."
		if l == lang.Portuguese {
			thousands, decimal = ".", ","
		}
		if rapid.Bool().Draw(t, "apostrophe") {
			thousands = "'"
		}
		s := strconv.Itoa(n)
		for i := len(s) - 3; i > 0; i -= 3 {
			s = s[:i] + thousands + s[i:]
		}
		s = fmt.Sprintf("R$ %s%s%02d", s, decimal, cents)
		want := float64(n) + float64(cents)/100
		if got := readText(s, l); len(got) != 1 || math.Abs(got[0].Low-want) > 1e-6*want+1e-9 || got[0].Unit != Real {
			t.Fatalf("%q reads as %s", s, show(got))
		}
	})
}

// A number in words reads back.
func TestWordsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(13, 999_999).Draw(t, "n")
		for l, s := range map[lang.Language]string{lang.English: inEnglish(n), lang.Portuguese: inPortuguese(n)} {
			if got := readText(s+" ships", l); len(got) != 1 || got[0].Low != float64(n) {
				t.Fatalf("%q reads as %s, not as %d", s, show(got), n)
			}
		}
	})
}

var (
	englishSmall = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
		"eighteen nineteen")
	englishTens     = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
	portugueseSmall = strings.Fields("zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete " +
		"dezoito dezenove")
	portugueseTens     = strings.Fields("- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa")
	portugueseHundreds = strings.Fields("- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos")
)

func inEnglish(n int) string {
	switch {
	case n < 20:
		return englishSmall[n]
	case n < 100:
		return strings.TrimSuffix(englishTens[n/10]+"-"+englishSmall[n%10], "-zero")
	case n < 1000:
		return strings.TrimSuffix(englishSmall[n/100]+" hundred and "+inEnglish(n%100), " and zero")
	}
	return strings.TrimSuffix(inEnglish(n/1000)+" thousand "+inEnglish(n%1000), " zero")
}

func inPortuguese(n int) string {
	switch {
	case n < 20:
		return portugueseSmall[n]
	case n < 100:
		return strings.TrimSuffix(portugueseTens[n/10]+" e "+portugueseSmall[n%10], " e zero")
	case n == 100:
		return "cem"
	case n < 1000:
		return strings.TrimSuffix(portugueseHundreds[n/100]+" e "+inPortuguese(n%100), " e zero")
	}
	return strings.TrimSuffix(strings.TrimPrefix(inPortuguese(n/1000)+" mil e ", "um ")+inPortuguese(n%1000), " e zero")
}

// FuzzRead holds the reader to what it promises about any bytes: figures within the text, finite values, ends in order.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"50% of 3-6 months", "$1.57T in mid-2024", "two hundred and twenty-five thousand", "half a million, a third of", "1,2,3.4.5 10-52% °C",
		"from 9 to 3.6 in March 2024; a loss of 12 years", "de 2 a 4 milhões, ou seja, um terço menor", "Dos 1.500, 240. Os outros 1.360", "1 234 567'890", "minus -0 to minus 1e9"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, l := range []lang.Language{lang.English, lang.Portuguese} {
			figures := readText(s, l)
			for i := range figures {
				f := &figures[i]
				if f.Start < 0 || f.End <= f.Start || f.End > len(s) {
					t.Fatalf("%q: figure at %d to %d", s, f.Start, f.End)
				}
				if math.IsNaN(f.Low) || math.IsInf(f.Low, 0) || math.IsInf(f.High, 0) || f.Low > f.High {
					t.Fatalf("%q: from %v to %v", s, f.Low, f.High)
				}
				f.Agrees(&figures[0])
				f.Follows(figures)
			}
			for _, e := range Errors([]byte(s), text.AppendWords(nil, []byte(s)), l) {
				if e.Start < 0 || e.End > len(s) {
					t.Fatalf("%q: error at %d to %d", s, e.Start, e.End)
				}
			}
		}
	})
}

// BenchmarkErrors looks at a body of 3 KB in which little is to be found.
func BenchmarkErrors(b *testing.B) {
	body := []byte(strings.Repeat("The port handled 1.84 million boxes in 2019 and 2.31 million in 2024. Of the 412 delays 61 percent were put down to missing crew and 22 percent to weather. Nobody had asked the clerks what they saw from the window of the office, though they had seen it all and written down most of it in a book that was kept for the purpose. ", 9))
	words := text.AppendWords(nil, body)
	b.ReportAllocs()
	for b.Loop() {
		Errors(body, words, lang.English)
	}
}
