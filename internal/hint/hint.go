// Package hint carries what a person can do about an error, and the exit status that the error ends the program with. Any
// other error has no hint and the status Failure.
package hint

import (
	"errors"
	"fmt"
)

// Status is how a program ends (contracts.md#exit-status).
type Status int

// The statuses that an error can have.
const (
	Usage   Status = 2 // wrong use or configuration
	Failure Status = 3 // the program itself failed, or what it stands on
)

// Error is an error with a way out.
type Error struct {
	Err    error
	Hint   string // what to do; may be empty
	Status Status
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap gives the error itself.
func (e *Error) Unwrap() error { return e.Err }

// Misuse is a mistake of whoever called or configured the program. Format is as of fmt.Errorf.
func Misuse(hint, format string, args ...any) *Error {
	return &Error{Err: fmt.Errorf(format, args...), Hint: hint, Status: Usage}
}

// Broken is what failed though the program was called and configured well. Format is as of fmt.Errorf.
func Broken(hint, format string, args ...any) *Error {
	return &Error{Err: fmt.Errorf(format, args...), Hint: hint, Status: Failure}
}

// Find gives the error that knows the way out best: of several within each other the innermost, which stands closest to what
// failed.
func Find(err error) (found *Error, ok bool) {
	for errors.As(err, &found) {
		inner := (*Error)(nil)
		if !errors.As(found.Err, &inner) {
			return found, true
		}
		err = found.Err
	}
	return nil, false
}

// Of gives the way out of an error, and how the program ends by it.
func Of(err error) (hint string, status Status) {
	if known, ok := Find(err); ok {
		return known.Hint, known.Status
	}
	return "", Failure
}

// IsUsage reports whether an error is a mistake of whoever called or configured the program.
func IsUsage(err error) bool {
	_, status := Of(err)
	return err != nil && status == Usage
}
