package gate

// TitleTooFewWords is to be written.
var TitleTooFewWords = &Gate{
	ID:       "title_too_few_words",
	Title:    "Title precision",
	Severity: Blocking,
	Run:      func(p *Pass) {},
}
