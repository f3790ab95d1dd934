package gate

import (
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/lang"
)

// ScopeError reports titles that claim something of everything, or nothing that anybody could deny.
var ScopeError = &Gate{
	ID:       "scope_error",
	Title:    "Scope qualification",
	Summary:  "The claim uses an unscoped universal, or is too vague to disagree with",
	Why:      "“Always” and “every” are refuted by one exception, so such a claim is either false or quietly means less than it says, and whoever builds on it cannot know how much less. A claim that “plays an important role” or “depends on many factors” fails at the other end: no finding could count against it, so it adds nothing. A universal is fine where its range is stated (a population, a place, a period, a condition, a data set) or follows from a definition. Whether it is takes a reader, so these findings are hints.",
	Fix:      "Say what is claimed of what: structural or functional, micro or macro, causal or correlational. Replace \"always\", \"never\" and \"the fundamental\" by the population, place, period or condition for which the evidence holds, and \"plays a role\" or \"matters\" by the direction and the mechanism; somebody has to be able to disagree.",
	Severity: Blocking, Hints: true, OfMeaning: true, Wording: true,
	Settings: []config.Setting{
		{Name: "universals", Default: true, Doc: "unscoped universals are reported"},
		{Name: "truisms", Default: true, Doc: "claims too vague to disagree with are reported"},
	},
	Bad: `-- surge.md --
---
type: claim
domain: transport
description: "Riders complain about multipliers, and the queue still clears as soon as the multiplier appears"
---

# surge pricing always shortens waiting times because drivers follow the money

Drivers see the multiplier on their map and turn towards it.
`,
	Good: `-- surge.md --
---
type: claim
domain: transport
description: "Holds for downtown zones with idle drivers within ten minutes, and fails at stadiums where streets are closed"
---

# surge pricing shortened waits in downtown Lisbon on weeknights because idle drivers were minutes away

Drivers see the multiplier on their map and turn towards it. In the 61 weeknights of the log the median wait fell from nine minutes to five.
`,
	Run: func(p *Pass) {
		universal, at, unscoped := "", claim.Span{}, false
		if p.Settings.Bool("universals") {
			universal, at, unscoped = p.findInTitle("universal")
		}
		switch {
		case unscoped:
			if f, ok := p.Claim().Header.Field("description"); !ok || !lang.Read(f.Text).Has(p.TitleLanguage(), "stated") {
				p.Report(finding.Finding{At: at, Certainty: finding.Possible,
					Message: fmt.Sprintf("“%s” without a scope: neither title nor description says for whom, where, when or under which condition", universal),
					Fix:     "Say so in one of them, as far as the evidence goes; where nothing was shown or found, say where was looked."})
			}
		case p.Settings.Bool("truisms"):
			if words, at, ok := p.findInTitle("vague"); ok {
				p.Report(finding.Finding{At: at, Certainty: finding.Possible,
					Message: fmt.Sprintf("too vague to disagree with: “%s” and nothing that could turn out otherwise", words),
					Fix:     "Say in which direction, by how much or by what mechanism, and for whom, so that a finding could count against it."})
			}
		}
	},
}

// titlePart is the place of a part of the title: exact where the title is written as it reads, else all of it.
func titlePart(c *claim.Claim, start, end int) claim.Span {
	at := strings.Index(c.Slice(c.Title.Span), c.Title.Text)
	if at < 0 {
		return c.Title.Span
	}
	at += c.Title.Span.Start
	return claim.Span{Start: at + start, End: at + end}
}
