package guard

// RepeatDraft is GUARD-002.
var RepeatDraft = &Guard{
	ID:  "GUARD-002",
	Run: func(*Input) *Failure { return nil },
}
