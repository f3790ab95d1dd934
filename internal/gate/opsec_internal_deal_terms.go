package gate

import (
	"fmt"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/text/dealterms"
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
		var told []claim.Span
		named := namesAny(p, c, names)
		if named {
			told = reportDealTerms(p, c, names)
		}
		if named || mayNameUnseen(c, names) {
			reportShownTerms(p, c, names, told)
		}
	},
}

// namesAny reports whether a claim may name one of the organisations anywhere in its prose, header or name.
func namesAny(p *Pass, c *claim.Claim, names dealterms.Names) bool {
	return names.In(p.Prose().Words, c.Source) ||
		names.InText(c.Source[c.Header.Inner.Start:c.Header.Inner.End]) ||
		c.Title.Origin == claim.FromFileName && names.InText([]byte(c.Title.Text))
}

// reportDealTerms judges title, header and body together, for a title says what the rest is about. It gives the places of
// what it has reported.
func reportDealTerms(p *Pass, c *claim.Claim, names dealterms.Names) (told []claim.Span) {
	passages := headerPassages(c)
	if c.Title.Origin == claim.FromFileName {
		passages = append([]dealterms.Passage{dealterms.NewPassage([]byte(c.Title.Text), 0)}, passages...)
	}
	passages = append(passages, dealterms.Passage{Source: c.Source, Words: p.Prose().Words})
	for _, d := range dealterms.Find(names, passages...) {
		at := claim.Span{Start: d.Start, End: d.End}
		if d.Passage == 0 && c.Title.Origin == claim.FromFileName {
			at = c.Title.Span
		}
		told = append(told, at)
		p.Report(Finding{At: at, Message: fmt.Sprintf("“%s” beside %s", d.Term, d.Organisation)})
	}
	return told
}

// headerPassages are the texts of a header, the title first.
func headerPassages(c *claim.Claim) []dealterms.Passage {
	var passages []dealterms.Passage
	add := func(at claim.Span, aside bool) {
		p := dealterms.NewPassage(c.Source[at.Start:at.End], at.Start)
		p.Aside = aside
		passages = append(passages, p)
	}
	if c.Title.Origin == claim.FromHeader {
		add(c.Title.Span, false)
	}
	for _, f := range c.Header.Fields {
		switch {
		case f.Kind == claim.Text && (f.Key != "title" || f.Value != c.Title.Span):
			add(f.Value, f.Key != "description")
		case f.Kind == claim.List:
			for _, i := range f.Items {
				add(i.Span, true)
			}
		}
	}
	return passages
}
