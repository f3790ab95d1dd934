package substance

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/text"
)

// usual is the bar of the gate's own settings.
var usual = Bar{Words: 15, Score: 190}

func measure(title, body string) Measure {
	source := []byte(body)
	words := text.AppendWords(nil, source)
	return Of(Passage{Source: source, End: len(source), Words: words, Known: []string{title}}, usual)
}

const cableTitle = "cable cars pay for themselves in steep towns because buses have to go round the hill"

func TestReaches(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       bool
	}{
		{"nothing", "", false},
		{"a placeholder", "TODO: find the study\n\n> [to be written]\n", false},
		{"only links", "Related:\n- see the notes on hills and valleys in every town of the region, and those on the buses\n", false},
		{"a sentence that says nothing", "See below for more on this, and the source.", false},
		{"the title again", "Cable cars pay for themselves in steep towns. Because buses in steep towns have to go round the hill, and cable cars do not have to go round the hill, the cable car pays for itself. If the town is steep, buses go round it, and then cars on a cable pay.", false},
		{"praise", "Mobility is a crucial part of modern life. Cable cars represent an innovative and sustainable solution that offers significant benefits to communities. Stakeholders should embrace a holistic approach and foster dialogue, since collaboration is key to success.", false},
		{"vague authority", "Studies have shown that transport is an important factor in the development of cities. Experts agree that many aspects play a role, and the evidence suggests that outcomes tend to improve where the right conditions are met. It is widely recognised that more research is needed.", false},
		{"decorated padding", "Transport has come a long way since 1900. Cities such as London, Paris and Tokyo have all embraced innovation, and by 2050 most people will live in urban areas. In today's world mobility plays a vital role, and leaders should ensure that communities benefit from the opportunities that technology offers.", false},
		{"a pep talk", "Nobody ever built anything great by staying in the valley. You have to look up. You have to ask yourself what you are waiting for, and then you have to go. There will be days when it feels too steep, and those are the days that count. So take the first step, and then take the next one. The view from the top belongs to those who dare to climb.", false},
		{"a speech", "My friends, I ask you: what kind of town do we want to live in? Do we want one that leaves people behind, or one that lifts them up? Our opponents will tell you that it cannot be done. They said so before, and they were wrong before. Let us not be afraid. Let us decide for our children and for all of those who come after us.", false},
		{"a mood", "There is something magical about floating above the roofs. The noise of the street falls away, the light changes, and for a moment everyone is a child again. A city seen from above is a promise. It reminds us that we are part of something larger, and that every journey, however short, can be a small adventure.", false},
		{"names and years without findings", "Since Adolf Bleichert opened his workshop in Leipzig in 1874 the ropeway has come a long way. Firms such as Doppelmayr and Poma have turned it into a modern means of transport, and cities from Bogotá to Ankara have embraced it. The World Bank has shown interest as well, and by 2030 many more communities are expected to benefit from what these pioneers began.", false},
		{"what it is and not why", "Public transport can be organised in many different ways. Buses, trams and other systems each have their own advantages and disadvantages, and it depends on local conditions which of them is suitable. Planners usually consider a number of factors before they make a decision. It is important that all of them are looked at carefully and that users are involved at an early stage.", false},
		{"one sentence in many forms", "When a hill is steep, what goes round is longer than what goes straight. What is longer is more costly, and what is straight is less costly. It follows that going round is more costly where the hill is steep. The steeper the hill, the longer it is to go round, and the longer it is, the more costly it becomes. Going straight, by contrast, is less costly, and the steeper the hill, the more this holds. In short, what goes straight is less costly on a steep hill because what goes round is longer.", false},
		{"a case told without figures", "The tailor's daughter carries the finished coats down to the shops. By bus she passed the same bakery three times, on three terraces, before she reached the square; the driver braked the whole way and smelt of it. Since the cabin hangs over the ravine she is back before her father has threaded the next needle. He has kept his second machine, which he was going to sell, and the bus now turns round at the bakery.", true},
		{"figures in few words", "Medellín, line K: 3.1 km in 14 minutes, against 52 by bus; 30,000 riders a day at 0.19 dollars each cover 104 % of running costs.", true},
		{"a quotation", "The operator's ledger says why: \"Our drivers burned a third of the diesel on the hairpins below the church, carrying nobody.\" He sold nine of twenty buses in 2011.", true},
		{"an argument without figures", "A bus that climbs four hundred steps' worth of slope must follow hairpins, and each bend lengthens its route while the passengers' journey stays as short as the crow flies. If fares follow distance as the passenger sees it, the operator earns for the straight line and burns fuel for the loop. A cabin hung from a rope travels the line that is paid for.", true},
		{"an argument behind padding", "In today's rapidly evolving world mobility is crucial, and many experts agree that innovation is key. A bus that climbs to the upper ward must follow hairpins, and each bend lengthens its route while the journey stays as short as the crow flies. If fares follow the straight line, the operator burns fuel for a loop that nobody pays. A cabin hung from a rope travels the line that is sold. La Paz sold 18 buses in 2014. Its drivers had spent 40 of every 60 minutes on the hairpins below the cemetery, and the council's own count found the seats empty on nine trips of ten.", true},
	} {
		m := measure(cableTitle, c.body)
		if m.Reaches(usual) != c.want {
			t.Errorf("%s: reaches = %v, want %v: %+v", c.name, !c.want, c.want, m)
		}
	}
}

func TestArgues(t *testing.T) {
	for _, c := range []struct {
		text string
		want string // one letter a line: y where the words count
	}{
		{"# Title\nprose\n## Related\nmore prose\n## Evidence\nprose", "nynnny"},
		{"prose\n\nRelevant Notes:\n- a -- why\n- b\n\nTopics:\n- c", "ynnnnnnn"},
		{"**See also**\n* one\nprose goes on after the list", "nny"},
		{"Topics: a, b\n\n- not in a list of links", "nnn"},
		{"**Overview**\n\nprose\n---\n***\n===", "nnynnn"},
		{"Source: a book\n- Status: draft\n- Result: 14 of 20", "nny"},
		{"TODO: quote\n- tbd\n[Placeholder]\nStubborn facts", "nnny"},
		{"#draft tag\n| a | b |\n1. first", "yyy"},
		{"## Topics\n- a\n- b: c\nprose", "nnnn"},
		{"A claim: it holds for long lines, with a colon in the middle of things", "y"},
	} {
		var o outline
		var got strings.Builder
		for line := range strings.SplitSeq(c.text, "\n") {
			if o.argues([]byte(line)) {
				got.WriteByte('y')
			} else {
				got.WriteByte('n')
			}
		}
		if got.String() != c.want {
			t.Errorf("%q: %s, want %s", c.text, got.String(), c.want)
		}
	}
}

func TestParts(t *testing.T) {
	body := "Hardin met 14 herders near Lake Balaton (see https://example.org/2001/a?b=1) who said \"we graze what we can\" in May 1998[^1].\n1. If three agree, a \"fair\" share follows.\n"
	m := measure("", body)
	if m.Figures != 3 || m.Named != 5 || m.Reasons != 1 {
		t.Errorf("figures %d, named %d, reasons %d; want 14, 1998, three; Lake, Balaton, address, quotation, footnote; if", m.Figures, m.Named, m.Reasons)
	}
	if got := body[m.Start:m.End]; !strings.HasPrefix(got, "Hardin") || !strings.HasSuffix(got, "[^1].") {
		t.Errorf("first line is %q", got)
	}
}

func TestLinks(t *testing.T) {
	source := []byte("since [[long walls weaken the will to ride out]] and [[walls]], cavalry idles")
	words := text.AppendWords(nil, source)
	for i := range words {
		if i >= 1 && i <= 8 || i == 10 {
			words[i].Traits |= text.Custom
		}
	}
	m := Of(Passage{Source: source, End: len(source), Words: words}, usual)
	if m.Words != 4 || m.Fresh != 3 {
		t.Errorf("%d words and %d new things, want since, and, cavalry, idles; the long link, cavalry, idles", m.Words, m.Fresh)
	}
}

func TestStem(t *testing.T) {
	for _, same := range [][2]string{{"ask", "asked"}, {"rise", "rising"}, {"price", "prices"}, {"depositors", "deposited"}, {"User", "users"}} {
		if stem([]byte(same[0])) != stem([]byte(same[1])) {
			t.Errorf("%s and %s differ", same[0], same[1])
		}
	}
	for _, other := range [][2]string{{"price", "prize"}, {"read", "red"}, {"2014", "2015"}} {
		if stem([]byte(other[0])) == stem([]byte(other[1])) {
			t.Errorf("%s and %s are the same", other[0], other[1])
		}
	}
}

// TestWordList holds words.txt to its own rules: a form stands once, and the hash table stays half empty.
func TestWordList(t *testing.T) {
	class, seen := "", map[string]string{}
	for line := range strings.Lines(wordList) {
		line = strings.TrimSpace(line)
		if head, ok := strings.CutPrefix(line, "= "); ok {
			class, _, _ = strings.Cut(head, " ")
			continue
		}
		if line == "" || line[0] == '#' || class == "pairs" {
			continue
		}
		for entry := range strings.FieldsSeq(line) {
			for _, form := range forms(entry) {
				if other, ok := seen[form]; ok {
					t.Errorf("%q stands in %s and in %s", form, other, class)
				}
				seen[form] = class
			}
		}
	}
	if len(seen) > slots/2 {
		t.Errorf("%d forms in %d slots", len(seen), slots)
	}
	for form := range seen {
		if words().find(text.HashOf(form)) == nil {
			t.Errorf("%q is not found", form)
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add("title", "# title\n\nProse with 3 \"quoted words stand here\" and [x](https://a.b/c).\n\nTopics:\n- [[a]]\n")
	f.Add("\xff", "“\n:\n**\n#\n|\n[^")
	f.Fuzz(func(t *testing.T, title, body string) {
		m := measure(title, body)
		if m.Own > m.Words || m.Start > m.End || m.End > len(body) || m.Surplus < 0 {
			t.Errorf("%+v", m)
		}
	})
}

func BenchmarkOf(b *testing.B) {
	thin := strings.Repeat("In today's world, collaboration plays a crucial role, and stakeholders should embrace a holistic approach to the challenges of our time. ", 22)
	rich := strings.Repeat("A bus to the upper ward of Medellín follows hairpins for 52 minutes, while a cabin hung from a rope rises in 14. If fares follow the straight line, the operator burns diesel for a loop that nobody pays, so the council of 2011 sold nine of twenty vehicles and kept the drivers as stewards.\n\n", 3) + thin[:2000]
	for name, body := range map[string]string{"thin": thin, "rich": rich} {
		b.Run(name, func(b *testing.B) {
			source := []byte(body)
			p := Passage{Source: source, End: len(source), Words: text.AppendWords(nil, source), Known: []string{cableTitle, "the loop is paid by nobody"}}
			b.SetBytes(int64(len(source)))
			b.ReportAllocs()
			for b.Loop() {
				Of(p, usual)
			}
		})
	}
}
