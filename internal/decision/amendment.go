package decision

import (
	"fmt"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// Amendment is a later fact about a record, for a record itself never changes: a corrected category, an outcome, a text
// that has to be hidden.
type Amendment struct {
	Schema   string
	ID       string // ULID
	Source   Source // where it comes from elsewhere, as with a decision
	SourceID string
	At       time.Time
	Of       string // the id of the record
	Field    string // category, artifact.type, ...; or RedactedField
	Value    Value  // what it is now; none: it has no value
	By       string // who says so
	Why      string
	// Signature is a workflow's, of what a reviewer said on a pull request.
	Signature Signature
	Rest      Rest

	// Redacted names what FoldAmendment hid. It is of the view alone and is never written.
	Redacted []string
}

// WithdrawnField is the field of an amendment that takes an allowance or a decision back. It has no value. Which ones count of those of
// allowances, package allowance judges. A decision that was withdrawn counts nowhere, and is shown by its id alone.
const WithdrawnField = "withdrawn"

// RedactedField is the field of an amendment that hides texts. Its value names the fields to be hidden, and AllTexts,
// or no value, means all that could hold what somebody typed.
const (
	RedactedField = "redacted"
	AllTexts      = "all"
)

// Slim gives a copy that holds what Fold needs and who said so, and that does not keep the text alive from which the amendment was
// read. It is nil where the value is larger than that of any field, for Fold passes over such an amendment.
func (a *Amendment) Slim() *Amendment {
	own := func(s string) string { return strings.Clone(s[:min(len(s), maxLine)]) }
	slim := &Amendment{Schema: own(a.Schema), ID: own(a.ID), Source: Source(own(string(a.Source))), SourceID: own(a.SourceID), At: a.At,
		Of: own(a.Of), Field: own(a.Field), By: own(a.By)}
	if len(a.Why) <= maxLine {
		slim.Why = own(a.Why)
	}
	if most := map[bool]int{true: MaxRecord, false: MaxCorrection}[a.Field == "paths"]; a.Value.node.Bytes() > most {
		return nil
	}
	slim.Value = Value{a.Value.node.Kept(""), a.Value.set}
	return slim
}

// SlimAmendment does the same to the content of a file; it gives nil where that cannot be read. Small contents stay as they are.
func SlimAmendment(data []byte) []byte {
	if len(data) <= 2*maxLine {
		return data
	}
	a, err := DecodeAmendment(data)
	if err != nil {
		return nil
	}
	if a = a.Slim(); a == nil {
		return nil
	}
	slim, _ := a.Encode() // what was read can be written
	return slim
}

// IsAhead reports whether an amendment's time is further in the future than clocks differ. It would overrule all amendments that
// are made until then.
func (a *Amendment) IsAhead(now time.Time) bool {
	return IsAhead(a.ID, now) || a.At.After(now.Add(clockTolerance))
}

// IsAhead reports whether the time of an id is further in the future than clocks differ.
func IsAhead(id string, now time.Time) bool {
	made, _ := IDTime(id)
	return made.After(now.Add(clockTolerance))
}

// Check says why an amendment would change nothing in the view of its decision: the field is not known, or it does not take the
// value. Fold passes over such an amendment.
func (a *Amendment) Check(d *Decision) error {
	if a.Of != d.ID {
		return &document.Fault{Field: "of", Message: fmt.Sprintf("is %s, and not the decision %s", a.Of, d.ID)}
	}
	if a.Field == KeptField {
		if !isBlobID(a.Kept()) {
			return &document.Fault{Field: "value", Message: "is not the id of a file's content in git"}
		}
		return nil
	}
	if a.Field == RedactedField {
		for _, name := range a.hides() {
			if name != AllTexts && !CanHide(name) {
				return &document.Fault{Field: "value", Message: fmt.Sprintf("%.60q cannot be hidden: it is no text, or makes the record the one that it is", name)}
			}
		}
		return nil
	}
	if a.Field == WithdrawnField {
		return nil
	}
	view := *d
	return a.apply(&view)
}

// Kept is the id of the content that an amendment of KeptField chooses.
func (a *Amendment) Kept() string {
	texts := a.Value.Texts()
	if a.Field != KeptField || len(texts) != 1 {
		return ""
	}
	return texts[0]
}

// isBlobID reports whether a text can be the id of an object, of SHA-1 or SHA-256.
func isBlobID(s string) bool { return (len(s) == 40 || len(s) == 64) && isHexLower(s) }

// LearnedBy is who says what a program learned of an event beside what the event says, in every store alike.
const LearnedBy = "kbgate"

// IsLearned reports whether an amendment tells what a program learned of the event that a decision is of. Its id in the source begins with
// that of the decision.
func (a *Amendment) IsLearned(of *Decision) bool {
	return of.SourceID != "" && a.By == LearnedBy && a.Source == of.Source && strings.HasPrefix(a.SourceID, of.SourceID+"/")
}

// apply sets the field in a view.
func (a *Amendment) apply(view *Decision) error {
	f := find(view, a.Field)
	if f == nil || f.marks&amended == 0 {
		return &document.Fault{Field: "field", Message: fmt.Sprintf("%.60q is no field of a decision that can be amended", a.Field)}
	}
	if f.marks&learned != 0 && !a.IsLearned(view) {
		return &document.Fault{Field: "field", Message: a.Field + " is amended by what kbgate learns of the decision's own event alone"}
	}
	trial := find(new(Decision), a.Field)
	if v := a.Value.node; a.Value.set && !v.IsNull() {
		parts := strings.Split(a.Field, ".")
		b := binder{path: parts[:len(parts)-1]}
		within := strings.Join(b.path, ".")
		if b.field(&v, trial); len(b.faults) > 0 {
			return b.faults[0]
		}
		var wrong faults
		wrong.field(within, trial, false)
		if err := wrong.err(); err != nil {
			return err
		}
	}
	if trial.isEmpty() && (a.Field == "agent" || a.Field == "reviewer") {
		return &document.Fault{Field: "value", Message: fmt.Sprintf("is none, and a decision is never without %s", a.Field)}
	}
	f.clear()
	f.assign(trial)
	return nil
}
