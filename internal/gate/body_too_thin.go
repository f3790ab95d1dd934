package gate

// BodyTooThin is to be written.
var BodyTooThin = &Gate{
	ID:       "body_too_thin",
	Title:    "Evidence quality",
	Severity: Blocking,
	Run:      func(p *Pass) {},
}
