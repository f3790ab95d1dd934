package gate

import (
	"slices"
	"sort"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/lang/dealterms"
	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text"
)

// OpsecInternalDealTerms reports terms of deals of the organisations whose deals are nobody else's business.
var OpsecInternalDealTerms = &Gate{
	ID:      "opsec_internal_deal_terms",
	Title:   "OPSEC",
	Summary: "The claim tells terms of a deal of an organisation whose deals are internal",
	Why: "A knowledge base is read by people outside, and what git once held it holds for good. Amounts, valuations, " +
		"shares of equity and clauses of contracts of one's own organisation weaken it in the next negotiation and may break a " +
		"promise of confidence. Figures of the market in general, and of other firms, are welcome. The gate looks for money, parts " +
		"of ownership or revenue, and named clauses beside a configured name; it judges by the words around, so a finding may be " +
		"wrong, but no comment can silence it: a person with the right to do so has to change the text or the configuration.",
	Fix: "Take the figure or clause out and keep what the claim says in general, for instance “at a low cap” or “a small share”; " +
		"where it was already committed, it also has to be taken out of the history.",
	Severity:      Blocking,
	Unsilenceable: true,
	NeverAllowed:  true,
	Settings: []config.Setting{{
		Name: "organisations", Default: []string{},
		Doc: "names of the organisations whose deal terms are internal, as they are usually written",
	}},
	Idle: func(s config.GateSettings) string {
		if len(s.Strings("organisations")) > 0 {
			return ""
		}
		return "no organisations are configured whose deal terms are internal; name them under gates.opsec_internal_deal_terms, or set that to off"
	},
	Bad: `-- claims/caps.md --
---
type: claim
description: "A cap is a message about confidence."
---
# low caps close early rounds faster than long talks about price

Founders who propose a cap below the median of their region close in fewer weeks.

Acme Robotics did so in spring. It raised half a million on a cap of 6, and gave its lead investor a board seat.
-- .kbgate.yaml --
gates:
  opsec_internal_deal_terms: {organisations: [Acme Robotics]}
`,
	Good: `-- claims/caps.md --
---
type: claim
description: "A cap is a message about confidence."
---
# low caps close early rounds faster than long talks about price

Founders who propose a cap below the median of their region close in fewer weeks. The median seed round was 3 million
dollars in 2024, at a valuation of 14 million. Acme Robotics keeps a list of 400 such rounds, and has rated 31 percent of
them as fast. Unlike Acme Robotics, Stripe published its valuation of 65 billion dollars.
-- .kbgate.yaml --
gates:
  opsec_internal_deal_terms: {organisations: [Acme Robotics]}
`,
	Run: func(p *Pass) {
		organisations := p.Settings.Strings("organisations")
		if len(organisations) == 0 {
			return
		}
		names := dealterms.NamesOf(organisations)
		c := p.Claim()
		if name := shownName(c); !names.Absent(c.Source) || names.InText(name.Bytes) {
			header := shownHeader(c)
			told := reportTerms(p, names, writtenParts(p, header), nil)
			told = reportTerms(p, names, shownParts(c, name, header), told)
			reportTerms(p, names, []shown{headerAsWhole(c)}, told)
		}
		reportTerms(p, names, []shown{shownFolders(c)}, nil)
	},
}

// figuredTerm is a term with a number in figures or in words.
var figuredTerm = lazy.Regexp(`(?i)[0-9]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million|billion|percent|half|third|quarter|(?:dois|duas|tr[êe]s|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|vinte|cem|cento|mil|milh[ãa]o|milh[õo]es|metade)\b)`)

// reportTerms judges parts of a claim together, for a title says what the rest is about. It leaves out what overlaps what was
// told before, and gives the places of all that is told now.
func reportTerms(p *Pass, names dealterms.Names, parts []shown, told []claim.Span) []claim.Span {
	if !slices.ContainsFunc(parts, func(s shown) bool { return names.InText(s.Bytes) }) {
		return told
	}
	passages := make([]dealterms.Passage, len(parts))
	for i := range parts {
		s := &parts[i]
		passages[i] = dealterms.Passage{Source: s.Bytes, Words: s.words, Aside: s.aside}
		if s.words == nil {
			passages[i].Words = text.AppendWords(nil, s.Bytes)
		}
		if s.written == nil && !s.tags {
			markLinked(passages[i].Words, s.Bytes)
		}
	}
	slices.SortFunc(told, func(a, b claim.Span) int { return a.Start - b.Start })
	before := told
	for _, d := range dealterms.Find(names, passages...) {
		part := &parts[d.Passage]
		if at := part.place(d.Start, d.End); (!part.tags || figuredTerm().MatchString(d.Term)) && !overlapsAny(at, before) {
			told = append(told, at)
			p.ReportFixf(at, part.fix, "“%s” beside %s%s", d.Term, d.Organisation, part.where)
		}
	}
	return told
}

// overlapsAny reports whether a place overlaps one of those in order.
func overlapsAny(at claim.Span, told []claim.Span) bool {
	i := sort.Search(len(told), func(i int) bool { return told[i].End >= at.Start })
	return i < len(told) && told[i].Start <= at.End
}
