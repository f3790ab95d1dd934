package gate

// InvalidSuppression reports comments that silence a gate without need or without a reason. Only the wiring knows what
// a comment silenced, so it reports for this gate and Run has nothing to do.
var InvalidSuppression = &Gate{
	ID:       "invalid_suppression",
	Title:    "Suppression comments",
	Summary:  "A comment that silences a gate has no reason or no effect",
	Why:      "An exception is a decision, and a decision without a reason cannot be reviewed. A comment that silences nothing any more hides the next fault of its kind.",
	Fix:      "Give the reason behind the colon, or take the comment out.",
	Severity: Warning, EveryNote: true,
	Bad:  "-- tea.md --\n# tea\n\n<!-- kbgate-ignore broken_wiki_links -->\n\nSee [[milk]].\n",
	Good: "-- tea.md --\n# tea\n\n<!-- kbgate-ignore broken_wiki_links: the note on milk comes next week -->\n\nSee [[milk]].\n",
	Run:  func(*Pass) {},
}
