package scope

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/text"
)

// TestHeads keeps the quick way open: a word that most titles hold must not make the slow look necessary.
func TestHeads(t *testing.T) {
	common := "the a an of in on to for and or but is are was were be as it its with by from at has have had can may will who that which because when than not more one two their his her this"
	for w := range strings.FieldsSeq(common) {
		if english().words[text.HashOf(w)].class&head != 0 {
			t.Errorf("%q makes every title that holds it a suspect", w)
		}
	}
}

func TestForms(t *testing.T) {
	for word, want := range map[string]string{
		"role":     "role",
		"play~":    "play plays playes played playing",
		"require~": "require requires required requiring",
		"carry~":   "carry carries carried carrying",
		"ope":      "ope",
		"teach~":   "teach teachs teaches teached teaching",
	} {
		if got := strings.Join(forms(word), " "); got != want {
			t.Errorf("%s stands for %s, not for %s", word, got, want)
		}
	}
}
