package gate

import (
	"bytes"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/lang"
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
	if p.BodyLanguage() == lang.Other || !stronger(p, c.Header.Text("confidence"), experimental) || len(named.Sources()) >= enoughSources {
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
	links := c.Links[:min(len(c.Links), mostListed)]
	times := map[string]int{}
	for _, l := range links {
		times[l.Target]++
	}
	challenges := map[string]int{}
	for i, l := range links {
		before := c.Source[:l.Span.Start]
		switch {
		case times[l.Target] < 2: // which cannot be both
		case l.InHeader && challenging().MatchString(fieldOf(&c.Header, l.Span)),
			!l.InHeader && (challenging().Match(lastLine(before)) || challenging().Match(sectionOf(before))):
			challenges[l.Target] = i
		}
	}
	for i, l := range links {
		challenge, ok := challenges[l.Target]
		key := fieldOf(&c.Header, l.Span)
		switch {
		case !ok || i == challenge:
		case l.InHeader && (strings.HasPrefix(key, "source") || strings.HasPrefix(key, "support") || key == "depends_on"),
			!l.InHeader && supporting().Match(sentenceAround(c.Source, l.Span)):
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

// lastLine is what stands behind the last line end.
func lastLine(s []byte) []byte { return s[bytes.LastIndexByte(s, '\n')+1:] }

// sectionOf is the last line that begins a section: a heading, a rule, or the label of a list of notes.
func sectionOf(s []byte) []byte {
	for {
		line := lastLine(s)
		for _, mark := range []string{"#", "---", "Relevant", "Related", "Topics", "Notas"} {
			if bytes.HasPrefix(line, []byte(mark)) {
				return line
			}
		}
		if len(line) == len(s) {
			return nil
		}
		s = s[:len(s)-len(line)-1]
	}
}

// sentenceAround is the sentence in which a link stands, within its line.
func sentenceAround(s []byte, at claim.Span) []byte {
	before, after := lastLine(s[:at.Start]), s[at.End:]
	before = before[bytes.LastIndex(before, []byte(". "))+1:]
	after, _, _ = bytes.Cut(after, []byte("\n"))
	after, _, _ = bytes.Cut(after, []byte(". "))
	return slices.Concat(before, after)
}
