package gate

// HiddenCharacters is to be written.
var HiddenCharacters = &Gate{
	ID:       "hidden_characters",
	Title:    "Visible text",
	Severity: Blocking,
	Run:      func(p *Pass) {},
}
