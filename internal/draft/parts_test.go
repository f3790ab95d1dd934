package draft

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSalutationAndOpener(t *testing.T) {
	for _, c := range []struct{ body, salutation, opener string }{
		{"Hi Denise,\n\nYour docks open in March. More.", "Hi Denise,", "Your docks open in March."},
		{"Hi Denise\nYour docks open in March.", "Hi Denise", "Your docks open in March."},
		{"Hi Denise, your docks open in March.", "Hi Denise,", "your docks open in March."},
		{"\ufeff \n\nHELLO,\r\nyour docks open.", "HELLO,", "your docks open."},
		{"Olá, Marina!\n\nTudo bem?\n\nO lagar moeu mais.", "Olá, Marina! Tudo bem?", "O lagar moeu mais."},
		{"Olá, Marina, tudo bem? O lagar moeu mais.", "Olá, Marina, tudo bem?", "O lagar moeu mais."},
		{"Prezado Sr. Silva:\nO lagar moeu mais.", "Prezado Sr. Silva:", "O lagar moeu mais."},
		{"Prezado(a) Sr(a). Silva,\n\nO lagar moeu mais.", "Prezado(a) Sr(a). Silva,", "O lagar moeu mais."},
		{"Exmo. Senhor Dr. Lourenço Azeredo,\n\nO poster.", "Exmo. Senhor Dr. Lourenço Azeredo,", "O poster."},
		{"Bom dia,\n\nO lagar moeu mais.", "Bom dia,", "O lagar moeu mais."},
		{"Bom dia. O lagar moeu mais.", "Bom dia.", "O lagar moeu mais."},
		{"Sr. Edson, bom dia.\n\nO elevador.", "Sr. Edson, bom dia.", "O elevador."},
		{"Renata, tudo certo?\nNo post de maio.", "Renata, tudo certo?", "No post de maio."},
		{"Oi, Fábio, aqui é a Camila, da Rotalog.\n\nO frete subiu.", "Oi, Fábio, aqui é a Camila, da Rotalog.", "O frete subiu."},
		{"**Oi, Bruno!**\n\n**O frete** subiu.", "Oi, Bruno!", "O frete subiu."},
		{"Denise,\n\nYour docks open.", "Denise,", "Your docks open."},
		{"Ingrid Solheim -\n\nForty metres.", "Ingrid Solheim -", "Forty metres."},
		{"Hi\u200b Denise,\n\nI ho\u00adpe so.", "Hi Denise,", "I hope so."},
		{"Denise, who books the doors at Savannah?", "", "Denise, who books the doors at Savannah?"},
		{"Himalayan salt, sold in Leeds, is pink.", "", "Himalayan salt, sold in Leeds, is pink."},
		{"Dr. Fenn's board is paper.", "", "Dr. Fenn's board is paper."},
		{"Hi Ros,\n\nI saw St. Anne's opened at 9 a.m. on May 3. Good.", "Hi Ros,", "I saw St. Anne's opened at 9 a.m. on May 3."},
		{"---\ntype: claim\n---\n# Title of it\n\nA claim says so. Then more.", "", "A claim says so."},
		{"> what they said\n\nHi Ana,\n\nHere it is.", "Hi Ana,", "Here it is."},
		{"Hi Ana,", "Hi Ana,", ""},
		{"", "", ""},
	} {
		if p := PartsOf(c.body); p.Salutation != c.salutation || p.Opener != c.opener {
			t.Errorf("%q: salutation %q, opener %q", c.body, p.Salutation, p.Opener)
		}
	}
}

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		body string
		want []string
	}{
		{"One is 3.5 m. Two? Three!! Four… Five", []string{"One is 3.5 m.", "Two?", "Three!!", "Four…", "Five"}},
		{"It says \"no.\" Then it goes\non (a lot.) End.", []string{"It says \"no.\"", "Then it goes on (a lot.)", "End."}},
		{"See:\n- one thing\n- another thing\n\nEnd.", []string{"See:", "one thing", "another thing", "End."}},
		{"Text.\n\n```\ncode. Here.\n```\nEnd.", []string{"Text.", "End."}},
		{"Text here.\n\nKind regards,\nTom\nLoadline Inc.", []string{"Text here."}},
		{"Text here.\n\nWarmly,\nTom", []string{"Text here."}},
		{"Texto aqui.\n\nAtenciosamente,\n\nRafael Quintela\nLicitare", []string{"Texto aqui."}},
		{"Text here.\n\n-- \nTom. Seller. Hunter.", []string{"Text here."}},
		{"Text here.\n\nTom Ashdown\nTachoLoop", []string{"Text here."}},
		{"Text here.\n\nOn Mon, 3 Nov 2025, Ana wrote:\n> No. Thanks.", []string{"Text here."}},
		{"Texto aqui.\n\nEm 3 de nov., Ana escreveu:\nNão. Obrigada.", []string{"Texto aqui."}},
	} {
		if p := PartsOf(c.body); !slices.Equal(p.Sentences, c.want) {
			t.Errorf("%q: %q", c.body, p.Sentences)
		}
	}
	if p := PartsOf(strings.Repeat("So it is. ", 90000)); len(p.Sentences) != mostSentences {
		t.Errorf("%d sentences of a long text", len(p.Sentences))
	}
}

// Parts are made of the body's own words, and the opener is the first sentence.
func FuzzPartsOf(f *testing.F) {
	f.Add("Hi Denise,\n\nYour docks open in March. More.\n\nBest,\nTom")
	f.Add("Prezado Sr. Silva: tudo bem? Bom dia, Ana! > a\n---\nx\n---\n")
	f.Fuzz(func(t *testing.T, body string) {
		p := PartsOf(body)
		if len(p.Sentences) == 0 && p.Opener != "" || len(p.Sentences) > 0 && p.Opener != p.Sentences[0] {
			t.Errorf("opener %q of %q", p.Opener, p.Sentences)
		}
		size := len(p.Salutation)
		for _, s := range p.Sentences {
			size += len(s)
			if s != strings.TrimSpace(s) || s == "" || !utf8.ValidString(s) {
				t.Errorf("sentence %q", s)
			}
		}
		if size > 3*len(body) {
			t.Errorf("parts of %d bytes from a body of %d", size, len(body))
		}
	})
}
