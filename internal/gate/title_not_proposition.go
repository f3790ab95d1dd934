package gate

// TitleNotProposition is to be written.
var TitleNotProposition = &Gate{
	ID:       "title_not_proposition",
	Title:    "Title precision",
	Severity: Blocking,
	Run:      func(p *Pass) {},
}
