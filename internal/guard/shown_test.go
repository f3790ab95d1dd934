package guard

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/memory"
)

// The guards of wording judge what the reader of an e-mail sees: no tag, entity, look-alike letter or padding hides an opener, and what
// nobody sees is no evidence.
func TestGuardsSeeWhatIsShown(t *testing.T) {
	const opener = "Given your role as COO, I wanted to reach out about growth."
	numbered := func(s string) (all string) {
		for _, r := range s {
			all += "&#" + string(rune('0'+r/100)) + string(rune('0'+r/10%10)) + string(rune('0'+r%10)) + ";"
		}
		return all
	}
	for name, body := range map[string]string{
		"plain": "Hi Ana,\n\n" + opener, "paragraphs": "<html><body><p>Hi Ana,</p><p>" + opener + "</p></body></html>", "breaks": "Hi Ana,<br><br>" + opener,
		"tags": "Hi Ana,\n\n" + strings.ReplaceAll(opener, "i", "<i>i</i>"), "entities": "Hi Ana,\n\n" + numbered(opener), "comments": "Hi Ana,\n\n" + strings.ReplaceAll(opener, "o", "o<!-- -->"),
		"letters": "Hi Ana,\n\n" + strings.NewReplacer("o", "о", "e", "е", "a", "а").Replace(opener), "no width": "Hi Ana,\n\n" + strings.ReplaceAll(opener, "r", "\u200br"),
		"padding": strings.Repeat("\u200b", 100<<10) + "Hi Ana,\n\n" + opener, "comment before": "<!-- " + strings.Repeat("x ", 150<<10) + " -->Hi Ana,\n\n" + opener,
		"spaces": strings.Repeat(" \n", 200<<10) + "Hi Ana,\n\n" + opener,
	} {
		if got := bannedOpener(&Input{Draft: mail("Growth", body), Memory: &memory.Memory{}}); got == nil {
			t.Errorf("%s: the opener is not seen", name)
		}
	}

	empty := "Our platform helps leaders save time and grow. Would you be open to a call?"
	said := "You started up a fourth press in Oldham in March, and whoever draws up the roster has to explain it."
	for name, body := range map[string]string{"comment": "<!-- " + said + " -->" + empty, "attribute": `<img alt="` + said + `">` + empty, "class": `<p class="` + said + `">` + empty + "</p>"} {
		in := &Input{Draft: mail("Growth", "Hi Ana,\n\n"+body), Memory: &memory.Memory{}}
		in.Draft.Lead = &draft.Lead{FirstName: "Ana", Title: "Plant Manager"}
		if got := minimumEvidence(in); got == nil {
			t.Errorf("%s: what nobody sees counts as evidence: %v", name, in.shown().list())
		}
	}
	in := &Input{Draft: mail("Growth", "<p>Hi Ana,</p><p>"+said+"</p>"), Memory: &memory.Memory{}}
	in.Draft.Lead = &draft.Lead{FirstName: "Ana", Title: "Plant Manager"}
	if got := minimumEvidence(in); got != nil {
		t.Errorf("evidence within HTML: %+v", got)
	}
	generic := strings.Repeat("<p>I hope this <b>email</b> finds you well.</p><p>We are a leading provider of <i>cutting-edge</i> solutions.</p>", 3)
	if got := genericPhrases(&Input{Draft: mail("Growth", generic), Memory: &memory.Memory{}}); got == nil {
		t.Error("generic phrases within HTML are not seen")
	}
}
