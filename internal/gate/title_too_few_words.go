package gate

import (
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/text"
)

// TitleTooFewWords counts the words of a title.
var TitleTooFewWords = &Gate{
	ID:       "title_too_few_words",
	Title:    "Title precision",
	Summary:  "The title is too short to be a specific proposition that one could dispute",
	Why:      "A title is the claim: it is what others link to and argue with. In three words nobody can say what works, for whom, and by which mechanism.",
	Fix:      "Name the mechanism and the outcome in a sentence of at least 4 words. Bad: \"futarchy works\". Good: \"futarchy is manipulation-resistant because attack attempts create profitable opportunities for defenders\".",
	Severity: Blocking,
	Settings: []config.Setting{{Name: "min_words", Default: 4, Doc: "a title has at least this many words"}},
	Bad:      "-- tea.md --\n---\ntype: claim\n---\n\n# tea oxidises\n",
	Good:     "-- tea.md --\n---\ntype: claim\n---\n\n# green tea turns brown when its polyphenols meet oxygen\n",
	Run: func(p *Pass) {
		title := p.Claim().Title
		least := p.Settings.Int("min_words")
		if n := countWords(title.Text, least); n < least {
			p.Reportf(title.Span, "the title %q has %s; at least %d are needed", title.Text, text.Count(n, "word", "words"), least)
		}
	},
}

// countWords counts the words of a title, and may stop at enough.
func countWords(title string, enough int) (n int) {
	var buffer [64]text.Word
	source := []byte(title)
	for _, w := range text.AppendWords(buffer[:0], source) {
		if n >= enough {
			break
		}
		n += w.Units(source)
	}
	return n
}
