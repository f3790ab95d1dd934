// Package slot takes from feedback what the sentences of refinements need: the error message, the test, what was expected, what the
// person meant. It does no I/O.
package slot

import "github.com/kbgate/kbgate/internal/refine/signal"

// Slots are texts from the feedback, each one line of at most MaxText bytes; empty where nothing was found.
type Slots struct {
	ErrorMessage     string
	Framework        string // the usual name: Go, Django, Jest
	Test             string // what has to pass
	ExpectedBehavior string
	Clarification    string
	Alternatives     string
	NarrowedScope    string
	Gap              string
	Constraint       string
	Issue            string
}

// MaxText is the most bytes of one slot.
const MaxText = 300

// Take fills the slots from a text and what was detected in it.
func Take(text []byte, found signal.Result) Slots { return Slots{} }
