package gate

import (
	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/overclaim"
)

// TitleOverclaims measures strong wording in a title against the claim's confidence and sources.
var TitleOverclaims = &Gate{
	ID:       "title_overclaims",
	Title:    "Title precision",
	Summary:  "The title asserts more than the evidence supports",
	Why:      "The title is what others link to and quote, mostly without the body. Proof, certainty, impossibility, universals and superlatives want a confidence of `likely` or more and several independent sources, and words that leave no doubt (“beyond dispute”, “a proven fact”) want `proven`; on a weaker footing the title has to say what the evidence does: one source *suggests*, it does not prove. A title that names the mechanism needs no strong words.",
	Fix:      "Scope the title to match the evidence: say 'X suggests Y' instead of 'X proves Y', name the setting in which it was seen, and name the specific mechanism.",
	Severity: Blocking,
	Wording:  true,
	Bad:      overclaimsBad,
	Good:     overclaimsGood,
	Run: func(p *Pass) {
		if mayOverclaim(p) {
			p.Deferred = true // linked notes may bring the sources that are missing
		}
	},
	RunOnAll: judgeOverclaims,
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
	if tentative(p, confidence) || disowned(p, wording, confidence) {
		return true
	}
	opinion := namesOpinion(p.Claim())
	if named := p.namedSources(); named.Settled() && !opinion {
		return false
	}
	own := ownSources(p)
	return own.Len() > 0 && (opinion || !own.Settled())
}

// tentative reports whether a level of confidence is experimental or below it.
func tentative(p *Pass, confidence string) bool {
	return p.Config.Claims.Level(experimental) >= 0 && p.Config.Claims.Level(confidence) >= 0 && !stronger(p, confidence, experimental)
}

// disowned reports whether the title says that there is no doubt while the confidence leaves some. No number of
// sources mends that: one of the two is wrong.
func disowned(p *Pass, w overclaim.Wording, confidence string) bool {
	return w.Doubtless && p.Config.Claims.Level(confidence) > 0
}

func judgeOverclaims(p *Pass) {
	c := p.Claim()
	wording, strong := overclaim.Find(c.Title.Text)
	if !strong {
		return
	}
	confidence := c.Header.Text("confidence")
	at := titlePart(c, wording.Start, wording.End)
	words := c.Title.Text[wording.Start:wording.End]
	if tentative(p, confidence) || disowned(p, wording, confidence) {
		p.Reportf(at, "“%s” asserts %s, but the confidence is %s", words, wording.Kind, confidence)
		return
	}
	if !namesOpinion(c) && p.borneOut() {
		return
	}
	sources := ownSources(p)
	opinions := 0
	for _, s := range sources.Sources() {
		switch source := c.Slice(claim.Span{Start: int(s.Start), End: int(s.End)}); {
		case names(source, decree) && !names(source, partisan):
			return
		case names(source, opinion):
			opinions++
		}
	}
	linked := addLinked(p, &sources)
	switch solid := sources.Len() - opinions; {
	case sources.Len() == 1:
		p.Reportf(at, "“%s” asserts %s, but stands on one source: %s", words, wording.Kind, sourceText(p, &sources, linked, &sources.Sources()[0]))
	case opinions > 0 && solid < 2 && !wording.Faint:
		p.Reportf(at, "“%s” asserts %s, but stands on %s", words, wording.Kind, besideOpinion(solid))
	}
}

// besideOpinion says of what weight sources are of which some are opinion.
func besideOpinion(solid int) string {
	if solid < 1 {
		return "opinion, or the claimant's own word, alone"
	}
	return "one source beside opinion or the claimant's own word"
}

// decree are the names of what holds because it says so: nobody else can confirm what a statute or a standard lays down.
var decree = text.NewSet("v", "act", "regulation", "directive", "treaty", "statute", "ordinance", "constitution", "rfc", "specification")

// partisan are the names of what one party says in court, where nothing is laid down yet.
var partisan = text.NewSet("filing", "complaint", "brief", "petition", "lawsuit", "motion", "pleading", "affidavit", "deposition", "testimony")

// opinion are the names of what is said in passing and checked by nobody; beside one source it confirms nothing.
var opinion = text.NewSet("op-ed", "op-eds", "opinion", "opinions", "podcast", "podcasts", "interview", "interviews", "lecture", "keynote", "newsletter", "blog", "thread", "threads", "column", "talk", "tweet", "tweets", "essay", "memo", "anecdote", "anecdotes", "editorial", "webinar", "speech", "pitch", "brochure", "testimonial")

// names reports whether a source is named with one of the words.
func names(source string, kind text.Set) bool {
	var words [32]text.Word
	for _, w := range text.AppendWords(words[:0], []byte(source)) {
		if kind.Has(w) {
			return true
		}
	}
	return false
}

// namesOpinion reports whether the header names an opinion among the sources.
func namesOpinion(c *claim.Claim) bool {
	for span := range kb.SourceSpans(&c.Header) {
		if names(c.Slice(span), opinion) {
			return true
		}
	}
	return false
}
