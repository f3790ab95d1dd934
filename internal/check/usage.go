package check

// UsageError is a mistake in how the program was called or configured. Hint says what to do. It gives way to hint.Error.
type UsageError struct {
	Err  error
	Hint string
}

func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap gives the error itself.
func (e *UsageError) Unwrap() error { return e.Err }
