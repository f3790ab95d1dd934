package gate

// NearDuplicate is to be written.
var NearDuplicate = &Gate{
	ID:       "near_duplicate",
	Title:    "Duplicate check",
	Severity: Warning,
	Run:      func(p *Pass) {},
}
