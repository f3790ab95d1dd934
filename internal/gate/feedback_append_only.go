package gate

// FeedbackAppendOnly reports records of decisions that a change edits, renames or deletes. It judges no note: the check of
// a change asks git which files of the store it touches.
var FeedbackAppendOnly = &Gate{
	ID:      "feedback_append_only",
	Title:   "Append-only records",
	Summary: "The change edits, renames or deletes a record of the store",
	Why: "The store of decisions only ever grows: what is learned rests on it, and clones merge it by union. A record that is edited or " +
		"deleted rewrites what somebody said, unseen. Later facts about a record are records of their own.",
	Fix:           "Leave the record as it is: what is to be said of it later is a record of its own.",
	Severity:      Blocking,
	Unsilenceable: true,
	OfChange:      true,
}
