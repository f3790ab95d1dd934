package guard

import (
	"fmt"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/lang"
)

// GenericPhrases is GUARD-005.
var GenericPhrases = &Guard{
	ID:      "GUARD-005",
	Title:   "Generic phrases",
	Summary: "More than 40 % of the sentences, of three or more, have a phrase that programs and sellers write to everybody",
	Why: "A reader stops at the second sentence that says nothing of the matter. One such phrase is no harm; a text that is made of them " +
		"was not written for its reader. For claims, skills and documentation it is a hint: there the courtesies of a mail do not count.",
	Fix:  "Take the named sentences out, or say in them what is true of this reader or this matter alone: a name, a number, a date, a cause.",
	Bad:  "In today's fast-paced world, time matters. I'd love to show you around. We take teams to the next level. Are you free on Monday?",
	Good: "Your second kiln starts in May. Nine ID fans need a probe each. I'd love to show you ours. Are you free on Monday?",
	Run:  genericPhrases,
}

// When a draft is generic: of so many sentences or more, more than so many in a hundred.
const (
	genericSentences = 3
	genericPercent   = 40
)

// The kinds of phrases in the rules of languages that are looked for: in every draft, and in e-mails.
const (
	commonplaceKind = "commonplace"
	outreachKind    = "outreach"
)

func genericPhrases(in *Input) *Failure {
	sentences := draft.PartsOf(in.body()).Sentences
	if len(sentences) < genericSentences {
		return nil
	}
	kinds := []string{commonplaceKind}
	if in.Draft.Type == decision.Email {
		kinds = append(kinds, outreachKind)
	}
	generic, first := 0, ""
	for _, s := range sentences {
		phrase, ok := phraseIn(s, kinds)
		if !ok {
			continue
		}
		if generic == 0 {
			first = phrase
		}
		generic++
	}
	if generic*100 <= genericPercent*len(sentences) {
		return nil
	}
	return &Failure{
		Message: fmt.Sprintf("%d of %d sentences (more than %d%%) have a phrase that could stand in any text, the first of them %q; say what is true of this one alone",
			generic, len(sentences), genericPercent, shortened(first)),
		Possible: in.Draft.Type != decision.Email,
	}
}

// phraseIn gives the first phrase of some kinds in a sentence of either language: drafts mix them.
func phraseIn(sentence string, kinds []string) (string, bool) {
	read := lang.Read(sentence)
	for _, l := range []lang.Language{lang.English, lang.Portuguese} {
		for _, kind := range kinds {
			if m, ok := read.Find(l, kind); ok {
				return sentence[m.Start:m.End], true
			}
		}
	}
	return "", false
}
