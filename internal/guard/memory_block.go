package guard

// RejectionMemory is GUARD-001.
var RejectionMemory = &Guard{
	ID:  "GUARD-001",
	Run: func(*Input) *Failure { return nil },
}
