// Package lazy makes values when they are first needed, so a command does not wait for values that it never uses.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp gives a regular expression that is compiled at the first call, which panics where the pattern is none. To compile
// one takes 20 to 60 µs, which each start of the program would pay.
func Regexp(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
