package dealterms_test

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/text/dealterms"
)

var names = dealterms.NamesOf([]string{"LivingIP", "Teleo", "Northwind Labs", "Harbor & Pine"})

// told are texts that tell a term of a configured organisation.
var told = []string{
	"LivingIP raised $2 million at a valuation of 12 million.",
	"Living IP raised half a million in the spring.",
	"living ip's cap is ten post.",
	"TELEO closed its seed round at 8M.",
	"Living-IP's lead investor has pro rata rights and a board seat.",
	"Twenty percent of the common belongs to Teleo's contributors.",
	"Sequoia offered two million to Teleo for a tenth of the company.",
	"Northwind Labs agreed to a SAFE with a discount of 20 percent.",
	"In Northwind Labs the founders hold 61% and the pool is 12%.",
	"Harbor & Pine pays its illustrators a royalty of nine percent.",
	"harbor and pine has eleven months of runway.",
	"The burn at Harbor & Pine is 90 thousand euros a month.",
	"Teleo splits revenue 70/30 with its validators.",
	"The term sheet for LivingIP has a 1x liquidation preference, non-participating.",
	"LivingIP's founders vest over five years with a cliff of one.",
	"A bad leaver at Teleo forfeits everything that has not vested.",
	"The earn-out for Northwind Labs is 3 million over two years.",
	"The investors in Teleo get 15 million tokens at launch.",
	"Teleo set aside a fifth of the token supply for its team.",
	"LivingIP will close at eight pre.",
	"LivingIP is worth nine million on paper.",
	"Its options strike at 40 cents, Northwind Labs told new hires.",
	"Northwind Labs turned down an offer of 30 million from a Dutch buyer.",
	"The holders of Harbor & Pine are paid back first, at twice their money.",
	"Carry at Harbor & Pine's fund is 15 percent above a hurdle of 6.",
	"Northwind Labs lets its first customer buy 2 percent at par.",
	"The lender takes a charge over everything, and Northwind Labs pays 11 percent on the loan.",
	"Teleo has cash until October 2026.",
	"Small rounds go faster. Teleo is a case in point. It took 600 thousand from four angels.",
	"Teleo is an example. The company sold 12 percent of its shares.",
	"Teleo's papers are short. The investor may appoint one of three directors.",
	"LivingIP agreed to this. We gave up nine percent.",
	"The terms of Teleo:\n\n- a cap of seven million\n- no discount\n",
	"What LivingIP's holders own:\n\n| Holder | Stake |\n|---|---|\n| Founder | 61% |\n| Angels | 9% |\n",
	"| Layer | Share of fees |\n|---|---|\n| Teleo | 23.5% |\n| Other | 50% |\n",
	"One firm gave its staff 12 percent of the shares. That firm is Teleo.",
	"Northwind Labs is small. Northwind's board has three seats, of which the investor fills one.",
	"The note [[LivingIP raised 2 million dollars on a 10M cap]] tells more.",
	"Teleo promised each reviewer 0.1 percent of the company.",
	"The cheque for LivingIP was 250k.",
	"LivingIP's agents receive 20 percent of all fees.",
	"The acquirer of Northwind Labs paid four times revenue.",
	"The minimum ticket in Harbor & Pine's fund is 100 thousand.",
	"Teleo gave away a board seat.",
	"Harbor & Pine keeps 60 of every 100 euros it takes.",
	"The advance was four thousand, half of what Harbor & Pine had offered to the other author.",
	"A senior engineer earns 120k at Northwind Labs.",
	"Teleo's treasury holds 3 million USDC.",
	"Drag-along starts at sixty percent in Teleo's agreement.",
	"Northwind Labs has to pay a break fee if it talks to others within 45 days.",
}

// untold are texts that tell none.
var untold = []string{
	"Unlike LivingIP, Anthropic raised $4 billion.",
	"Anthropic raised $4 billion, while LivingIP grew to 400 users.",
	"OpenAI's valuation of 157 billion was noted by agents at Teleo.",
	"Teleo's agents found that seed investors take 20 percent.",
	"Northwind Labs estimates the market at $40 billion.",
	"LivingIP has 412 contributors and an accuracy of 80 percent.",
	"LivingIP reaches 80 percent of its readers through X.",
	"LivingIPs user acquisition leverages X for 80 percent of distribution because contributors get ownership.",
	"Teleo released version 2.3 on 14 January 2026.",
	"LivingIP has not disclosed its valuation.",
	"No terms of Teleo are disclosed.",
	"Whether Teleo has a board seat to give is not public.",
	"Teleological arguments cost philosophy 20 percent of its readers.",
	"A living IP is worth 4 billion dollars to its owner.",
	"The living IP of a studio earned 2 billion dollars.",
	"Teleosts make up 96 percent of fish stock.",
	"The harbor raised its fees to 3 million dollars, and pine rose by 12 percent.",
	"Harbor fees rose to 3 million dollars.",
	"Pine Street Capital took 12 percent of the equity.",
	"Equity in schools means that each child gets half. Teleo lists nine studies of it.",
	"Bitcoin's market cap passed 2 trillion dollars. Teleo's crypto agent follows it.",
	"LivingIP sells answers and gives the base away.",
	"Experts take part in what Teleo earns.",
	"The reading group at LivingIP discussed Stripe's tender offer at 91.5 billion.",
	"Teleo has a thread pool of 64 and a cap of 100 connections.",
	"Teleo uses 4 million tokens a day, 15 percent of them for instructions.",
	"Harbor & Pine printed 12 thousand copies of it.",
	"Harbor & Pine published a book on venture. Venture funds charge 2 percent and a carry of 20.",
	"Northwind Labs compared 14 contracts. In most of them the discount was 20 percent.",
	"Teleo grew. Other firms sold 12 percent of their shares.",
	"The Northwind database holds discounts of up to 25 percent.",
	"Northwind Labs lost 3 of 12 people, and revised 40 percent of its documents.",
	"LivingIP lost two points in accuracy.",
	"In a study by Northwind Labs founders kept 58 percent after the first round.",
	"Stripe bought back shares for 2 billion dollars, as Teleo's newsletter noted.",
	"TeleoHumanity asks for 100 percent of our attention.",
	"LivingIP counts 1.2 million claims, of which a third are disputed.",
	"A survey that LivingIP quotes puts the median cap at 10 million.",
	"Teleo's legal agent explains liquidation preferences.",
	"Teleo grew in the year in which SpaceX sold shares worth 750 million.",
	"LivingIP moved to a new office in March 2026 and has three rooms.",
	"Half of the readers of Harbor & Pine live abroad.",
	"LivingIP answers 9 in 10 questions within two days.",
}

func TestFind(t *testing.T) {
	for _, s := range told {
		found := dealterms.Find(names, dealterms.NewPassage([]byte(s), 0))
		if len(found) == 0 {
			t.Errorf("nothing found in %q", s)
		}
		for _, d := range found {
			if d.Start >= d.End || d.End > len(s) || d.Term == "" || d.Organisation == "" {
				t.Errorf("%q: malformed disclosure %+v", s, d)
			}
		}
	}
	for _, s := range untold {
		for _, d := range dealterms.Find(names, dealterms.NewPassage([]byte(s), 0)) {
			t.Errorf("%q: found %q of %s", s, d.Term, d.Organisation)
		}
	}
}

func TestFindAcrossPassages(t *testing.T) {
	title := dealterms.NewPassage([]byte("LivingIP stays small because its investors wait"), 0)
	body := dealterms.NewPassage([]byte("Patience has a price.\n\nThe company gave 12 percent of its shares away."), 0)
	found := dealterms.Find(names, title, body)
	if len(found) != 1 || found[0].Passage != 1 || found[0].Organisation != "LivingIP" {
		t.Errorf("found %+v, want the shares in the body", found)
	}
}

func TestFindNothingWithoutNames(t *testing.T) {
	if found := dealterms.Find(nil, dealterms.NewPassage([]byte("LivingIP raised $2 million."), 0)); len(found) > 0 {
		t.Errorf("found %+v", found)
	}
}

func TestNames(t *testing.T) {
	for s, want := range map[string]bool{
		"LivingIP": true, "livingips": true, "living ip": true, "Living-IP’s": true, "LIVING\nIP": true,
		"Teleo's": true, "teleological": false, "TeleoHumanity": false, "telos": false,
		"Harbor and Pine": true, "harbor & pine's": true, "Harbor&Pine": true, "harboring": false,
		"Northwind": true, "northwind-labs": true, "northwinds": true, "northwinder": false, "": false,
	} {
		p := dealterms.NewPassage([]byte(s), 0)
		if got := names.In(p.Words, p.Source); got != want {
			t.Errorf("In(%q) = %v, want %v", s, got, want)
		}
		if got := names.InText([]byte("x: " + s)); got != want {
			t.Errorf("InText(%q) = %v, want %v", s, got, want)
		}
	}
}

func TestTermsAreNamed(t *testing.T) {
	for s, want := range map[string]string{
		"LivingIP has a valuation cap of $8M.":  "cap of $8M",
		"A 10M post-money cap suits Teleo.":     "10M post-money cap",
		"Teleo gave away a board seat.":         "board seat",
		"Teleo sold 12 percent of its *stock*.": "12 percent of its stock",
	} {
		found := dealterms.Find(names, dealterms.NewPassage([]byte(s), 0))
		if len(found) != 1 || found[0].Term != want {
			t.Errorf("%q: found %+v, want %q", s, found, want)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range append(told[:len(told):len(told)], untold...) {
		f.Add(s, "LivingIP")
	}
	f.Add("Ä-Ä | $% 1/2 of a", "Ä & B")
	f.Fuzz(func(t *testing.T, s, organisation string) {
		named := dealterms.NamesOf([]string{organisation, "Teleo", "Harbor & Pine"})
		p := dealterms.NewPassage([]byte(s), 0)
		for _, d := range dealterms.Find(named, p, p) {
			if d.Start < 0 || d.End > len(s) || d.Start >= d.End {
				t.Fatalf("%q: %+v", s, d)
			}
		}
	})
}

func BenchmarkIn(b *testing.B) {
	text := []byte(strings.Repeat("Long rounds tire everybody, and telling people less does not help the harbour. ", 40))
	p := dealterms.NewPassage(text, 0)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		two := dealterms.NamesOf([]string{"LivingIP", "Teleo"})
		if two.In(p.Words, p.Source) || two.InText(text[:400]) {
			b.Fatal("named")
		}
	}
}

func BenchmarkFind(b *testing.B) {
	text := []byte(strings.Repeat("Long rounds tire everybody, and Teleo sold 12 percent of its shares in spring. ", 40))
	p := dealterms.NewPassage(text, 0)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		dealterms.Find(names, p)
	}
}
