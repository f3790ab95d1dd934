// Package output reads what programs print: which lines say that something failed, and what they tell of the failure. It knows the
// formats of traces, test runners, compilers, linters, package managers, shells and service logs, a file a family; a format is a value
// with its own examples. It does no I/O.
package output

// Kind is what failed.
type Kind uint8

// The kinds of failures.
const (
	Runtime      Kind = iota // what was run: a crash, a trace, a failed command
	Verification             // a check of the work: a test, a build, a linter, a schema
)

// Part is a part of a text, in bytes from its beginning.
type Part struct{ Start, End int }

// Failure is a place that says that something failed.
type Failure struct {
	Kind Kind
	Part
}

// Detail is what a fact is about.
type Detail uint8

// The details.
const (
	Trace         Detail = iota // a line of a stack trace
	ErrorMessage                // what the error says, with the name of its type where it has one
	ExceptionType               // the name of the error's type: KeyError, NullPointerException, E0382
	ExitCode                    // the place that mentions one
	TestFormat                  // a line in the format of a test runner: PASS, FAIL, not ok
	TestName                    // the name of a test that failed
	Assertion                   // what an assertion says
	Expected                    // the value that was expected
	Actual                      // the value that came
	Framework                   // what names a language or a framework
)

// Fact is something that the text tells of a failure.
type Fact struct {
	Detail Detail
	Part
	Said string // of a framework its usual name; of what stands among marks of colour or in JSON what it says; else ""
}

// Reading is what was read in a text.
type Reading struct {
	Failures []Failure // by Start
	Facts    []Fact    // by Start
	Words    []Part    // the lines that a person may have written, as runs; no program's
	Programs bool      // lines of programs stand in the text
	Bounds   []string  // the bounds that were reached, for people
}
