package decision

import "time"

// field ties a name of the contract to its place in a struct. These tables are all that knows the form of a record:
// reading, writing, checking, amending and redacting go by them.
type field struct {
	name  string
	value any // pointer to the place: one of those that bind, isEmpty and toNode know
	check *rule
}

// group is a mapping with fields of its own.
type group interface {
	fields() []field
	rest() *Rest
}

// Sizes of texts, in bytes. Contract 5.5 gives that of a correction; what a person types is far below the others, and a
// program that needs more is likely to have put the wrong thing there.
const (
	MaxRecord     = 256 << 10 // a whole record, as written
	MaxCorrection = 64 << 10
	MaxReason     = 16 << 10
	maxLine       = 512 // names, ids of others
	maxPath       = 1024
	maxHash       = 160
	maxItems      = 1000 // of a list
)

func (d *Decision) rest() *Rest { return &d.Rest }

func (d *Decision) fields() []field {
	return []field{
		{"schema", &d.Schema, nil}, // Validate judges it: it is not for amendments
		{"id", &d.ID, nil},
		{"source", (*string)(&d.Source), sourceRule},
		{"source_id", &d.SourceID, lineRule},
		{"at", &d.At, nil},
		{"verdict", (*string)(&d.Verdict), verdictRule},
		{"review_point", &d.ReviewPoint, lineRule},
		{"reviewer", &d.Reviewer, lineRule},
		{"agent", &d.Agent, agentRule},
		{"artifact", &d.Artifact, nil},
		{"subject", &d.Subject, lineRule},
		{"campaign", &d.Campaign, lineRule},
		{"reason", &d.Reason, reasonRule},
		{"category", (*string)(&d.Category), categoryRule},
		{"category_by", (*string)(&d.CategoryBy), categoryByRule},
		{"also", &d.Also, categoriesRule},
		{"learned_action", &d.LearnedAction, reasonRule},
		{"issues", &d.Issues, linesRule},
		{"correction", &d.Correction, correctionRule},
		{"draft", &d.Draft, nil},
		{"quality_score", &d.QualityScore, scoreRule},
		{"previous_attempts", &d.PreviousAttempts, countRule},
		{"review_seconds", &d.ReviewSeconds, countRule},
		{"rules_in_prompt", &d.RulesInPrompt, linesRule},
		{"epic", &d.Epic, lineRule},
		{"task", &d.Task, lineRule},
		{"tags", &d.Tags, linesRule},
		{"pr", &d.PR, nil},
	}
}

func (a *Artifact) rest() *Rest { return &a.Rest }

func (a *Artifact) fields() []field {
	return []field{
		{"type", (*string)(&a.Type), typeRule},
		{"name", &a.Name, lineRule},
		{"path", &a.Path, pathRule},
		{"sha", &a.SHA, hashRule},
		{"approved_sha", &a.ApprovedSHA, hashRule},
	}
}

func (d *Draft) rest() *Rest { return &d.Rest }

func (d *Draft) fields() []field {
	return []field{
		{"title", &d.Title, reasonRule},
		{"opener", &d.Opener, reasonRule},
		{"fingerprint", &d.Fingerprint, lineRule},
		{"sketch", &d.Sketch, reasonRule},
		{"template", &d.Template, lineRule},
		{"evidence", &d.Evidence, nil},
	}
}

func (e *Evidence) rest() *Rest { return &e.Rest }

func (e *Evidence) fields() []field {
	return []field{
		{"type", &e.Type, lineRule},
		{"value", &e.Value, reasonRule},
		{"source", &e.Source, lineRule},
	}
}

func (p *PullRequest) rest() *Rest { return &p.Rest }

func (p *PullRequest) fields() []field {
	return []field{
		{"repo", &p.Repo, lineRule},
		{"number", &p.Number, countRule},
		{"head_sha", &p.HeadSHA, hashRule},
		{"state", &p.State, lineRule},
	}
}

// isEmpty reports whether a field has no value.
func (f *field) isEmpty() bool {
	switch v := f.value.(type) {
	case *string:
		return *v == ""
	case *int:
		return *v == 0
	case **float64:
		return *v == nil
	case *time.Time:
		return v.IsZero()
	case *[]string:
		return len(*v) == 0
	case *[]Category:
		return len(*v) == 0
	case *[]Evidence:
		return len(*v) == 0
	case *Value:
		return v.IsZero()
	case group:
		return isEmptyGroup(v)
	}
	panic("no field is of that type: " + f.name)
}

// clear takes the value of a field away.
func (f *field) clear() {
	switch v := f.value.(type) {
	case *string:
		*v = ""
	case *int:
		*v = 0
	case **float64:
		*v = nil
	case *time.Time:
		*v = time.Time{}
	case *[]string:
		*v = nil
	case *[]Category:
		*v = nil
	case *[]Evidence:
		*v = nil
	case *Value:
		*v = Value{}
	case group:
		*v.rest() = nil
		for _, inner := range v.fields() {
			inner.clear()
		}
	}
}

// assign takes over the value of a field of the same name of another record.
func (f *field) assign(other *field) {
	switch v := f.value.(type) {
	case *string:
		*v = *other.value.(*string)
	case *int:
		*v = *other.value.(*int)
	case **float64:
		*v = *other.value.(**float64)
	case *time.Time:
		*v = *other.value.(*time.Time)
	case *[]string:
		*v = *other.value.(*[]string)
	case *[]Category:
		*v = *other.value.(*[]Category)
	case *[]Evidence:
		*v = *other.value.(*[]Evidence)
	case *Value:
		*v = *other.value.(*Value)
	case group:
		*v.rest() = *other.value.(group).rest()
		from := other.value.(group).fields()
		for i, inner := range v.fields() {
			inner.assign(&from[i])
		}
	}
}

func isEmptyGroup(g group) bool {
	if len(*g.rest()) > 0 {
		return false
	}
	for _, f := range g.fields() {
		if !f.isEmpty() {
			return false
		}
	}
	return true
}
