package gate

import (
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/lazy"
)

// TitleOverclaims measures strong wording in a title against the claim's confidence and source.
var TitleOverclaims = &Gate{
	ID:       "title_overclaims",
	Title:    "Title precision",
	Summary:  "The title asserts more than the evidence supports",
	Why:      "The title is what others link to and quote, mostly without the body. Words of total certainty (“inevitably”, “without a doubt”, “is guaranteed to”) contradict a confidence of `experimental` or lower: one of the two is wrong, and that blocks. Strong words of effect (“eliminates”, “the only way”, “proves that”) on such a footing, and a promise taken from a pitch or a press release without “says” or “may”, are hints: a reader has to judge. What is denied, quoted, reported, asked or hedged is no overclaim.",
	Fix:      "Scope the title to match the evidence: say 'X suggests Y' instead of 'X proves Y', name the setting in which it was seen, and name the specific mechanism.",
	Severity: Blocking, OfMeaning: true, Wording: true,
	Bad: `-- markets.md --
---
type: claim
domain: forecasting
description: "Hidden traders earn money by disagreeing"
confidence: experimental
source: "Pilot report, Halm Freight forecasting desk (2023)"
created: 2026-01-14
---
# anonymous prediction markets will inevitably replace planning meetings because dissent becomes profitable

The spread of forecasts widened in two quarters, with 43 volunteers at one firm.
`,
	Good: `-- markets.md --
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
`,
	Run: func(p *Pass) {
		if isTentative(p) && judgeStrength(p) {
			return
		}
		if !judgeOwnWord(p) {
			judgeOneCase(p)
		}
	},
}

// isTentative reports whether the claim's confidence is experimental or lower.
func isTentative(p *Pass) bool {
	level, limit := p.Config.Claims.Level(p.Claim().Header.Text("confidence")), p.Config.Claims.Level("experimental")
	return limit >= 0 && level >= limit
}

// judgeStrength reports wording that is stronger than a tentative confidence.
func judgeStrength(p *Pass) bool {
	confidence := p.Claim().Header.Text("confidence")
	if words, at, ok := p.findInTitle("certain"); ok {
		p.Reportf(at, "“%s” leaves no doubt, but the confidence is %s", words, confidence)
		return true
	}
	for _, kind := range []string{"strong", "proof"} {
		if words, at, ok := p.findInTitle(kind); ok {
			p.Hintf(at, "“%s” may be stronger than what stands at %s", words, confidence)
			return true
		}
	}
	return false
}

// judgeOwnWord reports a title that states as a fact what only the one who promises it says. What is said of the past, of the
// document itself, or of what somebody says, is no promise.
func judgeOwnWord(p *Pass) bool {
	var at claim.Span
	for span := range kb.SourceSpans(&p.Claim().Header) {
		for source := range strings.SplitSeq(p.Claim().Slice(span), ";") {
			if !isOwnWord(lang.Read(source)) {
				return false
			}
			at = span
		}
	}
	language, title := p.TitleLanguage(), p.titleSentence()
	if at.End == 0 || !language.IsJudged() || slices.ContainsFunc([]string{"attributed", "hedge", "norm", "own_word"}, func(kind string) bool { return title.Has(language, kind) }) {
		return false
	}
	said := p.Claim().Title.ShownText()
	if reason, ok := title.Find(language, "reason"); ok {
		said = said[:reason.Start]
	}
	if lang.Read(said).Has(language, "past") {
		return false
	}
	p.Hintf(at, "nobody but the one who promises it says so, and the title states it as a fact")
	return true
}

// judgeOneCase reports a title that speaks of all of a kind where the source is a report on one.
func judgeOneCase(p *Pass) {
	language, title := p.TitleLanguage(), p.titleSentence()
	if !title.Has(language, "generic") || title.Has(language, "hedge") || title.Has(language, "named") || title.Has(language, "universal") {
		return // a universal is for scope_error to report
	}
	var source claim.Span
	for span := range kb.SourceSpans(&p.Claim().Header) {
		if source.End != 0 {
			return
		}
		source = span
	}
	named := years().ReplaceAllString(p.Claim().Slice(source), "")
	if source.End == 0 || strings.Contains(named, ";") || !isOneCase(lang.Read(named)) {
		return
	}
	if verb := p.TitleClause().Verb; language == lang.English && (verb == "" || strings.HasSuffix(verb, "s") || lang.Read(verb).Has(language, "past")) {
		return
	}
	p.Report(finding.Finding{At: source, Certainty: finding.Possible,
		Message: "the title speaks of all of a kind, and its only source reports on one place, project or period",
		Fix:     "Name in the title what the source reports on, or cite sources about others."})
}

// years are the years of a source, which count no cases.
var years = lazy.Regexp(`\b(?:1[89]|20)\d\d\b`)

// isOneCase reports whether a source is named as a report on one place, firm or animal.
func isOneCase(source *lang.Sentence) bool {
	for _, l := range []lang.Language{lang.English, lang.Portuguese} {
		if source.Has(l, "many_cases") {
			return false
		}
	}
	return source.Has(lang.English, "one_case") || source.Has(lang.Portuguese, "one_case")
}

// isOwnWord reports whether a source is named as that of somebody who promotes what it is about.
func isOwnWord(source *lang.Sentence) bool {
	return source.Has(lang.English, "own_word") || source.Has(lang.Portuguese, "own_word")
}

// findInTitle looks for a phrase of a kind in the title, and gives its words and their place.
func (p *Pass) findInTitle(kind string) (words string, at claim.Span, ok bool) {
	title := p.titleSentence()
	for _, l := range []lang.Language{lang.English, lang.Portuguese} {
		if m, found := title.Find(l, kind); found && p.TitleLanguage() == l { // a phrase is rarer than it is costly to tell a language
			c := p.Claim()
			if shown := c.Title.Shown(); shown != nil {
				return string(shown.Bytes[m.Start:m.End]), titlePart(c, shown.Source(m.Start), shown.Source(m.End)), true
			}
			return c.Title.Text[m.Start:m.End], titlePart(c, m.Start, m.End), true
		}
	}
	return "", claim.Span{}, false
}
