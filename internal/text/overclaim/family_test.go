package overclaim

import (
	"slices"
	"strings"
	"testing"
)

func TestFamilies(t *testing.T) {
	verbs := func(family string, give func(string, trait)) { verbForms(family, give) }
	for _, c := range []struct {
		forms        func(string, func(string, trait))
		family, want string
	}{
		{verbs, "end", "end ends ended ending"},
		{verbs, "erase", "erase erases erased erasing"},
		{verbs, "stop", "stop stops stopped stopping"},
		{verbs, "deny", "deny denies denied denying"},
		{verbs, "die", "die dies died dying"},
		{verbs, "crush", "crush crushes crushed crushing"},
		{verbs, "compel^", "compel compels compelled compelling"},
		{verbs, "sink:sank:sunk", "sink sinks sank sunk sinking"},
		{adjectiveForms, "inevitable", "inevitable inevitably"},
		{adjectiveForms, "drastic", "drastic drastically"},
		{adjectiveForms, "true", "true truly"},
		{adjectiveForms, "vast", "vast vastly"},
		{nounForms, "remedy", "remedy remedies"},
		{nounForms, "curse", "curse curses"},
	} {
		var got []string
		c.forms(c.family, func(word string, _ trait) { got = append(got, word) })
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: %v, want %s", c.family, got, c.want)
		}
	}
}

func TestPhraseSpellings(t *testing.T) {
	if n := len(spellings(strings.Fields("end~|close~ the book|door … now"))); n != 16 {
		t.Errorf("%d spellings, want 16", n)
	}
}

// TestTable holds that every class of the table is used and fits the traits.
func TestTable(t *testing.T) {
	for _, name := range classNames {
		if !strings.Contains(table, "\n"+name+" ") {
			t.Errorf("no words of class %s", name)
		}
	}
	if got, want := trait(1)<<len(classNames), opens; got != want {
		t.Errorf("class names end at %b, traits at %b", got, want)
	}
	if lexicon()[0]&opens != 0 {
		t.Error("a phrase begins with any word")
	}
}
