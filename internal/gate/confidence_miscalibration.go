package gate

import (
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/cite"
)

// ConfidenceMiscalibration compares a claim's confidence with the number and the kind of its independent sources.
var ConfidenceMiscalibration = &Gate{
	ID:       "confidence_miscalibration",
	Title:    "Confidence calibration",
	Summary:  "The confidence is higher than the sources carry",
	Why:      "Readers and agents build on a claim as far as its confidence says. One source, however good, has been checked by nobody else, so it carries `experimental` at most; a pitch, a press release or a firm's figures about itself carry `speculative`. `likely` wants several sources that corroborate each other with data, `proven` several independent confirmations. Sources are counted in header and body together; pieces by one author or publisher, and versions of one work, are one source; the claimant's own word beside another's confirms nothing; and a linked note counts as a source where it stands on another one. Only `proven` on one work is certain; the rest is for a reader to judge, and so are what the text admits of its own ground and a link that is listed as a challenge and counted as support.",
	Fix:      "Lower the confidence (one source: experimental; the claimant's own word: speculative), or cite the further independent sources that bear the claim out.",
	Severity: Blocking, OfMeaning: true,
	WholeNote: true,
	Bad:       confidenceBad,
	Good:      confidenceGood,
	Run: func(p *Pass) {
		judgeAdmission(p)
		judgeChallenges(p)
		if mayBeMiscalibrated(p) {
			p.Deferred = true // linked notes may bring the sources that are missing
		}
	},
	RunOnAll: judgeConfidence,
}

const confidenceBad = `-- pairing.md --
---
type: claim
domain: software
description: "Knowledge spreads with every change of partners"
confidence: likely
source: "Ada Berg: thread (Feb 2025), talk at Craft Oslo (May 2025), blog post 'Swap at noon' (June 2025)"
created: 2026-01-10
---
# rotating pairs lowers defect rates because each file is known to three people

Berg's eight teams found half as many defects after a year. In the talk she counts how many people knew each file.
`

const confidenceGood = `-- pairing.md --
---
type: claim
domain: software
description: "Knowledge spreads with every change of partners"
confidence: likely
source: "Ada Berg, talk at Craft Oslo (May 2025)"
created: 2026-01-10
---
# rotating pairs lowers defect rates because each file is known to three people

Berg's eight teams found half as many defects after a year. Ito and Sands (2023) saw the same in eleven teams that she
did not know, and [[stable pairs share their blind spots]] says why.
-- blind.md --
---
type: claim
domain: software
description: "Agreement is comfortable"
confidence: experimental
source: "Mensah, interviews with 40 pairs (2022)"
created: 2026-01-02
aliases: [stable pairs share their blind spots]
---
# stable pairs come to share their blind spots

In the interviews, partners named the same risks after three weeks.
`

// levels of confidence that the rules speak of.
const (
	proven       = "proven"
	experimental = "experimental"
	speculative  = "speculative"
)

// stronger reports whether a claim's confidence is above the given level; a level that the configuration does not
// know is above nothing and below nothing.
func stronger(p *Pass, confidence, than string) bool {
	level, limit := p.Config.Claims.Level(confidence), p.Config.Claims.Level(than)
	return level >= 0 && limit >= 0 && level < limit
}

// mayBeMiscalibrated reports whether the claim's own sources are too few, or too partial, for its confidence, so that
// only linked notes can bear it out.
func mayBeMiscalibrated(p *Pass) bool {
	named := p.namedSources()
	if named.Settled() {
		return false
	}
	confidence := p.Claim().Header.Text("confidence")
	if !stronger(p, confidence, experimental) && !(named.Partial() && stronger(p, confidence, speculative)) {
		return false
	}
	own := ownSources(p)
	if own.Len() == 0 { // the header's source is a link: who is behind it is known later
		f, ok := p.Claim().Header.Field("source")
		return ok && f.Kind != claim.Empty
	}
	return miscalibrated(p, &own) != calibrated
}

// verdicts on a claim's confidence.
type calibration uint8

const (
	calibrated calibration = iota
	oneSource              // above experimental on one source
	ownWord                // above speculative on what the claimant says of himself
)

func miscalibrated(p *Pass, t *cite.Tally) calibration {
	confidence := p.Claim().Header.Text("confidence")
	_, outside := t.Outside()
	switch {
	case t.Partial() && stronger(p, confidence, speculative):
		return ownWord
	case outside == 1 && stronger(p, confidence, experimental):
		return oneSource
	}
	return calibrated
}

func judgeConfidence(p *Pass) {
	if p.borneOut() {
		return
	}
	sources := ownSources(p)
	linked := addLinked(p, &sources)
	verdict := miscalibrated(p, &sources)
	if verdict == calibrated || p.BodyLanguage() == lang.Other { // how sources are named is a matter of wording
		return
	}
	out := finding.Finding{At: confidenceField(p), Certainty: finding.Possible}
	all := sources.Sources()
	if sources.IsOneWork() && p.Claim().Header.Text("confidence") == proven {
		out.Certainty = "" // nobody else has confirmed it
	}
	if verdict == ownWord {
		out.Message = fmt.Sprintf("nothing but the claimant's own word: %s; at most %s", sourceText(p, &sources, linked, &all[0]), speculative)
		out.Fix = "Set the confidence to " + speculative + ", or cite somebody without a stake who checked it."
	} else {
		only, _ := sources.Outside()
		out.Message = fmt.Sprintf("one source: %s; at most %s", sourceText(p, &sources, linked, only), experimental)
		out.Fix = "Set the confidence to " + experimental + ", or cite two more sources that do not go back to this one."
	}
	p.Report(out)
}

func confidenceField(p *Pass) claim.Span {
	f, _ := p.Claim().Header.Field("confidence")
	return f.Span
}

// sourceText is a source as the note names it, short enough for a message, or the note whose source it is: those of linked
// notes stand last in a tally.
func sourceText(p *Pass, t *cite.Tally, linked []kb.ID, s *cite.Source) string {
	all := t.Sources()
	for i, id := range linked {
		if s == &all[len(all)-len(linked)+i] {
			return fmt.Sprintf("that of the linked note %q", shortened(p.Notes.Note(id).Title()))
		}
	}
	return shortened(p.Claim().Slice(claim.Span{Start: int(s.Start), End: int(s.End)}))
}

func shortened(s string) string { return text.Shorten(strings.Join(strings.Fields(s), " "), 80) }

// ownSources counts the independent sources that header and body of a claim name, as far as it matters.
func ownSources(p *Pass) cite.Tally {
	c := p.Claim()
	var t cite.Tally
	for span := range kb.SourceSpans(&c.Header) {
		t.Header(c.Source, span.Start, span.End)
	}
	if t.Settled() {
		return t
	}
	words := p.Prose()
	for len(words) > 0 && int(words[0].Start) < c.Title.Span.End { // the claim itself is no source
		words = words[1:]
	}
	t.Body(c.Source, words)
	t.References(c.Source, c.Body.Start, c.Body.End)
	return t
}

// addLinked counts the sources of linked notes that are none of those known, and gives for each that it adds the note that
// has it.
func addLinked(p *Pass, t *cite.Tally) (added []kb.ID) {
	var buffer [4]cite.Source
	for _, l := range p.Links() {
		if t.Settled() {
			return added
		}
		if l.To == kb.None || l.To == p.ID {
			continue
		}
		for _, s := range p.Notes.Note(l.To).AppendSources(buffer[:0]) {
			if t.AddLinked(s) {
				added = append(added, l.To)
			}
		}
	}
	return added
}

// namedSources counts the independent sources that the header names.
func (p *Pass) namedSources() cite.Tally {
	var buffer [4]cite.Source
	return cite.Of(p.Note().AppendSources(buffer[:0]))
}

// borneOut reports whether header and linked notes alone bring enough sources; the note need not be read for that.
func (p *Pass) borneOut() bool {
	t := p.namedSources()
	if t.Len() == 0 {
		return false
	}
	addLinked(p, &t)
	return t.Settled()
}
