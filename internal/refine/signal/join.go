package signal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/refine/output"
	"github.com/kbgate/kbgate/internal/refine/speech"
)

// mostParts is how many places of a signal are given: the first and the last ones.
const mostParts = 12

// ofSpeech are the type that a meaning belongs to.
var ofSpeech = map[speech.Meaning]Type{speech.Rejects: UserRejection, speech.Adjusts: PartialSuccess, speech.Failed: RuntimeError, speech.Unchecked: VerificationFailure}

// ofMood are the context signals that moods are.
var ofMood = map[speech.Mood]Context{speech.Negative: NegativeSentiment, speech.Redo: RedoRequest, speech.Intent: IntentClarification, speech.Contrast: PositiveNegative,
	speech.Adjustment: SpecificAdjustment, speech.Single: SingleIssue, speech.Message: ErrorMessage, speech.Type: ExceptionType, speech.Code: ExitCode,
	speech.Expectation: ExpectedActual}

// ofDetail are the type and the context signal that a fact of a program's output belongs to.
var ofDetail = map[output.Detail]struct {
	of      Type
	context Context
}{
	output.Trace: {RuntimeError, StackTrace}, output.ErrorMessage: {RuntimeError, ErrorMessage}, output.ExitCode: {RuntimeError, ExitCode},
	output.ExceptionType: {RuntimeError, ExceptionType}, output.TestFormat: {VerificationFailure, TestOutput}, output.Assertion: {VerificationFailure, AssertionMessage},
	output.Expected: {VerificationFailure, ExpectedActual}, output.Actual: {VerificationFailure, ExpectedActual},
}

// Detect reads a text: what programs print in it, and what people say.
func Detect(text []byte) Result { return detect(text, output.Read(text)) }

// DetectPrinted reads a text that a program printed: no line of it is a person's.
func DetectPrinted(text []byte) Result {
	read := output.Read(text)
	read.Words = nil
	return detect(text, read)
}

func detect(text []byte, read output.Reading) Result {
	r := Result{Facts: read.Facts, Words: read.Words, Bounds: read.Bounds}
	found := map[Type]*evidence{}
	of := func(t Type) *evidence {
		if found[t] == nil {
			found[t] = &evidence{}
		}
		return found[t]
	}
	for _, f := range read.Failures {
		t := RuntimeError
		if f.Kind == output.Verification {
			t = VerificationFailure
		}
		of(t).parts = append(of(t).parts, f.Part)
	}
	for _, f := range read.Facts {
		d, ok := ofDetail[f.Detail]
		if ok && found[d.of] != nil {
			found[d.of].add(d.context)
		}
		if f.Detail == output.TestName && found[VerificationFailure] != nil {
			found[VerificationFailure].namesTest = true
		}
	}
	words, place := join(text, read.Words)
	told, isAll := speech.Read(words)
	if !isAll {
		r.Bounds = append(r.Bounds, fmt.Sprintf("of more than %d words of people the first and the last %d are read", speech.MaxWords, speech.MaxWords/2))
	}
	for _, said := range told {
		e := of(ofSpeech[said.Meaning])
		for _, p := range said.Parts {
			e.parts = append(e.parts, place(p))
		}
		for _, m := range said.Moods {
			if m == speech.TestNamed {
				e.namesTest = true
			} else {
				e.add(ofMood[m])
			}
		}
	}
	for _, t := range Types {
		e := found[t]
		if e == nil {
			continue
		}
		places := e.places()
		if len(places) > mostParts {
			places = slices.Concat(places[:mostParts/2], places[len(places)-mostParts/2:])
			r.Bounds = append(r.Bounds, fmt.Sprintf("of the places of %s the first and the last %d are given", t, mostParts/2))
		}
		r.Signals = append(r.Signals, Signal{t, e.confidence(t), places, e.inOrder()})
	}
	slices.SortFunc(r.Signals, func(a, b Signal) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(slices.Index(Types, a.Type), slices.Index(Types, b.Type)))
	})
	return r
}

// evidence is what speaks for a type.
type evidence struct {
	parts     []Part
	context   []Context
	namesTest bool
}

func (e *evidence) add(c Context) {
	if !slices.Contains(e.context, c) {
		e.context = append(e.context, c)
	}
}

// confidence is Base and the boosts of the type, at most 1.
func (e *evidence) confidence(t Type) float64 {
	boost := 0.0
	has := func(c Context) bool { return slices.Contains(e.context, c) }
	switch {
	case t == RuntimeError && (has(StackTrace) || has(ErrorMessage)):
		boost = BoostTrace
	case t == VerificationFailure && e.namesTest:
		boost = BoostTestName
	case t == UserRejection && has(RedoRequest):
		boost = BoostRedo
	case t == PartialSuccess && has(SpecificAdjustment):
		boost = BoostAdjustment
	}
	return min(1, Base+boost)
}

// places gives the places in order, without those within others.
func (e *evidence) places() []Part {
	slices.SortFunc(e.parts, func(a, b Part) int { return cmp.Or(a.Start-b.Start, b.End-a.End) })
	var list []Part
	for _, p := range e.parts {
		if n := len(list); n == 0 || p.End > list[n-1].End {
			list = append(list, p)
		}
	}
	return list
}

// inOrder gives the context signals in the order of Contexts.
func (e *evidence) inOrder() []Context {
	slices.SortFunc(e.context, func(a, b Context) int { return slices.Index(Contexts, a) - slices.Index(Contexts, b) })
	return e.context
}

// join gives what people wrote as one text, and what leads a place in it back to the whole text.
func join(text []byte, parts []Part) (words string, place func(speech.Part) Part) {
	var b strings.Builder
	starts := make([]int, len(parts))
	for i, p := range parts {
		if i > 0 {
			b.WriteString("\n\n")
		}
		starts[i] = b.Len()
		b.Write(text[p.Start:p.End])
	}
	return b.String(), func(p speech.Part) Part {
		i := max(0, len(starts)-1)
		for i > 0 && starts[i] > p.Start {
			i--
		}
		if len(starts) == 0 {
			return Part{}
		}
		shift := parts[i].Start - starts[i]
		return Part{Start: min(p.Start+shift, parts[i].End), End: min(p.End+shift, parts[i].End)}
	}
}
