package decision

import (
	"fmt"
	"slices"
	"strings"
	"time"
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
	Rest     Rest

	// Redacted names what FoldAmendment hid. It is of the view alone and is never written.
	Redacted []string
}

// RedactedField is the field of an amendment that hides texts. Its value names the fields to be hidden, and AllTexts,
// or no value, means all that could hold what somebody typed.
const (
	RedactedField = "redacted"
	AllTexts      = "all"
)

func (a *Amendment) rest() *Rest { return &a.Rest }

func (a *Amendment) fields() []field {
	return []field{
		{"schema", &a.Schema, nil},
		{"id", &a.ID, nil},
		{"source", (*string)(&a.Source), sourceRule},
		{"source_id", &a.SourceID, lineRule},
		{"at", &a.At, nil},
		{"of", &a.Of, nil},
		{"field", &a.Field, lineRule},
		{"value", &a.Value, nil},
		{"by", &a.By, lineRule},
		{"why", &a.Why, reasonRule},
	}
}

// DecodeAmendment reads an amendment as its file holds it, as Decode does a decision.
func DecodeAmendment(data []byte) (*Amendment, error) {
	a := new(Amendment)
	if err := decode(data, a, &a.Schema, amendmentSchemaName); err != nil {
		return nil, err
	}
	return a, nil
}

// Encode writes an amendment, as Decision.Encode does a decision.
func (a *Amendment) Encode() ([]byte, error) { return encode(a) }

// Newer reports whether the amendment is of a newer schema than this program knows.
func (a *Amendment) Newer() bool { return isNewer(a.Schema, amendmentSchemaName) }

// Path is where an amendment lies below the store's folder: amendments/2026/11/21/ID.yaml.
func (a *Amendment) Path() string { return pathOf(AmendmentsFolder, a.ID) }

// Validate says everything that is wrong with an amendment by itself, joined. Check says whether it fits its decision.
func (a *Amendment) Validate(now time.Time) error {
	var f faults
	f.common(common{schema: a.Schema, name: amendmentSchemaName, id: a.ID, at: a.At, source: a.Source, sourceID: a.SourceID}, now)
	if a.Newer() {
		return f.err()
	}
	f.fields("", a)
	f.required("by", a.By)
	f.required("field", a.Field)
	switch {
	case a.Of == "":
		f.add("of", "is missing; it is the id of the record that is amended")
	case !IsID(a.Of):
		f.add("of", "%.60q is no ULID: 26 letters and digits, capitals", a.Of)
	case a.Of == a.ID:
		f.add("of", "names the amendment itself")
	}
	if isIdentity(a.Field) {
		f.add("field", "%s of a record never changes", a.Field)
	}
	return f.err()
}

// Slim gives what Fold needs of an amendment, and who said so, apart from the text that it was read from: that of a few may
// well stay, but not that of all there are. It is nil where Fold passes over it, as its value is larger than any field's.
func (a *Amendment) Slim() *Amendment {
	own := func(s string) string { return strings.Clone(s[:min(len(s), maxLine)]) }
	slim := &Amendment{Schema: own(a.Schema), ID: own(a.ID), Source: Source(own(string(a.Source))), SourceID: own(a.SourceID), At: a.At,
		Of: own(a.Of), Field: own(a.Field), By: own(a.By)}
	if len(a.Why) <= maxLine {
		slim.Why = own(a.Why)
	}
	if a.Value.node.bytes() > MaxCorrection {
		return nil
	}
	slim.Value = Value{a.Value.node.own(), a.Value.set}
	return slim
}

// SlimAmendment does the same to what the file of an amendment holds; none where it cannot be read. Small ones stay.
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

// isIdentity reports whether a field makes a record the one that it is. Whoever comes to another verdict records another decision.
func isIdentity(name string) bool {
	return slices.Contains([]string{"schema", "id", "source", "source_id", "at", "verdict"}, name)
}

// IsAhead reports whether an amendment is of a time to come, further ahead than clocks differ: it would be later than all that
// are made until then.
func (a *Amendment) IsAhead(now time.Time) bool {
	made, _ := IDTime(a.ID)
	return made.After(now.Add(clockTolerance)) || a.At.After(now.Add(clockTolerance))
}

// Check says why an amendment would change nothing in the view of its decision: the field is not known, or the value is
// none that the field takes. Fold passes over such an amendment.
func (a *Amendment) Check(d *Decision) error {
	if a.Of != d.ID {
		return &Fault{Field: "of", Message: fmt.Sprintf("is %s, and not the decision %s", a.Of, d.ID)}
	}
	if a.Field == KeptField {
		if !isBlobID(a.Kept()) {
			return &Fault{Field: "value", Message: "is not the id of a file's content in git"}
		}
		return nil
	}
	if a.Field == RedactedField {
		for _, name := range a.hides() {
			if name != AllTexts && !canHide(name) {
				return &Fault{Field: "value", Message: fmt.Sprintf("%.60q cannot be hidden: it is no text, or makes the record the one that it is", name)}
			}
		}
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

// amendable are the fields that an amendment sets: what kbgate corrects, and what may be found out later. Which artifact was decided on
// stays, and what came with it.
var amendable = []string{"reason", "category", "learned_action", "agent", "reviewer", "epic", "task", "tags", "pr.state"}

// apply sets the field in a view.
func (a *Amendment) apply(view *Decision) error {
	f := find(view, a.Field)
	if f == nil || !slices.Contains(amendable, a.Field) {
		return &Fault{Field: "field", Message: fmt.Sprintf("%.60q is no field of a decision that can be amended", a.Field)}
	}
	trial := find(new(Decision), a.Field)
	if v := a.Value.node; a.Value.set && !v.isNull() {
		parts := strings.Split(a.Field, ".")
		b := binder{path: parts[:len(parts)-1]}
		if b.field(&v, trial); len(b.faults) > 0 {
			return b.faults[0]
		}
		var wrong faults
		wrong.one(a.Field, *trial)
		if err := wrong.err(); err != nil {
			return err
		}
	}
	if trial.isEmpty() && (a.Field == "agent" || a.Field == "reviewer") {
		return &Fault{Field: "value", Message: fmt.Sprintf("is none, and a decision is never without %s", a.Field)}
	}
	f.clear()
	f.assign(trial)
	return nil
}

// find gives the field of a path, artifact.type say, or nil.
func find(g group, path string) *field {
	name, inner, deeper := strings.Cut(path, ".")
	fields := g.fields()
	at, known := lookup(fields, name, 0)
	if !known {
		return nil
	}
	if !deeper {
		return &fields[at]
	}
	if g, ok := fields[at].value.(group); ok {
		return find(g, inner)
	}
	return nil
}
