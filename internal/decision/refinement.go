package decision

import (
	"slices"
	"time"
)

// Refinement is one iteration of refining a prompt after a sign of failure: the entry of the user's log (Feedback Detector, Logging), whose
// timestamp is At. Whether it helped is found out later, and is of the view alone.
type Refinement struct {
	Schema         string
	ID             string // ULID
	Source         Source
	SourceID       string
	At             time.Time
	Session        string // shared by the iterations of one run
	Agent          string // whose prompt it is
	Task           string
	Artifact       Artifact // what the prompt is to bring about
	OriginalPrompt string   // as it was before this iteration
	FeedbackType   FeedbackType
	FeedbackSignal string   // the places that fired, one a line, and no more of the feedback
	Confidence     *float64 // of the signal, 0 to 1
	ContextSignals []string
	ActionsApplied []string
	RefinedPrompt  string // as it is after this iteration
	Iteration      int    // from 1
	ScoreBefore    *float64
	ScoreAfter     *float64 // 0 to 10
	Success        Outcome  // set by an amendment alone
	Rest           Rest

	// Redacted names what FoldRefinement hid. It is of the view alone and is never written.
	Redacted []string
}

// FeedbackType is a type of feedback (Feedback Detector, Feedback Types).
type FeedbackType string

// The types of feedback.
const (
	RuntimeError        FeedbackType = "runtime_error"
	VerificationFailure FeedbackType = "verification_failure"
	UserRejection       FeedbackType = "user_rejection"
	PartialSuccess      FeedbackType = "partial_success"
)

// FeedbackTypes are all of them.
var FeedbackTypes = []FeedbackType{RuntimeError, VerificationFailure, UserRejection, PartialSuccess}

// Outcome says whether a refinement helped.
type Outcome string

// The outcomes; "" where nobody knows.
const (
	Helped Outcome = "true"
	DidNot Outcome = "false"
)

// SuccessField is the field of an amendment that says whether a refinement helped.
const SuccessField = "success"

// MaxPrompt is the most bytes of a prompt in a record: two of them and the rest fit into MaxRecord.
const MaxPrompt = 64 << 10

func (r *Refinement) rest() *Rest { return &r.Rest }

func (r *Refinement) fields() []field {
	return []field{
		{"schema", &r.Schema, nil, immutable | unredactable, "The form of the record, `" + RefinementSchema + "`"},
		{"id", &r.ID, nil, immutable | unredactable, "The refinement's own ULID"},
		{"source", (*string)(&r.Source), sourceRule, immutable | unredactable, "Where the record comes from: `human` for `kbgate refine`"},
		{"source_id", &r.SourceID, lineRule, immutable, "Its id there"},
		{"at", &r.At, nil, immutable | unredactable, "When it was made, the `timestamp` of the log"},
		{"session", &r.Session, lineRule, identifier, "The id that the iterations of one run share"},
		{"agent", &r.Agent, agentRule, unredactable, "The agent whose prompt it is"},
		{"task", &r.Task, lineRule, identifier, "The id of the task"},
		{"artifact", &r.Artifact, nil, identifier, "What the prompt is to bring about: a decision on it tells whether the refinement helped"},
		{"original_prompt", &r.OriginalPrompt, promptRule, stored | freeText, "The prompt before this iteration"},
		{"feedback_type", (*string)(&r.FeedbackType), feedbackRule, stored | unredactable, "The type of the signal"},
		{"feedback_signal", &r.FeedbackSignal, reasonRule, freeText, "The places of the feedback that fired, one a line; nothing else of it is kept"},
		{"confidence", &r.Confidence, unitRule, 0, "The confidence of the signal, 0 to 1"},
		{"context_signals", &r.ContextSignals, linesRule, identifier, "The context signals that were seen"},
		{"actions_applied", &r.ActionsApplied, linesRule, stored | unredactable, "The actions of this iteration"},
		{"refined_prompt", &r.RefinedPrompt, promptRule, stored | freeText, "The prompt after this iteration"},
		{"iteration", &r.Iteration, countRule, stored, "The number of the iteration in its run, from 1"},
		{"score_before", &r.ScoreBefore, tenRule, 0, "The score of the prompt before"},
		{"score_after", &r.ScoreAfter, tenRule, 0, "The score of the prompt after"},
		{SuccessField, (*string)(&r.Success), outcomeRule, amended, "Whether it helped: an amendment sets it, or a later decision on the same artifact tells; a record that is written does not have it"},
	}
}

// Head gives that of a refinement.
func (r *Refinement) Head() Head {
	return Head{Refinements, r.Schema, r.ID, r.At, r.Source, r.SourceID}
}

// Path is where the refinement lies below the store's folder.
func (r *Refinement) Path() string { return Refinements.Path(r.ID) }

// Encode writes a refinement, as Decision.Encode does a decision.
func (r *Refinement) Encode() ([]byte, error) { return encode(r) }

// Newer reports whether the refinement is of a newer schema than this program knows.
func (r *Refinement) Newer() bool { return r.Head().isNewer() }

// MarshalJSON gives the fields of a refinement as Decision.MarshalJSON does those of a decision.
func (r *Refinement) MarshalJSON() ([]byte, error) { return marshal(r), nil }

// Secrets refuses the secrets of a refinement, as Decision.Secrets does.
func (r *Refinement) Secrets() []error { return secretsOf(r) }

// Validate says everything that is wrong with a refinement, joined.
func (r *Refinement) Validate(now time.Time) error {
	f := judge(r, now)
	return f.err()
}

// DecodeRefinement reads a refinement as its file holds it, as Decode does a decision.
func DecodeRefinement(data []byte) (*Refinement, error) { return decode(data, new(Refinement)) }

// FoldRefinement gives the view of a refinement with its amendments folded in, as Fold does of a decision: whether it helped, and which of
// its texts are hidden.
func FoldRefinement(r *Refinement, amendments ...*Amendment) *Refinement {
	view := *r
	view.Success = ""
	for _, a := range InOrder(amendments) {
		if a.Of != r.ID || a.Field != SuccessField {
			continue
		}
		switch texts := a.Value.Texts(); {
		case len(texts) == 0 || texts[0] == "":
			view.Success = "" // what was said is taken back
		case len(texts) == 1 && outcomeRule.text(texts[0]) == "":
			view.Success = Outcome(texts[0])
		}
	}
	hidden := redactions(amendments)[r.ID]
	if hidden[AllTexts] {
		view.Rest = nil
	}
	for _, f := range view.fields() {
		if f.marks&freeText != 0 && !f.isEmpty() && (hidden[f.name] || hidden[AllTexts]) {
			f.clear()
			view.Redacted = append(slices.Clip(view.Redacted), f.name)
		}
	}
	slices.Sort(view.Redacted)
	return &view
}

// IsWithout reports whether a refinement is an earlier one without the texts that redactions hide.
func (r *Refinement) IsWithout(was *Refinement, amendments []*Amendment) bool {
	view := FoldRefinement(was, amendments...)
	view.Success = was.Success // which no file has
	is, err := r.Encode()
	rest, failed := view.Encode()
	return err == nil && failed == nil && len(view.Redacted) > 0 && slices.Equal(is, rest)
}

// Hideable names the texts of a refinement that have a value and can be hidden.
func (r *Refinement) Hideable() (names []string) {
	for _, f := range r.fields() {
		if f.marks&freeText != 0 && !f.isEmpty() {
			names = append(names, f.name)
		}
	}
	return names
}

// TextsOf gives the texts that stand in a field.
func (r *Refinement) TextsOf(name string) []string {
	n := groupNode(r)
	return n.TextsAt(name)
}
