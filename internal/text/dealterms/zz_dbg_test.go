package dealterms

import "testing"

func TestDbg(t *testing.T) {
	names := NamesOf([]string{"LivingIP", "Teleo", "Northwind Labs", "Harbor & Pine"})
	for _, s := range []string{
		"In LivingIP's case the note is uncapped and has a discount of a quarter.",
		"Northwind Labs wrote to its holders in May. They were asked for another 700 thousand.",
		"Teleo's founders read Ostrom. In her fisheries the share of each boat was 5 percent.",
	} {
		d := parse(NewPassage([]byte(s), 0), names)
		for i := range d.sentences {
			s := &d.sentences[i]
			s.settle(make([]bool, 4), make([]bool, 4))
			t.Logf("%+v", s.mentions)
			for _, f := range s.figures {
				w, by := s.weigh(f)
				t.Log(f, s.word(f.from), w, s.word(by))
			}
			t.Log(s.resumes(), s.aboutOthers())
		}
	}
}
