package gate

// RepeatDraft reports notes that come back as they were when they were rejected. Package check judges it, by GUARD-002 of package guard.
var RepeatDraft = &Gate{
	ID:      "repeat_draft",
	Title:   "Repeated draft",
	Summary: "The note was rejected before, and comes back unchanged or nearly so",
	Why: "A rejection says what is wrong. A note that comes back as it was has not answered it, and costs the reviewer the same work once " +
		"more. So the unchanged file, header included, blocks as long as the rejection is remembered (guard.ttl_days). What is only much " +
		"alike is a hint: the author may well have mended what was wrong. Of a change of several notes that was rejected as one, the notes " +
		"block if all of them come back unchanged; else the objection may have been to another one.",
	Fix:           "Answer the rejection: change what was wrong, and say what is new. Only a later approval, or `kbgate allow` by a reviewer, lets the same file in.",
	Severity:      Blocking,
	EveryNote:     true,
	OfDrafts:      true,
	Unsilenceable: true,
	WholeNote:     true,
}
