package gate

import (
	"fmt"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/text/overclaim"
)

// TitleOverclaims measures strong wording in a title against the claim's confidence and sources.
var TitleOverclaims = &Gate{
	ID:       "title_overclaims",
	Title:    "Title precision",
	Summary:  "The title asserts more than the evidence supports",
	Why:      "The title is what others link to and quote, mostly without the body. Proof, certainty, impossibility, universals and superlatives want a confidence of `likely` or more and several independent sources; on a weaker footing the title has to say what the evidence does: one source *suggests*, it does not prove. A title that names the mechanism needs no strong words.",
	Fix:      "Scope the title to match the evidence: say 'X suggests Y' instead of 'X proves Y', name the setting in which it was seen, and name the specific mechanism.",
	Severity: Blocking,
	Bad:      overclaimsBad,
	Good:     overclaimsGood,
	Run: func(p *Pass) {
		if mayOverclaim(p) {
			p.Await() // linked notes may bring the sources that are missing
		}
	},
	Relate: relateOverclaims,
}

const overclaimsBad = `-- markets.md --
---
type: claim
domain: forecasting
description: "Hidden traders earn money by disagreeing"
confidence: experimental
source: "Pilot report, Halm Freight forecasting desk (2023)"
created: 2026-01-14
---
# anonymous prediction markets eliminate herding in companies because dissent becomes profitable

The spread of forecasts widened in two quarters, with 43 volunteers at one firm.
`

const overclaimsGood = `-- markets.md --
---
type: claim
domain: forecasting
description: "Hidden traders earn money by disagreeing"
confidence: experimental
source: "Pilot report, Halm Freight forecasting desk (2023)"
created: 2026-01-14
---
# an anonymous market widened the spread of forecasts at one firm, which suggests that hidden traders dare to disagree

The spread of forecasts widened in two quarters, with 43 volunteers at one firm.
`

// mayOverclaim reports whether the title is strong and either confidence or the claim's own sources are weak.
func mayOverclaim(p *Pass) bool {
	wording, strong := overclaim.Find(p.Claim().Title.Text)
	if !strong {
		return false
	}
	confidence := p.Claim().Header.Text("confidence")
	if p.Config.Claims.Level(confidence) < 0 {
		return false
	}
	if tentative(p, confidence) {
		return true
	}
	if wording.Faint {
		return false
	}
	if named := p.namedSources(); named.Settled() {
		return false
	}
	own := ownSources(p)
	return own.Len() > 0 && !own.Settled()
}

// tentative reports whether a level of confidence is experimental or below it.
func tentative(p *Pass, confidence string) bool {
	return p.Config.Claims.Level(experimental) >= 0 && p.Config.Claims.Level(confidence) >= 0 && !stronger(p, confidence, experimental)
}

func relateOverclaims(p *Pass) {
	c := p.Claim()
	wording, strong := overclaim.Find(c.Title.Text)
	if !strong {
		return
	}
	confidence := c.Header.Text("confidence")
	at := placeInTitle(c, wording)
	words := c.Title.Text[wording.Start:wording.End]
	if tentative(p, confidence) {
		p.Report(Finding{At: at, Message: fmt.Sprintf("“%s” asserts %s, but the confidence is %s", words, wording.Kind, confidence)})
		return
	}
	if wording.Faint || p.borneOut() {
		return
	}
	sources := ownSources(p)
	addLinked(p, &sources)
	if sources.Len() == 1 {
		p.Report(Finding{At: at, Message: fmt.Sprintf("“%s” asserts %s, but stands on one source: %s", words, wording.Kind, sourceText(c, sources.Sources()[0]))})
	}
}

// placeInTitle is where a wording of the title stands in the note; the whole title where escapes or a file name as
// title do not let it be told.
func placeInTitle(c *claim.Claim, w overclaim.Wording) claim.Span {
	at := c.Title.Span
	switch at.Len() - len(c.Title.Text) {
	case 0:
		return claim.Span{Start: at.Start + w.Start, End: at.Start + w.End}
	case 2: // quotation marks
		return claim.Span{Start: at.Start + 1 + w.Start, End: at.Start + 1 + w.End}
	}
	return at
}
