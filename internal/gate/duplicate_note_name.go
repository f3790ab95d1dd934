package gate

// DuplicateNoteName is to be written.
var DuplicateNoteName = &Gate{
	ID:       "duplicate_note_name",
	Title:    "Unique names",
	Severity: Warning,
	Run:      func(p *Pass) {},
}
