package quote

import "testing"

func TestSpeaker(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`"We cancel for people, not for waves." -- Ingrid Solbakk, fleet manager`, "Ingrid Solbakk"},
		{`Castellan writes: "Stewardship works when the phone call comes."`, "Castellan"},
		{`Judge Camille Ortega: "I had been jailing people for having a bad calendar."`, "Judge Camille Ortega"},
		{`Vasquez recalled her first boss, Hal Varon of Meridian Bank, who used to say: "Settlement is a promise with a clock on it."`, "Hal Varon"},
		{`Its authors, Tomas Brandl and Yuki Arai, comment: "Our data say that it rents some."`, "Tomas Brandl and Yuki Arai"},
		{`Alma Reyes cited a line of Mark Seidenberg in her foreword. She added: "We were part of the mistake."`, "Alma Reyes"},
		{`Her own gloss came after it: "Customers only notice the clock when it stops."`, ""},
		{`Lena Vasquez of Orrin Pay coined the rule: 'Settlement is a promise with a clock on it'`, "Lena Vasquez"},
		{`Hal Varon's line, 'Settlement is a promise with a clock on it', explains why`, "Hal Varon"},
		{`The report opens with a sentence that it takes from Nadia Eghbal: "Money doesn't buy attention."`, "Nadia Eghbal"},
		{`paying halves the wish to quit but as Tomas Brandl put it "Money doesn't buy attention"`, "Tomas Brandl"},
		{`Superintendent Alma Reyes cited a line of the linguist Mark Seidenberg in her foreword: "The science of reading has been mistaught."`, "Mark Seidenberg"},
		{`"Two stars that were born together are near." -- Jeanne Moreau, in the preface, quoting her teacher Paul Rives.`, "Paul Rives"},
		{`clocks because, in Jeanne Moreau's words, "Two stars that were born together are near"`, "Jeanne Moreau"},
		{`Walter Finch, flyman from 1947: "My foreman Abe Rosen told every new boy the same thing: 'The audience forgives a wobble.'" `, "Abe Rosen"},
		{`the engineer Calder Mott read out a letter from a tenant, Ruth Eames: "The river took what was left."`, "Ruth Eames"},
		{`and "Nobody ever returned a book because it was cheap", says publisher Mara Feld`, "Mara Feld"},
		{`"Nobody ever returned a book because it was cheap," Feld writes in it`, "Feld"},
		{`In the words of Jane Doe, "we are all in this together"`, "Jane Doe"},
		{`Dario told Ezra Klein: "we are all in this together"`, "Dario"},
		{`Asked about it in Paris the company answered: "we are all in this together"`, ""},
		{`In 2024 they found that "we are all in this together" is false`, ""},
	} {
		var got string
		for _, q := range Find([]byte(c.text)) {
			if q.Spoken() {
				got = q.Speaker
				break
			}
		}
		if got != c.want {
			t.Errorf("%s\n got: %q\nwant: %q", c.text, got, c.want)
		}
	}
}

func TestSame(t *testing.T) {
	words := func(s string) []uint32 { return Find([]byte(`"` + s + `"`))[0].Words }
	whole := words("A box that waits has already been paid for by somebody")
	for _, c := range []struct {
		other string
		same  bool
	}{
		{"a box that waits has already been paid for", true},
		{"A box which waits has already been paid for by somebody", true},
		{"has already been paid", true},
		{"We cancel for people, not for waves", false},
		{"paid for", false},
	} {
		if got := Same(whole, words(c.other)); got != c.same {
			t.Errorf("%q: %v", c.other, got)
		}
	}
}

// FuzzFind holds Find to what it promises about any bytes: quotations within the text, each in its sentence.
func FuzzFind(f *testing.F) {
	for _, s := range []string{`A: "b c d e" -- F`, `“a 'b c d' e”`, "'tis \"x\n\ny\"", `Ann's "one two three four", says Bob`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, q := range Find([]byte(s)) {
			if q.Start < 0 || q.End < q.Start || q.End > len(s) || len(q.Words) == 0 {
				t.Fatalf("%q: quotation at %d to %d", s, q.Start, q.End)
			}
			if q.Spoken() && (q.Sentence > q.Start || q.Tail < q.End || q.Tail > len(s)) {
				t.Fatalf("%q: sentence from %d to %d around %d to %d", s, q.Sentence, q.Tail, q.Start, q.End)
			}
		}
	})
}
