// Package signal finds signs of failure in a text: the four types of feedback with their confidence, the places that show them and the
// context signals. It joins what package output reads of programs and package speech reads of people. It does no I/O.
package signal

import (
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/refine/output"
)

// Type is a type of feedback, as records have it.
type Type = decision.FeedbackType

// The types.
const (
	UserRejection       = decision.UserRejection
	RuntimeError        = decision.RuntimeError
	VerificationFailure = decision.VerificationFailure
	PartialSuccess      = decision.PartialSuccess
)

// Types are all of them, in the order of precedence: a person's word before a program's, and what does not run before what does not pass.
var Types = []Type{UserRejection, RuntimeError, VerificationFailure, PartialSuccess}

// Context is a context signal: what else a text shows of a failure.
type Context string

// The context signals: four of a runtime error, three each of the others.
const (
	StackTrace          Context = "stack_trace"
	ErrorMessage        Context = "error_message"
	ExitCode            Context = "exit_code"
	ExceptionType       Context = "exception_type"
	TestOutput          Context = "test_output_format"
	AssertionMessage    Context = "assertion_message"
	ExpectedActual      Context = "expected_actual"
	NegativeSentiment   Context = "negative_sentiment"
	RedoRequest         Context = "redo_request"
	IntentClarification Context = "intent_clarification"
	PositiveNegative    Context = "positive_negative"
	SpecificAdjustment  Context = "specific_adjustment"
	SingleIssue         Context = "single_issue"
)

// Contexts are all of them.
var Contexts = []Context{StackTrace, ErrorMessage, ExitCode, ExceptionType, TestOutput, AssertionMessage, ExpectedActual, NegativeSentiment, RedoRequest,
	IntentClarification, PositiveNegative, SpecificAdjustment, SingleIssue}

// The confidence of a signal: Base, and the boosts of the user's document, capped at 1.
const (
	Base = 0.6

	BoostTrace      = 0.3 // runtime_error: a stack trace or an error message is present
	BoostTestName   = 0.2 // verification_failure: a test is named
	BoostRedo       = 0.2 // user_rejection: "try again" or the like
	BoostAdjustment = 0.1 // partial_success: a specific change is requested
)

// Part is a part of the text, in bytes from its beginning.
type Part = output.Part

// Signal is one type that fired.
type Signal struct {
	Type       Type
	Confidence float64 // 0 to 1
	Parts      []Part  // the places that fired, by Start
	Context    []Context
}

// Result is what was found in a text.
type Result struct {
	Signals []Signal // strongest first
	Facts   []output.Fact
	Words   []Part   // what people said
	Bounds  []string // the bounds that were reached, for people
}
