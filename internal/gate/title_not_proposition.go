package gate

// TitleNotProposition reports titles that are labels. It stands on package clause, which looks for the finite verb of the main
// clause. Certain is only a title without any word that could be a finite verb.
var TitleNotProposition = &Gate{
	ID:       "title_not_proposition",
	Title:    "Title precision",
	Summary:  "The title reads as a label, not as a proposition that one could argue for",
	Why:      "A label names a subject and leaves open what is said of it, so nobody can agree or disagree, and a link to it cites nothing. The test: \"This note argues that [title]\" has to be a sentence.",
	Fix:      "Write the title as a complete sentence with a verb: who or what does what, by which mechanism. Bad: \"AI diagnostics\". Good: \"AI triage catches rare conditions that general practitioners miss\".",
	Severity: Blocking, OfMeaning: true,
	Wording: true,
	Bad:     "-- claims/the-aroma-of-oolong-tea.md --\n---\ntype: claim\n---\n\nGreen tea is kept in tins.\n",
	Good:    "-- claims/green-tea-keeps-its-aroma-in-closed-tins.md --\n---\ntype: claim\n---\n\nGreen tea is kept in tins.\n",
	Run: func(p *Pass) {
		title := p.Claim().Title
		switch j := p.TitleClause(); {
		case j.Verb != "" || title.Text == "":
		case j.Suspect == "":
			p.Reportf(title.Span, "the title %q is a label: no word of it is a finite verb", title.Text)
		default:
			p.Hintf(title.Span, "the title %q may be a label: “%s” could be a finite verb, but does not look like that of the main clause", title.Text, j.Suspect)
		}
	},
}
