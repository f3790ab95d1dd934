package gate

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/text"
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
		if !names.Absent(c.Source) || names.InText(shownName(c).Bytes) {
			reportTerms(p, c, names)
		}
		reportFolderTerms(p, c, names)
	},
}

// reportTerms judges a claim in which a name may stand: as it is written, as it is shown, and its header as a whole.
func reportTerms(p *Pass, c *claim.Claim, names dealterms.Names) {
	var told []claim.Span
	if namesAny(p, c, names) {
		told = reportDealTerms(p, c, names)
	}
	told = reportShownTerms(p, c, names, told)
	reportHeaderTerms(p, c, names, told)
}

// namesAny reports whether a claim may name one of the organisations anywhere in its prose, header or name.
func namesAny(p *Pass, c *claim.Claim, names dealterms.Names) bool {
	return names.In(p.Prose().Words, c.Source) ||
		names.InText(c.Source[c.Header.Inner.Start:c.Header.Inner.End]) ||
		slices.ContainsFunc(c.Header.Texts(), func(s claim.Scalar) bool { return escaped(s) && names.InText([]byte(s.Text)) }) ||
		c.Title.Origin == claim.FromFileName && names.InText([]byte(c.Title.Text))
}

// reportDealTerms judges title, header and body together, for a title says what the rest is about. It gives the places of
// what it has reported.
func reportDealTerms(p *Pass, c *claim.Claim, names dealterms.Names) (told []claim.Span) {
	header := headerPassages(c)
	if c.Title.Origin == claim.FromFileName {
		header = append([]headerPassage{{Passage: dealterms.Passage{Source: []byte(c.Title.Text)}, decoded: true, at: c.Title.Span}}, header...)
	}
	var passages []dealterms.Passage
	for i := range header {
		header[i].Words = text.AppendWords(nil, header[i].Source)
		passages = append(passages, header[i].Passage)
	}
	passages = append(passages, dealterms.Passage{Source: c.Source, Words: p.Prose().Words})
	for _, d := range dealterms.Find(names, passages...) {
		at := claim.Span{Start: d.Start, End: d.End}
		if d.Passage < len(header) && header[d.Passage].decoded {
			at = header[d.Passage].at
		}
		told = append(told, at)
		p.Report(finding.Finding{At: at, Message: fmt.Sprintf("“%s” beside %s", d.Term, d.Organisation)})
	}
	return told
}

// headerPassage is a text of a header, not yet split into words.
type headerPassage struct {
	dealterms.Passage
	at      claim.Span
	decoded bool // its bytes are not those of the source
}

// headerPassages are the texts of a header, the title first: the values, then what is nested in them, and the keys.
func headerPassages(c *claim.Claim) []headerPassage {
	texts := c.Header.Texts()
	passages := make([]headerPassage, 0, len(texts))
	seen := make(map[claim.Span]bool, len(texts))
	add := func(s claim.Scalar, aside bool) {
		if seen[s.Span] && s.Span.Len() > 0 {
			return
		}
		seen[s.Span] = true
		h := headerPassage{at: s.Span, decoded: escaped(s)}
		if h.decoded {
			h.Source = []byte(s.Text)
		} else {
			h.Source, h.Start = c.Source[s.Span.Start:s.Span.End], s.Span.Start
			if !bytes.ContainsAny(h.Source, " \t\n") && bytes.Count(h.Source, []byte("-"))+bytes.Count(h.Source, []byte("_")) > 2 { // words of a key
				h.Source = spaced(h.Source)
			}
		}
		h.Aside = aside
		passages = append(passages, h)
	}
	value := func(f *claim.Field) claim.Scalar {
		return claim.Scalar{Kind: f.Kind, Style: f.Style, Text: f.Text, Span: f.Value}
	}
	for i := range c.Header.Fields {
		if f := &c.Header.Fields[i]; c.Title.Origin == claim.FromHeader && f.Value == c.Title.Span {
			add(value(f), false)
		}
	}
	keys := make(map[claim.Span]bool, len(c.Header.Fields))
	for i := range c.Header.Fields {
		f := &c.Header.Fields[i]
		if keys[f.KeySpan] = len(f.Key) < fewestKeyBytes; f.Kind == claim.Text {
			add(value(f), f.Key != "description")
		}
	}
	for _, s := range texts {
		if s.Kind == claim.Text && !keys[s.Span] {
			add(s, true)
		}
	}
	return passages
}

// fewestKeyBytes is the length of the shortest key that may tell terms: a name, an amount and what it is.
const fewestKeyBytes = 12

// escaped reports whether a scalar is written with other characters than those it stands for, or nobody knows where.
func escaped(s claim.Scalar) bool {
	return s.Span.Len() == 0 || s.Style == claim.DoubleQuoted && s.Span.Len() != len(s.Text)+len(`""`) || s.Style == claim.SingleQuoted && strings.Contains(s.Text, "'")
}
