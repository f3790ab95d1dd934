package gate

// GenericPhrases reports notes most of whose sentences are phrases that fit anything. Package check judges it, by GUARD-005 of package
// guard.
var GenericPhrases = &Gate{
	ID:      "generic_phrases",
	Title:   "Generic phrases",
	Summary: "Too many sentences of the note are phrases that would fit any subject",
	Why: "A sentence that would stand as well in any other note says nothing of this one. Where more than 40 percent of the sentences are " +
		"such phrases, and there are three or more, the note is probably not about anything.",
	Fix:       "Replace the phrases by what only this note can say: who, where, how much, by which mechanism. Take out what is left.",
	Severity:  Warning,
	Hints:     true,
	EveryNote: true,
	Wording:   true,
	OfDrafts:  true,
	WholeNote: true,
	Bad: `
-- claims/cloud.md --
---
type: claim
domain: software
description: Cloud services in firms.
confidence: speculative
source: An essay, 2025
created: 2025-01-02
---

# Cloud services change how firms work

In today's fast-paced world, cloud services are a game changer. It is more important than ever to take business to the next level. There
are many factors to consider, and the possibilities are endless. Firms of all sizes can unlock their full potential.
`,
	Good: `
-- claims/cloud.md --
---
type: claim
domain: software
description: Rented servers let small firms put off buying hardware.
confidence: speculative
source: An essay, 2025
created: 2025-01-02
---

# Rented servers let small firms put off buying hardware

A firm of ten people that rents two servers pays 80 euros a month instead of 6,000 at once. It can give them back when a product
fails. Of forty firms that the essay asked, thirty-one had bought no hardware of their own after three years.
`,
}
