package figure

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/text"
)

func read(s string) []Figure {
	return Read([]byte(s), text.AppendWords(nil, []byte(s)), 0)
}

var unitNames = [...]string{"", "things", "share", "points", "times", "year", "s", "m", "m2", "g", "l", "W", "Wh", "B", "deg",
	"$", "€", "£", "¥", "coin"}

var hedgeNames = [...]string{"", "~", "<~", ">", "<"}

func show(figures []Figure) string {
	var all []string
	for _, f := range figures {
		s := hedgeNames[f.Hedge] + fmt.Sprintf("%.4g", f.Value)
		if f.Unit != Bare {
			s += " " + unitNames[f.Unit]
		}
		if f.Per != 0 {
			s += "/"
		}
		if f.Label != 0 && f.Unit != Year {
			s += fmt.Sprintf(" @%d", f.Label)
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"50 percent of them", "0.5 share"},
		{"50% of them", "0.5 share"},
		{"50 per cent of them", "0.5 share"},
		{"half of the users leave", "0.5 share"},
		{"nearly half the users leave", "<~0.5 share"},
		{"the second half of the game", ""},
		{"a half-baked plan", ""},
		{"1.57 trillion dollars", "1.57e+12 $"},
		{"$1.57T a year", "1.57e+12 $/"},
		{"$1,570 billion", "1.57e+12 $"},
		{"$643K penalty", "6.43e+05 $"},
		{"€415M", "4.15e+08 €"},
		{"tenfold growth", "10 times"},
		{"10x growth", "10 times"},
		{"ten times as much", "10 times"},
		{"2.75 times as much", "2.75 times"},
		{"costs doubled", "2 times"},
		{"twice as many and twice a week", "2 times"},
		{"two thirds of them", "0.6667 share"},
		{"two-thirds", "0.6667 share"},
		{"a third of them", "0.3333 share"},
		{"more than a fourth of the boxes", ">0.25 share"},
		{"a third party", ""},
		{"about three quarters of cases", "~0.75 share"},
		{"three out of four", "0.75 share, 3, 4"},
		{"one new rider in four out of a car", "0.25 share, 4"},
		{"one title in seven", "0.1429 share, 7"},
		{"1 in 4 applicants", "0.25 share, 4 things"},
		{"24 of 27 batches", "0.8889 share, 24, 27 things"},
		{"two in 2024", "2 @2024, 2024 year"},
		{"a dozen dwarfs", "12 things"},
		{"two hundred and twenty-five thousand people", "2.25e+05 things"},
		{"nearly six hour outage", "<~2.16e+04 s"},
		{"a six-hour outage", "2.16e+04 s"},
		{"five and a half years", "1.736e+08 s"},
		{"on day 21", "1.814e+06 s"},
		{"between 13 and 16 degrees", "13 deg, 16 deg"},
		{"10-52% of them", "0.1 share, 0.52 share"},
		{"from 49 to 85 percent", "0.49 share, 0.85 share"},
		{"50 to 100 basis points", "0.005 points, 0.01 points"},
		{"0.9 points", "0.009 points"},
		{"15 kilometres a year", "1.5e+04 m/"},
		{"17.90 euros per MW and hour", "17.9 €/"},
		{"in the 1990s", "1990 year"},
		{"14 March 2024", "2024 year"},
		{"March 14, 2024", "2024 year"},
		{"2023-24", "2023 year, 2024 year"},
		{"GPT-4 and Web3 and COVID-19 and B2B", ""},
		{"under article 230 of", ""},
		{"the Windows 95 launch", ""},
		{"the 7 Powers framework", ""},
		{"an 80/20 rule at 9:41", ""},
		{"a 3-of-5 multisig", ""},
		{"4K video", ""},
		{"the 21st century", ""},
		{"one investor", ""},
		{"million-dollar ideas", ""},
		{"0.4 GW at the end of 2020, 3.1 GW at the end of 2024", "4e+08 W @2020, 2020 year, 3.1e+09 W @2024, 2024 year"},
		{"a pay-back of 6.5 years at the prices of 2023 and of 3.1 years at those of 2022", "2.051e+08 s @2023, 2023 year, 9.783e+07 s @2022, 2022 year"},
		{"6.8 days (2021) to 3.9 days (2024)", "5.875e+05 s @2021, 2021 year, 3.37e+05 s @2024, 2024 year"},
		{"In 2019 the port handled 1.84 million TEU", "2019 year, 1.84e+06 things @2019"},
		{"~65% and 800+ cases and <5%", "~0.65 share, >800 things, <0.05 share"},
		{"as many as 40 or more", ">40"},
		{"took 4 hours 35 minutes in all", "1.65e+04 s"},
		{"2-3 quarters", "2 things, 3 things"},
		{"up to 30 days", "<2.592e+06 s"},
		{"Fewer than 30 days", "<2.592e+06 s"},
		{"41 million kroner", "4.1e+07 coin"},
		{"58 kilotonnes of ore", "5.8e+10 g"},
		{"a charter of 1268 and one from 1358", "1268, 1358 year"},
		{"from 14 to 16 October", "2.592e+05 s"},
		{"4 March to 20 May 2023", "6.729e+06 s @2023, 2023 year"},
		{"baked at 392 F and kept at 60 C", "200 deg, 60 deg"},
		{"31, 18 and 11 percent of sales", "0.31 share, 0.18 share, 0.11 share"},
	} {
		if got := show(read(c.text)); got != c.want {
			t.Errorf("%q\n got: %s\nwant: %s", c.text, got, c.want)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	body := []byte(strings.Repeat("The port handled 1.84 million boxes in 2019 and 2.31 million in 2024. Of the 412 delays 61 percent were put down to missing crew and 22 percent to weather. Nobody had asked the clerks what they saw from the window of the office, though they had seen it all and written down most of it in a book that was kept for the purpose. ", 9))
	words := text.AppendWords(nil, body)
	b.ReportAllocs()
	for b.Loop() {
		Read(body, words, 0)
	}
}

func BenchmarkReadNothing(b *testing.B) {
	title := []byte("recovery tools that depend on the system they recover turn minutes into hours as the last outage showed to everybody")
	words := text.AppendWords(nil, title)
	b.ReportAllocs()
	for b.Loop() {
		Any(title, words)
	}
}

// FuzzRead holds Read to what it promises about any bytes: figures in order within the text, finite values.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"50% of 3-6 months", "$1.57T in mid-2024", "two hundred and twenty-five thousand", "half a million, a third of", "1,2,3.4.5 10-52% °C", "from 9 to 3.6 in March 2024;"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		figures := read(s)
		for i := range figures {
			f := &figures[i]
			if f.Start < 0 || f.End <= f.Start || int(f.End) > len(s) {
				t.Fatalf("%q: figure at %d to %d", s, f.Start, f.End)
			}
			if f.Value != f.Value || f.Step != f.Step {
				t.Fatalf("%q: value %v, step %v", s, f.Value, f.Step)
			}
			Stated(f, figures)
			Computed(f, figures)
			BorneElsewhere(f, figures)
			(&Search{Siblings: figures}).Contradicting(f, figures)
			Misplaced(f, figures, figures)
		}
		Keep(figures, []byte(s))
	})
}
