package gate

import "github.com/kbgate/kbgate/internal/finding"

// FeedbackAppendOnly reports records of decisions that a change edits, renames or deletes. It judges
// no note.
var FeedbackAppendOnly = &Gate{
	ID:      "feedback_append_only",
	Title:   "Append-only records",
	Summary: "The change edits, renames or deletes a record of the store",
	Why: "The store of decisions only ever grows: what is learned rests on it, and clones merge it by union. A record that is edited or " +
		"deleted rewrites what somebody said, unseen. Later facts about a record are records of their own.",
	Fix:           "Leave the record as it is: what is to be said of it later is a record of its own.",
	Severity:      Blocking,
	Unsilenceable: true,
	NeverAllowed:  true,
	OfChange:      true,
	Conclude: func(c *Conclusion) error {
		for _, r := range c.Records {
			does := "edits"
			if r.Gone {
				does = "deletes or renames"
			}
			if !c.Off {
				c.Report(finding.OnPath(r.Path, "", "the change "+does+" this record; the store only ever grows", ""))
			}
		}
		return nil
	},
}
