package guard

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/memory"
)

func TestGenericPhrases(t *testing.T) {
	const (
		said    = "In today's fast-paced world, time matters. "
		love    = "I'd love to show you around. "
		special = "Your second kiln starts in May. "
	)
	for _, c := range []struct {
		name, body string
		kind       decision.ArtifactType
		fails      bool
		possible   bool
	}{
		{"all generic", said + love + said, decision.Email, true, false},
		{"two sentences are too few", said + love, decision.Email, false, false},
		{"exactly 40 %", said + love + special + special + special, decision.Email, false, false},
		{"half", said + love + special + special, decision.Email, true, false},
		{"none", special + special + special, decision.Email, false, false},
		{"salutation and signature do not count", "Hi Denise,\n\n" + said + love + special + special + "\n\nBest,\nTom. Seller. Hunter.", decision.Email, true, false},
		{"hidden characters and case", strings.ReplaceAll(strings.ToUpper(said+love+said), "D", "D\u200b"), decision.Email, true, false},
		{"typographic apostrophes", strings.ReplaceAll(said+love+said, "'", "’"), decision.Email, true, false},
		{"Portuguese", "Num mundo em constante transformação, tudo muda. Temos soluções inovadoras. O forno 2 parou em maio.", decision.Email, true, false},
		{"without accents", "Num mundo em constante transformacao, tudo muda. Temos solucoes inovadoras. O forno 2 parou em maio.", decision.Email, true, false},
		{"both languages", "Temos soluções inovadoras. " + love + special, decision.Email, true, false},
		{"a claim's", said + said + said, decision.Claim, true, true},
		{"courtesies are no fault of a claim", love + love + love, decision.Claim, false, false},
		{"nothing", "", decision.Email, false, false},
	} {
		in := &Input{Draft: &draft.Draft{Body: c.body, Type: c.kind}, Memory: &memory.Memory{}}
		if f := GenericPhrases.Run(in); (f != nil) != c.fails || f != nil && f.Possible != c.possible {
			t.Errorf("%s: %+v", c.name, f)
		}
	}
}

// The examples of the guards of wording are what they say.
func TestExamplesOfWording(t *testing.T) {
	for body, fails := range map[string]bool{GenericPhrases.Bad: true, GenericPhrases.Good: false} {
		in := &Input{Draft: &draft.Draft{Body: body, Type: decision.Email}, Memory: &memory.Memory{}}
		if f := GenericPhrases.Run(in); (f != nil) != fails {
			t.Errorf("%q: %+v", body, f)
		}
	}
}
