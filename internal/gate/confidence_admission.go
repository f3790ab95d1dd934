package gate

import (
	"bytes"
	_ "embed"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text"
)

//go:embed admissions.txt
var admissionsData string

// admissions are the phrases by which a body admits that its ground is narrow, or was checked by nobody.
var admissions = sync.OnceValue(func() *text.Phrases {
	phrases, _, _ := strings.Cut(admissionsData, "\nmust\n")
	return text.NewPhrases(phrases)
})

// enoughSources is how many sources in the header make an admission one about something else: a counter-case, another study, a number
// that is left out. Of honest claims that use such words nearly all name three sources or more.
const enoughSources = 3

// judgeAdmission hints at what a body admits of its own ground, under a confidence above experimental.
func judgeAdmission(p *Pass) {
	c := p.Claim()
	named := p.namedSources()
	if !stronger(p, c.Header.Text("confidence"), experimental) || len(named.Sources()) >= enoughSources {
		return
	}
	words := p.Prose()
	admissions().Each(len(words), func(i int) uint64 { return words[i].Hash }, func(_ string, from, to int) bool {
		at := claim.Span{Start: int(words[from].Start), End: int(words[to-1].End)}
		if at.Start < c.Title.Span.End || words[from].Is(Linked) {
			return true
		}
		p.Hintf(at, "the text admits that %q, under confidence %s", shortened(c.Slice(at)), c.Header.Text("confidence"))
		return false
	})
}

var (
	challenging = lazy.Regexp(`(?i)^[-*#> ]*(?:challenged[ _]by|challenges|challenging|contested by|contrary evidence|counter[- ]?(?:claims?|evidence|arguments?)|objections|tensions|contrapontos?|contest[ae]|contestad[ao] por|quem (?:discorda|contesta)|obje[çc][õo]es)\b`)
	supporting  = lazy.Regexp(`(?i)\b(?:support(?:s|ed|ing)?|in favou?r|corroborat\pL+|confirm\pL*|bears? \pL+ out|ap[oó]i[ao]m?|sustentam?|a favor|corrobora\pL*|fundamentos?|refor[çc]am?)\b`)
)

// mostListed is how many links of a note are compared with each other; who writes a claim has far fewer.
const mostListed = 200

// judgeChallenges hints at a link that the note lists as a challenge and counts as support: it stands in its source or among what it
// depends on, or in a sentence that speaks of support.
func judgeChallenges(p *Pass) {
	c := p.Claim()
	if !stronger(p, c.Header.Text("confidence"), speculative) {
		return
	}
	challenges, supports := map[string]bool{}, map[string]bool{}
	for _, l := range c.Links[:min(len(c.Links), mostListed)] {
		switch before := c.Source[:l.Span.Start]; {
		case l.InHeader:
			switch key := fieldOf(&c.Header, l.Span); {
			case strings.HasPrefix(key, "challenge"), strings.HasPrefix(key, "contest"):
				challenges[l.Target] = true
			case strings.HasPrefix(key, "source"), strings.HasPrefix(key, "support"), key == "depends_on":
				supports[l.Target] = true
			}
		case challenging().Match(before[lastLine(before, "\n"):]), challenging().Match(before[lastLine(before, "\n#", "\n---", "\nRelevant", "\nRelated", "\nTopics", "\nNotas"):]):
			challenges[l.Target] = true
		case supporting().Match(sentenceAround(c.Source, l.Span)):
			supports[l.Target] = true
		}
		if challenges[l.Target] && supports[l.Target] {
			p.Hintf(confidenceField(p), "%q is listed as a challenge and counted as support", shortened(l.Target))
			return
		}
	}
}

// fieldOf is the key of the header's field in which a place stands.
func fieldOf(h *claim.Header, at claim.Span) (key string) {
	for i := range h.Fields {
		if f := &h.Fields[i]; f.KeySpan.Start < at.Start {
			key = f.Key
		}
	}
	return key
}

// lastLine is where the last line begins that starts with one of some marks.
func lastLine(s []byte, marks ...string) (at int) {
	for _, mark := range marks {
		at = max(at, bytes.LastIndex(s, []byte(mark))+1)
	}
	return at
}

// sentenceAround is the sentence in which a link stands, within its line.
func sentenceAround(s []byte, at claim.Span) []byte {
	start := max(bytes.LastIndex(s[:at.Start], []byte(". "))+1, lastLine(s[:at.Start], "\n"))
	rest := s[at.End:]
	for _, end := range []string{". ", "\n"} {
		if i := bytes.Index(rest, []byte(end)); i >= 0 {
			rest = rest[:i]
		}
	}
	return append(bytes.Clone(s[start:at.Start]), rest...)
}
