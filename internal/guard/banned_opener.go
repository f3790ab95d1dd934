package guard

// BannedOpener is GUARD-004.
var BannedOpener = &Guard{
	ID:  "GUARD-004",
	Run: func(*Input) *Failure { return nil },
}
