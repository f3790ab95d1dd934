package gate

// TitleOverclaims is to be written.
var TitleOverclaims = &Gate{
	ID:       "title_overclaims",
	Title:    "Title precision",
	Severity: Blocking,
	Run:      func(p *Pass) {},
}
