package gate

import (
	"fmt"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/kb"
)

// NearDuplicate finds claims that say what another claim of the knowledge base already says.
var NearDuplicate = &Gate{
	ID:       "near_duplicate",
	Title:    "Duplicate check",
	Summary:  "A claim of the knowledge base says substantially the same already",
	Why:      "Two notes that say the same split the evidence between them: links go to one, challenges to the other, and readers count one finding twice. New evidence belongs to the claim that stands, where it changes how much the claim is believed. A copy, in which nearly all words are the same, is certain; a retelling is possible.",
	Fix:      "Check the knowledge base before extracting: add what is new here to the existing claim as evidence and leave this note out, or let the title say what sets it apart.",
	Severity: Warning, OfMeaning: true,
	Compares: true,
	Settings: []config.Setting{{Name: "threshold", Default: 55, Max: 100,
		Doc: "likeness in percent from which a claim is a near duplicate; retellings with the same figures reach 55 to 80, claims on one topic stay below 45"}},
	Bad:      nearDuplicateBad,
	Good:     nearDuplicateGood,
	RunOnAll: judgeNearDuplicates,
}

func judgeNearDuplicates(p *Pass) {
	for _, m := range p.Notes.Similar(p.ID, p.Settings.Int("threshold")) {
		if !answersFor(p, m.ID) {
			continue
		}
		certainty := finding.Possible
		if m.IsCopy() {
			certainty = finding.Certain
		}
		name := p.Notes.LinkName(m.ID)
		p.Report(finding.Finding{
			Certainty:  certainty,
			At:         p.Claim().Title.Span,
			Message:    duplicateMessage(p.Notes.Note(m.ID), m),
			Fix:        fmt.Sprintf("Add what is new here to [[%s]] as evidence and leave this note out, or let the title say what sets it apart.", name),
			Target:     p.Notes.Note(m.ID).Path,
			Suggestion: name,
			Others:     []string{p.Notes.Path(m.ID)},
		})
	}
}

// answersFor reports whether the note under check, of the two that are alike, is the one to be changed: the one under
// check, and of two such the one that came later.
func answersFor(p *Pass, other kb.ID) bool {
	if !p.Selected(other) {
		return true
	}
	mine, theirs := p.Note(), p.Notes.Note(other)
	if a, b := created(mine), created(theirs); a != b {
		return a > b
	}
	return mine.Path > theirs.Path
}

// created is the day a claim says it was made; one without a valid day counts as made last.
func created(n kb.Note) string {
	if _, err := time.Parse(time.DateOnly, n.Created()); err != nil {
		return "9999-99-99"
	}
	return n.Created()
}

func duplicateMessage(other kb.Note, m kb.Match) string {
	shared := fmt.Sprintf("%.0f %% of the rarer words", m.Words*100)
	switch {
	case m.Figures == 1:
		shared += ", one figure"
	case m.Figures > 1:
		shared += fmt.Sprintf(", %d figures", m.Figures)
	}
	if m.Title >= 0.5 {
		shared += fmt.Sprintf(", %.0f %% of the title", m.Title*100)
	}
	return fmt.Sprintf("%d %% like “%s” (%s); in common: %s", m.Percent(), other.Title(), other.Path, shared)
}

const nearDuplicateBad = `-- claims/later-trials-confirm-the-checklist.md --
---
type: claim
domain: medicine
description: "The form is cheap, the habit is not."
confidence: likely
source: "Haynes et al. (2009); Urbach et al. (2014)"
created: 2026-03-10
---

# operating theatres gain from a safety checklist only if staff change how they hand patients over

Haynes and colleagues saw mortality drop from 1.5 to 0.8 percent at eight hospitals once a surgical checklist came in. Ontario then obliged 101 hospitals to use it, and Urbach found no change at all. What separated them was the handover: the trial sites had been coached for weeks, and in Ontario one nurse ticked the form after the incision.
-- claims/surgical-checklists-need-new-handovers.md --
---
type: claim
domain: medicine
description: "The paper is not the intervention; the pause it forces is."
confidence: likely
source: "Haynes et al. (2009); Urbach et al. (2014)"
created: 2025-09-17
---

# surgical checklists lower mortality only where teams rebuild their handovers around them

The first trial of the surgical checklist, by Haynes, reported that deaths fell from 1.5 to 0.8 percent across eight hospitals. When Ontario made the list compulsory in 101 hospitals, Urbach found that mortality did not change. In the trial, teams were coached for weeks and changed who speaks at the handover. In Ontario the form was mostly ticked by one nurse after the incision.
`

const nearDuplicateGood = `-- claims/checklists-do-not-travel-to-emergencies.md --
---
type: claim
domain: medicine
description: "Where nobody may pause, the list is read to an empty room."
confidence: experimental
source: "Audit of 640 emergency laparotomies in Oslo (2022)"
created: 2026-03-10
---

# surgical checklists do not lower mortality in emergencies because nobody may pause for them

In 640 emergency laparotomies the list was complete in 31 percent, and mortality was 9 percent with and without it. That [[surgical-checklists-need-new-handovers]] holds for planned operations, where a team can be coached; here the patient comes before the briefing does.
-- claims/surgical-checklists-need-new-handovers.md --
---
type: claim
domain: medicine
description: "The paper is not the intervention; the pause it forces is."
confidence: likely
source: "Haynes et al. (2009); Urbach et al. (2014)"
created: 2025-09-17
---

# surgical checklists lower mortality only where teams rebuild their handovers around them

The first trial of the surgical checklist, by Haynes, reported that deaths fell from 1.5 to 0.8 percent across eight hospitals. When Ontario made the list compulsory in 101 hospitals, Urbach found that mortality did not change. In the trial, teams were coached for weeks and changed who speaks at the handover. In Ontario the form was mostly ticked by one nurse after the incision.
`
