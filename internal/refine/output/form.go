package output

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/lazy"
)

// form is a line that a program prints. Its pattern may name groups: test, message, type, code, expected, actual, assertion; a number
// may follow the name.
type form struct {
	says     says
	needles  []string // the line holds one of them; this is looked for first
	source   string   // of the pattern
	pattern  func() compiled
	unless   func() *regexp.Regexp // the form is not this where that fits too; nil: nothing
	runner   bool                  // it is in the format of a test runner
	alone    bool                  // it counts only where no check failed: it says no more than that something is an error
	examples string                // lines that it must match, one a line
}

// compiled is a pattern with what each of its groups holds, noDetail for those without a name.
type compiled struct {
	*regexp.Regexp
	groups []Detail
}

// says is what a line of a form means.
type says uint8

const (
	crashed     says = iota // a runtime failure
	checkFailed             // a failure of a check
	both                    // a runtime failure within a check
	exited                  // a command ended with a failure: of a check where one failed, else a runtime failure
	raised                  // an error with its type: an assertion's belongs to a check, any other is a runtime failure
	erred                   // a log's line at the level of errors: a runtime failure, unless the log goes on to say that it was mended
	frame                   // a line of a stack trace
	tells                   // facts alone
	quiet                   // nothing failed, whatever words stand there
	mended                  // what failed before succeeded
)

// saysNames are how features call them.
var saysNames = [...]string{crashed: "crashed", checkFailed: "checkFailed", both: "both", exited: "exited", raised: "raised", erred: "erred", frame: "frame", tells: "tells", quiet: "quiet", mended: "mended"}

const noDetail = Detail(255)

var details = map[string]Detail{"test": TestName, "message": ErrorMessage, "type": ExceptionType, "code": ExitCode, "expected": Expected,
	"actual": Actual, "assertion": Assertion}

// line declares a form. Needles are alternatives, with "|" between them.
func line(s says, needles, pattern, examples string) form {
	return form{says: s, needles: strings.Split(needles, "|"), source: pattern, examples: examples, pattern: sync.OnceValue(func() compiled {
		p := compiled{Regexp: regexp.MustCompile(pattern)}
		for _, name := range p.SubexpNames() {
			d, ok := details[strings.TrimRight(name, "0123456789")] // a name stands once in a pattern
			if !ok {
				d = noDetail
			}
			p.groups = append(p.groups, d)
		}
		return p
	})}
}

// isCalm reports whether a line of the form tells of no failure.
func (f *form) isCalm() bool { return f.says == quiet || f.says == mended || f.says == tells }

// ifAlone gives a form that counts only where no check failed.
func (f form) ifAlone() form {
	f.alone = true
	return f
}

// but gives a form that is none where another pattern fits too.
func (f form) but(pattern string) form {
	f.unless = lazy.Regexp(pattern)
	return f
}

// test declares a form of a test runner.
func test(s says, needles, pattern, examples string) form {
	f := line(s, needles, pattern, examples)
	f.runner = true
	return f
}

// mayMatch reports whether a needle stands in a line.
func (f *form) mayMatch(l string) bool {
	return slices.ContainsFunc(f.needles, func(n string) bool { return strings.Contains(l, n) })
}

// match gives the places of the pattern and its groups in a line that may fit; nil where it does not.
func (f *form) match(l string) []int {
	m := f.pattern().FindStringSubmatchIndex(l)
	if m != nil && f.unless != nil && f.unless().MatchString(l) {
		return nil
	}
	return m
}
