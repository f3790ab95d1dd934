// Package refine improves a prompt from feedback: one action an iteration, in the order of the user's document, until the prompt is good
// enough, nothing is left to change, or the limit is reached. It does no I/O.
package refine

import (
	"fmt"

	"github.com/kbgate/kbgate/internal/refine/mark"
	"github.com/kbgate/kbgate/internal/refine/score"
	"github.com/kbgate/kbgate/internal/refine/signal"
	"github.com/kbgate/kbgate/internal/refine/slot"
)

// The limits of the loop (Feedback Detector, Iteration Limits).
const (
	MostIterations = 10  // that a configuration may ask for
	Enough         = 7.0 // the score at which a prompt is good enough
)

// Stop says why the loop ended.
type Stop string

// The reasons. None but StopEnough says anything about how good the prompt is.
const (
	StopNoSignal Stop = "no_signal"      // the feedback shows no failure
	StopOff      Stop = "no_iterations"  // the limit is 0
	StopEnough   Stop = "score_reached"  // the prompt's score is Enough
	StopLimit    Stop = "limit_reached"  // as many iterations as allowed
	StopNoAction Stop = "no_action_left" // no further action changes the prompt
)

// Iteration is one action that was applied.
type Iteration struct {
	Number        int // from 1
	Signal        signal.Signal
	Action        string
	Added         string // the sentence
	Before, After string // the prompt
	ScoreBefore   score.Score
	ScoreAfter    score.Score
}

// Skipped is an action that was passed over.
type Skipped struct {
	Action string `json:"action"`
	Why    string `json:"why"`
}

// Result is what became of a prompt.
type Result struct {
	Prompt     string
	Before     score.Score
	After      score.Score
	Iterations []Iteration
	Skipped    []Skipped
	Withheld   []int // lines of the feedback, from 1, that look as if they hold a secret, so that nothing was taken from them
	Stop       Stop
}

// Refined reports whether the prompt was changed.
func (r *Result) Refined() bool { return len(r.Iterations) > 0 }

// Order gives the names of a type's actions, the first to be taken first. Nil is the order of the user's document.
type Order map[signal.Type][]string

// Refine runs the loop over a prompt, with at most that many iterations. After all actions of the strongest signal those of the next one
// follow.
func Refine(prompt string, feedback []byte, found signal.Result, order Order, most int) Result {
	r := Result{Prompt: prompt, Before: score.Of(prompt), Stop: StopNoAction}
	r.After = r.Before
	switch {
	case len(found.Signals) == 0:
		r.Stop = StopNoSignal
		return r
	case most <= 0:
		r.Stop = StopOff
		return r
	}
	slots := slot.Take(feedback, found)
	r.Withheld = slots.Withheld
	taken := 0 // with those whose sentences an earlier run added: running again goes no further
	for _, s := range found.Signals {
		for _, a := range ordered(s.Type, order) {
			if r.apply(s, &a, &slots) {
				taken++
			}
			isGood, isLimit := taken > 0 && r.After.Total >= Enough, taken >= min(most, MostIterations)
			switch {
			case (isGood || isLimit) && !r.Refined():
				return r // all of it stands there already
			case isGood:
				r.Stop = StopEnough
				return r
			case isLimit:
				r.Stop = StopLimit
				return r
			}
		}
	}
	return r
}

// apply takes an action, or says why not, and reports whether its sentence stands in the prompt now.
func (r *Result) apply(s signal.Signal, a *Action, slots *slot.Slots) bool {
	sentence := mark.Sentence(a.Sentence(slots))
	after := mark.Add(r.Prompt, sentence)
	switch {
	case sentence == "":
		r.Skipped = append(r.Skipped, Skipped{a.Name, fmt.Sprintf("the feedback has nothing for %q", a.Template)})
		return false
	case after == r.Prompt && mark.IsFull(r.Prompt):
		r.Skipped = append(r.Skipped, Skipped{a.Name, fmt.Sprintf("the prompt's block has %d sentences already, as many as it may hold", mark.MaxLines)})
		return false
	case after == r.Prompt:
		r.Skipped = append(r.Skipped, Skipped{a.Name, "the prompt has its sentence already"})
	default:
		rated := score.Of(after)
		r.Iterations = append(r.Iterations, Iteration{len(r.Iterations) + 1, s, a.Name, sentence, r.Prompt, after, r.After, rated})
		r.Prompt, r.After = after, rated
	}
	return true
}

// ordered gives the actions of a type in an order; those that it does not name follow by their priority.
func ordered(t signal.Type, order Order) []Action {
	var list []Action
	named := map[string]bool{}
	for _, name := range order[t] {
		if a, ok := ActionOf(name); ok && a.Type == t && !named[name] {
			list, named[name] = append(list, a), true
		}
	}
	for _, a := range ActionsOf(t) {
		if !named[a.Name] {
			list = append(list, a)
		}
	}
	return list
}
