package draft

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/decision"
)

var english = &Draft{Type: decision.Email, Subject: "Fewer stops on the bottling line", Body: `Hi Ingrid,

I hope you are doing well. Bottling plants everywhere are under pressure to deliver more with the people they have, and every stop costs money.

Korkvakt listens to the capping heads of a filling line and tells the shift which head will fail next. It needs eight microphones and a box in the cabinet, and nothing in the controller changes. A cider maker in Somerset went from eleven unplanned stops a week to three in one season, and keeps two spare heads in stock where it had six.

We would love to show you how your team could profit from the same results. The trial runs for six weeks on one line, we bring the equipment, and you keep the recordings whatever you decide.

Would Tuesday or Wednesday suit you for a call of 20 minutes?

Best regards,
Matteo Brandl
Korkvakt`, Lead: &Lead{Email: "ingrid@example.org", FirstName: "Ingrid", LastName: "Solheim", Title: "Production manager",
	HiringSignal: "two maintenance fitters for the Hamar site", Hooks: []string{"new PET line from Krones in Hamar, opened in May"},
	Company: Company{Name: "Fjellkilde", Description: "mineral water", Technologies: []string{"Krones", "Siemens S7"}}}}

var portuguese = &Draft{Type: decision.Email, Subject: "Menos devoluções na sua loja", Body: `Olá, Renata,

Espero que esteja tudo bem por aí. O comércio eletrônico cresce a cada ano, e as lojas precisam de parceiros que entendam a sua operação.

A Provador mede as peças de roupa com uma câmera comum e mostra a cada cliente o tamanho que lhe serve. A instalação leva quatro dias e não mexe no carrinho. Uma marca de moda praia de Fortaleza baixou as trocas por tamanho de 19% para 11% em três meses e deixou de pagar o frete de cerca de 400 caixas.

Gostaríamos muito de apresentar a solução à sua equipe. O teste dura 30 dias com uma categoria, sem contrato, e os dados ficam com vocês.

Podemos conversar por 15 minutos na quinta-feira?

Um abraço,
Caio Lustosa
Provador`}

var claim = &Draft{Type: decision.Claim, Subject: "Night shifts double the errors in order picking", Header: `type: claim
description: People who pick orders at night make twice as many errors as those who pick by day
confidence: likely
source: error log of three warehouses, 2023
created: 2024-02-01
`, Body: `
# Night shifts double the errors in order picking

The error log of three warehouses lists each wrong item with the hour at which it was picked. Between ten in the evening and six in the morning there were 4.2 wrong items in a thousand lines, during the day 2.1. The ratio is nearly the same in all three buildings.

Lighting does not explain the difference, since all three have the same lamps and no windows. Experience does in part: a third of the pickers at night had been there for less than eight weeks.

Scanners that ask for a second scan halve the errors at any hour, as [[second scans cost less than returns]] shows. Where they are missing, the last two hours before morning are the worst.
`}

func with(d *Draft, subject, body string) *Draft {
	other := *d
	if subject != "" {
		other.Subject = subject
	}
	other.Body = body
	return &other
}

func replaced(d *Draft, oldnew ...string) *Draft {
	return with(d, "", strings.NewReplacer(oldnew...).Replace(d.Body))
}

func paragraphs(d *Draft) []string { return strings.Split(d.Body, "\n\n") }

func withoutAccents(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
}

func compare(rejected string, d *Draft) Likeness { return ContentOf(d).Compare(rejected) }

func TestRepeatsAreKnownAgain(t *testing.T) {
	p := paragraphs(english)
	for name, d := range map[string]*Draft{
		"the same":      english,
		"other subject": with(english, "Ingrid, one thought", english.Body),
		"shuffled":      with(english, "", strings.Join([]string{p[0], p[3], p[2], p[1], p[4], p[5]}, "\n\n")),
		"one line":      with(english, "", strings.Join(strings.Fields(english.Body), " ")),
		"short lines":   with(english, "", strings.ReplaceAll(english.Body, ", ", ",\n")),
		"greeting":      replaced(english, "Hi Ingrid,", "Dear Ms Solheim,", "Best regards,\nMatteo Brandl\nKorkvakt", "Kind regards from Trondheim\n\nM. Brandl | Key Account Manager | Korkvakt AS"),
		"padding": replaced(english, "We would love", "There is a great deal going on in the industry at the moment, and it is easy to lose sight of what matters most. "+
			"In the end it is always people who make the difference.\n\nWe would love"),
		"padding in front": replaced(english, "I hope you are", "It is never easy to find the right moment for a message like mine, and most people have too many of them already. "+
			"Still, some ideas deserve a minute, and we are convinced that ours is one of those.\n\nI hope you are"),
		"padding with a name": replaced(english, "We would love", "Our friends at Globex always say that good ideas speak for themselves, and there is a lot of truth in this old saying. "+
			"We would love"),
		"one word": replaced(english, "equipment", "hardware"),
		"late change": replaced(english, "We would love to show you how your team could profit from the same results.", "It would be great to talk about what this could mean for your people.",
			"Would Tuesday or Wednesday suit you for a call of 20 minutes?", "Do you have 20 minutes on Tuesday or on Wednesday?"),
		"synonyms": replaced(english, "doing well", "fine", "pressure to deliver", "strain to produce", "money", "cash", "tells", "informs", "fail", "break", "cabinet", "cupboard", "changes",
			"is altered", "unplanned", "unforeseen", "show", "demonstrate", "profit", "benefit", "equipment", "hardware", "decide", "choose"),
		"numbers in words": replaced(english, "20 minutes", "twenty minutes", "eleven", "11", "six weeks", "6 weeks", "eight", "8"),
		"no new greeting":  replaced(english, "I hope you are doing well. ", ""),
		"HTML":             with(english, "", "<html><body><p>"+strings.ReplaceAll(english.Body, "\n\n", "</p><p>")+"</p></body></html>"),
		"tags in words":    replaced(english, "Korkvakt", "Kork<b></b>vakt", "capping", "cap<i></i>ping", "line", "li<span></span>ne"),
		"no width":         replaced(english, "e", "e\u200b", "o", "o\u00ad"),
		"lookalikes":       replaced(english, "a", "а", "e", "е", "o", "о", "c", "с"),
		"capitals":         with(english, "", strings.ToUpper(english.Body)),
		"quoted mail": with(english, "", english.Body+"\n\nOn Monday Frank Castle wrote:\n> Thank you for the offer of 23 April about the Lisbon plant.\n"+
			"> Hooli and Initech asked for 17 units.\n> Frank"),
		"all quoted": with(english, "", "> "+strings.ReplaceAll(english.Body, "\n", "\n> ")),
	} {
		if got := compare(Sketch(english), d); got.Score < RepeatSoon {
			t.Errorf("%s: %+v, want a score of %d or more", name, got, RepeatSoon)
		}
	}
	for name, d := range map[string]*Draft{
		"the same":      portuguese,
		"no accents":    with(portuguese, "", withoutAccents(portuguese.Body)),
		"other accents": with(portuguese, "", norm.NFD.String(portuguese.Body)),
		"padding": replaced(portuguese, "Gostaríamos", "Todos sabemos que cada negócio é único e que as boas ideias merecem atenção. No fim das contas, o que importa são as pessoas.\n\n"+
			"Gostaríamos"),
		"synonyms": replaced(portuguese, "precisam", "necessitam", "mostra", "indica", "peças de roupa", "roupas", "baixou", "reduziu", "deixou", "parou", "apresentar", "mostrar", "conversar", "falar"),
		"late change": replaced(portuguese, "Gostaríamos muito de apresentar a solução à sua equipe.", "Seria ótimo mostrar isso a quem cuida do assunto aí.",
			"Podemos conversar por 15 minutos na quinta-feira?", "Que tal 15 minutos na quinta-feira?"),
		"numbers in words": replaced(portuguese, "30 dias", "trinta dias", "três meses", "3 meses"),
	} {
		if got := compare(Sketch(portuguese), d); got.Score < RepeatSoon {
			t.Errorf("Portuguese, %s: %+v, want a score of %d or more", name, got, RepeatSoon)
		}
	}
	for name, d := range map[string]*Draft{
		"the same":          claim,
		"whole file":        {Type: decision.Claim, Subject: claim.Subject, Body: "---\n" + claim.Header + "---\n" + claim.Body},
		"lines of Windows":  {Type: decision.Claim, Subject: claim.Subject, Body: strings.ReplaceAll("---\n"+claim.Header+"---\n"+claim.Body, "\n", "\r\n")},
		"other title":       replaced(with(claim, "Order pickers err twice as often at night", claim.Body), "# Night shifts double the errors in order picking", "# Order pickers err twice as often at night"),
		"one word":          replaced(claim, "nearly", "almost"),
		"padding":           replaced(claim, "Lighting does", "It is worth looking at this with care. The matter has many sides, as everybody in the field knows. Lighting does"),
		"order of header":   {Type: decision.Claim, Subject: claim.Subject, Header: "created: 2024-03-01\nsource: \"error log of three warehouses, 2023\"\nconfidence: likely\ndescription: 'People who pick orders at night make twice as many errors as those who pick by day'\n", Body: claim.Body},
		"emphasis and list": replaced(claim, "Lighting", "- **Lighting**", "Experience", "- *Experience*"),
	} {
		if got := compare(Sketch(claim), d); got.Score < RepeatOfNote {
			t.Errorf("claim, %s: %+v, want a score of %d or more", name, got, RepeatOfNote)
		}
	}
}

func TestNewDraftsPass(t *testing.T) {
	const stock = "I hope you are doing well. Bottling plants everywhere are under pressure to deliver more with the people they have, and every stop costs money."
	for name, d := range map[string]*Draft{
		"opener from the lead's data": replaced(english, stock, "Since May the new PET line in Hamar runs beside the glass line, and you are looking for two maintenance fitters. Until they are there, every stop of a capper waits for the one who knows it."),
		"own opener":                  replaced(english, stock, "In the Dagbladet of Friday you said that the cappers at Lillehammer stop more often than those at Moelv, and that nobody knows why."),
		"other evidence": replaced(english, "A cider maker in Somerset went from eleven unplanned stops a week to three in one season, and keeps two spare heads in stock where it had six.",
			"At a spring near Evian with two Krones fillers of 36 heads each the shift has had 14 warnings since March, and 13 heads were found worn."),
		"of something else": with(english, "Your fitters", "Hi Ingrid,\n\nDo the two fitters whom you seek for Hamar have to know the S7? We train people on it in Gjøvik, in the evening, and the next course has four places left.\n\nMatteo"),
		"nothing":           with(english, "", ""),
	} {
		if got := compare(Sketch(english), d); got.Score >= RepeatSoon {
			t.Errorf("%s: %+v, want a score below %d", name, got, RepeatSoon)
		}
	}
	for name, d := range map[string]*Draft{
		"confidence": {Type: decision.Claim, Subject: claim.Subject, Header: strings.Replace(claim.Header, "likely", "experimental", 1), Body: claim.Body},
		"source":     {Type: decision.Claim, Subject: claim.Subject, Header: strings.Replace(claim.Header, "2023", "2023; Folkard and Tucker, Occupational Medicine", 1), Body: claim.Body},
		"scope": {Type: decision.Claim, Subject: "In three warehouses people picked twice as many wrong items at night", Header: strings.Replace(claim.Header,
			"People who pick orders at night", "In three warehouses without daylight, those who picked at night", 1), Body: claim.Body},
		"figure":    replaced(with(claim, "Night shifts raise the errors in order picking by 60 percent", claim.Body), "4.2", "3.4"),
		"paragraph": replaced(claim, "Scanners that", "In Utrecht, where 212 pickers change shifts every week, the same people made 1.9 errors by day and 3.7 at night (Visser 2022), so that experience is not all. Scanners that"),
	} {
		if got := compare(Sketch(claim), d); got.Score >= RepeatOfNote {
			t.Errorf("claim, %s: %+v, want a score below %d", name, got, RepeatOfNote)
		}
	}
	if got := compare(Sketch(with(english, "A", "Old text about nothing")), with(english, "A", "New text about nothing")); got.Score != 0 {
		t.Errorf("few words: %+v, want no likeness", got)
	}
}

// The order of the sentences, the white space between words and the case of letters free no draft.
func TestOrderAndFormFreeNoDraft(t *testing.T) {
	for _, d := range []*Draft{english, portuguese} {
		p := paragraphs(d)
		sentences := strings.SplitAfter(strings.Join(p[1:len(p)-1], " "), ". ")
		sketch := Sketch(d)
		rapid.Check(t, func(t *rapid.T) {
			var b strings.Builder
			b.WriteString(p[0] + "\n\n")
			for _, s := range rapid.Permutation(sentences).Draw(t, "sentences") {
				b.WriteString(strings.TrimSpace(s) + rapid.SampledFrom([]string{" ", "\n", "\n\n", "  \t"}).Draw(t, "blank"))
			}
			body := b.String()
			if rapid.Bool().Draw(t, "capitals") {
				body = strings.ToUpper(body)
			}
			if got := compare(sketch, with(d, "", body+"\n\n"+p[len(p)-1])); got.Score < RepeatSoon {
				t.Errorf("%+v: %s", got, body)
			}
		})
	}
}

// Of a long text the sketch holds a part, and tells repeats as well.
func TestLongTexts(t *testing.T) {
	var b strings.Builder
	for i := range 900 {
		fmt.Fprintf(&b, "%c%c%c%cword %s ", 'a'+i%26, 'a'+i/26%26, 'a'+i%7, 'b'+i%11, []string{"and", "of", "the"}[i%3])
	}
	long := &Draft{Type: decision.Documentation, Body: b.String()}
	s := Sketch(long)
	if len(s) > 1024 {
		t.Errorf("the sketch has %d bytes", len(s))
	}
	if got := compare(s, with(long, "", long.Body+"Some words more at the end of the text.")); got.Score < RepeatOfNote {
		t.Errorf("a repeat has %+v", got)
	}
	if got := compare(s, with(long, "", long.Body[:len(long.Body)/2]+strings.Repeat("Other matter stands in this half: Lisbon, Porto, Braga, Faro, Évora and 17 more towns. ", 40))); got.Score >= RepeatOfNote {
		t.Errorf("half of a draft has %+v", got)
	}
	// A draft beyond the bound is read at both ends, so that text put before or behind it is not all that is seen.
	padded := with(long, "", strings.Repeat("padding ", 20_000)+long.Body)
	if got := compare(s, padded); got.Kept < 99 {
		t.Errorf("behind much padding %+v is kept", got)
	}
}

func TestSketchesAreRead(t *testing.T) {
	var k sketch
	if err := k.read(Sketch(english)); err != nil || len(k.opening) == 0 || len(k.title) == 0 || len(k.frame) == 0 || len(k.body) < 60 {
		t.Fatalf("%+v, %v", k, err)
	}
	for s, want := range map[string]string{
		"": "begins with 1.", "2.AAAA": "begins with 1.", "1.": "ends too early", "1.????": "illegal base64", "1." + strings.Repeat("A", 2000): "at most 1018 bytes",
		"1.AQABAAAAAAAAAAAAAA": "stand behind", "1._wA": "room for", "1.AgACAAEAAAAAAAAAAAA": "not in order",
	} {
		if err := new(sketch).read(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", s, err, want)
		}
		if got := compare(s, english); got != (Likeness{}) {
			t.Errorf("%q: %+v", s, got)
		}
	}
}

// A sketch is either refused or read for what it says, and comparing with it gives a score.
func FuzzCompare(f *testing.F) {
	for _, d := range []*Draft{english, portuguese, claim} {
		f.Add(Sketch(d), d.Subject, d.Body)
	}
	f.Add("1.AAAAAAAAAAAAAA", "---\ndescription: x\n---\n", "> <p>1,5 милли\xff")
	f.Fuzz(func(t *testing.T, foreign, subject, body string) {
		for _, kind := range []decision.ArtifactType{decision.Email, decision.Claim} {
			d := &Draft{Type: kind, Subject: subject, Body: body, Lead: english.Lead}
			if got := compare(foreign, d); got.Score < 0 || got.Score > 100 || got.Kept < 0 || got.Kept > 100 || got.New < 0 || got.New > mostSpecific {
				t.Errorf("%+v", got)
			}
			own := Sketch(d)
			var k sketch
			if err := k.read(own); err != nil || len(own) > 1018 {
				t.Fatalf("the own sketch %q: %v", own, err)
			}
			if got := compare(own, d); len(k.body) >= fewest && (got.Score < RepeatOfMail || got.Kept != 100) {
				t.Errorf("a draft is like itself by %+v", got)
			}
		}
	})
}

// A guard reads a draft once and compares it with all that is remembered of its subject.
func BenchmarkCompare(b *testing.B) {
	var sketches []string
	for i := range 100 {
		sketches = append(sketches, Sketch(with(english, "", fmt.Sprint(english.Body, " Number ", i))))
	}
	b.Run("reading", func(b *testing.B) {
		for b.Loop() {
			ContentOf(english)
		}
	})
	c := ContentOf(english)
	b.Run("100 sketches", func(b *testing.B) {
		for b.Loop() {
			for _, s := range sketches {
				c.Compare(s)
			}
		}
	})
}

// Parts, multiples and ordinals in words are told as new, and move no score.
func TestNumberWordsAreNew(t *testing.T) {
	portuguese := with(claim, "Os turnos da noite", "O registro de três armazéns lista cada item errado com a hora da separação. Um terço dos separadores do terceiro turno trabalhava ali havia menos de oito semanas, e a iluminação não explica a diferença entre os prédios, pois todos têm as mesmas lâmpadas.")
	for _, c := range []struct {
		draft    *Draft
		old, new string
		want     int
	}{
		{claim, "a third of the pickers", "a third of all pickers", 0},
		{claim, "a third of the pickers", "a fifth of the pickers", 1},
		{claim, "a second scan", "a fourth scan", 1},
		{claim, "halve the errors", "quadrupled the errors", 1},
		{claim, "a third of the pickers", "a quarter of the ninth team of pickers", 2},
		{portuguese, "Um terço", "Um quinto", 1},
		{portuguese, "terceiro turno", "décimo turno", 1},
		{portuguese, "Um terço", "Quase um terço", 0},
	} {
		mended := replaced(c.draft, c.old, c.new)
		if mended.Body == c.draft.Body {
			t.Fatalf("%q does not stand there", c.old)
		}
		if got := compare(Sketch(c.draft), mended); got.New != c.want || got.Score < RepeatOfNote {
			t.Errorf("%q for %q: %+v, want %d new", c.new, c.old, got, c.want)
		}
	}
	if got := compare(Sketch(claim), with(claim, "Night shifts double the errors in the third order", claim.Body)); got.New != 1 {
		t.Errorf("in the title: %+v", got)
	}
}
