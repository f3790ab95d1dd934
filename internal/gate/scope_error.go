package gate

// ScopeError is to be written.
var ScopeError = &Gate{
	ID:       "scope_error",
	Title:    "Scope qualification",
	Severity: Blocking,
	Run:      func(p *Pass) {},
}
