package gate

// DateErrors is to be written.
var DateErrors = &Gate{
	ID:       "date_errors",
	Title:    "Date accuracy",
	Severity: Blocking,
	Fixable:  true,
	Run:      func(p *Pass) {},
}
