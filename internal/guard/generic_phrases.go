package guard

// GenericPhrases is GUARD-005.
var GenericPhrases = &Guard{
	ID:  "GUARD-005",
	Run: func(*Input) *Failure { return nil },
}
