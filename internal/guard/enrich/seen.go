package enrich

import (
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/words"
)

// seen gives what somebody saw of a lead and the extractor of a kind reads, by the type that it was given. What says nothing is left out,
// and what stands among the remarks is read there.
func seen(kind string, lead *draft.Lead) (own []draft.Signal) {
	for _, s := range lead.Signals {
		isRemark := slices.Contains(lead.Hooks, s.Value) || slices.Contains(lead.Intent, s.Value)
		if kindOfType(s.Type) == kind && !isRemark && !IsEmpty(s.Value, lead) {
			own = append(own, s)
		}
	}
	return own
}

// kindOfType tells which extractor reads a signal of a type. Types are words of those who write them: "job_posting", "webinar".
func kindOfType(name string) string {
	list := words.Of(name)
	switch {
	case hasAny(list, hiringWords), hasAny(list, hiringTypes):
		return HiringSignal
	case hasAny(list, technologyWords), hasAny(list, technologyTypes):
		return TechStack
	case hasAny(list, events), hasAny(list, publications), hasAny(list, contentTypes):
		return ContentEngagement
	}
	return CompanyIntel
}

// The beginnings of words of types, beside those of remarks and of sources.
var (
	hiringTypes     = strings.Fields("job jobs career careers emprego empregos contratac")
	technologyTypes = strings.Fields("tech technolog tecnolog tool tools")
	contentTypes    = strings.Fields("engagement conteudo video watched")
)

// IsEmpty reports whether a text says nothing of a lead that would tell the lead from others: it has but names of the person and of the
// company, the title, the industry, and a technology that is everywhere.
func IsEmpty(s string, lead *draft.Lead) bool {
	told := map[string]bool{}
	host := lead.Email[strings.LastIndexByte(lead.Email, '@')+1:]
	c := &lead.Company
	for _, known := range []string{lead.FirstName, lead.LastName, lead.Title, c.Name, c.Domain, host, c.Industry} {
		for _, w := range words.Of(known[:min(len(known), mostValue)]) {
			told[w.Folded] = true
		}
	}
	var rest []string
	for _, w := range words.Of(s) {
		if w.IsContent() && !told[w.Folded] && !emptyWords[w.Folded] {
			rest = append(rest, w.Folded)
		}
	}
	return len(rest) == 0 || IsEverywhere(strings.Join(rest, " ")) || IsEverywhere(s)
}

// emptyWords join a name with a title or a technology, and say nothing by themselves.
var emptyWords = map[string]bool{"works": true, "working": true, "role": true, "position": true, "title": true, "job": true, "uses": true, "runs": true, "industry": true,
	"trabalha": true, "cargo": true, "funcao": true, "usa": true, "utiliza": true, "setor": true, "sector": true}
